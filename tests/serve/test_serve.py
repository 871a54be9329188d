"""The live page: loopback only, foreign hosts and origins refused, rebuilt on save, errors shown in the page."""

from __future__ import annotations

import http.client
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.serve import LiveCase, Server

CASE = "casegen: 1\ncase: {id: c, title: TITLE, roots: [A]}\nclaims: [{id: A, text: It holds, undeveloped: true}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "case.yaml").write_text(CASE)
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    made = Server(LiveCase(folder))
    threads = [threading.Thread(target=target, daemon=True) for target in (made.watch, made.serve_forever)]
    for thread in threads:
        thread.start()
    yield made
    made.stopping.set()
    made.shutdown()
    made.server_close()


def get(server: Server, path: str = "/", **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer.headers


@pytest.mark.slow
def test_the_page_is_served_with_its_policy(server: Server) -> None:
    status, body, headers = get(server)
    assert status == 200
    assert "TITLE" in body
    assert "Content-Security-Policy" in body
    assert headers["Cache-Control"] == "no-store"
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_foreign_hosts_and_origins_are_refused(server: Server, headers: dict[str, str]) -> None:
    assert get(server, **headers)[0] == 403
    assert get(server, "/events", **headers)[0] == 403


@pytest.mark.slow
def test_two_hosts_are_no_host_of_ours(server: Server) -> None:
    own = f"127.0.0.1:{server.server_port}"
    for hosts, status in (([own], 200), ([own, "evil.example"], 403), ([own, own], 403), ([], 403)):
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
        connection.putrequest("GET", "/", skip_host=True)
        for host in hosts:
            connection.putheader("Host", host)
        connection.endheaders()
        assert connection.getresponse().status == status
        connection.close()


@pytest.mark.slow
def test_a_state_of_thousands_of_digits_is_one_that_is_behind(server: Server) -> None:
    assert next(events(server, f"/events?since={'9' * 5000}"))[0]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/../case.yaml", "/case.yaml", "/%2e%2e/etc/passwd", "//etc/passwd"])
def test_there_is_only_one_page(server: Server, path: str) -> None:
    assert get(server, path)[0] == 404


def events(server: Server, path: str = "/events", **headers: str) -> Iterator[tuple[str, str]]:
    """The events of a connection that stands when this returns, one by one."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request("GET", path, headers=headers)
    return read_events(connection.getresponse(), connection)


def read_events(
    answer: http.client.HTTPResponse, connection: http.client.HTTPConnection
) -> Iterator[tuple[str, str]]:
    name, data = "", []
    while True:
        line = answer.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            data.append(line[6:])
        elif not line and name:
            yield name, "\n".join(data)
            name, data = "", []


@pytest.mark.slow
def test_saving_rebuilds_and_errors_are_reported(server: Server, folder: Path) -> None:
    reported, collected = events(server), []
    for text in (CASE.replace("TITLE", "SECOND"), CASE + "claim: []\n", CASE.replace("TITLE", "THIRD")):
        (folder / "case.yaml").write_text(text)
        collected.append(next(reported))
    assert [name for name, _ in collected] == ["rebuilt", "problem", "rebuilt"]
    assert "case.yaml:4:1" in collected[1][1]
    assert "did you mean 'claims'" in collected[1][1]
    assert "THIRD" in get(server)[1]


@pytest.mark.slow
def test_a_page_older_than_its_connection_is_reported(server: Server, folder: Path) -> None:
    """Built again after the page was read and before, or while, its reader was not connected."""
    shown = server.live.version.number
    assert f'data-live="{shown}"' in get(server)[1]
    (folder / "case.yaml").write_text(CASE.replace("TITLE", "SECOND"))
    assert server.live.wait(shown, 60).number == shown + 1
    assert next(events(server, f"/events?since={shown}")) == ("rebuilt", "rebuilt")
    assert next(events(server, "/events?since=0", **{"Last-Event-ID": str(shown)})) == ("rebuilt", "rebuilt")
    reported = events(
        server, f"/events?since={shown + 1}"
    )  # this one has the newest: only what comes is sent
    (folder / "case.yaml").write_text(CASE + "claim: []\n")
    assert next(reported)[0] == "problem"


def test_a_case_that_was_never_sound_shows_its_findings(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text("case: {id: c, title: <script>alert(1)</script>}\nclaim: []\n")
    live = LiveCase(tmp_path)
    assert "did you mean" in live.version.page
    assert "<script>" not in live.version.page
    (tmp_path / "case.yaml").write_text(CASE)
    assert live.refresh()
    assert live.version.problem == ""
    assert "TITLE" in live.version.page
    assert not live.refresh()
    (tmp_path / "case.yaml").write_text(CASE + "claim: []\n")
    assert live.refresh()
    assert "TITLE" not in live.version.page, "a state that is no more"
    assert "did you mean" in live.version.page


def test_a_change_that_keeps_size_and_date_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE)
    live = LiveCase(tmp_path)
    about = path.stat()
    path.write_text(CASE.replace("TITLE", "OTHER"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert live.refresh()
    assert "OTHER" in live.version.page


def test_a_folder_that_goes_while_it_is_looked_at_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches looks on, and an act that was written is answered."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "case.yaml").write_text("")
    pages = iter("abcd")
    live = LiveCase(tmp_path, lambda folder: next(pages))
    before = os.scandir

    def gone(path: Any = ".") -> Any:
        if Path(path).name == "notes":
            raise FileNotFoundError(path)
        return before(path)

    monkeypatch.setattr(os, "scandir", gone)
    assert live.act(lambda folder: {"done": (folder / "case.yaml").write_text("x")}) == {"done": 1}
    assert live.version.page == "b"
