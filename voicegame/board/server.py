"""The web server: a thread of its own with aiohttp, which hands out pages and the feed, and takes typed lines.

GET  /               the page for the big screen
GET  /player         buzzer and private hand, for a phone
GET  /events         server-sent events; resumes after the header Last-Event-ID or ?after=ID
GET  /state          the whole state
POST /say            {"text": "march", "as": "Ann"}: a typed line; "as" may be left out
POST /buzz           {"as": "Ann"}: Ann presses the buzzer
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from aiohttp import web

from voicegame.board.feed import Feed
from voicegame.board.guard import Guard, Pace
from voicegame.errors import UserError

PAGE = Path(__file__).parent / "page"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_SHORT = {"/": "/index.html", "/player": "/player.html"}

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
COOKIE = "voicegame_token"

MOST_STREAMS = 500
MOST_BYTES = 1024
#: Seconds after which a client that takes nothing is given up, and after which a silent stream says that it lives.
PATIENCE, HEARTBEAT = 20.0, 15.0
#: How long an end waits for clients to have been sent the last of the feed, in seconds.
FAREWELL = 2.0

#: Takes a line, and the name of the player who said it, or None.
Inbox = Callable[[str, "str | None"], None]


def bound(host: str, port: int | None, default: int) -> socket.socket:
    """A socket at this host. port: None takes the default, or any other where that one is taken.

    Raises ``UserError`` where it can't be had.
    """
    wanted = [default, 0] if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for at, number in enumerate(wanted):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(256)
            return listener
        except (OSError, OverflowError) as fault:
            listener.close()
            if at == len(wanted) - 1:
                reason = getattr(fault, "strerror", None) or str(fault)
                raise UserError(
                    f"The board can't be served at {host}, port {number} ({reason.lower()}): "
                    "name another with --host or --port."
                ) from None
    raise AssertionError("one port is always tried")


class Server:
    """Serves one feed. inbox, buzzer: called in the server's thread; they must not wait."""

    def __init__(
        self,
        listener: socket.socket,
        feed: Feed,
        guard: Guard,
        players: Sequence[str],
        inbox: Inbox,
        buzzer: Callable[[str], None],
        qr: bytes | None = None,
    ) -> None:
        self._listener = listener
        self._feed = feed
        self._guard = guard
        self._players = players
        self._inbox = inbox
        self._buzzer = buzzer
        self._qr = qr
        self._requests = Pace(rate=40, burst=600)
        self._lines = Pace(rate=5, burst=20)
        self._streams = 0
        self._files = {f"/{path.name}": path.read_bytes() for path in PAGE.iterdir() if path.suffix in _TYPES}
        self._loop = asyncio.new_event_loop()
        self._changed = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._started = threading.Event()
        self._stop = asyncio.Event()

    def start(self) -> None:
        """Begin to serve; returns once it does."""
        self._thread.start()
        self._started.wait(10)
        self._feed.wake = self._wake

    def close(self) -> None:
        """Send what is left, then stop."""
        self._feed.close()
        with contextlib.suppress(RuntimeError):  # the thread has died
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(FAREWELL + 3)

    # In the server's thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        app = web.Application(middlewares=[self._checked], client_max_size=MOST_BYTES)
        app.add_routes(
            [
                web.get("/events", self._events),
                web.get("/state", self._state),
                web.post("/say", self._say),
                web.post("/buzz", self._buzz),
                web.get("/{path:.*}", self._file),
            ]
        )
        runner = web.AppRunner(app, access_log=None, keepalive_timeout=30, shutdown_timeout=0.2)
        await runner.setup()
        await web.SockSite(runner, self._listener).start()
        self._started.set()
        await self._stop.wait()
        for _ in range(round(FAREWELL / 0.02)):
            if not self._streams:
                break
            await asyncio.sleep(0.02)
        await runner.cleanup()

    def _wake(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    @web.middleware
    async def _checked(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        given = [request.query.get("token", ""), request.cookies.get(COOKIE, "")]
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            given.append(bearer.strip())
        refused = self._guard.refusal(headers, given)
        if not self._requests.admits(request.remote or ""):
            response: web.StreamResponse = _plain(429, "Too many requests: wait a moment.")
        elif refused is not None:
            response = _plain(refused.status, refused.reason)
        else:
            try:
                response = await handler(request)
            except web.HTTPException as fault:
                response = _plain(fault.status, f"{fault.reason}.")
        if not response.prepared:
            response.headers.update(HEADERS)
            token = self._guard.token
            if refused is None and token is not None and request.query.get("token"):
                response.set_cookie(COOKIE, token, httponly=True, samesite="Lax", path="/")
        return response

    async def _file(self, request: web.Request) -> web.Response:
        path = _SHORT.get(request.path, request.path)
        if path == "/qr.svg" and self._qr is not None:
            return web.Response(body=self._qr, content_type="image/svg+xml")
        content = self._files.get(path)
        if content is None:
            return _plain(404, "There is nothing here.")
        return web.Response(body=content, content_type=_TYPES[Path(path).suffix], charset="utf-8")

    async def _state(self, _: web.Request) -> web.Response:
        return web.Response(text=self._feed.state(), content_type="application/json")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if self._streams >= MOST_STREAMS:
            return _plain(503, "Too many are watching: close another page first.")
        response = web.StreamResponse(headers={**HEADERS, "Cache-Control": "no-store"})
        response.content_type = "text/event-stream"
        response.charset = "utf-8"
        reader = self._feed.reader(request.headers.get("Last-Event-ID") or request.query.get("after"))
        self._streams += 1
        try:
            await response.prepare(request)
            await response.write(b"retry: 1000\n\n")
            while True:
                changed = self._changed  # before looking: what comes after rings this one
                text = reader.fresh()
                if text:
                    await asyncio.wait_for(response.write(text.encode()), PATIENCE)
                elif self._feed.closed:
                    await response.write(b"event: bye\ndata: {}\n\n")
                    return response
                else:
                    try:
                        await asyncio.wait_for(changed.wait(), HEARTBEAT)
                    except asyncio.TimeoutError:
                        await asyncio.wait_for(response.write(b": still here\n\n"), PATIENCE)
        except (ConnectionError, asyncio.TimeoutError):
            return response  # the client has gone, or takes nothing
        finally:
            self._streams -= 1

    async def _say(self, request: web.Request) -> web.Response:
        said = await self._body(request)
        if isinstance(said, web.Response):
            return said
        text = said.get("text")
        if not isinstance(text, str) or not text.strip() or len(text) > 160:
            return _plain(400, "A line needs a 'text' of 1 to 160 characters.")
        text = text.strip()
        if text.startswith("@"):
            return _plain(400, "A line from here counts when it comes, and may not name another time.")
        self._inbox(text, said["as"])
        return web.json_response({"id": self._feed.last_id}, status=202)

    async def _buzz(self, request: web.Request) -> web.Response:
        said = await self._body(request)
        if isinstance(said, web.Response):
            return said
        if said["as"] is None:
            return _plain(400, "A buzzer needs the name of its player in 'as'.")
        self._buzzer(said["as"])
        return web.json_response({"id": self._feed.last_id}, status=202)

    async def _body(self, request: web.Request) -> dict[str, Any] | web.Response:
        """A JSON object with "as", the name of a player, or None; or why there is none."""
        if not self._lines.admits(request.remote or ""):
            return _plain(429, "Too many lines at once: wait a moment.")
        if request.content_type != "application/json":
            return _plain(415, "A line comes as application/json.")
        try:
            said = json.loads(await asyncio.wait_for(request.read(), PATIENCE))
        except (ValueError, RecursionError):
            return _plain(400, "This is no JSON.")
        except asyncio.TimeoutError:
            return _plain(408, "The line did not come to its end.")
        if not isinstance(said, dict):
            return _plain(400, "A line comes as a JSON object.")
        name = said.get("as")
        if name is not None and name not in self._players:
            return _plain(400, "Nobody of this name plays.")
        return {**said, "as": name}


def _plain(status: int, reason: str) -> web.Response:
    return web.Response(status=status, text=f"{reason}\n", content_type="text/plain")
