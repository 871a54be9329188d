"""The interface others rely on: JSON fields and exit codes.  Fields may be added, never renamed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.model.diagnostic import MissingDependencyError

Call = Callable[..., Any]
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_fta_quantify(auv: Path, casegen: Call) -> None:
    ran = casegen("fta", "quantify", auv, "--tree", "FT-SD", "--json")
    assert ran.code == 0
    fields = {
        "tree",
        "top",
        "probability",
        "method",
        "exact",
        "basic_events",
        "gates",
        "bdd_nodes",
        "minimal_cut_sets",
        "seconds",
    }
    assert fields <= set(ran.json)
    assert ran.json["method"] == "bdd"
    assert ran.json["exact"] is True
    assert len(casegen("fta", "quantify", auv, "--json").json["trees"]) == 2


@pytest.mark.slow
def test_fta_cutsets(auv: Path, casegen: Call) -> None:
    result = casegen("fta", "cutsets", auv, "--tree", "FT-SD", "--top", "5", "--json").json
    assert {"count", "complete", "by_order", "cut_sets"} <= set(result)
    assert len(result["cut_sets"]) == 5
    assert {"events", "order", "probability", "contribution"} <= set(result["cut_sets"][0])
    assert result["count"] == sum(result["by_order"].values())
    cut = casegen("fta", "cutsets", auv, "--tree", "FT-SD", "--limit-order", "2", "--json").json
    assert cut["complete"] is False
    assert cut["truncation"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [
    ("assess", "{auv}", "--json"), ("assess", "nowhere", "--json"),
    pytest.param(("check", "{auv}"), marks=pytest.mark.slow), pytest.param(("fta", "cutsets", "{auv}"), marks=pytest.mark.slow),
])  # fmt: skip
def test_a_process_answers_as_a_call_does(
    auv: Path, casegen: Call, casegen_process: Call, words: tuple[str, ...]
) -> None:
    """Tests call the command line in their own process: that this changes nothing is shown here."""
    words = tuple(word.format(auv=auv) for word in words)
    apart, here = casegen_process(*words), casegen(*words)
    assert (apart.code, apart.out) == (here.code, here.out)


@pytest.mark.slow
def test_fta_importance(auv: Path, casegen: Call) -> None:
    result = casegen("fta", "importance", auv, "--tree", "FT-SD", "--json").json
    fields = {"id", "probability", "birnbaum", "criticality", "fussell_vesely", "raw", "rrw", "occurrences"}
    assert all(fields <= set(event) for event in result["events"])


@pytest.mark.slow
def test_whatif(auv: Path, casegen: Call) -> None:
    result = casegen("whatif", auv, "--set", "BE-SONAR=0.5", "--json").json
    assert {"changes", "trees", "claims"} <= set(result)
    assert all({"tree", "before", "after", "ratio"} <= set(t) for t in result["trees"])
    assert all({"id", "before", "after"} <= set(c) for c in result["claims"])


@pytest.mark.slow
def test_allocate(auv: Path, casegen: Call) -> None:
    result = casegen("allocate", auv, "--tree", "FT-SD", "--event", "BE-0-1", "--json").json
    assert {"target", "achieved", "events"} <= set(result)
    assert all({"id", "current", "required", "meets"} <= set(e) for e in result["events"])
    infeasible = casegen(
        "allocate", auv, "--tree", "FT-SD", "--event", "BE-0-1", "--target", "1e-6", "--json"
    ).json
    assert "infeasible" in infeasible["problem"]
    assert infeasible["events"][0]["required"] is None


@pytest.mark.slow
def test_allocate_prints_the_digits_that_tell_a_bound_from_what_is_required(auv: Path, casegen: Call) -> None:
    rows = [
        re.split(r"  +", line.strip())
        for line in casegen("allocate", auv, "--tree", "FT-SD").out.splitlines()
    ]
    judged = [row for row in rows if row[-1] in ("yes", "no")]
    assert judged
    for row in judged:
        bound, required = (float(cell) for cell in row[2:4])
        assert (bound <= required) == (row[-1] == "yes")


@pytest.mark.slow
def test_check_and_assess(auv: Path, casegen: Call) -> None:
    result = casegen("check", auv, "--json").json
    assert {"errors", "warnings", "diagnostics"} <= set(result)
    fields = {"rule", "severity", "message", "file", "line", "column", "source"}
    assert all(fields <= set(d) for d in result["diagnostics"])
    assessed = casegen("assess", auv, "--json").json
    assert {"supported", "claims"} <= set(assessed)
    assert all({"id", "status", "requirement", "estimate", "reasons"} <= set(c) for c in assessed["claims"])


@pytest.mark.slow
def test_check_sarif(auv: Path, casegen: Call) -> None:
    result = casegen("check", auv, "--sarif").json
    assert result["version"] == "2.1.0"
    assert result["runs"][0]["results"]


def test_evidence_show(auv: Path, casegen: Call) -> None:
    result = casegen("evidence", "show", auv, "EV-RAM", "--json").json
    assert {"id", "method", "measures", "provenance", "status"} <= set(result)
    assert result["status"] == "fresh"
    measure = result["measures"]["pmi"]
    assert {"value", "lower", "upper", "confidence", "kind", "distribution", "n"} <= set(measure)
    assert {"inputs", "parameters", "seed", "code", "environment", "started", "seconds"} <= set(
        result["provenance"]
    )


@pytest.mark.parametrize("command", ["check", "assess"])
def test_input_errors_are_json_too(casegen: Call, tmp_path: Path, command: str) -> None:
    (tmp_path / "case.yaml").write_text("case: {id: c, title: T}\nclaim: []\n")
    ran = casegen(command, tmp_path, "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["diagnostics"][0]["line"] == 2


def test_a_case_that_holds_exits_0(casegen: Call, tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T, roots: [A]}\n"
        "events: [{id: E, source: data sheet, model: {type: constant, probability: 1e-4}}]\n"
        "trees: [{id: FT, top: G, target: {probability: 1e-3}, gates: [{id: G, type: or, inputs: [E]}]}]\n"
        "claims:\n"
        "  - {id: A, text: The top event happens in at most 1 of 1000 missions, owner: me,\n"
        "     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission}}\n"
        "  - {id: W, text: The tree is complete, assumed: by inspection, accepted_by: R. Roe, owner: me}\n"
        "  - {id: B, text: The event probability is not exceeded, assumed: by inspection, accepted_by: R. Roe, owner: me}\n"
        "arguments: [{id: Arg, supports: A, block: calculation, tree: FT, from: [B], side_claims: [W], text: Calculation}]\n"
    )
    ran = casegen("assess", tmp_path, "--json")
    assert ran.code == 0, ran.out
    assert ran.json["supported"] is True
    failing = casegen("whatif", tmp_path, "--set", "E=0.5", "--strict", "--json")
    assert failing.code == 1
    assert {c["id"]: c["after"] for c in failing.json["claims"]}["A"] == "challenged"


@pytest.mark.slow
def test_the_package_runs_as_a_module() -> None:
    from casegen import __version__

    ran = subprocess.run(
        [sys.executable, "-m", "casegen", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == f"casegen {__version__}\n"


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "offered"), [("casegen all", "allocate"), ("casegen fta qu", "quantify")])
def test_the_shell_completes_commands(typed: str, offered: str) -> None:
    asked = {
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
        "_CASEGEN_COMPLETE": "complete_bash",
    }
    script = "import sys; from casegen.cli import main; sys.argv = ['casegen']; main()"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.split() == [offered]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["assess"], 2, "Missing argument 'CASE'"),
        (["assess", "CASE", "--jsn"], 2, "No such option: --jsn"),
        (["asses", "CASE"], 2, "No such command 'asses'"),
        (["fta", "cutset", "CASE"], 2, "No such command 'cutset'"),
        (["fta", "quantify", "CASE", "--top", "many"], 2, "--top"),
        (["whatif", "CASE", "--set", "NO-EVENT=1"], 2, "NO-EVENT"),
        (["export", "CASE", "-f", "own", "-o", "x"], 2, "there is no format 'own'"),
        (["build", "CASE", "--no-run", "-o", "CASE/case.yaml"], 2, "case.yaml"),
    ],
)
def test_a_wrong_call_is_one_json_document(
    casegen: Call, arguments: list[str], code: int, words: str
) -> None:
    """A program that reads `--json` learns why there is no result."""
    inspection = str(ROOT / "examples" / "inspection")
    ran = casegen(*(word.replace("CASE", inspection) for word in arguments), "--json")
    assert ran.code == code, ran.err
    (finding,) = ran.json["diagnostics"]
    assert words in finding["message"]
    assert ran.json["errors"] == 1


def test_an_outside_part_that_fails_is_one_json_document(
    casegen: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise MissingDependencyError("this needs the Python package 'none'", "pip install none")

    monkeypatch.setattr("casegen.assessment.checks.case.checked", missing)
    ran = casegen("check", ROOT / "examples" / "inspection", "--json")
    assert ran.code == 3
    (finding,) = ran.json["diagnostics"]
    assert (finding["rule"], finding["message"]) == (
        "dependency", "this needs the Python package 'none'; install it with: pip install none"
    )  # fmt: skip


def test_help_beside_json_is_no_failure(casegen: Call) -> None:
    assert casegen("assess", "--help", "--json").code == 0


@pytest.mark.parametrize(
    ("epoch", "code"), [("abc", 2), ("99999999999999999999", 2), ("", 0), (" 1700000000 ", 0)]
)
def test_a_date_that_is_none_is_named_before_anything_reads_it(
    epoch: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Packages that casegen uses read the variable too, and end where it is no number."""
    from casegen.cli.entry import main

    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    monkeypatch.setattr("sys.argv", ["casegen", "schema", "claims"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code or 0) == code
    assert ("SOURCE_DATE_EPOCH should be whole seconds" in capsys.readouterr().err) == (code == 2)
    assert ("SOURCE_DATE_EPOCH" in os.environ) == bool(epoch)


@pytest.mark.parametrize("epoch", ["abc", "1700000000"])
def test_a_date_that_has_no_say_is_not_asked_for(
    epoch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Documents of a pack bear a date of their own, whatever the machine that verifies them sets."""
    from casegen.cli.entry import main

    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    monkeypatch.setattr("sys.argv", ["casegen", "baseline", "verify", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "SOURCE_DATE_EPOCH" not in capsys.readouterr().err
    assert "SOURCE_DATE_EPOCH" not in os.environ
