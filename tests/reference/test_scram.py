"""Against SCRAM itself, where it is installed: common-cause models, event models, importance."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values
from casegen.io.openpsa.read import read_openpsa

pytestmark = pytest.mark.skipif(
    shutil.which("scram") is None, reason="scram is not installed: apt-get install scram"
)

CCF = {
    "beta-factor": {3: 0.2},
    "MGL": {2: 0.3, 3: 0.4},
    "alpha-factor": {1: 0.9, 2: 0.07, 3: 0.03},
    "phi-factor": {1: 0.75, 2: 0.2, 3: 0.05},
}
TREE = """<opsa-mef><define-fault-tree name="t">
<define-gate name="top"><or><gate name="trains"/><and><basic-event name="x"/><basic-event name="p1"/></and></or></define-gate>
<define-gate name="trains"><atleast min="2"><basic-event name="p1"/><basic-event name="p2"/><basic-event name="p3"/></atleast></define-gate>
<define-basic-event name="x">{x}</define-basic-event>{group}
</define-fault-tree>{data}</opsa-mef>"""
PLAIN = "".join(
    f'<define-basic-event name="p{i}"><float value="0.{i}"/></define-basic-event>' for i in (1, 2, 3)
)


def _scram(path: Path, *options: str) -> str:
    out = path.with_suffix(".out")
    subprocess.run(["scram", "--bdd", *options, "-o", str(out), str(path)], check=True, capture_output=True)
    return out.read_text()


def _probability(report: str) -> float:
    result = re.search(r'<sum-of-products[^>]* probability="([^"]+)"', report)
    assert result is not None
    return float(result.group(1))


def _ours(path: Path, hours: float | None = None) -> float:
    case = read_openpsa(path)
    return compile_tree(case, "t").probability(event_values(case, "t", {}, mission_time=hours).probability)


@pytest.mark.parametrize("model", CCF)
def test_common_cause_models(model: str, tmp_path: Path) -> None:
    factors = "".join(f'<factor level="{k}"><float value="{f}"/></factor>' for k, f in CCF[model].items())
    members = "".join(f'<basic-event name="p{i}"/>' for i in (1, 2, 3))
    group = (
        f'<define-CCF-group name="pumps" model="{model}"><members>{members}</members>'
        f'<distribution><float value="0.1"/></distribution><factors>{factors}</factors></define-CCF-group>'
    )
    path = tmp_path / "ccf.xml"
    path.write_text(TREE.format(x='<float value="0.05"/>', group=group, data=""))
    assert _ours(path) == pytest.approx(
        _probability(_scram(path, "--probability", "1", "--ccf", "1")), rel=1e-5
    )


@pytest.mark.parametrize(
    "expression",
    [
        "<exponential><float value='1e-3'/><system-mission-time/></exponential>",
        "<Weibull><float value='900'/><float value='1.7'/><float value='20'/><system-mission-time/></Weibull>",
        "<GLM><float value='0.01'/><float value='1e-3'/><float value='2e-2'/><system-mission-time/></GLM>",
        "<periodic-test><float value='1e-3'/><float value='168'/><float value='100'/><system-mission-time/></periodic-test>",
        "<periodic-test><float value='1e-3'/><float value='2e-2'/><float value='168'/><float value='100'/>"
        "<system-mission-time/></periodic-test>",
        *(
            "<periodic-test><float value='1e-3'/><float value='4e-3'/><float value='2e-2'/><float value='168'/>"
            f"<float value='100'/><float value='0.1'/><float value='{duration}'/><bool value='{available}'/>"
            "<float value='0.9'/><float value='0.05'/><system-mission-time/></periodic-test>"
            for duration in (10, 120)
            for available in ("true", "false")
        ),
        "<switch><case><gt><system-mission-time/><float value='100'/></gt><float value='0.3'/></case>"
        "<float value='0.1'/></switch>",
        "<mul><float value='0.5'/><exp><neg><float value='2'/></neg></exp></mul>",
    ],
)
def test_event_models(expression: str, tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    path.write_text(TREE.format(x=expression, group=PLAIN, data=""))
    theirs = _probability(_scram(path, "--probability", "1", "--mission-time", "700"))
    assert _ours(path, 700.0) == pytest.approx(theirs, rel=1e-5)


def test_importance(tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    path.write_text(TREE.format(x='<float value="0.05"/>', group=PLAIN, data=""))
    report = _scram(path, "--probability", "1", "--importance", "1")
    case = read_openpsa(path)
    values = event_values(case, "t", {})
    ours = {e.id: e for e in compile_tree(case, "t").importance(values.probability)}
    result = re.findall(
        r'<basic-event name="(\w+)" occurrence="(\d+)" probability="[^"]+" MIF="([^"]+)" CIF="([^"]+)" DIF="([^"]+)"'
        r' RAW="([^"]+)" RRW="([^"]+)"',
        report,
    )
    assert len(result) == 4
    for name, occurrence, *numbers in result:
        e = ours[name]
        assert e.occurrences == int(occurrence)
        expected = [float(x) for x in numbers]
        assert [e.birnbaum, e.criticality, e.dif, e.raw, e.rrw] == pytest.approx(expected, rel=1e-4)
