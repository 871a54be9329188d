"""A server for readers on this machine: loopback only, and only for pages that came from it.

A page may also ask for the acts of a review, by POST: only with this server's own Host and Origin, as JSON (which no
foreign page may send unasked), with the token that only this server's page holds, of a limited size, and as long as
the case is what the page shows.
"""

from __future__ import annotations

import hmac
import json
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from casegen.serve.acts import perform
from casegen.serve.live import LiveCase, Version

LOOPBACK = "127.0.0.1"
POLL_SECONDS = 0.5
KEEP_ALIVE_SECONDS = 10.0
LARGEST_BODY = 256 * 1024
"""bytes of a POST: a finding's text may have 20,000 characters"""
_MOST_DIGITS = 18
"""of a length: Python reads no number of thousands"""
BODY_SECONDS = 10.0


class Server(ThreadingHTTPServer):
    """Serves a :class:`LiveCase` on loopback; ``port`` 0 takes a free one."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, live: LiveCase, port: int = 0) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.live = live
        self.stopping = threading.Event()

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{LOOPBACK}:{self.server_port}/"

    def watch(self) -> None:
        """Follow the folder until the server stops."""
        while not self.stopping.wait(POLL_SECONDS):
            self.live.refresh()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who leaves in the middle is no error."""


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if not self._trusted():
            self._refuse(HTTPStatus.FORBIDDEN, "only for the page of this server")
        elif self.path in ("/", "/index.html"):
            shown = self.server.live.version
            live = f'data-live="{shown.number}" data-shown="{shown.shown}"'
            page = shown.page.replace('data-live="1"', live, 1)
            self._answer(HTTPStatus.OK, "text/html; charset=utf-8", page.encode("utf-8"))
        elif self.path.partition("?")[0] == "/events":
            self._events()
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is only one page here: /")

    def do_POST(self) -> None:
        self.close_connection = True  # a body that is refused is not read, and must not pass for a request
        refused = self._refusal()
        if refused is not None:
            self._refuse(*refused)
            return
        self.connection.settimeout(BODY_SECONDS)
        try:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        except OSError:
            return  # the sender has gone, or never sends the rest
        answer = self.server.live.act(lambda root: perform(root, body))
        status = HTTPStatus.UNPROCESSABLE_ENTITY if "errors" in answer else HTTPStatus.OK
        self._answer(status, "application/json; charset=utf-8", json.dumps(answer).encode("utf-8"))

    def _refusal(self) -> tuple[HTTPStatus, str] | None:
        """Why this POST is not even read; None when it is."""
        length = self.headers.get("Content-Length", "")
        token = self.headers.get("X-Casegen-Token", "").encode("utf-8", "replace")
        if not self._trusted() or self.headers.get("Origin") is None:
            return HTTPStatus.FORBIDDEN, "only for the page of this server"
        if self.path != "/review":
            return HTTPStatus.NOT_FOUND, "acts of a review go to /review"
        if not hmac.compare_digest(token, self.server.live.token.encode()):
            return HTTPStatus.FORBIDDEN, "the page is of another run of the server: load it again"
        if self.headers.get_content_type() != "application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected application/json"
        if not (length.isascii() and length.isdigit()) or self.headers.get("Transfer-Encoding"):
            return HTTPStatus.LENGTH_REQUIRED, "expected Content-Length"
        if len(length) > _MOST_DIGITS or int(length) > LARGEST_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LARGEST_BODY} bytes"
        if not self.server.live.is_shown(self.headers.get("X-Casegen-Shown", "")):
            return HTTPStatus.CONFLICT, "the case has changed since this page was drawn: reload"
        return None

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Refused: for a page that posts as the reason its form shows, else as plain text."""
        if self.command == "POST":
            body = json.dumps({"errors": [{"field": "", "message": message, "hint": ""}]}).encode("utf-8")
            self._answer(status, "application/json; charset=utf-8", body)
        else:
            self._answer(status, "text/plain; charset=utf-8", f"{message}\n".encode())

    def _trusted(self) -> bool:
        """Host and Origin are this server's own: no rebound name, no foreign page."""
        port = self.server.server_port
        hosts = {f"{LOOPBACK}:{port}", f"localhost:{port}"}
        named = self.headers.get_all("Host", [])
        origins = self.headers.get_all("Origin", [])
        return len(named) == 1 and named[0] in hosts and {f"http://{h}" for h in hosts} >= set(origins)

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self._common_headers()
        self.end_headers()
        self.wfile.write(body)

    def _common_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _events(self) -> None:
        """What happens to the page, from the state that its reader has: none is missed before or between connections."""
        shown = self.server.live.version
        had = self.headers.get("Last-Event-ID") or parse_qs(urlsplit(self.path).query).get("since", [""])[-1]
        behind = had.isascii() and had.isdigit() and had != str(shown.number)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.close_connection = True
        self._common_headers()
        self.end_headers()
        try:
            if shown.problem or behind:
                self._send(shown)
            while not self.server.stopping.is_set():
                result = self.server.live.wait(shown.number, KEEP_ALIVE_SECONDS)
                if result.number == shown.number:
                    self.wfile.write(b": still here\n\n")
                else:
                    self._send(result)
                self.wfile.flush()
                shown = result
        except OSError:
            return  # the reader has gone
        finally:
            self.close_connection = True

    def _send(self, version: Version) -> None:
        event = "problem" if version.problem else "rebuilt"
        lines = "".join(f"data: {line}\n" for line in (version.problem or event).splitlines())
        self.wfile.write(f"id: {version.number}\nevent: {event}\n{lines}\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the terminal for every request."""


def serve(folder: Path, port: int, announce: Any = print) -> None:
    """Serve the case until interrupted; ``announce`` is called with the address."""
    server = Server(LiveCase(folder), port)
    threading.Thread(target=server.watch, daemon=True).start()
    announce(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    finally:
        server.stopping.set()
        server.server_close()
