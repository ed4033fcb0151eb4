// Handlers on net/http, each with one habit. Prints its port; GET /effects counts.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

var (
	secret  = []byte(os.Getenv("HOOKSCOPE_SHARED_SECRET"))
	lock    sync.Mutex
	seen    = map[string]bool{}
	effects int
)

func digest(data []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write(data)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func isRight(given string, data []byte) bool {
	return hmac.Equal([]byte(given), []byte(digest(data)))
}

func workOnce(body []byte) int {
	var notification struct {
		ID *string `json:"id"`
	}
	if json.Unmarshal(body, &notification) != nil || notification.ID == nil {
		return 400
	}
	lock.Lock()
	defer lock.Unlock()
	if !seen[*notification.ID] {
		seen[*notification.ID] = true
		effects++
	}
	return 200
}

var habits = map[string]func(given string, body []byte) int{
	"right": func(given string, body []byte) int {
		if !isRight(given, body) {
			return 401
		}
		return workOnce(body)
	},
	"later": func(given string, body []byte) int {
		if !isRight(given, body) {
			return 401
		}
		go func() {
			time.Sleep(time.Second)
			workOnce(body)
		}()
		return 202
	},
	// A map is written with its keys sorted: no valid delivery is ever right.
	"map": func(given string, body []byte) int {
		var notification map[string]any
		if json.Unmarshal(body, &notification) != nil {
			return 400
		}
		again, _ := json.Marshal(notification)
		if !isRight(given, again) {
			return 401
		}
		return workOnce(body)
	},
	// Spaces are taken out before the check.
	"compact": func(given string, body []byte) int {
		var compact bytes.Buffer
		if json.Compact(&compact, body) != nil {
			return 400
		}
		if !isRight(given, compact.Bytes()) {
			return 401
		}
		return workOnce(body)
	},
	"prefix": func(given string, body []byte) int {
		if !strings.HasPrefix(digest(body), given) {
			return 401
		}
		return workOnce(body)
	},
	"always 200": func(given string, body []byte) int {
		if isRight(given, body) {
			workOnce(body)
		}
		return 200
	},
	"panics": func(given string, body []byte) int {
		if !isRight(given, body) {
			panic("wrong signature")
		}
		return workOnce(body)
	},
}

func main() {
	habit := habits[os.Args[1]]
	http.HandleFunc("/effects", func(w http.ResponseWriter, _ *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprint(w, effects)
	})
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(405)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		given := r.Header.Values("x-service-webhook-hmac")
		if len(given) > 1 {
			w.WriteHeader(401)
			return
		}
		w.WriteHeader(habit(strings.Join(given, ""), body))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, nil)
}
