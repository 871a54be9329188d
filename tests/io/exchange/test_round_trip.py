"""Each format there and back: what comes back, and what is lost, pinned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich_case import rich, write

from casegen.io import load
from casegen.io.case_writer import case_files, plain, write_case
from casegen.io.exchange import FORMATS, Exported, Imported, exchange_format
from casegen.io.exchange.merge import as_new, located
from casegen.io.exchange.references import without_dangling
from casegen.model.case import SECTIONS, Case

ROOT = Path(__file__).parents[3]
ARGUMENT = ("claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts")


def there_and_back(
    name: str, case: Case, folder: Path, whole: Case | None = None
) -> tuple[Exported, Imported]:
    chosen = exchange_format(name)
    assert chosen.write is not None
    assert chosen.read is not None
    suffix = {"gsn": ".gsn.yaml", "tea": ".json", "sacm": ".xml", "openpsa": ".xml"}.get(name, f".{name}")
    made = chosen.write(case, f"case{suffix}")
    for file, content in made.files.items():
        (folder / file).write_bytes(content)
    first = next(iter(made.files))
    known = {s: {p.id for p in getattr(whole or case, s)} for s in SECTIONS}
    back = without_dangling(chosen.read([folder / first]), known)
    return made, Imported(located(as_new(back), case.root)[0], back.left_out, back.decided)


def by_id(case: Case, section: str) -> dict[str, Any]:
    return {part.id: plain(part) for part in getattr(case, section)}


def outside_argument(case: Case) -> int:
    return sum(len(getattr(case, s)) for s in SECTIONS if s not in ARGUMENT)


@pytest.fixture(params=["rich", "auv"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    """A small case with everything, and the vehicle example."""
    return rich(tmp_path / "rich") if request.param == "rich" else load(ROOT / "examples" / "inspection")


@pytest.mark.slow
def test_a_written_folder_loads_again(case: Case, tmp_path: Path) -> None:
    write_case(case, tmp_path / "again")
    again = load(tmp_path / "again")
    assert again.header == case.header
    assert sorted(map(str, again.modules)) == sorted(map(str, case.modules))
    for section in SECTIONS:
        assert by_id(again, section) == by_id(case, section)
    assert case_files(again) == case_files(load(tmp_path / "again"))


def test_json_loses_nothing(case: Case, tmp_path: Path) -> None:
    made, back = there_and_back("json", case, tmp_path)
    assert made.left_out == back.left_out == back.decided == ()
    assert back.case.header == case.header
    assert back.case.modules == case.modules
    for section in SECTIONS:
        assert getattr(back.case, section) == getattr(case, section)


def test_sacm_loses_what_is_no_argument(case: Case, tmp_path: Path) -> None:
    made, back = there_and_back("sacm", case, tmp_path)
    assert len(made.left_out) == outside_argument(case)
    assert back.left_out == back.decided == ()
    assert back.case.header == case.header
    assert {m.id: m.title for m in back.case.modules} == {m.id: m.title for m in case.modules}
    for section in ARGUMENT:
        assert by_id(back.case, section) == by_id(case, section)


def test_gsn_loses_sub_cases_too(case: Case, tmp_path: Path) -> None:
    made, back = there_and_back("gsn", case, tmp_path)
    lost = [i for i in made.left_out if i.what.startswith("sub-case")]
    assert len(made.left_out) == outside_argument(case) + len(case.sub_cases)
    assert {i.what for i in lost} == {f"sub-case {s.id}" for s in case.sub_cases}
    assert back.left_out == back.decided == ()
    assert back.case.header == case.header
    assert {m.id: m for m in back.case.modules} == {m.id: m for m in case.modules}
    cited = {s.id: s.claim for s in case.sub_cases}
    for section in ("claims", "evidence", "contexts", "defeaters", "residual_doubts"):
        assert by_id(back.case, section) == by_id(case, section)
    for own, argument in by_id(case, "arguments").items():
        argument["from"] = [cited.get(i, i) for i in argument["from"]]
        assert by_id(back.case, "arguments")[own] == argument


def test_tea_keeps_texts_links_and_addresses(tmp_path: Path) -> None:
    case = rich(tmp_path / "rich")
    made, back = there_and_back("tea", case, tmp_path)
    assert own_losses(made) == TEA_LOSSES
    for section in ("claims", "evidence", "defeaters"):
        wanted, result = by_id(case, section), by_id(back.case, section)
        own = {"RD1"} if section == "defeaters" else set()
        assert result.keys() == wanted.keys() | own
        assert {k: v["text"] for k, v in result.items() if k not in own} == {
            k: v["text"] for k, v in wanted.items()
        }
    assert {d.id: d.target for d in back.case.defeaters} == {
        "DF1": "C1",
        "DF2": "E1",
        "DF3": "S1",
        "DF4": "DF1",
        "RD1": "DF3",
    }
    assert by_id(back.case, "arguments")["S1"]["from"] == ["C1", "G9", "C 2", "C3", "W1"]
    assert {c.text for c in back.case.contexts} == {c.text for c in case.contexts}


def test_ltac_keeps_texts_and_links(tmp_path: Path) -> None:
    case = rich(tmp_path / "rich")
    made, back = there_and_back("ltac", case, tmp_path)
    assert own_losses(made) == LTAC_LOSSES
    texts = {k: " ".join(v["text"].split()) for k, v in by_id(case, "claims").items()}
    assert {k: v["text"] for k, v in by_id(back.case, "claims").items()} == texts
    arguments = by_id(back.case, "arguments")
    assert arguments["S1"]["from"] == ["C1", "G9", "C 2", "C3"]
    assert arguments["S1"]["side_claims"] == ["W1"]
    assert arguments["A-C1"]["from"] == ["E1", "E2"]
    assert by_id(back.case, "evidence")["E1"]["artefact"] == "https://example.org/report.pdf"
    assert {m.id for m in back.case.modules} == {"TOP", "G9"}
    assert [c.id for c in back.case.claims if c.assumed] == ["C 2", "W1"]
    assert {c.id for c in back.case.claims if c.undeveloped} == {"C3", "G10"}


def test_openpsa_keeps_the_trees(tmp_path: Path) -> None:
    case = rich(tmp_path / "rich")
    made, back = there_and_back("openpsa", case, tmp_path)
    assert own_losses(made) == ["event EV1: its component", "tree FT: its mission time"]
    assert by_id(back.case, "trees")["FT"]["gates"] == by_id(case, "trees")["FT"]["gates"]
    assert {e.id: e.model for e in back.case.events} == {e.id: e.model for e in case.events}


@pytest.mark.parametrize("name", ["xlsx", "csv"])
def test_tables_keep_every_cell(name: str, case: Case, tmp_path: Path) -> None:
    made, back = there_and_back(name, case, tmp_path)
    assert own_losses(made) == []
    assert by_id(back.case, "hazop") == by_id(case, "hazop")
    if name == "xlsx":
        assert by_id(back.case, "properties") == by_id(case, "properties")


def own_losses(made: Exported) -> list[str]:
    """What is lost of the parts that the format carries at all."""
    whole = ("the argument only", "fault trees only", "one table", "HAZOP and mission properties")
    return sorted(i.what for i in made.left_out if not i.why.endswith(whole))


TEA_LOSSES = [
    "assumption A1", "case: authors", "case: date", "case: id", "case: version", "claim C 2: accepted_by",
    "claim C 2: assumed", "claim C 2: doubt", "claim C3: hazards", "claim G9: public",
    "claim TOP: owner", "claim W1: assumed", "context A1: owner", "context X1", "defeater DF1: kind",
    "defeater DF2: kind", "defeater DF2: refuted_by", "defeater DF2: response",
    "defeater DF2: state", "defeater DF3: kind",
    "defeater DF3: link S1:C1", "defeater DF3: response", "defeater DF3: state", "defeater DF4: kind",
    "definition D1", "evidence E1: accepted_by", "evidence E1: date", "evidence E1: sha256",
    "evidence E1: version", "justification J1", "module M1", "module M2", "residual doubt RD1",
    "residual doubt RD1: accepted_by", "residual doubt RD1: owner", "residual doubt RD1: reason",
    "side-claim W1 of S1", "strategy S1: block", "strategy S2: block", "strategy S2: owner",
    "strategy S9: block", "sub-case SC1",
]  # fmt: skip
LTAC_LOSSES = [
    "C1: line breaks", "argument S2: Both tests show it", "case: authors", "case: date", "case: title",
    "case: version", "claim C 2: accepted_by", "claim C 2: assumed (its reason)", "claim C 2: doubt",
    "claim C1: note", "claim C3: hazards", "claim G9: public", "claim TOP: owner",
    "claim W1: assumed (its reason)", "context A1: owner", "defeater DF2: refuted_by", "defeater DF2: response",
    "defeater DF2: state",
    "defeater DF3: link S1:C1", "defeater DF3: response", "defeater DF3: state", "definition D1",
    "evidence E1: accepted_by", "evidence E1: date", "evidence E1: sha256", "evidence E1: version", "module M1",
    "module M2", "residual doubt RD1", "residual doubt RD1: accepted_by", "residual doubt RD1: owner",
    "residual doubt RD1: reason", "strategy S1: block", "strategy S2: block", "strategy S2: owner",
    "strategy S9: block", "sub-case SC1",
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"reqif", "galileo"}))
def test_twice_there_and_back_is_once(name: str, tmp_path: Path) -> None:
    """What one round trip leaves, a second leaves untouched."""
    case = rich(tmp_path / "rich")
    _, once = there_and_back(name, case, tmp_path)
    _, twice = there_and_back(name, Case(**{**vars(once.case), "root": case.root}), tmp_path, case)
    for section in SECTIONS:
        assert by_id(once.case, section) == by_id(twice.case, section)


def test_files_are_the_same_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    case = rich(tmp_path)
    for name in sorted(set(FORMATS) - {"galileo"}):  # `fta convert` writes Galileo, a tree at a time
        write = exchange_format(name).write
        assert write is not None
        if name != "xlsx":  # a workbook holds the time it was made
            first, second = write(case, "x"), write(case, "x")
            assert first.files == second.files
            assert first.left_out == second.left_out


def test_writing_into_a_folder_with_content_is_refused(tmp_path: Path) -> None:
    from casegen.model.diagnostic import InputError

    case = load(write(tmp_path / "rich"))
    with pytest.raises(InputError, match="expected a new or empty folder"):
        write_case(case, tmp_path / "rich")
