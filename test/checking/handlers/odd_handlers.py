"""Handlers on Python's own http.server, each with one habit. Prints its port; GET /effects counts."""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

HABIT, SECRET = sys.argv[1], sys.argv[2].encode()
HEADER = "x-service-webhook-hmac"
seen, effects, lock = set(), [0], threading.Lock()


def digest(data):
    return base64.b64encode(hmac.new(SECRET, data, hashlib.sha256).digest()).decode()


def is_right(given, data):
    return hmac.compare_digest(given.encode("latin1"), digest(data).encode())


def parsed(body):
    try:
        value = json.loads(body.decode("utf-8"))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def work_once(body):
    notification = parsed(body)
    if notification is None or "id" not in notification:
        return 400
    with lock:
        if notification["id"] not in seen:
            seen.add(notification["id"])
            effects[0] += 1
    return 200


def raw(given, body):
    return work_once(body) if is_right(given, body) else 401


def later(given, body):
    """Answers 202, and a thread does the work."""
    if not is_right(given, body):
        return 401

    def work():
        time.sleep(0.4)
        work_once(body)

    threading.Thread(target=work, daemon=True).start()
    return 202


def dumps(given, body):
    """json.dumps as it is, with spaces: no valid delivery is ever right."""
    return work_once(body) if is_right(given, json.dumps(json.loads(body)).encode()) else 401


def compact_dumps(given, body):
    """json.dumps without spaces: right until a delivery has a letter beyond ASCII."""
    notification = parsed(body)
    if notification is None:
        return 400
    return work_once(body) if is_right(given, json.dumps(notification, separators=(",", ":")).encode()) else 401


def ends_at_odd_lengths(given, body):
    """A check that asserts the length, and a process that does not survive it."""
    if len(given) != 44:
        os._exit(1)
    return raw(given, body)


HABITS = {
    "short backlog": raw,
    "later": later,
    "json.dumps": dumps,
    "compact json.dumps": compact_dumps,
    "ends at odd lengths": ends_at_odd_lengths,
}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.body()
        given = self.headers.get_all(HEADER) or [""]
        try:
            status = HABITS[HABIT](given[0], body) if len(given) == 1 else 401
        except Exception:
            status = 500
        self.answer(status)

    def body(self):
        if "chunked" not in (self.headers.get("transfer-encoding") or ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while True:
            size = int(self.rfile.readline(), 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return body

    def do_GET(self):
        if self.path == "/effects":
            self.answer(200, str(effects[0]).encode())
        else:
            self.answer(405)

    do_HEAD = do_GET

    def do_PUT(self):
        self.body()
        self.answer(405)

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(HTTPServer if HABIT == "short backlog" else ThreadingHTTPServer):
    daemon_threads = True
    # That of "short backlog" is what http.server has.
    request_queue_size = 5 if HABIT == "short backlog" else 128

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
