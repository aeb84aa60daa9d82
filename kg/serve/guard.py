"""What stands before every answer: names of the host, the headers that keep browsers safe, and a line in the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kg.serve.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ACCESS = logging.getLogger("kg.serve.access")
#: Nothing but our own files runs or is shown, nothing is sent elsewhere, and no other page frames ours.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_ADDED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Wraps *app*: checks the Host header, adds HEADERS to every answer and logs it.

    A page of another site can make a browser ask a server on loopback under a name of its own (DNS rebinding) and read the answer;
    the name in the Host header gives that away.
    """

    def __init__(self, app: App, settings: Settings) -> None:
        self._app, self._hosts = app, frozenset(settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        told = {"status": 0, "bytes": 0}

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), *_ADDED]}
            elif message["type"] == "http.response.body":
                told["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            if self._hosts and _host(scope) not in self._hosts:
                await _refuse(guarded)
            else:
                await self._app(scope, receive, guarded)
        finally:
            _log(scope, told, seconds=time.monotonic() - began)


def _host(scope: Scope) -> str:
    """Return the name in the Host header of *scope*, without its port."""
    named = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    name, colon, port = named.rpartition(":")
    return (name if colon and port.isdigit() else named).casefold()


async def _refuse(send: Send) -> None:
    text = b"This server does not answer under that name; kg serve --allow-host NAME lets it.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def _log(scope: Scope, told: dict[str, int], *, seconds: float) -> None:
    client = (scope.get("client") or ("-",))[0]
    # What a client sends stands in the log with nothing in it that could pass for another line.
    target = scope.get("raw_path") or scope["path"].encode()
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    shown = (target + query)[:2000].decode("ascii", "backslashreplace")
    shown = "".join(sign if " " < sign < "\x7f" else f"\\x{ord(sign):02x}" for sign in shown)
    ACCESS.info(
        '%s "%s %s" %d %d %.0fms', client, scope["method"], shown, told["status"], told["bytes"], seconds * 1000
    )
