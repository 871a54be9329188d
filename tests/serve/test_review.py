"""Acts of a review by POST: only from the server's own page, refused for the same reasons as on the command line."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.review import create, review_state
from casegen.review.acts import add_finding
from casegen.review.events import FindingSeverity, Independence, Person
from casegen.serve import LiveCase, Server
from casegen.serve.http import LARGEST_BODY

CASE = """
casegen: 1
case: {id: c, title: Reviewed, roots: [A], authors: [Ann], organisation: Builders}
claims: [{id: A, text: It holds, undeveloped: true, owner: Olga}]
"""
BOB = {"by": "Bob", "independence": "department"}
FINDING = {"act": "add", "target": "A", "severity": "minor", "text": "Why?", **BOB}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "case.yaml").write_text(CASE)
    create(tmp_path, "v1", author="Ann", reason="first review")
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    made = Server(LiveCase(folder, build=lambda _: "the page"))
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.stopping.set()
    made.shutdown()
    made.server_close()


def post(
    server: Server, form: Any, path: str = "/review", **headers: str | None
) -> tuple[int, dict[str, Any]]:
    """Status and answer; a header given as None is left out."""
    here = f"127.0.0.1:{server.server_port}"
    sent: dict[str, str | None] = {
        "Host": here, "Origin": f"http://{here}", "Content-Type": "application/json",
        "X-Casegen-Token": server.live.token, "X-Casegen-Shown": server.live.version.shown, **{name.replace("_", "-"): value for name, value in headers.items()},
    }  # fmt: skip
    body = form if isinstance(form, bytes) else json.dumps(form).encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest("POST", path, skip_host=True, skip_accept_encoding=True)
    for name, value in ({"Content-Length": str(len(body))} | sent).items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders()
    if len(body) <= LARGEST_BODY:
        connection.send(body)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def findings(folder: Path) -> list[Any]:
    return list(review_state(casegen.load(folder)).findings)


@pytest.mark.slow
def test_the_whole_way_of_a_finding(server: Server, folder: Path) -> None:
    assert post(server, FINDING) == (200, {"done": "Finding F1 on A", "anchor": "finding-F1"})
    answer = {"act": "respond", "finding": "F1", "text": "So", "evidence": ["note.md", " "], "by": "Ann"}
    assert post(server, answer)[0] == 422, "there is no such file"
    (folder / "note.md").write_text("So it is.\n")
    assert post(server, answer)[0] == 200
    decision = {"act": "close", "finding": "F1", "status": "closed", **BOB}
    assert post(server, decision) == (200, {"done": "F1 closed", "anchor": "finding-F1"})
    signed = {"act": "sign", "decision": "accept with conditions", "conditions": ["watch it"], **BOB}
    assert post(server, signed) == (
        200,
        {"done": "Sign-off S1: accept with conditions", "anchor": "sign-off-S1"},
    )
    state = review_state(casegen.load(folder))
    assert [(one.finding.id, one.status.value) for one in state.findings] == [("F1", "closed")]
    assert state.findings[0].finding.events[1].evidence == ("note.md",)
    assert state.sign_offs[0].stands
    assert server.live.version.number > 1  # the page was built again before the answer


@pytest.mark.slow
def test_a_reason_to_accept_and_a_condition_met(server: Server, folder: Path) -> None:
    accepted = {"act": "sign", "decision": "accept", **BOB}
    status, answer = post(server, accepted)
    assert status == 422, answer
    assert "does not hold" in answer["errors"][0]["message"]
    assert "is no reason" in post(server, accepted | {"override": "TBD"})[1]["errors"][0]["message"]
    assert post(server, accepted | {"override": "for the bench only"})[0] == 200
    signed = review_state(casegen.load(folder)).sign_offs[0]
    assert signed.sign_off.signed.override == "for the bench only"
    carol = {"by": "Carol", "independence": "department"}
    condition = {"act": "sign", "decision": "accept with conditions", "conditions": ["watch it"], **carol}
    assert "says nothing" in post(server, condition | {"conditions": ["."]})[1]["errors"][0]["message"]
    assert post(server, condition)[1]["done"] == "Sign-off S2: accept with conditions"
    (folder / "note.md").write_text("Watched.\n")
    met = {"act": "discharge", "sign_off": "S2", "condition": "1", "evidence": ["note.md"], **carol}
    assert post(server, met | {"condition": "one"})[1]["errors"][0]["field"] == "condition"
    assert post(server, met | {"evidence": []})[0] == 422
    assert (
        "part of the case itself"
        in post(server, met | {"evidence": ["case.yaml"]})[1]["errors"][0]["message"]
    )
    assert post(server, met | {"by": "Olga"})[0] == 422, "who answers for the claim discharges nothing"
    assert post(server, met) == (200, {"done": "Condition 1 of S2 discharged", "anchor": "sign-off-S2"})
    assert review_state(casegen.load(folder)).sign_offs[1].open_conditions == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "field", "message"),
    [
        (FINDING | {"by": "TBD"}, "", "is a placeholder"),
        (FINDING | {"target": ""}, "target", "what is the finding about"),
        (FINDING | {"text": "  "}, "text", "a finding needs its text"),
        (FINDING | {"by": ""}, "by", "who is it"),
        (FINDING | {"by": "B" * 201}, "by", "at most 200"),
        (FINDING | {"role": "a\nb"}, "role", "in one line"),
        (FINDING | {"severity": "dreadful"}, "severity", "unknown severity 'dreadful'"),
        (FINDING | {"independence": "total"}, "independence", "unknown independence"),
        (FINDING | {"target": "B"}, "", "the baseline has no part 'B'"),
        (FINDING | {"baseline": "v9"}, "", "v9"),
        (FINDING | {"independence": "organisation"}, "", "needs the organisation"),
        (FINDING | {"independence": "organisation", "organisation": "builders"}, "", "is the organisation of the case"),
        (FINDING | {"text": "x y" * 6_667}, "", "at most 20000 characters"),
        ({"act": "close", "finding": "F9", "status": "closed", **BOB}, "", "there is no finding 'F9'"),
        ({"act": "close", "finding": "F9", "status": "answered", **BOB}, "status", "an answer is no decision"),
        ({"act": "sign", "decision": "accept", **BOB, "by": "ann"}, "", "an author does not sign off"),
        ({"act": "sign", "decision": "accept", **BOB, "role": "Olga"}, "", "answers for"),
        ({"act": "sign", "decision": "accept", "override": "for the bench only", "by": "Bob"}, "", "independence of at least `person`"),
        ({"act": "sign", "decision": "accept with conditions", **BOB}, "", "conditions belong to"),
        ({"act": "burn", **BOB}, "", "there is no act 'burn'"),
        (FINDING | {"root": "/etc"}, "", "unexpected field 'root'"),
        (FINDING | {"text": ["a"]}, "", "unexpected field 'text'"),
        (FINDING | {"evidence": "a"}, "", "unexpected field 'evidence'"),
        (b'{"act": "raise", "by": "Ann Lee", "by": "Bob Ray"}', "", "no key of it twice"),
        (b"[1]", "", "expected one JSON object"),
        (b"{", "", "expected one JSON object"),
        (b"[" * 100_000, "", "expected one JSON object"),
        (b"\xff\xfe", "", "expected one JSON object"),
    ],
)  # fmt: skip
def test_what_is_refused_says_why(server: Server, folder: Path, form: Any, field: str, message: str) -> None:
    status, answer = post(server, form)
    assert status == 422
    assert answer["errors"][0]["field"] == field
    assert message in answer["errors"][0]["message"]
    assert findings(folder) == []


@pytest.mark.slow
def test_the_author_does_not_settle_what_was_found(server: Server) -> None:
    post(server, FINDING | {"severity": "major non-conformity"})
    own = post(server, {"act": "respond", "finding": "F1", "text": "So", "by": "bob"})
    assert "bob raised F1: somebody else answers it" in own[1]["errors"][0]["message"]
    post(server, {"act": "respond", "finding": "F1", "text": "So", "by": "Olga"})
    for form, said in (
        ({"by": "Olga", "independence": "department"}, "answered F1: somebody else decides"),
        ({"by": "Ann", "independence": "department"}, "an author does not settle"),
        ({"by": "Carl", "independence": "person"}, "needs at least that"),
        (BOB, "closing it needs evidence"),
    ):
        status, answer = post(server, {"act": "close", "finding": "F1", "status": "closed", **form})
        assert (status, said in answer["errors"][0]["message"]) == (422, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": None}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"X_Casegen_Token": None}, 403),
        ({"X_Casegen_Token": "guess"}, 403),
        ({"X_Casegen_Token": "ü"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Length": None}, 411),
        ({"Content_Length": "-1"}, 411),
        ({"Content_Length": "ten"}, 411),
        ({"Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": str(LARGEST_BODY + 1)}, 413),
        ({"Content_Length": "9" * 5000}, 413),
    ],
)
def test_only_the_servers_own_page_may_act(
    server: Server, folder: Path, headers: dict[str, str | None], status: int
) -> None:
    result, answer = post(server, FINDING, **headers)
    assert result == status
    assert answer["errors"][0]["message"]
    assert findings(folder) == []


@pytest.mark.slow
def test_acts_go_to_one_place(server: Server) -> None:
    assert post(server, FINDING, path="/")[0] == 404
    assert post(server, FINDING, path="/review/../x")[0] == 404


@pytest.mark.slow
def test_a_body_that_is_too_large_is_not_read(server: Server, folder: Path) -> None:
    assert post(server, b"x" * (LARGEST_BODY + 1))[0] == 413
    assert findings(folder) == []


@pytest.mark.slow
def test_a_token_is_of_one_run_only(server: Server, folder: Path) -> None:
    other = LiveCase(folder, build=lambda _: "")
    assert other.token != server.live.token
    assert post(server, FINDING, X_Casegen_Token=other.token)[0] == 403


@pytest.mark.slow
def test_writers_at_once_lose_nothing(server: Server, folder: Path) -> None:
    """Two pages and a command write at the same time; every finding is there once, under a name of its own."""
    answers: list[tuple[int, dict[str, Any]]] = []

    def page(name: str) -> None:
        answers.extend(post(server, FINDING | {"by": name, "text": f"{name} {i}"}) for i in range(6))

    def command() -> None:
        person = Person(name="Cora", independence=Independence.PERSON)
        for i in range(6):
            add_finding(folder, target="A", severity=FindingSeverity.MINOR, text=f"Cora {i}", by=person)

    writers = [threading.Thread(target=page, args=(name,)) for name in ("Bob", "Dana")]
    writers.append(threading.Thread(target=command))
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [status for status, _ in answers] == [200] * 12
    results = [one.finding for one in findings(folder)]
    assert sorted(f.raised.text for f in results) == sorted(
        f"{n} {i}" for n in ("Bob", "Dana", "Cora") for i in range(6)
    )
    assert {f.id for f in results} == {f"F{i}" for i in range(1, 19)}
    assert review_state(casegen.load(folder)).problems == ()


@pytest.mark.slow
def test_answers_at_once_form_one_chain(server: Server, folder: Path) -> None:
    post(server, FINDING)
    forms = [
        {"act": "respond", "finding": "F1", "text": f"answer {i}", "by": f"Person {i}"} for i in range(8)
    ]
    answers: list[tuple[int, dict[str, Any]]] = []
    threads = [threading.Thread(target=lambda f=form: answers.append(post(server, f))) for form in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [status for status, _ in answers] == [200] * 8, answers
    state = review_state(casegen.load(folder))
    assert sorted(e.text for e in state.findings[0].finding.events[1:]) == [f"answer {i}" for i in range(8)]
    assert state.problems == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda at: (at / "case.yaml").write_text(CASE.replace("It holds", "It does not hold")),
        lambda at: (at / "case.yaml").write_text(CASE.replace("id: A", "id: B")),
        lambda at: (at / "case.yaml").write_text("casegen: ["),
        lambda at: create(at, "v2", author="Ann", reason="second review"),
        lambda at: (at / "document.yaml").write_text("casegen: 1\nlanguage: de\n"),
    ],
)
def test_an_act_on_an_outdated_page_is_refused(
    server: Server, folder: Path, change: Callable[[Path], object]
) -> None:
    drawn = server.live.version.shown
    change(folder)
    status, answer = post(server, FINDING, X_Casegen_Shown=drawn)
    assert status == 409
    assert answer["errors"][0]["message"] == "the case has changed since this page was drawn: reload"
    assert not (folder / "review").exists()


@pytest.mark.slow
@pytest.mark.parametrize("shown", [None, "", "0" * 64])
def test_an_act_says_which_page_it_saw(server: Server, folder: Path, shown: str | None) -> None:
    assert post(server, FINDING, X_Casegen_Shown=shown)[0] == 409
    assert findings(folder) == []


@pytest.mark.slow
def test_what_is_beside_the_case_outdates_no_page(server: Server, folder: Path) -> None:
    drawn = server.live.version.shown
    (folder / "notes.md").write_text("Notes of a meeting.\n")
    (folder / "case.yaml").write_text(CASE)
    assert post(server, FINDING, X_Casegen_Shown=drawn)[0] == 200
    assert post(server, FINDING | {"text": "And why?"}, X_Casegen_Shown=drawn)[0] == 200, "of the same page"
