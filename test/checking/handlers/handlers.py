"""Handlers on Python's own http.server: good, typical, careless. Prints its port; GET /effects counts."""

import base64
import hashlib
import hmac
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CARE, SECRET = sys.argv[1], sys.argv[2].encode()
HEADER = "x-service-webhook-hmac"
seen, effects, lock = set(), [0], threading.Lock()


def digest(body):
    return base64.b64encode(hmac.new(SECRET, body, hashlib.sha256).digest()).decode()


def read_body(request):
    if "chunked" not in (request.headers.get("transfer-encoding") or ""):
        return request.rfile.read(int(request.headers.get("content-length") or 0))
    body = b""
    while True:
        size = int(request.rfile.readline(), 16)
        body += request.rfile.read(size)
        request.rfile.readline()
        if size == 0:
            return body


def good(request):
    body = read_body(request)
    given = request.headers.get_all(HEADER) or []
    if len(given) != 1 or not hmac.compare_digest(given[0].encode("latin1"), digest(body).encode()):
        return 401
    try:
        notification = json.loads(body.decode("utf-8"))
    except ValueError:
        return 400
    if not isinstance(notification, dict):
        return 400
    with lock:
        if notification["id"] not in seen:
            seen.add(notification["id"])
            effects[0] += 1
    return 200


def typical(request):
    body = request.rfile.read(int(request.headers["content-length"]))
    if not hmac.compare_digest(request.headers.get(HEADER, ""), digest(body)):
        return 401
    notification = json.loads(body)
    if notification["id"] in seen:
        return 200
    seen.add(notification["id"])
    effects[0] += 1
    return 200


def careless(request):
    notification = json.loads(request.rfile.read(int(request.headers["content-length"])))
    expected = digest(json.dumps(notification, separators=(",", ":")).encode())
    if HEADER in request.headers and request.headers[HEADER].lower() != expected.lower():
        return 401
    effects[0] += 1
    return 200


HANDLERS = {"good": good, "typical": typical, "careless": careless}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        try:
            status = HANDLERS[CARE](self)
        except ConnectionError:
            return
        except Exception:
            status = 500
        self.answer(status, b"")

    def do_GET(self):
        if self.path == "/effects":
            self.answer(200, str(effects[0]).encode())
        else:
            self.answer(405, b"")

    do_HEAD = do_GET

    def do_PUT(self):
        read_body(self)
        self.answer(405, b"")

    def answer(self, status, body):
        self.close_connection = status >= 500
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # The default of 5 drops connections when a sender has many deliveries at once.
    request_queue_size = 128

    def handle_error(self, *_):
        pass  # A sender that left before the answer.


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
