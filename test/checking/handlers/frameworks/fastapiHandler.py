"""A good handler on FastAPI and uvicorn. Prints its port; GET /effects counts."""

import base64
import hashlib
import hmac
import json
import os
import socket

import uvicorn
from fastapi import FastAPI, Request, Response

SECRET = os.environ["HOOKSCOPE_SHARED_SECRET"].encode()
app = FastAPI()
seen = set()


@app.post("/webhooks")
async def webhooks(request: Request):
    body = await request.body()
    expected = base64.b64encode(hmac.new(SECRET, body, hashlib.sha256).digest())
    given = request.headers.getlist("x-service-webhook-hmac")
    if len(given) != 1 or not hmac.compare_digest(given[0].encode("latin-1"), expected):
        return Response(status_code=401)
    try:
        notification = json.loads(body)
    except ValueError:
        return Response(status_code=400)
    if not isinstance(notification, dict) or "id" not in notification:
        return Response(status_code=400)
    seen.add(notification["id"])
    return Response(status_code=200)


@app.get("/effects")
async def effects():
    return len(seen)


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])
