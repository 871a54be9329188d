"""A server for one reader on this machine: loopback only, and only for pages that came from it."""

from __future__ import annotations

import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from casegen.serve.live import LiveCase, Version

LOOPBACK = "127.0.0.1"
POLL_SECONDS = 0.5
KEEP_ALIVE_SECONDS = 10.0


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
            self._answer(
                HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", b"only for the page of this server\n"
            )
        elif self.path in ("/", "/index.html"):
            page = self.server.live.version.page.encode("utf-8")
            self._answer(HTTPStatus.OK, "text/html; charset=utf-8", page)
        elif self.path == "/events":
            self._events()
        else:
            self._answer(
                HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"there is only one page here: /\n"
            )

    def _trusted(self) -> bool:
        """Host and Origin are this server's own: no rebound name, no foreign page."""
        port = self.server.server_port
        hosts = {f"{LOOPBACK}:{port}", f"localhost:{port}"}
        origin = self.headers.get("Origin")
        return self.headers.get("Host") in hosts and (
            origin is None or origin in {f"http://{h}" for h in hosts}
        )

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
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _events(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self._common_headers()
        self.end_headers()
        shown = self.server.live.version
        try:
            if shown.problem:
                self._send("problem", shown)
            while not self.server.stopping.is_set():
                found = self.server.live.wait(shown.number, KEEP_ALIVE_SECONDS)
                if found.number == shown.number:
                    self.wfile.write(b": still here\n\n")
                else:
                    self._send("problem" if found.problem else "rebuilt", found)
                self.wfile.flush()
                shown = found
        except OSError:
            return  # the reader has gone
        finally:
            self.close_connection = True

    def _send(self, event: str, version: Version) -> None:
        lines = "".join(f"data: {line}\n" for line in (version.problem or "rebuilt").splitlines())
        self.wfile.write(f"event: {event}\n{lines}\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the terminal for every request."""


def serve(folder: Path, port: int, announce: Any = print) -> None:
    """Serve the case until interrupted; ``announce`` is told the address."""
    server = Server(LiveCase(folder), port)
    threading.Thread(target=server.watch, daemon=True).start()
    announce(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    finally:
        server.stopping.set()
        server.server_close()
