// A handler of webhooks on Go's net/http: raw bytes first, then the signature, then once per id.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
)

var (
	secret = []byte(os.Getenv("HOOKSCOPE_SHARED_SECRET"))
	lock   sync.Mutex
	seen   = map[string]bool{} // in a real app: a unique key in the database
)

func isSigned(body []byte, given []string) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write(body)
	expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return len(given) == 1 && hmac.Equal([]byte(given[0]), []byte(expected))
}

func handle(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isSigned(body, r.Header.Values("x-service-webhook-hmac")) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	// Pointers tell a missing field from an empty one; unknown fields are ignored.
	var notification struct{ ID *string `json:"id"` }
	if json.Unmarshal(body, &notification) != nil || notification.ID == nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	lock.Lock()
	seen[*notification.ID] = true // the work goes here, only if it was not there
	lock.Unlock()
}

func main() {
	if len(secret) == 0 {
		panic("HOOKSCOPE_SHARED_SECRET is missing: everyone could sign")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/effects", func(w http.ResponseWriter, _ *http.Request) { // for hookscope check --effects
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprint(w, len(seen))
	})
	http.HandleFunc("/", handle)
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, nil))
}
