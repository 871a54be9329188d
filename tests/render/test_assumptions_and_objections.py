"""Tables of assumptions and objections: who accepted and who owns, what an objection still does, who raised it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render.language import shipped_language, use_language
from casegen.render.report.doubts import assumption_rows, doubt_rows
from casegen.render.report.links import Links
from tests.false_support import call, edited, folder
from tests.false_support.bases import RECORD, calculation, measured


def assessed(at: Path, edits: dict[str, Any]) -> Assessment:
    return assess(load(folder(at, edited(calculation(), edits))))


def doubtful(**fields: Any) -> dict[str, Any]:
    """A defeater of the warrant, with a residual doubt on it where ``doubt`` gives one."""
    doubt = fields.pop("doubt", None)
    node = {"id": "D", "text": "The contact was replaced", "kind": "rebutting", "target": "W1",
            "owner": "C. Critic", **fields}  # fmt: skip
    return {"defeaters": [node], **({"residual_doubts": [doubt]} if doubt else {})}


CARRIED = {"id": "R", "text": "A new contact may stick", "target": "D", "owner": "O. Owner",
           "reason": "the contact is of the same type and batch", "accepted_by": "J. Judge"}  # fmt: skip
ANSWER = "The drawing of 3 May shows the door of 2019"
STATES: dict[str, tuple[dict[str, Any], str, str]] = {
    "open": (doubtful(state="open"), "challenged", "open"),
    "conceded": (doubtful(state="accepted"), "challenged", "conceded"),
    "conceded, a doubt carries it": (doubtful(state="accepted", doubt=CARRIED), "", "conceded"),
    "conceded, nobody accepts the doubt": (
        doubtful(state="accepted", doubt={**CARRIED, "accepted_by": "TBD"}), "challenged", "conceded"),
    "refuted without a word": (doubtful(state="refuted"), "challenged", "refuted"),
    "refuted, judged by nobody": (doubtful(state="refuted", response=ANSWER), "unknown", "refuted"),
    "refuted, judged by its critic": (
        doubtful(state="refuted", response=ANSWER, refuted_by="C. Critic"), "unknown", "refuted"),
    "refuted": (doubtful(state="refuted", response=ANSWER, refuted_by="J. Judge"), "", "refuted"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_what_still_challenges_is_marked(tmp_path: Path, name: str) -> None:
    edits, sign, state = STATES[name]
    result = assessed(tmp_path / "case", edits)
    row = doubt_rows(result, Links(result.case))[0]
    assert (row["class"], row["state"]) == (sign, state)
    assert row["people"][0] == "raised by C. Critic"


def test_a_doubt_that_nobody_accepted_is_not_shown_as_accepted(tmp_path: Path) -> None:
    for by, state in (("TBD", "not accepted"), ("O. Owner", "not accepted"), ("J. Judge", "accepted")):
        edits = doubtful(state="accepted", doubt={**CARRIED, "accepted_by": by})
        result = assessed(tmp_path / by, edits)
        row = doubt_rows(result, Links(result.case))[1]
        assert (row["state"], bool(row["class"])) == (state, state == "not accepted")
        assert row["people"] == [f"accepted by {by}", "owned by O. Owner"]


def test_who_accepts_and_who_owns_are_two_columns(tmp_path: Path) -> None:
    rows = {}
    for by in ("", "TBD", "J. Judge"):
        edits = {"claims.C2.accepted_by": by, "claims.C2.owner": "O. Owner"}
        result = assessed(tmp_path / (by or "nobody"), edits)
        rows[by] = next(row for row in assumption_rows(result, Links(result.case)) if row["id"] == "C2")
    assert [row["owner"] for row in rows.values()] == ["O. Owner"] * 3
    assert rows[""]["accepted_by"] == "nobody"
    assert rows["TBD"]["accepted_by"].startswith("nobody: 'TBD' is a placeholder")
    assert rows["J. Judge"]["accepted_by"] == "J. Judge"


def test_german_has_one_word_for_a_conceded_objection(tmp_path: Path) -> None:
    german = shipped_language("de").words
    result = assessed(tmp_path / "case", doubtful(state="accepted"))
    with use_language(shipped_language("de")):
        row = doubt_rows(result, Links(result.case))[0]
    assert row["state"] in german["reason.defeater_accepted"]


@pytest.mark.slow
def test_page_and_paper_show_them(tmp_path: Path) -> None:
    edits = {**doubtful(state="accepted"), "claims.C2.accepted_by": "", "claims.C2.owner": "O. Owner"}
    at = folder(tmp_path / "case", edited(calculation(), edits))
    _, _, err = call("build", at, "--html", "--markdown", "--no-run", "-o", tmp_path / "out")
    assert not err
    for suffix in ("html", "md"):
        (path,) = (tmp_path / "out").glob(f"*.{suffix}")
        text = " ".join(
            re.sub(r"<script.*?</script>|<[^>]*>|\*\*", " ", path.read_text("utf-8"), flags=re.DOTALL).split()
        )
        for words in ("conceded", "raised by C. Critic", "nobody", "O. Owner", "Accepted by"):
            assert words in text, (suffix, words)


@pytest.mark.slow
@pytest.mark.parametrize("stale", [True, False])
def test_a_tree_on_stale_evidence_says_so_on_paper(tmp_path: Path, stale: bool) -> None:
    tree = {"id": "FT", "top": "TOP", "gates": [{"id": "TOP", "type": "or", "inputs": ["E1"]}]}
    model = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    event = {"id": "E1", "text": "The range guard fails", "model": model}
    case = {**measured(), "trees": [tree], "events": [event]}
    at = folder(tmp_path / "case", case, files={"record.csv": RECORD})
    if stale:
        (at / "record.csv").write_text(RECORD + "pier,10,0\n", "utf-8")
    call("build", at, "--markdown", "--no-run", "-o", tmp_path / "out")
    (text,) = (path.read_text("utf-8") for path in (tmp_path / "out").glob("*.md"))
    chapter = text[text.index("Fault trees") :]
    assert ("rests on stale evidence" in chapter) == stale
    assert (re.search(r"E1.*Stale", chapter) is not None) == stale
