"""The main job as a user does it, on a copy of the vehicle example: text in, verdict out, exit codes of the contract."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

Call = Callable[..., "object"]


@pytest.mark.slow
def test_check_reports_undeveloped_claims_and_no_error(auv: Path, casegen: Call) -> None:
    ran = casegen("check", auv, "--json")
    assert ran.code == 0
    assert ran.json["errors"] == 0
    assert "claim-undeveloped" in {d["rule"] for d in ran.json["diagnostics"]}
    assert all(d["file"] and d["line"] > 0 and d["source"] for d in ran.json["diagnostics"])


@pytest.mark.slow
def test_assess_fails_with_the_reason(auv: Path, casegen: Call) -> None:
    ran = casegen("assess", auv, "--json")
    assert ran.code == 1
    claims = {c["id"]: c for c in ran.json["claims"]}
    assert ran.json["supported"] is False
    assert claims["C-SD"]["status"] == "challenged"
    assert claims["SubC11"]["status"] == "challenged"
    assert claims["C-MISS"]["status"] == "supported"
    assert claims["LLC4"]["status"] == "undeveloped"
    assert {"C-SD", "SubC11"} <= {w["target"] for w in ran.json["weakest"]}
    requirement = claims["C-SD"]["requirement"]
    assert requirement["holds"] is False
    assert requirement["compared"] > requirement["bound"]


def by_hand(pmi: float) -> float:
    """Top event of FT-SD at point values, worked out without the tool: the tree has no repeated event."""

    def any_of(*p: float) -> float:
        return 1 - math.prod(1 - x for x in p)

    hours, demands = 2.0, 12
    rate = lambda r: -math.expm1(-r * hours)  # noqa: E731
    sigma = math.log(3) / 1.6448536269514722
    thruster = rate_mean(2.0e-5, sigma, hours)
    fewer_than_six = sum(math.comb(8, k) * thruster**k * (1 - thruster) ** (8 - k) for k in range(3, 9))
    loss_of_position = any_of(2.0e-5, rate(1.0e-5), fewer_than_six)
    classifier = 1 - (1 - pmi) ** demands
    wrong_distance = any_of(any_of(classifier, 2.0e-4), 5.0e-4, 1.0e-4)
    wrong_position = any_of(rate(4.0e-4), 1.0e-3, 4.0e-4)
    guard = any_of(rate(5.0e-4), 2.0e-3, 3.0e-3)
    return any_of(loss_of_position, any_of(wrong_distance, wrong_position) * guard)


def rate_mean(median: float, sigma: float, hours: float) -> float:
    """Failure probability at the mean of the lognormal rate."""
    return -math.expm1(-median * math.exp(sigma**2 / 2) * hours)


@pytest.mark.slow
@pytest.mark.parametrize("pmi", [0.0, 1e-4, 5e-4, 1e-2])
def test_whatif_agrees_with_hand_calculation(auv: Path, casegen: Call, pmi: float) -> None:
    per_mission = 1 - (1 - pmi) ** 12
    for setting in (f"BE-0-1={per_mission!r}", f"EV-RAM-SD.pmi={pmi!r}"):
        ran = casegen("whatif", auv, "--set", setting, "--json")
        assert ran.code == 0
        tree = next(t for t in ran.json["trees"] if t["tree"] == "FT-SD")
        assert tree["after"] == pytest.approx(by_hand(pmi), rel=1e-9)


@pytest.mark.slow
def test_allocate_returns_the_bound_at_which_the_claim_flips(auv: Path, casegen: Call) -> None:
    allocated = casegen("allocate", auv, "--tree", "FT-SD", "--event", "BE-0-1", "--json")
    assert allocated.code == 0
    event = allocated.json["events"][0]
    assert event["meets"] is False
    assert allocated.json["achieved"] == pytest.approx(1e-4, rel=1e-9)
    assert casegen("allocate", auv, "--tree", "FT-SD", "--event", "BE-0-1", "--strict").code == 1

    def status(pmi: float) -> str:
        ran = casegen("whatif", auv, "--set", f"EV-RAM-SD.pmi={pmi!r}", "--json")
        return next(c["after"] for c in ran.json["claims"] if c["id"] == "C-SD")

    required = event["measure_required"]
    assert event["required"] == pytest.approx(1 - (1 - required) ** 12, rel=1e-9)
    # assumed: earlier runs of the shipped item did not meet the limit, and a person has to say why that does no harm
    assert status(required * (1 - 1e-9)) in ("supported", "assumed")
    assert status(required * (1 + 1e-9)) == "challenged"


@pytest.mark.slow
def test_whatif_scenarios_from_a_file(auv: Path, casegen: Call, tmp_path: Path) -> None:
    file = tmp_path / "scenarios.yaml"
    file.write_text(
        "scenarios:\n  better sonar: {BE-SONAR: 1e-5, BE-GEOMETRY: 1e-4}\n  retrained: {EV-RAM-SD.pmi: 2e-4}\n"
    )
    both = casegen("whatif", auv, "--scenario", file, "--json").json["scenarios"]
    assert [s["scenario"] for s in both] == ["better sonar", "retrained"]
    one = casegen("whatif", auv, "--scenario", file, "--compare", "retrained", "--json").json
    assert one == both[1]
    assert casegen("whatif", auv, "--scenario", file, "--compare", "retraind").code == 2


@pytest.mark.parametrize(
    ("setting", "words"),
    [("BE-0-1", "expected EVENT=PROBABILITY"), ("BE-0-1=x", "expected EVENT=PROBABILITY"), ("BE-0-1=1.3", "found 1.3"),
     ("BE-01=0.1", "did you mean 'BE-0-1'"), ("EV-RAM.pm=0.1", "did you mean 'pmi'")],
)  # fmt: skip
def test_whatif_refuses_what_it_cannot_set(auv: Path, casegen: Call, setting: str, words: str) -> None:
    ran = casegen("whatif", auv, "--set", setting)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.slow
def test_an_edited_input_makes_the_claims_above_stale(auv: Path, casegen: Call) -> None:
    with (auv / "data" / "birth-frames.csv").open("a") as stream:
        stream.write("0.5,0.5,pipe\n")
    rows = {e["id"]: e for e in casegen("evidence", "list", auv, "--json").json["evidence"]}
    assert rows["EV-RAM"]["status"] == "stale"
    assert rows["EV-RAM"]["why"] == ["input points (data/birth-frames.csv) has changed"]
    ran = casegen("assess", auv, "--json")
    assert ran.code == 1
    claims = {c["id"]: c["status"] for c in ran.json["claims"]}
    assert claims["C-MISS"] == "stale"
    assert claims["C1"] == "stale"


@pytest.mark.slow
def test_a_tampered_result_is_never_used(auv: Path, casegen: Call) -> None:
    lock = json.loads((auv / "results" / "EV-RAM-SD.lock").read_text())
    name = f"EV-RAM-SD-{lock['result'][:12]}.json"
    path = auv / "results" / name
    path.write_text(path.read_text().replace('"value"', '"value" ', 1))
    rows = {e["id"]: e for e in casegen("evidence", "list", auv, "--json").json["evidence"]}
    assert rows["EV-RAM-SD"]["status"] == "failed"
    ran = casegen("assess", auv, "--json")
    assert ran.code == 1
    claim = next(c for c in ran.json["claims"] if c["id"] == "SubC11")
    assert claim["status"] not in ("supported", "assumed")


def test_schema_of_a_part_and_of_the_whole(casegen: Call) -> None:
    assert "claims" in casegen("schema").json["properties"]
    assert "requirement" in casegen("schema", "claim").json["properties"]
    assert casegen("schema", "clam").code == 2
