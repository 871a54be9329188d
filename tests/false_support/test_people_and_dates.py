"""Who answers under which name, what is dated when, how often one limit was used, and what a parent needs."""

from __future__ import annotations

import copy
import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from casegen.argument import leaf_status
from casegen.texts.acceptances.person import named_in, same_person
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured

FILES = {"record.csv": RECORD}

# --- one person under two spellings ---------------------------------------------------------------

ONE = "Anna-Maria Müller"
SPELLINGS = [
    "anna-maria müller", "Anna-Maria  Müller", " Anna Maria Müller ", "Annamaria Müller", "A.-M. Müller",
    "Müller, Anna-Maria", "Dr. Anna-Maria Mueller", "Anna-Maria Muller", "Anna-Maria M\u00fcller (independent)",
    "anna-maria.mueller@example.org", "ammueller@example.org", "Anna-Maria Müller <am@example.org>",
    "Anna\u2011Maria Müller", "Anna-Maria\u00a0Müller", "Anna-Maria Mü\u200bller", "Anna-Maria Mu\u0308ller",
]  # fmt: skip
OTHERS = ["Bert Müller", "Anna-Maria Meyer", "B. Judge", "Team 7", "anna@example.org", "Maria Annas"]


@pytest.mark.parametrize("name", SPELLINGS)
def test_nobody_accepts_under_another_spelling(tmp_path: Path, name: str) -> None:
    edits = {"claims.W1.owner": ONE, "claims.W1.accepted_by": name}
    assert "self-acceptance" in must_not_hold(folder(tmp_path / "case", calculation(), edits)).rules


@pytest.mark.parametrize("name", OTHERS)
def test_another_person_accepts(tmp_path: Path, name: str) -> None:
    assert not same_person(ONE, name)
    must_hold(
        folder(tmp_path / "case", calculation(), {"claims.W1.owner": ONE, "claims.W1.accepted_by": name})
    )


TITLED = [
    "Mr Bauer",
    "Dr. Bauer",
    "Herr Bauer",
    "Herrn Dr.-Ing. Bauer",
    "Dr. h.c. Bauer",
    "Mister Bauer",
    "Bauer, M.Sc.",
]


@pytest.mark.parametrize("name", TITLED)
def test_a_title_makes_nobody_else(tmp_path: Path, name: str) -> None:
    edits = {"claims.W1.owner": "Bauer", "claims.W1.accepted_by": name}
    assert "self-acceptance" in must_not_hold(folder(tmp_path / "case", calculation(), edits)).rules


@pytest.mark.parametrize("name", ["H. C. Andersen", "Mr Baumann", "M. Eng", "Hans Mister"])
def test_initials_and_names_like_titles_are_no_titles(name: str) -> None:
    assert not same_person("Bauer", name)
    assert not same_person("Andersen", name)
    assert same_person(name, name)


ALIKE = [
    ("Jane Doe", "DOE, Jane"), ("Jane Doe", "Doe Jane"), ("Jane Doe", "Jané Doé"), ("Jane Doe", "jane.doe@example.org"),
    ("Jane Doe", "doe.jane@example.org"), ("Jane Doe", "jane.doe+review@example.org"), ("Jane Doe", "Jane Doe, QA"),
    ("Jane Doe", "mailto:jane.doe@example.org"), ("Jane Doe", "jane.doe [at] example.org"), ("Jane Doe", "Jane Doe / QA"), ("Jane Doe", "Jane Doe, safety engineer"),
    ("Jane Doe", "jane.doe at example.org"), ("Søren Ørsted", "Soren Orsted"), ("Søren Ørsted", "Ørsted, Soeren"),
    ("Łukasz Nowak", "Nowak, Lukasz"), ("Åsa Berg", "Aasa Berg"), ("Ægir Þór", "Aegir Thor"), ("Đorđe Ilić", "Dorde Ilic"),
    ("Jürgen Groß", "GROSS, Juergen"), ("O’Neil, Pat", "Pat ONeil"), ("Jan van der Berg", "van der Berg, Jan"),
]  # fmt: skip
UNALIKE = [
    ("Jane Doe", "John Doe"), ("Doe, Jane", "Doe, John"), ("Jane Doe", "Jane Doe-Smith"), ("Jane Doe", "Jane Roe"),
    ("Jane Doe", "jane.roe+doe@example.org"), ("Jane Doe, QA", "John Roe, QA"), ("Anna Maier", "Anna Lena Maier"),
    ("Søren Ørsted", "Sören Ostberg"), ("Łukasz Nowak", "Tomasz Nowak"), ("Pat Atkins", "Pat Kins"),
    ("van der Berg, Jan", "van der Berg, Piet"), ("Van Dyck, JAN", "Van Dyck, UDO"), ("DOE, JO", "DOE, AL"),
    ("Jane Doe", "jane.doe2@example.org"), ("Meet Shah", "Me Shah"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_spellings_are_one_person(one: str, other: str) -> None:
    assert named_in(one, other)
    assert named_in(other, one)


@pytest.mark.parametrize(("one", "other"), UNALIKE)
def test_two_persons_are_two(one: str, other: str) -> None:
    assert not named_in(one, other)
    assert not named_in(other, one)


def test_one_of_two_owners_does_not_accept(tmp_path: Path) -> None:
    edits = {"claims.W1.owner": "A. Author and B. Judge"}
    assert "self-acceptance" in must_not_hold(folder(tmp_path / "case", calculation(), edits)).rules


# --- dates ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_measured_evidence_of_the_future(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), {"evidence.N1.date": "2099-01-01"}, FILES)
    assert "evidence-date" in must_not_hold(at).rules
    must_hold(folder(tmp_path / "twin", measured(), {"evidence.N1.date": "2026-01-01"}, FILES))


def test_a_case_of_the_future(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), {"case.date": "2999-01-01"}, FILES)
    assert "evidence-date" in must_not_hold(at).rules
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    must_hold(folder(tmp_path / "twin", measured(), {"case.date": str(tomorrow)}, FILES))


def redated(at: Path, started: str) -> None:
    """The stored result with another start, under its own hash."""
    (result,) = (at / "results").glob("EV-*.json")
    (lock,) = (at / "results").glob("EV*.lock")
    document = json.loads(result.read_text())
    document["provenance"]["started"] = started
    raw = (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
    digest = hashlib.sha256(raw).hexdigest()
    result.unlink()
    (at / "results" / f"EV-{digest[:12]}.json").write_bytes(raw)
    entry = json.loads(lock.read_text())
    entry["result"] = digest
    lock.write_text(json.dumps(entry))


def test_a_result_of_the_future(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), None, FILES)
    redated(at, "2099-01-01T00:00:00+00:00")
    assert "lies in the future" in must_not_hold(at).text
    redated(at, "2026-01-01T00:00:00+00:00")
    must_hold(at)


def test_a_result_that_is_older_than_the_system(tmp_path: Path) -> None:
    at = folder(tmp_path / "old", measured(), {"case.released": "2026-02-01"}, FILES)
    redated(at, "2026-01-31T12:00:00+00:00")
    assert '"evidence-older"' in call("check", at, "--json")[1]
    redated(at, "2026-02-01T12:00:00+00:00")
    must_hold(at)
    dated = {"case.released": "2026-02-01", "evidence.N1.date": "2026-01-05"}
    assert (
        '"evidence-older"' in call("check", folder(tmp_path / "dated", measured(), dated, FILES), "--json")[1]
    )


@pytest.mark.slow
def test_a_review_that_is_overdue_is_in_the_status_of_the_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = folder(tmp_path / "case", calculation(), {"claims.W1.review_by": "2026-02-01"})
    call("baseline", "create", at, "--name", "b1", "--author", "A. Author", "--reason", "review")
    monkeypatch.setattr(leaf_status, "today", lambda: datetime.date(2026, 2, 2))
    text = call("review", "status", at)[1]
    assert "was due on 2026-02-01" in " ".join(text.split())
    monkeypatch.setattr(leaf_status, "today", lambda: datetime.date(2026, 2, 1))
    assert "was due" not in call("review", "status", at)[1]


# --- what the parent needs ----------------------------------------------------------------------------


def with_tree(confidence: float = 0.95, bound: float = 1e-3) -> dict[str, Any]:
    """Guard and brake fail together in at most 5 of 10,000 missions; the guard's own claim below."""
    case = measured()
    case["evidence_items"][0]["confidence"] = confidence
    case["events"] = [
        {"id": "B1", "text": "The guard fails", "source": "records",
         "model": {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}},
        {"id": "B2", "text": "The brake fails", "source": "data sheet",
         "model": {"type": "constant", "probability": 0.5}},
    ]  # fmt: skip
    case["trees"] = [
        {"id": "FT", "title": "Guard and brake fail", "top": "TOP",
         "target": {"probability": 5e-4, "confidence": 0.95, "source": "customer"},
         "gates": [{"id": "TOP", "type": "and", "inputs": ["B1", "B2"], "text": "Both fail"}]}
    ]  # fmt: skip
    below = case["claims"][0]
    below |= {
        "id": "C2",
        "text": f"The range guard fails in at most {round(bound * 1e4)} of 10,000 approaches",
    }
    below["requirement"]["bound"] = bound
    case["arguments"][0] |= {"id": "A2", "supports": "C2"}
    case["claims"].insert(0, {
        "id": "C1", "text": "Guard and brake fail together in at most 5 of 10,000 missions", "owner": "A. Author",
        "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"},
                        "kind": "probability-per-mission", "confidence": 0.95}})  # fmt: skip
    case["claims"].append({"id": "W2", "text": "The tree contains the causes of the HAZOP table", "owner": "A. Author",
                           "assumed": "Reviewed on 3 March", "accepted_by": "B. Judge"})  # fmt: skip
    case["arguments"].append({"id": "A1", "text": "By fault tree", "supports": "C1", "block": "calculation",
                              "tree": "FT", "from": ["C2"], "side_claims": ["W2"]})  # fmt: skip
    return case


@pytest.mark.slow
def test_a_bound_that_is_weaker_than_the_tree_needs(tmp_path: Path) -> None:
    at = folder(tmp_path / "weak", with_tree(bound=4e-3), None, FILES)
    assert "requirement-weaker" in call("check", at, "--json")[1]
    must_hold(folder(tmp_path / "twin", with_tree(bound=1e-3), None, FILES))


@pytest.mark.parametrize(("bound", "weak"), [(85, True), (80, False)])
def test_bounds_that_together_are_weaker_than_the_tree_needs(tmp_path: Path, bound: int, weak: bool) -> None:
    """Each holds beside today's limit of the other, 7.0e-4; together they leave 1.7e-3 or 1.6e-3, of 1.6e-3."""
    case = with_tree(confidence=0.975)
    guard = case["evidence_items"][0]
    guard["parameters"]["entries"] = "recorded"
    case["evidence_items"].append({**guard, "id": "EV2", "inputs": {"record": "second.csv"}})
    tree, brake = case["trees"][0], case["events"][1]
    brake |= {"source": "records", "model": {**case["events"][0]["model"], "evidence": "EV2"}}
    tree["target"]["probability"] = 1.6e-3
    tree["gates"][0]["type"] = "or"
    case["claims"][0]["text"] = "Guard or brake fails in at most 16 of 10,000 missions"
    below = case["claims"][1]
    below["requirement"]["bound"] = bound / 1e5
    below["text"] = f"The range guard fails in at most {bound} of 100,000 approaches"
    wanted = {**below["requirement"], "measure": {"evidence": "EV2", "measure": "probability"}}
    case["claims"].append(
        {**below, "id": "C3", "text": below["text"].replace("guard", "brake"), "requirement": wanted}
    )
    case["evidence"].append({**case["evidence"][0], "id": "N2", "evidence": "EV2"})
    step = next(a for a in case["arguments"] if a["id"] == "A2")
    case["arguments"].append({**step, "id": "A3", "supports": "C3", "from": ["N2"]})
    next(a for a in case["arguments"] if a["id"] == "A1")["from"] = ["C2", "C3"]
    case = json.loads(json.dumps(case))  # no part is written twice by reference
    files = {**FILES, "second.csv": "entry,demands,failures\npier,8010,1\n"}
    text = call("check", folder(tmp_path / "case", case, None, files), "--json")[1]
    assert ("C2 and C3 below ask for less than it needs together" in text) is weak
    assert ("requirement-weaker" in text) is weak


@pytest.mark.slow
def test_a_confidence_that_is_weaker_than_the_tree_needs(tmp_path: Path) -> None:
    case = with_tree()
    case["claims"][1]["requirement"]["confidence"] = 0.8
    assert "requirement-weaker" in call("check", folder(tmp_path / "weak", case, None, FILES), "--json")[1]
    must_hold(folder(tmp_path / "twin", with_tree(), None, FILES))


@pytest.mark.slow
def test_a_bound_that_is_weaker_below_a_claim_without_one(tmp_path: Path) -> None:
    """The claim between states no number: what the tree needs is still asked of the one below."""
    for bound, weak in ((4e-3, True), (1e-3, False)):
        case = with_tree(bound=bound)
        between = {"id": "C9", "text": "The range guard of the vehicle does its part", "owner": "A. Author"}
        case["claims"].append(between)
        case["arguments"][1]["from"] = ["C9"]
        case["claims"].append({"id": "W9", "text": "The range guard does its part where it seldom fails",
                               "owner": "A. Author", "assumed": "Reviewed on 3 March", "accepted_by": "B. Judge"})  # fmt: skip
        case["arguments"].append({"id": "A9", "text": "By its failures", "supports": "C9", "block": "concretion",
                                  "from": ["C2"], "side_claims": ["W9"]})  # fmt: skip
        text = call("check", folder(tmp_path / f"{weak}", case, None, FILES), "--json")[1]
        assert ("requirement-weaker" in text) is weak


@pytest.mark.parametrize("weaker", [{"bound": 5e-3}, {"confidence": 0.9}])
def test_a_bound_that_is_weaker_than_the_one_above(tmp_path: Path, weaker: dict[str, Any]) -> None:
    case = measured()
    below = {**case["claims"][0], "id": "C2", "text": "The range guard of the quay seldom fails"}
    below["requirement"] = copy.deepcopy(below["requirement"]) | weaker
    case["claims"].append(below)
    case["claims"].append({"id": "W2", "text": "Quay and buoy are alike", "owner": "A. Author",
                           "assumed": "Surveyed on 3 March", "accepted_by": "B. Judge"})  # fmt: skip
    case["arguments"][0] |= {"supports": "C2"}
    case["arguments"].append({"id": "A2", "text": "By the quay", "supports": "C1", "block": "substitution",
                              "from": ["C2"], "side_claims": ["W2"]})  # fmt: skip
    at = folder(tmp_path / "case", case, None, FILES)
    assert "requirement-weaker" in call("check", at, "--json")[1]
    below["requirement"] = copy.deepcopy(case["claims"][0]["requirement"])
    assert (
        "requirement-weaker" not in call("check", folder(tmp_path / "twin", case, None, FILES), "--json")[1]
    )


@pytest.mark.parametrize(
    ("bound", "weak"), [(0.001, False), (0.0010000005, False), (0.001001, True), (0.00104, True)]
)
def test_a_bound_that_the_text_states_to_its_last_digit_is_none_that_is_weaker(
    bound: float, weak: bool
) -> None:
    """0.001001 is more than the `0.1 %` that both texts say: only what is that number to a millionth is the same."""
    from casegen.assessment.checks.parents import _looser
    from casegen.model.argument import Requirement

    wanted = {**measured()["claims"][0]["requirement"]}
    parent, child = (Requirement.model_validate({**wanted, "bound": b}) for b in (1e-3, bound))
    assert bool(_looser(parent, child)) is weak


@pytest.mark.slow
def test_evidence_older_than_the_release_is_asked_about_at_the_case_that_holds(tmp_path: Path) -> None:
    """A warning of `check` alone would stand in no verdict."""
    edits = {"case.released": "2026-11-01", "evidence.N1.date": "2026-10-02"}
    old = folder(tmp_path / "old", measured(), edits, {"record.csv": RECORD})
    said = " ".join(call("assess", old, "--all")[1].split())
    assert "N1: does this evidence, older than the release of the system, still hold for it?" in said
    for name, more in (
        ("later", {"evidence.N1.date": "2026-11-02"}),
        (
            "waived",
            {"evidence.N1.waive": [{"rule": "evidence-older", "reason": "same build", "by": "S. Safety"}]},
        ),
    ):
        new = folder(tmp_path / name, measured(), {**edits, **more}, {"record.csv": RECORD})
        assert "older than the release" not in call("assess", new, "--all")[1]
