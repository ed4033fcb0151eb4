"""A good handler on Flask, on the server that comes with it. Prints its port; GET /effects counts."""

import base64
import hashlib
import hmac
import json
import logging
import os
import threading

from flask import Flask, request
from werkzeug.serving import make_server

SECRET = os.environ["HOOKSCOPE_SHARED_SECRET"].encode()
app = Flask(__name__)
seen, lock = set(), threading.Lock()
logging.getLogger("werkzeug").disabled = True


@app.post("/webhooks")
def webhooks():
    body = request.get_data()
    expected = base64.b64encode(hmac.new(SECRET, body, hashlib.sha256).digest())
    given = request.headers.get("x-service-webhook-hmac", "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), expected):
        return "", 401
    try:
        notification = json.loads(body)
    except ValueError:
        return "", 400
    if not isinstance(notification, dict) or "id" not in notification:
        return "", 400
    with lock:
        seen.add(notification["id"])
    return "", 200


@app.get("/effects")
def effects():
    return str(len(seen))


server = make_server("127.0.0.1", 0, app, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
