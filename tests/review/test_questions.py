"""Where something may deny what is shown, the verdict says so until a person who does not answer for it has read it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.argument.reading.step import ReadingStep
from casegen.assessment.assess import assess
from casegen.assessment.points import read_once, reading_steps
from casegen.io import load
from casegen.render.document_settings import plain
from casegen.render.report import build_report
from casegen.review.dossier import gather
from tests.false_support import DROP, call, folder, must_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_left_unread import beside

WHY = "remote is the computer of the autopilot itself, protocol of 4 May"


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A case that holds, with a column of words beside what is read."""
    return folder(
        tmp_path / "c", measured(), {}, {"record.csv": beside("driven", ["by remote", "by itself"])}
    )


def test_within_one_command_the_sentences_are_read_once(at: Path) -> None:
    assessed, other = assess(load(at)), assess(load(at))
    with read_once():
        steps = reading_steps(assessed)
        (at / "record.csv").write_text("gone\n")
        assert reading_steps(assessed) is steps
        assert reading_steps(other) is not steps
    assert reading_steps(assessed) is not reading_steps(assessed)


def asked(at: Path) -> list[tuple[str, str]]:
    rows = json.loads(call("assess", at, "--json")[1])["questions"]
    return [(row["id"], row["read_by"]) for row in rows]


def answer(at: Path, by: str = "R. Reader", because: str = WHY, item: str = "EV") -> tuple[int, str]:
    return answer_all(at, [item], by, because)


def answer_all(at: Path, items: list[str], by: str = "R. Reader", because: str = WHY) -> tuple[int, str]:
    code, out, err = call("review", "read", at, *items, "--by", by, "--because", because)
    return code, out + err


@pytest.mark.slow
def test_a_reading_leaves_nothing_of_the_part_to_be_read(at: Path) -> None:
    """Neither the question of the record, nor what else is to be read of it."""
    left = {
        row["id"] for row in json.loads(call("assess", at, "--json")[1])["to_be_read"] if not row["read_by"]
    }
    assert "EV" in left
    assert answer(at)[0] == 0
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    assert {row["id"] for row in rows if not row["read_by"]} == left - {"EV"}
    assessed = assess(load(at))
    sections = build_report(assessed, gather(assessed), plain()).sections
    assert "EV" not in json.dumps(sections["to_be_read"], default=str)
    assert not any(row["open"] for row in sections["questions"])  # who answered what stays listed


@pytest.mark.slow
def test_the_verdict_names_what_is_asked_until_it_is_read(at: Path) -> None:
    must_hold(at)
    shown = call("assess", at)
    assert shown[0] == 0
    assert "C1 supported, 1 question to be read." in shown[1]
    assert "by remote" in " ".join(shown[1].split())
    assert asked(at) == [("EV", "")]
    assert answer(at) == (0, "R1: 2 parts of EV read\n")
    assert asked(at) == [("EV", "R. Reader")]
    assert "The case holds by its numbers: C1 supported.\n" in call("assess", at)[1]


@pytest.mark.slow
def test_several_parts_are_read_at_once_or_none(at: Path) -> None:
    parts = list(
        dict.fromkeys(row["id"] for row in json.loads(call("assess", at, "--json")[1])["to_be_read"])
    )
    assert len(parts) > 1
    code, said = answer_all(at, [*parts, "NOPE"])
    assert code == 2
    assert "'NOPE'" in said
    assert json.loads(call("assess", at, "--json")[1])["unread"] > 1
    code, said = answer_all(at, [*parts, parts[0]])
    assert (code, len(said.splitlines())) == (0, len(parts))
    assert "The case holds: C1 supported; read by R. Reader.\n" in call("assess", at)[1]
    assert answer_all(at, parts)[0] == 2


@pytest.mark.slow
def test_a_case_holds_without_reserve_when_every_part_has_been_read(at: Path) -> None:
    for part in {row["id"] for row in json.loads(call("assess", at, "--json")[1])["to_be_read"]}:
        assert "holds by its numbers" in call("assess", at)[1]
        assert answer(at, item=part)[0] == 0
    shown = call("assess", at)[1]
    assert "The case holds: C1 supported; read by R. Reader.\n" in shown
    assert "to be read" not in shown
    document = json.loads(call("assess", at, "--json")[1])
    assert document["unread"] == 0
    assert {row["read_by"] for row in document["to_be_read"]} == {"R. Reader"}
    assessed = assess(load(at))
    sentence = build_report(assessed, gather(assessed), plain()).sections["verdict"]["sentence"]
    assert sentence.startswith("Every top claim of this case is supported. ")
    case = (at / "case.yaml").read_text()
    (at / "case.yaml").write_text(case.replace("Record of the tests", "Record of tests"))
    assert "holds by its numbers" in call("assess", at)[1]


@pytest.mark.parametrize("column", ["run_id", ""])
def test_where_nothing_is_noticed_nothing_is_asked(tmp_path: Path, column: str) -> None:
    text = beside(column, ["1", "2"]) if column else RECORD
    held = folder(tmp_path / "c", measured(), {}, {"record.csv": text})
    assert asked(held) == []
    assert "question" not in call("assess", held)[1]


@pytest.mark.slow
def test_other_data_of_the_same_look_ask_again(at: Path) -> None:
    answer(at)
    text = (at / "record.csv").read_text().replace("quay,4000", "quay,4001")
    (at / "record.csv").write_text(text)
    call("evidence", "run", at)
    assert asked(at) == [("EV", "")]


@pytest.mark.parametrize(
    ("text", "questioned"),
    [
        (
            "The lift starts with an open door in at most 1 of 1,000 missions, and falls in at most 1 of 20",
            True,
        ),
        ("The lift starts with an open door in at most 1 of 1,000 missions (0.1 %)", False),
        ("The lift starts with an open door in at most 1 of 1,000 missions", False),
    ],
)
def test_a_second_limit_of_a_sentence_is_a_question(tmp_path: Path, text: str, questioned: bool) -> None:
    held = folder(tmp_path / "c", calculation(), {"claims.C1.text": text})
    assert asked(held) == ([("C1", "")] if questioned else [])


def test_an_answer_about_a_number_ends_with_its_requirement(tmp_path: Path) -> None:
    edits = {"claims.C1.note": "The door contact is of the newer kind"}
    held = folder(tmp_path / "c", calculation(), edits)
    assert asked(held) == [("C1", "")]
    assert answer(held, because="newer kind, same data sheet", item="C1")[0] == 0
    assert asked(held) == [("C1", "R. Reader")]


@pytest.mark.parametrize(
    ("by", "because", "item", "said"),
    [
        ("A. Author", WHY, "EV", "answers for"),
        ("TBD", WHY, "EV", "give your name"),
        ("R. Reader", "ok", "EV", "is no answer"),
        ("R. Reader", "TBD", "EV", "is no answer"),
        ("R. Reader", "This is not resolved", "EV", "denies it"),
        ("R. Reader", WHY, "E9", "nothing is to be read of 'E9'"),
    ],
)
def test_who_answers_for_it_and_texts_that_say_nothing_answer_nothing(
    at: Path, by: str, because: str, item: str, said: str
) -> None:
    code, text = answer(at, by, because, item)
    assert (code, said in text) == (2, True), text
    assert asked(at) == [("EV", "")]


@pytest.mark.slow
def test_nothing_is_accepted_over_an_open_question(at: Path) -> None:
    call("baseline", "create", at, "v1", "--author", "A. Author", "--reason", "first")
    accept = ("review", "sign", at, "--decision", "accept", "--by", "S. Signer", "--independence", "person")
    code, _, err = call(*accept)
    assert (code, "1 question to be read: EV" in " ".join(err.split())) == (2, True), err
    answer(at)
    assert call(*accept)[0] == 0
    assert call("review", "status", at, "--strict")[0] == 0


@pytest.mark.slow
def test_status_is_strict_about_a_question_and_a_deleted_answer_asks_again(at: Path) -> None:
    test_nothing_is_accepted_over_an_open_question(at)
    for path in (at / "review" / "R1").iterdir():
        path.unlink()
    assert asked(at) == [("EV", "")]
    code, out, _ = call("review", "status", at, "--strict")
    assert (code, "nobody has read it" in " ".join(out.split())) == (1, True)


def test_an_answer_of_the_author_written_by_hand_counts_nothing(at: Path) -> None:
    answer(at)
    (file,) = (at / "review" / "R1").iterdir()
    file.write_text(file.read_text().replace("R. Reader", "A. Author"))
    assert asked(at) == [("EV", "")]


@pytest.mark.slow
def test_documents_say_it_in_the_verdict_and_quote_what_is_asked(at: Path) -> None:
    sections = build_report(assess(load(at)), None, plain()).sections
    assert "1 question is to be read" in sections["verdict"]["sentence"]
    (row,) = sections["questions"]
    assert (row["target"]["id"], row["open"]) == ("EV", True)
    out = at.parent / "out"
    assert call("build", at, "--html", "--docx", "--markdown", "--no-run", "-o", out)[0] == 0
    for name in ("meas.html", "meas.md"):
        text = (out / name).read_text("utf-8")
        assert "1 question is to be read" in text, name
        assert "by remote" in text.replace("\\", ""), name
    answer(at)
    call("build", at, "--markdown", "--no-run", "-o", out)
    text = (out / "meas.md").read_text("utf-8")
    assert "question is to be read" not in text
    assert WHY in text.replace("\\", "")


def read_all(at: Path) -> None:
    """Every part read by somebody who answers for none of them."""
    for part in {row["id"] for row in json.loads(call("assess", at, "--json")[1])["to_be_read"]}:
        assert answer(at, item=part)[0] == 0
    assert "The case holds: C1 supported; read by R. Reader." in call("assess", at)[1]


TREE_EDITS: dict[str, dict[str, object]] = {
    "text": {"events.E1.text": "The door contact sticks in winter"},
    "number": {"events.E1.model.probability": 1.5e-4},
    "source": {"events.E1.source": "data sheet of 1999"},
    "gate": {"trees.FT.gates.TOP.type": "and"},
    "target": {"trees.FT.target.probability": 9e-4, "claims.C1.text": "The lift starts with an open door in at most 9 of 10,000 missions"},
    "side-claim": {"arguments.A1.side_claims": []},
    "reason": {"claims.W1.assumed": "The record of the review of 4 March says so"},
    "another-person": {"claims.W1.accepted_by": "C. Chief"},
    "intended-use": {"case.intended_use": "Lifting of persons"},
    "another-case": {"case.id": "other"},
    "group": {"common_cause.+": {"id": "CC", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1], "total":
              {"type": "constant", "probability": 1e-4}, "source": "handbook"}, "events.E1.model": DROP, "events.E2.model": DROP},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", TREE_EDITS)
def test_a_change_of_what_was_read_is_asked_anew(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", calculation())
    read_all(at)
    changed = folder(tmp_path / "changed", calculation(), TREE_EDITS[name])
    (at / "case.yaml").write_bytes((changed / "case.yaml").read_bytes())
    assert "The case holds:" not in call("assess", at)[1]


ITEM_EDITS: dict[str, dict[str, object]] = {
    "units": {"evidence_items.EV.units": {"demands": 10}},
    "parameter": {"evidence_items.EV.parameters.spread": 0.4},
    "note": {"evidence.N1.note": "Records of both halls"},
    "context": {"contexts.+": {"id": "CX", "text": "Approaches by day"}, "claims.C1.context": ["CX"]},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ITEM_EDITS, "data"])
def test_a_change_of_the_evidence_that_was_read_is_asked_anew(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", measured(), {}, {"record.csv": RECORD})
    read_all(at)
    record = RECORD.replace("4000,1", "4100,1") if name == "data" else RECORD
    changed = folder(tmp_path / "changed", measured(), ITEM_EDITS.get(name, {}), {"record.csv": record})
    for file in ("case.yaml", "record.csv"):
        (at / file).write_bytes((changed / file).read_bytes())
    call("evidence", "run", at)
    assert "The case holds:" not in call("assess", at)[1]


@pytest.mark.slow
def test_what_was_read_stays_read_where_something_else_changes(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation())
    read_all(at)
    more = {"case.version": "1.1"}
    changed = folder(tmp_path / "changed", calculation(), more)
    (at / "case.yaml").write_bytes((changed / "case.yaml").read_bytes())
    assert "The case holds: C1 supported; read by R. Reader." in call("assess", at)[1]


def test_a_factor_that_the_item_declares_is_a_question(tmp_path: Path) -> None:
    held = folder(
        tmp_path / "c", measured(), {"evidence_items.EV.units": {"demands": 1000}}, {"record.csv": RECORD}
    )
    assert asked(held) == [("EV", "")]
    assert "demands ← 1000" in " ".join(call("assess", held)[1].split())


CONCEDED: dict[str, object] = {
    "defeaters.+": {"id": "D3", "target": "A1", "kind": "undercutting", "state": "accepted", "owner": "O. Objector",
                    "text": "The tree omits the lamp"},
    "residual_doubts.+": {"id": "RD3", "target": "D3", "text": "One lamp more may be dark", "owner": "A. Author",
                          "reason": "It lights the yard only", "accepted_by": "B. Judge"},
}  # fmt: skip


@pytest.mark.slow
def test_a_conceded_objection_is_read_with_the_doubt_that_carries_it(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation(), CONCEDED)
    rows = {row["id"]: row["texts"] for row in json.loads(call("assess", at, "--json")[1])["to_be_read"]}
    assert "The tree omits the lamp" in rows["RD3"]
    read_all(at)
    file = at / "case.yaml"
    file.write_text(file.read_text().replace("omits the lamp", "omits every lamp"))
    assert "The case holds:" not in call("assess", at)[1]
    file.write_text(file.read_text().replace("omits every lamp", "omits the lamp"))
    assert "The case holds:" in call("assess", at)[1]


@pytest.mark.slow
def test_a_reading_ends_when_an_objection_is_deleted(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation(), CONCEDED)
    read_all(at)
    without = folder(tmp_path / "without", calculation())
    (at / "case.yaml").write_bytes((without / "case.yaml").read_bytes())
    assert "The case holds:" not in call("assess", at)[1]


@pytest.mark.slow
def test_fields_that_tell_a_reader_nothing_end_no_reading(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", measured(), {}, {"record.csv": RECORD})
    read_all(at)
    more = {"evidence_items.EV.unit_cost": 3.0, "claims.W1.review_by": "2099-01-01", "case.version": "1.1"}
    changed = folder(tmp_path / "changed", measured(), more, {"record.csv": RECORD})
    (at / "case.yaml").write_bytes((changed / "case.yaml").read_bytes())
    assert "The case holds: C1 supported; read by R. Reader." in call("assess", at)[1]


CONTEXT: dict[str, object] = {
    "contexts": [{"id": "CX", "text": "Lifts of dwelling houses", "kind": "context"}],
    "claims.C1.context": ["CX"],
}
USED_OTHERWISE: dict[str, dict[str, object]] = {
    "another-sentence": {
        "claims.C1.text": "The lift starts with an open door by night in at most 1 of 1,000 missions"
    },
    "another-claim": {"claims.C2.context": ["CX"]},
    "another-step": {"arguments.A1.context": ["CX"]},
}


def read_of(at: Path, item: str) -> list[str]:
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    return [row["read_by"] for row in rows if row["id"] == item]


@pytest.mark.parametrize("name", [*USED_OTHERWISE, "as-it-was"])
def test_a_context_is_read_with_the_sentences_that_use_it(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", calculation(), CONTEXT)
    answer(at, item="CX")
    assert read_of(at, "CX") == ["R. Reader"]
    edits = CONTEXT | USED_OTHERWISE.get(name, {"case.version": "2.0"})
    (at / "case.yaml").write_bytes((folder(tmp_path / "x", calculation(), edits) / "case.yaml").read_bytes())
    assert read_of(at, "CX") == (["R. Reader"] if name == "as-it-was" else [""])


def test_a_plain_part_and_a_question_have_other_digests() -> None:
    plain = ReadingStep("K", "context", ("Lifts of dwelling houses",))
    assert plain.digest != replace(plain, asks=True).digest
