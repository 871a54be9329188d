"""A document that reports failures among what passed, or that is a copy kept aside, is asked about at its claim."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from casegen.texts.documents.claims import against_claim
from casegen.texts.documents.failures import reported_failures
from tests.false_support import call, folder, must_hold
from tests.false_support.test_sensible import FILES, documents

HEAD = "# Torque test of the railing\n\n"
ASKED: dict[str, tuple[str, str]] = {
    "counts": ("r.md", HEAD + "3 of 40 bolts passed the torque test.\n"),
    "good-first": ("r.md", HEAD + "Passed: 3 of 40.\n"),
    "bad-counts": ("r.md", HEAD + "The test took an hour. 5 of 40 bolts did not reach the torque.\n"),
    "of-some": ("r.txt", "Of 12 bolts, five did not reach the torque of the drawing.\n"),
    "share": ("r.md", HEAD + "60 % of the bolts failed.\n"),
    "share-passed": ("r.md", HEAD + "Only 40 % passed.\n"),
    "german": ("r.md", HEAD + "3 von 40 Schrauben waren nicht in Ordnung.\n"),
    "markdown-table": (
        "r.md",
        HEAD + "| bolt | torque test |\n|---|---|\n| 1 | pass |\n| 2 | pass |\n| 3 | fail |\n",
    ),
    "fixed-width": ("r.txt", "bolt    torque    verdict\n1       40 Nm     PASS\n2       12 Nm     FAIL\n"),
    "csv": ("r.csv", "bolt;result\n1;ok\n2;nok\n3;ok\n"),
    "all-in-all": ("r.md", HEAD + "3 of 40 bolts failed. All in all the railing passed.\n"),
    "log": ("r.log", "12:01 bolt 1 PASSED\n12:02 bolt 2 FAILED\n12:03 bolt 3 PASSED\n"),
    "signs": ("r.md", "- bolt 1 ✓\n- bolt 2 ✗\n- bolt 3 ✓\n"),
    "one-open-box": ("r.md", HEAD + "All bolts were tightened.\n\n[ ] Accepted\n"),
    "fields-left-blank": ("r.md", HEAD + "The railing is accepted.\n\nName:\nDate:\nSignature:\n"),
    "a-box-without-a-tick": ("r.md", "- [x] bolt 1\n- [ ] bolt 2\n- [x] bolt 3\n"),
    "json": ("r.json", '{"bolts": 12, "failed": 5, "passed": 7}'),
    "junit": (
        "r.xml",
        '<testsuite name="b" tests="12" failures="5" errors="0"><testcase name="a"/></testsuite>',
    ),
    "rate": ("r.md", "Pass rate: 62 %\n"),
    "german-order": ("r.md", "Von 40 Schrauben waren 5 lose.\n"),
    "all-but": ("r.md", "All bolts reached the torque except numbers 3, 7 and 9.\n"),
    "not-every": ("r.md", "Not every bolt held its torque.\n"),
    "could-not": ("r.md", "Two bolts could not be tightened.\n"),
    "summary": ("r.md", "Summary: 11 passed, 1 failed.\n"),
    "tap": ("r.txt", "ok 1 - bolt 1\nnot ok 2 - bolt 2\nok 3 - bolt 3\n"),
    "runner": ("r.txt", "===== 1 failed, 11 passed in 3.2s =====\n"),
    "verdict-in-front": ("r.log", "PASS: bolt 1\nFAIL: bolt 2\n"),
    "list-of-what-failed": ("r.md", HEAD + "## Passed\n\n- bolt 1\n\n## Failed\n\n- bolt 2\n"),
    "go": ("r.log", "--- PASS: TestBolt1 (0.00s)\n--- FAIL: TestBolt2 (0.00s)\n"),
    "link-in-a-table": (
        "r.md",
        HEAD + "| bolt | result |\n|---|---|\n| 1 | passed |\n| 2 | [failed](logs/2.txt) |\n",
    ),
    "label": ("r.md", HEAD + "Bolt 1: passed\nBolt 2: not acceptable\n"),
    "others-passed": ("r.md", HEAD + "FAIL: bolt 4\n\nAll other bolts passed."),
    "taken-back": ("r.md", HEAD + "This report is withdrawn.\n\nAll 12 bolts passed.\n"),
    "in-part": ("r.md", HEAD + "11 bolts passed, bolt 4 did not.\n"),
    "ticked-no": ("r.md", HEAD + "Bolt 4 passed: ☐ yes ☒ no\n"),
    "backup": ("r.md.bak", HEAD + "All twelve bolts tightened.\n"),
    "of-an-editor": ("r.md~", HEAD + "All twelve bolts tightened.\n"),
    "second-copy": ("r (copy).md", HEAD + "All twelve bolts tightened.\n"),
}
QUIET: dict[str, tuple[str, str]] = {
    "all-passed": ("r.md", HEAD + "12 of 12 bolts passed the torque test, 0 of 12 failed.\n"),
    "none-failed": ("r.md", HEAD + "None of the 40 bolts failed; 0 % were loose.\n"),
    "done-again": (
        "r.md",
        HEAD + "2 of 40 bolts failed on 3 May and were replaced. On 4 May all 40 passed.\n",
    ),
    "table": ("r.md", HEAD + "| bolt | torque test |\n|---|---|\n| 1 | pass |\n| 2 | pass |\n"),
    "verdict-in-front": ("r.log", "PASS: bolt 1\nPASS: bolt 2\n# FAIL:  0\n"),
    "list-of-what-failed": ("r.md", HEAD + "## Passed\n\n- bolt 1\n- bolt 2\n\n## Failed\n\nNone.\n"),
    "go": ("r.log", "--- PASS: TestBolt1 (0.00s)\n--- PASS: TestBolt2 (0.00s)\n"),
    "link-in-a-table": (
        "r.md",
        HEAD + "| bolt | result |\n|---|---|\n| 1 | passed |\n| 2 | [passed](logs/2.txt) |\n",
    ),
    "label": ("r.md", HEAD + "Bolt 1: passed\nBolt 2: acceptable\n"),
    "to-fail": (
        "r.md",
        HEAD + "Faults injected on purpose: 12 of 12 bolts failed as they should and were noticed.\n",
    ),
    "other-share": ("r.md", HEAD + "100 % of the bolts passed; the torque was 60 % of the yield.\n"),
    "log": ("r.log", "12:01 bolt 1 PASSED\n12:02 bolt 2 PASSED\n"),
    "one-ticked-box": ("r.md", HEAD + "All bolts were tightened.\n\n[x] accepted\n[ ] rejected\n"),
    "two-answers": ("r.md", HEAD + "All bolts were tightened. [x] passed [ ] failed\n"),
    "fields-filled": ("r.md", HEAD + "The railing is accepted.\n\nName: B. Judge\nDate: 2026-03-04\n"),
    "boxes": ("r.md", "- [x] bolt 1\n- [x] bolt 2\n"),
    "json": ("r.json", '{"bolts": 12, "failed": 0, "passed": 12}'),
    "junit": (
        "r.xml",
        '<testsuite name="b" tests="1" failures="0" errors="0"><testcase name="a"/></testsuite>',
    ),
    "fails-safe": (
        "r.md",
        "The latch fails safe. The failure of one latch leaves the other: 20 of 20 tests ok.\n",
    ),
    "rule": ("r.md", "Bolts that fail the test are replaced. It moved by 3 % of its height.\n"),
    "summary": ("r.md", "Summary: 12 passed, 0 failed, 0 errors. No bolt failed.\n"),
    "statistics": ("r.md", "Four blowers failed in 1.9 million hours. 4 failed blowers were analysed.\n"),
    "criterion": ("r.md", "A bolt counts as failed below 40 Nm. The mean was 41 Nm.\n"),
    "modes": ("r.csv", "item,failure mode,detection\nlatch,fails open,sensor\nbolt,loose,inspection\n"),
    "dates-and-paths": ("r.md", HEAD + "Page 3 of 40. Test 3/40 of the plan, in order of the drawing.\n"),
    "others-and-then-it": (
        "r.md",
        HEAD + "FAIL: bolt 4\n\nAll other bolts passed. It was replaced, repeated and passed.",
    ),
    "another-one-taken-back": ("r.md", HEAD + "Report 11 was withdrawn on 5 May.\n\nAll 12 bolts passed.\n"),
    "put-right-in-may": (
        "r.md",
        HEAD + "Bolt 4 failed on 3 May. It was replaced, and on 5 May all bolts passed.\n",
    ),
    "ticked-yes": ("r.md", HEAD + "Bolt 4 passed: ☒ yes ☐ no\n"),
    "german": (
        "r.md",
        HEAD + "Alle zwölf Schrauben wurden angezogen; keine war lose, 12 von 12 bestanden.\n",
    ),
}


TEXTS = {
    "evidence.N9.text": "The bolts were tested: bolt 7 is still loose, it fails in 3 of 10 pulls",
    "evidence.N9.note": "The railing leans; bolt 7 still fails",
    "defeaters.D1.response": "Bolt 7 still fails in the cold, on the photographs of 3 May",
    "residual_doubts.R1.reason": "Bolt 7 still fails in 3 of 10 pulls, measured on 3 May",
    "claims.W1.assumed": "The wrench still fails in 3 of 10 pulls, measured on 3 May",
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_fault_that_is_there_is_asked_about_wherever_it_is_to_settle_something(
    tmp_path: Path, place: str
) -> None:
    at = folder(tmp_path / "c", documents(), {place: TEXTS[place]}, FILES)
    must_hold(at)
    asked = json.loads(call("assess", at, "--json")[1])["questions"]
    assert [row["id"] for row in asked] == [place.split(".")[1]]
    good = "Bolt 7 holds in the cold, on the photographs of 3 May"
    twin = folder(tmp_path / "t", documents(), {place: good}, FILES)
    must_hold(twin)
    assert json.loads(call("assess", twin, "--json")[1])["questions"] == []


def questions(tmp_path: Path, name: str, text: str) -> list[tuple[str, list[str]]]:
    case = documents()
    edits = {
        "evidence.N9.artefact": name,
        "evidence.N9.sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    at = folder(tmp_path / "c", case, edits, {name: text})
    must_hold(at)
    return [(row["id"], row["texts"]) for row in json.loads(call("assess", at, "--json")[1])["questions"]]


@pytest.mark.parametrize("name", ASKED)
def test_a_failure_among_what_passed_is_asked_about(tmp_path: Path, name: str) -> None:
    ((asked, texts),) = questions(tmp_path, *ASKED[name])
    assert asked == "N9"
    assert ASKED[name][0] in texts


@pytest.mark.parametrize("name", QUIET)
def test_a_document_without_one_asks_nothing(tmp_path: Path, name: str) -> None:
    assert questions(tmp_path, *QUIET[name]) == []


LEFT: dict[str, str] = {
    "aborted": "The torque test was aborted after 3 of 60 bolts because of smoke.\n",
    "planned": "We will test the bolts in spring.\n",
    "planned-german": "Die Schrauben werden im Frühjahr geprüft.\n",
    "condition": "Passed, provided that bolt 3 is replaced before service.\n",
    "expired": "Torque certificate of the bolts, valid until 31 December 2021.\n",
    "expired-german": "Zertifikat der Schrauben, gültig bis 31.12.2021.\n",
}
STANDS: dict[str, str] = {
    "in-force": "Torque certificate of the bolts, valid until 31 December 2199.\n",
    "done-after": "The test was aborted on 3 May because of smoke. On 4 May all 60 bolts passed.\n",
    "provided": "The wrench was provided by the maker. All bolts passed.\n",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_still_to_come_is_asked_about(name: str) -> None:
    assert reported_failures(HEAD + LEFT[name])


@pytest.mark.parametrize("name", STANDS)
def test_what_is_done_is_not(name: str) -> None:
    assert reported_failures(HEAD + STANDS[name]) == ()


AGAINST: dict[str, tuple[str, str, bool]] = {
    "denied": ("The railing carries a crowd", "The railing does not carry a crowd.", True),
    "too-slow": ("Every door closes within 2 s of a trip", "Doors 1 and 2 closed in 1.9 s. Door 3 closed after 2.6 s.", True),
    "too-far": ("The cart stops within 3 m of a person", "The cart stopped 4.5 m behind the person.", True),
    "other-unit": ("The cart stops within 3 m of a person", "The cart came to a halt 450 cm behind the person.", True),
    "some-of-all": ("Every bolt is tightened", "We looked at two bolts of forty. Both were tight.", True),
    "all-of-all": ("Every bolt is tightened", "We looked at 40 bolts of 40, on page 3 of 7.", False),
    "redundant": ("Every pump starts", "Any two of four pumps suffice; all started.", False),
    "said-again": ("The railing carries a crowd", "The railing carries a crowd.", False),
    "fast-enough": ("Every door closes within 2 s of a trip", "Doors 1 to 3 closed in 1.2 s to 1.9 s.", False),
    "of-the-test": ("Every door closes within 2 s of a trip", "The test lasted 40 s.", False),
    "limit-repeated": ("The cart stops within 3 m of a person", "The cart stops within 3 m of a person, as required.", False),
}  # fmt: skip


@pytest.mark.parametrize("name", AGAINST)
def test_sentences_of_a_document_that_deny_its_claim(name: str) -> None:
    claim, document, said = AGAINST[name]
    assert bool(against_claim(f"{HEAD}{document}\n", claim)) is said
