"""A handler of webhooks on Python's own http.server: raw bytes first, then the signature, then once per id."""

import base64
import hashlib
import hmac
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["HOOKSCOPE_SHARED_SECRET"].encode()
if not SECRET:
    raise SystemExit("HOOKSCOPE_SHARED_SECRET is empty: everyone could sign")
seen, lock = set(), threading.Lock()  # in a real app: a unique key in the database


def is_signed(body, given):
    expected = base64.b64encode(hmac.new(SECRET, body, hashlib.sha256).digest())
    return len(given) == 1 and hmac.compare_digest(given[0].encode("latin1"), expected)


def status_for(body, given):
    if not is_signed(body, given):
        return 401
    try:
        notification = json.loads(body.decode("utf-8"))
    except ValueError:
        return 400
    if not isinstance(notification, dict) or not isinstance(notification.get("id"), str):
        return 400
    with lock:
        seen.add(notification["id"])  # the work goes here, only if it was not there
    return 200


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def read_body(self):
        if "chunked" not in (self.headers.get("transfer-encoding") or ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_POST(self):
        self.answer(status_for(self.read_body(), self.headers.get_all("x-service-webhook-hmac") or []))

    def do_GET(self):
        # For hookscope check --effects.
        if self.path == "/effects":
            self.answer(200, str(len(seen)).encode())
        else:
            self.answer(405)

    do_HEAD = do_GET

    def do_PUT(self):
        self.read_body()
        self.answer(405)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # the default of 5 drops connections of a busy sender

    def handle_error(self, *_):
        pass  # a sender that left before the answer


server = Server(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
