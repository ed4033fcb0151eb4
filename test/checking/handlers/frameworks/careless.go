// Compares with what encoding/json makes of the body, only as much of it as was sent, and works on every repetition.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
)

type notification struct {
	OrganizationID string          `json:"organizationId"`
	Action         string          `json:"action"`
	ID             string          `json:"id"`
	ResourceID     string          `json:"resourceId"`
	ResourceType   string          `json:"resourceType"`
	CreatedAtUtc   string          `json:"createdAtUtc"`
	Changes        json.RawMessage `json:"changes"`
}

func main() {
	var effects int64
	http.HandleFunc("/effects", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, atomic.LoadInt64(&effects))
	})
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		var received notification
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()
		if decoder.Decode(&received) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		bytes, _ := json.Marshal(received)
		mac := hmac.New(sha256.New, []byte(os.Getenv("HOOKSCOPE_SHARED_SECRET")))
		mac.Write(bytes)
		expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
		if !strings.HasPrefix(expected, r.Header.Get("x-service-webhook-hmac")) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		atomic.AddInt64(&effects, 1)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, nil))
}
