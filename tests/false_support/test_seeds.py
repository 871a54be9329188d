"""A seed that passes among many that were tried."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from casegen.store.stored_result import result_path, result_text
from tests.false_support import DROP, call, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import measured
from tests.false_support.test_answers import ITEM, attack, pictures
from tests.false_support.test_points import CLEAR, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.page_scripts import status_on_the_page

RECORDED = "evidence_items.EV"


@pytest.mark.slow
def test_a_seed_that_was_searched_is_suspicious(tmp_path: Path) -> None:
    case = attack(transformers=["identity", "noise"])
    at = must_hold_once(folder(tmp_path / "x", case, {f"{ITEM}.seed": 1}, {"i.npz": pictures()}))
    text = (at / "case.yaml").read_text()
    for seed in (2, 3, 4):
        (at / "case.yaml").write_text(text.replace("seed: 1", f"seed: {seed}"))
        call("evidence", "run", at)
    must_not_hold(at, "sign-seeds-tried")
    waive = [{"rule": "sign-seeds-tried", "reason": "the generator was repaired", "by": "S. Safety"}]
    held = folder(tmp_path / "x", case, {f"{ITEM}.seed": 4, f"{ITEM}.waive": waive}, {"i.npz": pictures()})
    must_hold(held)


def must_hold_once(at: Path) -> Path:
    must_hold(at)
    return at


@pytest.mark.slow
def test_running_again_with_the_same_seed_is_no_search(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", attack(transformers=["identity", "noise"]), {}, {"i.npz": pictures()})
    for _ in range(3):
        call("evidence", "run", at, "--force")
    must_hold(at)


def demands(at: Path, *records: str, **parameters: object) -> Path:
    """A claim on a record that is run once for each of ``records``, one after the other."""
    edits = {f"{RECORDED}.parameters.{name}": value for name, value in parameters.items()}
    for record in records:
        folder(at, measured(), edits, {"record.csv": f"entry,demands,failures\n{record}\n"})
    return at


@pytest.mark.slow
def test_a_record_that_is_exchanged_until_it_passes_is_suspicious(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,5", "buoy,9000,1")
    assert "limit of" in must_not_hold(at, "sign-looked-again").text
    must_hold(demands(tmp_path / "once", "buoy,9000,1"))
    must_hold(demands(tmp_path / "better", "buoy,9000,2", "quay,9500,1"))


@pytest.mark.slow
def test_declared_looks_pay_for_a_record_that_is_exchanged(tmp_path: Path) -> None:
    must_hold(demands(tmp_path / "two", "quay,4000,5", "buoy,9000,1", looks=2))
    must_not_hold(demands(tmp_path / "three", "quay,4000,5", "pier,4000,4", "buoy,9000,1", looks=2))


@pytest.mark.slow
def test_a_confidence_that_pays_for_the_looks_is_enough(tmp_path: Path) -> None:
    at = tmp_path / "paid"
    for record in ("quay,4000,5", "buoy,9000,1"):
        files = {"record.csv": f"entry,demands,failures\n{record}\n"}
        folder(at, measured(), {f"{RECORDED}.confidence": 0.975}, files)
    must_hold(at)


@pytest.mark.slow
def test_going_on_with_an_open_record_is_no_other_look(tmp_path: Path) -> None:
    must_hold(demands(tmp_path / "goes-on", "quay,4000,1", "quay,20000,2", stopping="open"))
    must_not_hold(
        demands(tmp_path / "exchanged", "quay,4000,5", "quay,20000,2", stopping="open"), "sign-looked-again"
    )


def renamed(case: dict[str, Any], new: str) -> dict[str, Any]:
    """``case`` with its item under another id, wherever it stands."""
    result: dict[str, Any] = json.loads(json.dumps(case).replace('"EV"', f'"{new}"'))
    return result


@pytest.mark.slow
def test_a_new_id_hides_no_look(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,5")
    files = {"record.csv": "entry,demands,failures\nbuoy,9000,1\n"}
    must_not_hold(folder(at, renamed(measured(), "EV-2"), {}, files), "sign-looked-again")
    at = demands(tmp_path / "other", "quay,4000,5")
    other = {"evidence_items.EV-2.parameters.failure": "door stuck"}
    must_hold(folder(at, renamed(measured(), "EV-2"), other, files))


def second(case: dict[str, Any], **parameters: object) -> dict[str, Any]:
    """``case`` with a second item on the file of its first, cited instead of it."""
    result = renamed(case, "EV-2")
    for item in result["evidence_items"]:
        item["parameters"].update(parameters)
    waive = [
        {"rule": "evidence-unused", "reason": "the first campaign, kept for the file", "by": "S. Safety"}
    ]
    result["evidence_items"] += [{**item, "waive": waive} for item in case["evidence_items"]]
    return result


@pytest.mark.slow
def test_a_second_item_on_the_same_file_hides_no_look(tmp_path: Path) -> None:
    """The first stays in the case, cited by nobody."""
    files = {"record.csv": "entry,demands,failures\nbuoy,9000,1\n"}
    at = demands(tmp_path / "again", "quay,4000,5")
    must_not_hold(folder(at, second(measured()), {}, files), "sign-looked-again")
    at = demands(tmp_path / "worded", "quay,4000,5")
    must_not_hold(folder(at, second(measured(), population="four vehicles"), {}, files), "sign-looked-again")
    must_hold(folder(tmp_path / "once", second(measured()), {}, files))
    at = demands(tmp_path / "other", "quay,4000,5")
    must_hold(folder(at, second(measured(), failure="door stuck"), {}, files))


@pytest.mark.slow
def test_a_limit_at_any_time_does_not_take_back_a_planned_look(tmp_path: Path) -> None:
    """A planned look that does not pass has spent its error: what is stated afterwards spends its own beside it."""
    at = demands(tmp_path / "again", "quay,4000,5", entries="recorded")
    on = "quay,4000,5\nbuoy,90000,1"
    must_not_hold(demands(at, on, stopping="open", entries="recorded"), "sign-looked-again")
    must_not_hold(demands(at, f"{on}\npier,4000,1", entries="recorded"), "sign-looked-again")
    state = assess(load(at)).evidence["EV"]
    assert state.looks == 3
    open_ = {"stopping": "open", "entries": "recorded"}
    must_hold(demands(tmp_path / "open", "quay,4000,5", on, **open_))


@pytest.mark.slow
def test_another_record_that_is_larger_does_not_go_on(tmp_path: Path) -> None:
    """Failures and demands grow, but the quay's record is gone: two tries, not one that went on."""
    for name, other in (
        ("other", "buoy,20000,2"),
        ("renamed", "quay 2,20000,2"),
        ("shorter", "quay,3000,1\nbuoy,27000,1"),
    ):
        must_not_hold(demands(tmp_path / name, "quay,4000,1", other, stopping="open"), "sign-looked-again")
    must_hold(
        demands(
            tmp_path / "on", "quay,4000,1", "buoy,26000,1\nquay,4000,1", stopping="open", entries="recorded"
        )
    )


@pytest.mark.slow
def test_an_entry_that_is_removed_hides_no_look_while_its_result_is_there(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,5")
    (at / "results" / "EV.lock").unlink()
    must_not_hold(demands(at, "buoy,9000,1"), "sign-looked-again")


TREE: dict[str, object] = {
    "events": [
        {"id": "BE", "text": "The range guard does not stop the vehicle",
         "model": {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}},
        {"id": "BE2", "text": "The vehicle is too near", "source": "route plan",
         "model": {"type": "constant", "probability": 1e-5}},
    ],
    "trees": [{"id": "FT", "title": "The vehicle strikes the quay", "top": "TOP",
               "gates": [{"id": "TOP", "type": "or", "inputs": ["BE", "BE2"], "text": "The vehicle strikes the quay"}]}],
    "claims.C1.text": "The vehicle strikes the quay in at most 1 of 1,000 missions",
    "claims.C1.requirement": {"measure": {"tree": "FT"}, "comparison": "<=", "bound": 1e-3,
                              "kind": "probability-per-mission", "confidence": 0.95},
    "claims.+": {"id": "C2", "text": "The record of the tests gives the guard's probability", "owner": "A. Author"},
    "arguments.A1": {"id": "A1", "text": "By fault tree", "supports": "C1", "block": "calculation", "tree": "FT",
                     "from": ["C2"], "side_claims": ["W1"]},
    "arguments.+": {"id": "A2", "text": "The record shows it", "supports": "C2", "block": "evidence-incorporation",
                    "from": ["N1"], "side_claims": ["W1"]},
    "evidence.N1.accepted_by": "B. Judge",
}  # fmt: skip
"""edits of a measured case: the record enters a fault tree, whose top event is required"""


@pytest.mark.slow
def test_a_result_vouches_for_its_looks(tmp_path: Path) -> None:
    """Taken out of the entry they are still in the result, and so are the ends of the run that did not pass."""
    at = demands(tmp_path / "again", "quay,4000,5", "buoy,9000,1")
    path = at / "results" / "EV.lock"
    entry = json.loads(path.read_text())
    assert entry["looks"] == 2
    for edit in ({"looks": 1, "earlier": {}}, {"looks": 2, "seeds": 2}):
        kept = {name: value for name, value in entry.items() if name not in ("looks", "seeds", "earlier")}
        path.write_text(json.dumps({**kept, **edit}))
        states = assess(load(at)).evidence
        assert (states["EV"].looks, states["EV"].seeds, bool(states["EV"].earlier)) == (2, 1, True)
        must_not_hold(at, "sign-looked-again")
    assert call("evidence", "verify", at)[0] == 0


@pytest.mark.slow
def test_a_merge_of_two_first_runs_hides_neither(tmp_path: Path) -> None:
    """The entry of one side is kept, and the result of the other lies beside it."""
    at = demands(tmp_path / "ours", "buoy,9000,1")
    theirs = demands(tmp_path / "theirs", "quay,4000,5")
    for path in (theirs / "results").glob("EV-*.json"):
        shutil.copy(path, at / "results")
    must_not_hold(at, "sign-looked-again")
    call("evidence", "run", at, "--force")  # leaves one result, which remembers the other
    assert len(list((at / "results").glob("EV-*.json"))) == 1
    assert json.loads((at / "results" / "EV.lock").read_text())["looks"] == 2
    must_not_hold(at, "sign-looked-again")
    same = demands(tmp_path / "same", "buoy,9000,1")
    for path in (same / "results").glob("EV-*.json"):  # the same run by a colleague is no look
        shutil.copy(path, at / "results")
    assert assess(load(at)).evidence["EV"].looks == 2


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["removed", "edited"])
def test_a_lost_result_keeps_the_looks_of_its_entry(tmp_path: Path, lost: str) -> None:
    at = demands(tmp_path / "again", "quay,4000,5", "pier,4000,4")
    (path,) = (at / "results").glob("EV-*.json")
    path.unlink() if lost == "removed" else path.write_bytes(path.read_bytes() + b" ")
    demands(at, "buoy,9000,1")
    assert json.loads((at / "results" / "EV.lock").read_text())["looks"] == 3
    must_not_hold(at, "sign-looked-again")


def below_a_tree(at: Path, *records: str, edits: dict[str, object] | None = None) -> Path:
    """The tree with the record run once for each of ``records``."""
    for record in records:
        folder(
            at, measured(), {**TREE, **(edits or {})}, {"record.csv": f"entry,demands,failures\n{record}\n"}
        )
    return at


@pytest.mark.slow
def test_a_record_below_a_tree_that_is_exchanged_until_it_passes(tmp_path: Path) -> None:
    once = below_a_tree(tmp_path / "once", "buoy,9000,1")
    must_hold(once)
    again = below_a_tree(tmp_path / "again", "quay,4000,5", "buoy,9000,1")
    assert (
        "strikes the quay is 0.00264, which exceeds 0.001" in must_not_hold(again, "sign-looked-again").text
    )
    must_hold(below_a_tree(tmp_path / "better", "buoy,9000,2", "quay,9500,1"))
    for at, status in ((once, "supported"), (again, "assumed")):
        code, out, err = call("whatif", at, "--set", "BE2=2e-5", "--json")
        assert code == 0, err
        assert [row["after"] for row in json.loads(out)["claims"] if row["id"] == "C1"] == [status]


@pytest.mark.slow
def test_the_page_keeps_the_doubt_of_earlier_runs_below_a_tree(tmp_path: Path) -> None:
    at = below_a_tree(tmp_path / "again", "quay,4000,5", "buoy,9000,1")
    looser = {
        "claims.C1.requirement.bound": 0.0027,
        "claims.C1.text": "The vehicle strikes the quay in 27 of 10,000 missions",
    }
    near = below_a_tree(tmp_path / "near", "quay,4000,5", "buoy,9000,1", edits=looser)
    must_hold(near)
    for folder_, change, status in (
        (at, {}, "assumed"), (at, {"BE2": 2e-6}, "assumed"), (at, {"BE": 1e-4}, "not evaluated"), (at, {"BE2": 0.5}, "challenged"),
        (near, {}, "supported"), (near, {"BE2": 2e-4}, "assumed"),
    ):  # fmt: skip
        assert status_on_the_page(portable(assess(load(folder_))), change) == status, change
        settings = [part for name, p in change.items() for part in ("--set", f"{name}={p}")]
        if settings:
            code, text, _ = call("whatif", folder_, *settings, "--json")
            assert code == 0
            assert [row["after"] for row in json.loads(text)["claims"] if row["id"] == "C1"] == [status]


@pytest.mark.slow
def test_looks_below_a_tree_are_paid_for_or_set_aside(tmp_path: Path) -> None:
    records = ("quay,4000,5", "buoy,9000,1")
    looks: dict[str, object] = {f"{RECORDED}.parameters.looks": 2}
    must_hold(below_a_tree(tmp_path / "declared", *records, edits=looks))
    must_hold(below_a_tree(tmp_path / "sure", *records, edits={f"{RECORDED}.confidence": 0.975}))
    waive: dict[str, object] = {
        f"{RECORDED}.waive": [
            {"rule": "sign-looked-again", "reason": "the quay was closed", "by": "S. Safety"}
        ]
    }
    must_hold(below_a_tree(tmp_path / "waived", *records, edits=waive))


@pytest.mark.slow
def test_looks_at_what_leaves_less_to_another_event(tmp_path: Path) -> None:
    """The bound allocated to one event shrinks by what the earlier run of the other says."""
    edits: dict[str, object] = {
        "trees.FT.target": {"probability": 1e-3, "confidence": 0.9},
        f"{RECORDED}.confidence": 0.95,
        "evidence_items.+": {**measured()["evidence_items"][0], "id": "EV2", "inputs": {"record": "other.csv"},
                             "confidence": 0.95},
        "events.BE2": {"id": "BE2", "text": "The brake fails",
                       "model": {"type": "evidence", "evidence": "EV2", "measure": "probability",
                                 "exposure": {"demands": 1}}},
        "claims.C1.text": "The brake fails seldom enough for the target of the quay",
        "claims.C1.requirement": {"measure": {"evidence": "EV2", "measure": "probability"}, "comparison": "<=",
                                  "bound": {"allocated": {"tree": "FT", "event": "BE2"}},
                                  "kind": "probability-per-demand", "confidence": 0.95},
        "evidence.N1.evidence": "EV2", "arguments.A1.tree": DROP, "arguments.A1.block": "decomposition",
    }  # fmt: skip
    for name, records, holds in (
        ("once", ["buoy,9000,1"], True),
        ("again", ["quay,4000,5", "buoy,9000,1"], False),
    ):
        at = tmp_path / name
        at.mkdir()
        (at / "other.csv").write_text("entry,demands,failures\nyard,20000,1\n")
        below_a_tree(at, *records, edits=edits)
        matches = verdict(at)
        assert ("sign-looked-again" in matches.rules) is not holds, matches.text
        assert (matches.claims["C1"] == "supported") is holds, matches.text


def pmi(at: Path, seed: int, seeds: int) -> dict[str, Any]:
    """The stored result of a RAM assessment whose split and training depend on the seed."""
    edits = {f"{ITEM}.seed": seed, f"{ITEM}.seeds": seeds, "claims.C1.requirement.bound": 0.3}
    folder(at, points(), edits, point_table(X, CLEAR))
    (path,) = (at / "results").glob("EV-*.json")
    document: dict[str, Any] = json.loads(path.read_text())
    return document


@pytest.mark.slow
def test_the_median_over_seeds_is_no_choice_of_one(tmp_path: Path) -> None:
    """Each number is the median of the runs, whose limits hold with half the error; order and outcome are recorded."""
    median = pmi(tmp_path / "five", 3, 5)
    table = next(t for t in median["tables"] if t["title"] == "Numbers by seed")
    row = next(r for r in table["rows"] if r[0] == "pmi")
    assert len(set(row[1:-1])) > 1, "the measure depends on the seed"
    assert row[-1] == sorted(row[1:-1])[2] == median["measures"]["pmi"]["value"]
    assert median["measures"]["pmi"]["confidence"] == 0.95
    assert median["recipe"]["seeds"] == 5
    edits = {"claims.C1.requirement.bound": 0.3, f"{ITEM}.seed": 3, f"{ITEM}.seeds": 5}
    must_hold(folder(tmp_path / "holds", points(), edits, point_table(X, CLEAR)))
    code, out, err = call("evidence", "verify", tmp_path / "five")
    assert code == 0, out + err
    one = pmi(tmp_path / "one", 3, 1)
    assert "seeds" not in one["recipe"], "a result of one seed keeps its key"
    assert median["measures"]["pmi"]["upper"] > one["measures"]["pmi"]["value"]


def test_the_limits_of_a_median_are_those_of_the_middle_run() -> None:
    from casegen_evidence.method import Measure, Result, Run
    from casegen_evidence.signs import Intake

    from casegen.store.seeds import over_seeds

    asked: list[tuple[int, float]] = []

    def once(call: Run) -> Result:
        asked.append((call.seed, call.confidence))
        upper = [0.3, 0.1, 0.2][call.seed - 7]
        low = Measure(upper / 2, "fraction", upper / 4, upper, call.confidence)
        return Result({"a": low, "b": Measure(upper, "score")}, [], [], ())

    folder_ = Path(tempfile.mkdtemp())
    call = Run({}, None, 7, 0.95, folder_, 1, "cpu", {}, lambda done, what: None, Intake())  # type: ignore[arg-type]
    result = over_seeds(call, 3, once)
    assert [seed for seed, _ in asked] == [7, 8, 9]
    assert all(level == pytest.approx(0.975) for _, level in asked)
    a, b = result.measures["a"], result.measures["b"]
    assert (a.lower, a.value, a.upper, a.confidence) == (0.05, 0.1, 0.2, 0.95)
    assert (b.value, b.upper, b.confidence) == (0.2, None, None)


@pytest.mark.parametrize("seeds", [0, 2, 100])
def test_seeds_without_a_middle_are_refused(tmp_path: Path, seeds: int) -> None:
    must_not_hold(folder(tmp_path / "x", points(), {f"{ITEM}.seeds": seeds}, point_table(X, CLEAR)), "seeds")


K: dict[str, Any] = {"stopping": "open", "entries": "recorded"}


def branch(base: Path, at: Path, *failures: int, **parameters: object) -> Path:
    """A copy of ``base`` in which the record was run with so many failures, one after the other."""
    if base != at:
        shutil.copytree(base, at)
    return demands(at, *(f"quay,9000,{k}" for k in failures), **K, **parameters)


def merged(ours: Path, theirs: Path, *, unnamed: bool = False) -> Path:
    """The entry and data of ``ours`` kept, the results of ``theirs`` beside them; ``unnamed``: of an earlier version."""
    for path in (theirs / "results").glob("EV-*.json"):
        shutil.copy(path, ours / "results")
    if unnamed:
        (ours / "results" / "EV.lock").unlink()
        for path in list((ours / "results").glob("EV-*.json")):
            document = json.loads(path.read_text())
            document["provenance"].get("looks", {}).pop("history", None)
            text = result_text(document)
            path.unlink()
            (ours / result_path("EV", document)).write_text(text)
    return ours


def looks(at: Path) -> int:
    return assess(load(at)).evidence["EV"].looks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ours", "theirs", "after"),
    [
        ((4,), (2, 1), 4),  # 4 failures hold what 1 counted, and went on with nothing
        ((2, 1), (4,), 4),
        ((), (2, 1), 3),
        ((2, 1), (), 3),
        ((4, 3), (2, 1), 5),
        ((2, 4), (2, 1), 3),  # of a record that went on
        ((2, 1), (2, 1), 3),  # the same runs by two people
        ((2,), (2, 1), 3),
    ],
)
def test_a_merge_counts_every_look_of_both_sides_once(
    tmp_path: Path, ours: tuple[int, ...], theirs: tuple[int, ...], after: int
) -> None:
    base = branch(tmp_path / "base", tmp_path / "base", 5)
    at = merged(branch(base, tmp_path / "ours", *ours), branch(base, tmp_path / "theirs", *theirs))
    assert looks(at) == after
    branch(at, at, 0)
    assert looks(at) == after + 1
    assert len(list((at / "results").glob("EV-*.json"))) == 1
    branch(at, at, 5)  # what was a look already is none when it is run again
    assert looks(at) == after + 1
    spent = assess(load(at)).evidence["EV"]
    assert not spent.confidences, "all were at one confidence"


@pytest.mark.slow
def test_a_merge_of_a_record_that_went_on_is_no_look(tmp_path: Path) -> None:
    base = demands(tmp_path / "base", "quay,4000,1", **K)
    shutil.copytree(base, tmp_path / "more")
    more = demands(tmp_path / "more", "quay,4000,1\nbuoy,9000,1", **K)
    at = merged(more, base)
    assert looks(at) == 1
    shutil.copytree(base, tmp_path / "other")
    other = demands(tmp_path / "other", "quay,4000,1\npier,9000,0", **K)
    assert looks(merged(at, other)) == 2, "neither goes on with the other"


@pytest.mark.slow
def test_of_results_that_name_no_looks_the_least_is_counted(tmp_path: Path) -> None:
    base = branch(tmp_path / "base", tmp_path / "base", 5)
    sides = branch(base, tmp_path / "ours", 4), branch(base, tmp_path / "theirs", 2, 1)
    at = merged(*sides, unnamed=True)
    branch(at, at, 0)
    assert looks(at) == 5


@pytest.mark.slow
def test_the_other_side_run_again_is_no_further_look(tmp_path: Path) -> None:
    base = branch(tmp_path / "base", tmp_path / "base", 5)
    theirs = branch(base, tmp_path / "theirs", 2, 1)
    at = merged(base, theirs)
    branch(at, at, 1)
    assert looks(at) == 3


@pytest.mark.slow
def test_a_result_that_cannot_be_read_is_not_removed_uncounted(tmp_path: Path) -> None:
    at = branch(tmp_path / "base", tmp_path / "base", 5)
    newer = at / "results" / "EV-0123456789ab.json"
    newer.write_text('{"format": 99}\n')
    branch(at, at, 1)
    assert newer.exists()
    assert len(list((at / "results").glob("EV-*.json"))) == 2
