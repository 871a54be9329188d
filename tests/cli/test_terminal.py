"""What people see first fits a screen, says what to do next, and folds what is alike."""

from __future__ import annotations

import doctest
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from casegen.cli import folding
from tests.false_support import DROP, call, folder
from tests.false_support.bases import calculation

AUV = Path("examples/auv")


def screen(*arguments: str | Path) -> list[str]:
    _, out, err = call(*arguments)
    assert not err, err
    return out.splitlines()


@pytest.fixture(scope="module")
def vehicle() -> list[str]:
    """The assessment of the vehicle, as it is printed."""
    return screen("assess", AUV)


@pytest.mark.slow
def test_the_vehicle_fits_one_screen_and_says_what_to_do_next(vehicle: list[str]) -> None:
    lines = vehicle
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("The case does not hold")
    steps = lines[lines.index("Next") + 1 :]
    assert any("give 2 claims an argument: TLC2-FUTURE, SubC9" in line for line in steps)


@pytest.mark.slow
def test_points_are_distinguished_by_the_text_of_the_claim(vehicle: list[str]) -> None:
    shown = "\n".join(vehicle)
    assert "The object detection is secure enough (SubC9)" in shown
    assert "no argument given yet" in shown
    assert "is undeveloped" not in shown
    assert "1.55 % exceeds the limit of 1 %" in shown


@pytest.mark.slow
def test_all_shows_every_claim() -> None:
    shown = "\n".join(screen("assess", AUV, "--all"))
    assert shown.count("supported  ") > 40


@pytest.mark.slow
@pytest.mark.parametrize("command", [("allocate",), ("fta", "importance")])
def test_combinations_fold(command: tuple[str, ...]) -> None:
    lines = screen(*command, AUV, "--tree", "FT-SD")
    assert len(lines) < 45
    assert max(len(line.rstrip()) for line in lines) <= 100
    assert any("any 2 of 8" in line for line in lines)


@pytest.mark.slow
def test_what_stays_as_it_is_takes_no_seventeen_digits() -> None:
    lines = screen(
        "allocate", AUV.parent / "inspection", "--tree", "FT-SD", "--method", "cost", "--target", "5e-5"
    )
    (sonar,) = [line for line in lines if "BE-SONAR" in line]
    assert sonar.split() == ["BE-SONAR", "0.0009995", "0.0009996", "its", "bound", "yes"]


def test_two_groups_alike_stay_two_rows() -> None:
    """Two groups of two with equal numbers were "any 2 of 4", a group that the case does not have."""
    groups = {"G": ["[A]", "[B]", "[A B]"], "H": ["[X]", "[Y]", "[X Y]"]}
    rows = [(part, ("1" if " " in part else "2",)) for parts in groups.values() for part in parts]
    names = [name for name, _ in folding.fold(rows, groups)]
    assert names == ["any 1 of 2 (A, B)", "[A B]", "any 1 of 2 (X, Y)", "[X Y]"]


def test_folding() -> None:
    assert doctest.testmod(folding).failed == 0


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A case with nine claims that nobody supports, in two groups of findings."""
    edits: dict[str, Any] = {}
    case = calculation()
    names = [f"X{k}" for k in range(9)]
    case["claims"] += [
        {"id": name, "text": f"Part {name} works", "owner": "A", "undeveloped": True} for name in names
    ]
    case["arguments"][0]["from"] = ["C2", *names]
    case["evidence"] = [{"id": "N9", "text": "Loose", "artefact": "x.md", "owner": "A"}]
    return folder(tmp_path / "many", case, edits, {"x.md": "x"})


def test_findings_are_grouped_with_fix_and_rule_once(many: Path) -> None:
    lines = screen("check", many)
    text = "\n".join(lines)
    assert text.count("fix: develop it") == 1
    assert "claim-undeveloped] (9)" in text
    assert "… and 4 more: 4 in case.yaml (--all)" in text
    assert "Next" in lines
    assert lines[-1].endswith("warnings")
    everything = "\n".join(screen("check", many, "--all"))
    assert everything.count("no argument given yet") == 9
    assert 'claim "Part X3 works" (X3): no argument given yet' in everything


def test_filters(many: Path) -> None:
    only = screen("check", many, "--rule", "claim-*")
    assert "(of " in only[-1]
    assert all("claim-undeveloped" in line for line in only if line.startswith(("error", "warning")))
    assert screen("check", many, "--rule", "risk-intolerable")[0].startswith("0 errors, 0 warnings")
    assert call("check", many, "--file", "none.yaml")[0] == call("check", many, "--rule", "nosuch")[0] == 2
    assert call("check", many, "--severity", "grave")[0] == 2


def test_build_shows_the_texts_of_a_small_case(tmp_path: Path) -> None:
    open_claim = {"claims.C2.assumed": DROP, "claims.C2.accepted_by": DROP, "claims.C2.undeveloped": True}
    at = folder(tmp_path / "case", calculation(), open_claim)
    out = call("build", at, "--text", "--no-run", "-o", tmp_path / "out")[1]
    assert "The probabilities of both events come from the data sheet (C2)" in out


@pytest.mark.slow
def test_build_shows_the_texts(tmp_path: Path) -> None:
    shutil.copytree(AUV, tmp_path / "auv", ignore=shutil.ignore_patterns("baselines"))
    out = call("build", tmp_path / "auv", "--text", "--no-run", "-o", tmp_path / "out")[1]
    assert "AUV-1 keeps satisfying R while it is operated and changed (TLC2-FUTURE)" in out


@pytest.mark.slow
def test_a_whatif_tells_claims_by_their_text() -> None:
    lines = screen("whatif", AUV, "--set", "BE-DVL=0.2")
    assert max(map(len, lines)) <= 100
    assert any("→" in line for line in lines)
    assert any("not change" in line for line in lines)
    everything = screen("whatif", AUV, "--set", "BE-DVL=0.2", "--all")
    assert any(line.strip().startswith("FT-MISS") for line in everything), "trees that do not change as well"
    assert not any("not change" in line for line in everything)


@pytest.mark.slow
def test_printed_bounds_are_no_safer_than_they_are() -> None:
    """The bound is 0.134840…: rounded to the nearest it would be on the safe side of itself."""
    case = Path("examples/robot")
    exact = json.loads(call("evidence", "show", case, "EV-OC3-SF", "--json")[1])["measures"]
    printed = 0
    for line in screen("evidence", "show", case, "EV-OC3-SF"):
        cells = line.split()
        if len(cells) > 3 and cells[0] in exact and cells[3] != "–":
            measure = exact[cells[0]]
            assert float(cells[3]) >= measure["upper"]
            assert cells[2] == "–" or float(cells[2]) <= measure["lower"]
            printed += 1
    assert printed >= 4
    changed = json.loads(call("whatif", AUV, "--set", "BE-DVL=2e-3", "--json")[1])
    for line in screen("whatif", AUV, "--set", "BE-DVL=2e-3"):
        cells = line.split()
        for row in changed["trees"]:
            if cells and cells[0] == row["tree"]:
                assert float(cells[4]) >= row["before_upper"]
                assert float(cells[5]) >= row["after_upper"]


def test_evidence_tells_inputs_and_parameters_line_by_line() -> None:
    lines = screen("evidence", "show", AUV, "EV-GUARD")
    assert max(map(len, lines)) <= 100
    assert any(line.startswith("  input         records/guard-tests.csv (sha256") for line in lines)
    assert any("failure: the vehicle came closer than one metre" in line for line in lines)
    assert not any("{'" in line for line in lines)


@pytest.mark.slow
def test_explain_names_claims_by_their_text_and_fits_the_width() -> None:
    lines = screen("explain", AUV)
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 60
    assert any("The object detection is secure enough (SubC9): develop it" in line for line in lines)
    near = next(line for line in screen("explain", "examples/robot") if "(C-OC4-TASK)" in line)
    assert near.split()[0] not in ("1×", "1.0×"), "what has room left is not shown as just met"
    assert len(screen("explain", AUV, "--all")) > len(lines)


def test_a_small_case_is_an_outline_that_fits_a_screen() -> None:
    lines = screen("assess", "examples/monitor")
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 100
    assert any("upper bound 99.9999 % exceeds the limit of" in line for line in lines)


def test_many_errors_are_grouped(tmp_path: Path) -> None:
    case = calculation()
    case["claims"] += [{"id": f"X{k}", "text": f"Part {k} works", "owner": "A"} for k in range(9)]
    case["arguments"][0]["from"] = ["C2", *(f"X{k}" for k in range(9))]
    code, _, err = call("assess", folder(tmp_path / "case", case))
    assert code == 1
    assert "[claim-unsupported] (9)" in err
    assert 'claim "Part 0 works" (X0) is unsupported' in err
    assert err.count("fix:") == 1


@pytest.mark.slow
def test_allocation_shows_what_matters_first() -> None:
    rows = [line.split() for line in screen("allocate", AUV, "--tree", "FT-DOCK", "--target", "0.004")]
    names = [row[0] for row in rows if row and row[0].startswith("BE-")]
    missed = [row[-1] for row in rows if row and row[0].startswith("BE-")]
    assert names[0] == "BE-CAGE"
    assert missed == sorted(missed), "those that are not met stand first"


@pytest.mark.slow
def test_a_bound_that_falls_because_a_number_is_exact_says_so() -> None:
    shown = "\n".join(screen("whatif", AUV, "--set", "BE-DVL=1e-3"))
    assert "BE-DVL is taken as exact, so that the upper bound of FT-SD, FT-COL, FT-DOCK falls" in shown
    spread = "BE-DVL={distribution: lognormal, median: 0.0018, error_factor: 3}"
    assert "taken as exact" not in "\n".join(screen("whatif", AUV, "--set", spread))


def test_a_tree_without_an_uncertain_input_has_no_bound_and_says_why() -> None:
    settings = [f"--set={name}=1e-4" for name in ("BE-CURTAIN", "BE-RELAY", "BE-BRAKE")]
    shown = screen("whatif", Path("examples/press"), *settings)
    assert "no upper bound of FT-PRESS: no input with an uncertainty is left" in "\n".join(shown)
    (row,) = [line for line in shown if line.split()[:1] == ["FT-PRESS"]]
    assert row.split()[-2:] == ["0.004117", "none"]
    some = "\n".join(screen("whatif", Path("examples/press"), *settings[:2]))
    assert "no upper bound of" not in some


STEERING = "\x1b[2J\x9b31m\u202e"


@pytest.mark.parametrize(
    "command",
    [["check"], ["assess"], ["assess", "--why", "C1"], ["evidence", "list"], ["fta", "show"], ["fta", "quantify"],
     ["assess", "--json"], ["check", "--json"], ["fta", "mcs"], ["export", "-f", "tea", "-o", "x.json"]],
    ids=" ".join,
)  # fmt: skip
def test_no_text_of_a_case_steers_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = json.dumps(f"E{STEERING}")
    (tmp_path / "case.yaml").write_text(f"""casegen: 1
case: {{id: s, title: {json.dumps(STEERING)}, roots: [C1]}}
claims:
  - {{id: C1, text: {json.dumps("The pump stops " + STEERING)}, undeveloped: true}}
trees:
  - {{id: T, top: G, title: {json.dumps(STEERING)}, gates: [{{id: G, text: {json.dumps(STEERING)}, or: [{name}]}}]}}
events:
  - {{id: {name}, text: {json.dumps(STEERING)}, model: {{constant: 0.1}}}}
""")
    code, out, err = call(*command[:2] if command[0] in ("fta", "evidence") else command[:1], tmp_path,
                          *command[2 if command[0] in ("fta", "evidence") else 1 :])  # fmt: skip
    assert code in (0, 1, 2)
    assert not set(out + err) & set("\x1b\x9b\u202e"), ascii(out + err)
