"""Documents that say the opposite, or nothing, in whatever form they come; each with a true twin."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from casegen.io.document_text import document_text
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_acceptance import FILES, base

EMPTY, OPPOSITE = "artefact-empty", "artefact-opposite"


def office(text: str) -> bytes:
    """A text document of one paragraph."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document><w:p><w:t>{text}</w:t></w:p></w:document>")
    return file.getvalue()


def page(title: str, text: str) -> bytes:
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>".encode()


NOT_FOUND = page("Oops", "The requested URL was not found on this server.")
SARIF = b'{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "scan"}}, "results": [%s]}]}'
TRX = b'<TestRun><ResultSummary outcome="%s"><Counters total="4" %s/></ResultSummary></TestRun>'
BAD: dict[str, tuple[str, bytes, str]] = {
    "login": ("r.txt", b"Please log in\n", EMPTY),
    "login-page": ("r.html", page("Records", "Sign in with your account"), EMPTY),
    "login-german": ("r.txt", b"Bitte melden Sie sich an\n", EMPTY),
    "no-access": ("r.txt", b"You do not have permission to view this\n", EMPTY),
    "counts": ("r.txt", b"Brake test, 40 stops\n0 passed, 40 failed\n", OPPOSITE),
    "counts-on-lines": ("r.txt", b"passed: 0\nfailed: 40\n", OPPOSITE),
    "json": ("r.json", b'{"test":"brake","passed":0,"failed":40}', OPPOSITE),
    "json-list": ("r.json", b'{"tests":[{"id":1,"outcome":"failed"},{"id":2,"outcome":"failed"}]}', OPPOSITE),
    "json-lines": ("r.jsonl", b'{"id":1,"outcome":"failed"}\n{"id":2,"outcome":"failed"}\n', OPPOSITE),
    "json-no": ("r.json", b'{"test": "brake", "passed": false}', OPPOSITE),
    "yaml": ("r.yaml", b"test: brake\nverdict: failed\n", OPPOSITE),
    "page": ("r.html", page("Brake test", "Verdict: FAILED"), OPPOSITE),
    "office": ("r.docx", office("Verdict: FAILED"), OPPOSITE),
    "utf-16": ("r.txt", "Verdict: FAILED\n".encode("utf-16"), OPPOSITE),
    "utf-16-no-mark": ("r.txt", "Result: not passed\n".encode("utf-16-le"), OPPOSITE),
    "no-name-ending": ("REPORT", b"Verdict: FAILED\n", OPPOSITE),
    "latin-1": ("r.txt", "Prüfung der Bremse\nErgebnis: nicht bestanden\n".encode("latin-1"), OPPOSITE),
    "tap": ("r.tap", b"1..2\nnot ok 1 - stop\nnot ok 2 - stop\n", OPPOSITE),
    "runner": ("run.log", b"E   AssertionError\n==== 40 failed in 3.2s ====\n", OPPOSITE),
    "column-passed": ("r.csv", b"test,passed\n1,no\n2,no\n", OPPOSITE),
    "cross": ("r.md", "| test | verdict |\n|---|---|\n| 1 | ❌ |\n".encode(), OPPOSITE),
    "skipped": ("r.xml", b'<testsuite tests="2" skipped="2"></testsuite>', OPPOSITE),
    "label": ("r.html", page("Brake test", "Overall: <b>FAILED</b>"), OPPOSITE),
    "label-not-in-order": ("r.md", "# Prüfung\n\nBewertung Bremse: n.i.O.\n".encode(), OPPOSITE),
    "label-in-bold": ("r.md", b"# Doors\n\n**Overall assessment:** FAILED\n", OPPOSITE),
    "inconclusive": ("r.md", b"# Doors\n\nResult: inconclusive\n", OPPOSITE),
    "form": ("r.txt", b"Brake test\nName: ______\nResult: ________\n", OPPOSITE),
    "to-follow": ("r.txt", b"Brake test\nResult: to follow\n", OPPOSITE),
    "open": ("r.txt", "Prüfung der Bremse\nErgebnis: steht noch aus\n".encode(), OPPOSITE),
    "grade": ("r.md", b"# Door tests\n\nGrade: insufficient\n", OPPOSITE),
    "approval": ("r.md", b"# Door tests\n\nApproval: denied\nBy: K. Kim\n", OPPOSITE),
    "not-in-order": ("r.md", "# Prüfung\n\nErgebnis: n.i.O.\n".encode(), OPPOSITE),
    "traffic-light": ("r.md", b"# Door tests\n\nStatus: red\n", OPPOSITE),
    "requirement": ("r.md", b"# Tests\n\nRequirement R7 (doors stay shut): violated in 31 of 40\n", OPPOSITE),
    "boxes": ("r.md", b"- [ ] door 1 stays shut\n- [ ] door 2 stays shut\n", OPPOSITE),
    "signs": ("r.md", "door 1 ✗\ndoor 2 ✗\n".encode(), OPPOSITE),
    "exit": ("run.log", b"brake test\nexit code 1\n", OPPOSITE),
    "accepted": ("r.toml", b"[result]\naccepted = false\n", OPPOSITE),
    "sarif": ("r.sarif", SARIF % b'{"level": "error", "message": {"text": "door opens"}}', OPPOSITE),
    "xml": ("r.xml", b"<report><verdict>FAILED</verdict></report>", OPPOSITE),
    "trx": ("r.trx", TRX % (b"Failed", b'passed="0" failed="4"'), OPPOSITE),
    "column-in-order": ("r.csv", b"door;i.O.\n1;nein\n2;nein\n", OPPOSITE),
    "not-shown": ("r.md", b"# Doors\n\nWe could not show that the doors stay shut.\n", OPPOSITE),
    "withdrawn": (
        "r.md",
        b"# Test report TR-7\n\nWITHDRAWN\n\nIn each of 40 stops the brake held.\n",
        OPPOSITE,
    ),
    "state": ("r.md", b"# Test report TR-7\n\nStatus: withdrawn\nResult: passed\n", OPPOSITE),
    "draft": ("r.md", b"DRAFT - not released\n\nIn each of 40 stops the brake held.\n", OPPOSITE),
    "not-met": ("r.md", b"# Report\n\nThe requirement is not met: stopping took 3.1 s.\n", OPPOSITE),
    "conflict": (
        "r.md",
        b"# R\n<<<<<<< HEAD\nverdict: failed\n=======\nverdict: passed\n>>>>>>> b\n",
        OPPOSITE,
    ),
    "in-front": ("r.txt", b"FAIL: brake test\n", OPPOSITE),
    "in-front-bold": ("r.md", b"# Brake\n\n- **Failed:** stop on the slope\n", OPPOSITE),
    "zeros": ("r.pdf", b"\0" * 4000, EMPTY),
    "not-found": ("r.html", NOT_FOUND, EMPTY),
    "not-found-as-pdf": ("r.pdf", NOT_FOUND, EMPTY),
    "sign-in": ("r.html", page("Portal", "Please log in to continue"), EMPTY),
}
GOOD: dict[str, tuple[str, bytes]] = {
    "grade": ("r.md", b"# Door tests\n\nGrade: sufficient\nStatus: green\nApproval: granted\n"),
    "one-of-several": ("r.md", b"Requirement R7 (doors): met in 40 of 40\nRequirement R9 (colour): not met\n"),
    "labels": ("r.txt", "Tür 1: i.O.\nTür 2: n.i.O.\nTür 2, nach Tausch: i.O.\n".encode()),
    "colour": ("r.txt", b"Lamp colour: red\nEach of 40 doors stayed shut.\n"),
    "annex": ("r.txt", b"Result: passed\nAnnex B: to follow\n"),
    "boxes": ("r.md", b"- [x] door 1 stays shut\n- [ ] optional: paint\n"),
    "signs": ("r.md", "door 1 ✓\ndoor 2 ✓\n".encode()),
    "sarif-note": ("r.sarif", SARIF % b'{"level": "note", "message": {"text": "long line"}}'),
    "xml": ("r.xml", b'<run><test status="failed">1</test><test status="passed">1, repeated</test></run>'),
    "trx": ("r.trx", TRX % (b"Completed", b'passed="4" failed="0"')),
    "brake": ("r.md", b"# Doors\n\nDo not release the brake by hand during the test. All doors stayed shut.\n"),
    "counts": ("r.txt", b"Brake test, 40 stops\n40 passed, 0 failed\n"),
    "some-failed": ("r.txt", b"passed: 39\nfailed: 1 (cable loose, repeated)\n"),
    "json": ("r.json", b'{"test":"brake","passed":40,"failed":0,"errors":[]}'),
    "json-no-fault": ("r.json", b'{"test": "brake", "failed": false, "passed": true}'),
    "json-lines": ("r.jsonl", b'{"id":1,"outcome":"failed"}\n{"id":1,"outcome":"passed"}\n'),
    "yaml": ("r.yaml", b"test: brake\nverdict: passed\n"),
    "page": ("404.html", page("Report 404 on the brake", "Each of 40 stops within 2 s")),
    "office": ("r.docx", office("Verdict: passed")),
    "utf-16": ("r.txt", "Verdict: passed\n".encode("utf-16")),
    "latin-1": ("r.txt", "Prüfung der Bremse\nErgebnis: bestanden\n".encode("latin-1")),
    "tap": ("r.tap", b"1..2\nok 1 - stop\nnot ok 2 - stop # repeated\nok 2 - stop\n"),
    "runner": ("run.log", b"==== 40 passed in 3.2s ====\n"),
    "columns": ("r.csv", b"stop,failed\n1,0\n2,0\n"),
    "replaced": ("r.md", b"# Report\n\nReplaces TR-6, which was withdrawn.\n\nSuperseded: TR-6\n\nResult: passed\n"),
    "released": ("r.md", b"# Report\n\nStatus: draft\nStatus: released\n\nEach of 40 stops within 2 s.\n"),
    "failures-studied": ("r.md", b"# Failed starts\n\nOf 400 starts, 2 failed. Each stop held within 2 s.\n"),
    "sections": ("r.md", b"# Changes\n\n## Withdrawn\n\nSheet 3 of issue 1\n\n## Results\n\n40 of 40 passed\n"),
    "in-front": ("r.txt", b"PASS: brake test\n"),
    "in-front-of-none": ("r.txt", b"Failed: none\nFAIL-SAFE: the brake closes by spring.\n"),
    "tex": ("r.tex", b"\\section{Stops}\nEach of 40 within 2 s.\n"),
    "picture": ("r.png", b"\x89PNG\r\n\x1a\n" + bytes(range(1, 200))),
    "scan": ("r.pdf", b"%PDF-1.7\n" + bytes(range(1, 200))),
}  # fmt: skip


def edits(name: str, content: bytes) -> dict[str, object]:
    return {"evidence.N1.artefact": name, "evidence.N1.sha256": hashlib.sha256(content).hexdigest()}


@pytest.mark.parametrize("case", BAD)
def test_a_document_that_shows_nothing(tmp_path: Path, case: str) -> None:
    name, content, rule = BAD[case]
    must_not_hold(folder(tmp_path / "x", base(), edits(name, content), {**FILES, name: content}), rule)


@pytest.mark.parametrize("case", GOOD)
def test_a_document_that_may_show_it(tmp_path: Path, case: str) -> None:
    name, content = GOOD[case]
    must_hold(folder(tmp_path / "x", base(), edits(name, content), {**FILES, name: content}))


def test_hostile_forms_are_read_as_nothing(tmp_path: Path) -> None:
    for name, content in {
        "a.docx": b"PK\x03\x04 torn", "b.json": b"[" * 50_000, "c.html": b"<" * 100_000, "d.txt": b"\xff\xfe\x00",
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(content)
        assert len(document_text(tmp_path / name)) <= 200_000
