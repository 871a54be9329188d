"""Distributions that leave the range of their number are refused, wherever they enter; those of handbooks are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from casegen.fta import FaultTreeError, event_values
from casegen.io import load
from casegen.model.quantity import (
    Beta,
    Distribution,
    Empirical,
    Gamma,
    Histogram,
    Lognormal,
    Normal,
    Uniform,
)
from casegen.model.tails import (
    excess_above,
    excess_below,
    lognormal_parameters,
    mean_from_far,
    share_above,
    share_below,
)
from casegen.model.value_ranges import FROM_ZERO, SHARE
from tests.false_support import call


def normal(mean: float, sd: float) -> dict[str, Any]:
    return {"distribution": "normal", "mean": mean, "sd": sd}


def lognormal(mean: float, error_factor: float) -> dict[str, Any]:
    return {"distribution": "lognormal", "mean": mean, "error_factor": error_factor}


def beta(alpha: float, other: float) -> dict[str, Any]:
    return {"distribution": "beta", "alpha": alpha, "beta": other}


def op(name: str, *args: Any) -> dict[str, Any]:
    return {"op": name, "args": args}


def constant(probability: Any, **more: Any) -> dict[str, Any]:
    return {"type": "constant", "probability": probability, **more}


def gamma(shape: float, scale: float) -> dict[str, Any]:
    return {"distribution": "gamma", "shape": shape, "scale": scale}


def median(at: float, error_factor: float) -> dict[str, Any]:
    return {"distribution": "lognormal", "median": at, "error_factor": error_factor}


P, Q = {"parameter": "p"}, {"parameter": "q"}
SMALL = {"distribution": "gamma", "shape": 2.5, "scale": 1e-4}


def one(at: Path, model: dict[str, Any] | None, kind: str = "probability-per-mission", **more: Any) -> Path:
    """A case of one tree: an OR of A and, where there is a common-cause group, of its members B and D."""
    names = ["A", "B", "D"] if "common_cause" in more else ["A"]
    events = [{"id": "A", "model": model or constant(0.001)}, *({"id": name} for name in names[1:])]
    tree = {"id": "T", "top": "G", "kind": kind, "gates": [{"id": "G", "type": "or", "inputs": names}]}
    if kind == "probability-per-mission":
        tree["mission_time"] = 10
    parameters = [{"id": k, "value": v} for k, v in more.pop("parameters", {}).items()]
    whole = {"casegen": 1, "case": {"id": "x", "title": "X", "roots": ["C"]}, "trees": [tree], "events": events,
             "claims": [{"id": "C", "text": "the x is safe", "undeveloped": True}], "parameters": parameters,
             **more}  # fmt: skip
    at.mkdir(exist_ok=True)
    (at / "case.yaml").write_text(json.dumps(whole, indent=1))
    return at


def group(model: str, factors: list[Any], total: Any) -> dict[str, Any]:
    entry = {"id": "CC", "model": model, "members": ["B", "D"], "factors": factors, "total": constant(total)}
    return {"common_cause": [entry]}


OUTSIDE: dict[str, tuple[str, dict[str, Any] | None, dict[str, Any]]] = {
    "below 0": ("probability", constant(normal(0.01, 0.01)), {}),
    "far below 0": ("probability", constant(normal(0.01, 0.05)), {}),
    "above 1": ("probability", constant(lognormal(0.3, 10)), {}),
    "a gamma above 1": ("probability", constant({"distribution": "gamma", "shape": 0.5, "scale": 1}), {}),
    "per demand": ("probability", constant(normal(0.01, 0.01), kind="probability-per-demand", exposure={"demands": 3}), {}),
    "per hour": ("rate", constant(normal(1e-3, 1e-3), kind="rate-per-hour", exposure={"hours": 3}), {}),
    "a parameter": ("probability", constant(Q), {"parameters": {"p": normal(0.01, 0.01), "q": P}}),
    "twice a parameter": ("probability", constant(op("mul", 2, P)), {"parameters": {"p": normal(0.01, 0.01)}}),
    "twice a beta": ("probability", constant(op("mul", 2, beta(2, 3))), {}),
    "a difference": ("probability", constant(op("sub", P, Q)), {"parameters": {"p": normal(0.1, 0.01), "q": normal(0.07, 0.01)}}),
    "one less": ("probability", constant(op("sub", 1, P)), {"parameters": {"p": lognormal(0.3, 10)}}),
    "a rate": ("rate", {"type": "exponential", "rate": normal(1e-3, 1e-3)}, {}),
    "a rate of an operation": ("rate", constant(op("exponential", P, 10)), {"parameters": {"p": normal(1e-3, 1e-3)}}),
    "hours": ("hours", {"type": "exponential", "rate": 1e-5, "hours": normal(10, 5)}, {}),
    "a scale": ("scale", {"type": "weibull", "scale": normal(1000, 500), "shape": 2}, {}),
    "a start": ("on_demand", {"type": "glm", "on_demand": normal(0.1, 0.1), "failure_rate": 1e-4, "repair_rate": 0.1}, {}),
    "an interval": ("interval", {"type": "periodic-test", "failure_rate": 1e-4, "first": 1, "interval": normal(2, 1)}, {}),
    "a factor": ("factor 1", None, group("beta-factor", [normal(0.1, 0.1)], 0.01)),
    "a total": ("total", None, group("beta-factor", [0.1], normal(0.01, 0.01))),
    "phi times the total": ("probability", None, group("phi-factor", [{"distribution": "uniform", "lower": 0, "upper": 8}, 0.1], 0.2)),
}  # fmt: skip

RARE = {"distribution": "histogram", "edges": [-8e4, 0, 0.1], "weights": [8e-7, 1]}

FAR: dict[str, tuple[str, dict[str, Any] | None, dict[str, Any]]] = {
    "few and large": ("probability", constant(gamma(1e-5, 1e4)), {}),
    "error factor 1e5": ("probability", constant(median(4.9e-12, 1e5)), {}),
    "error factor 3e4": ("probability", constant(median(7.5e-11, 3e4)), {}),
    "error factor 1000": ("probability", constant(median(1.64e-7, 1e3)), {}),
    "a median far from the mean": ("probability", constant({**median(1e-9, 1e3), "level": 0.9}), {}),
    "less what few trials see": ("probability", constant(op("sub", 0.05, gamma(5e-8, 8e5))), {}),
    "less what is rare": ("probability", constant(op("sub", 0.05, gamma(1e-5, 4e3))), {}),
    "plus what is rare": ("probability", constant(op("add", 0.05, gamma(1e-5, 4e3))), {}),
    "several, one of them rare": ("probability", constant(op("add", P, gamma(1e-5, 4e3))), {"parameters": {"p": lognormal(0.01, 3)}}),
    "twice what is rare": ("probability", constant(op("mul", 2, P)), {"parameters": {"p": gamma(1e-5, 2e3)}}),
    "a histogram with a rare end": ("probability", constant(op("add", 0.1, RARE)), {}),
    "one of several with a rare end": ("probability", constant(op("add", P, RARE)), {"parameters": {"p": beta(20, 80)}}),
    "a rate": ("rate", {"type": "exponential", "rate": lognormal(1e-5, 1000)}, {}),
    "a rate of an operation": ("rate", {"type": "exponential", "rate": op("mul", 2, P)}, {"parameters": {"p": gamma(1e-7, 1)}}),
    "a location": ("location", {"type": "weibull", "scale": 1000, "shape": 2, "location": lognormal(1, 1e4)}, {}),
    "a factor": ("factor 1", None, group("mgl", [gamma(1e-5, 1e4)], 0.01)),
    "an alpha factor": ("factor 2", None, group("alpha-factor", [0.9, gamma(1e-5, 1e4)], 0.01)),
    "a total": ("total", None, group("beta-factor", [0.1], gamma(1e-5, 1e4))),
}  # fmt: skip

INSIDE: dict[str, tuple[dict[str, Any] | None, dict[str, Any]]] = {
    "five deviations": (constant(normal(0.01, 0.002)), {}),
    "a handbook's": (constant(lognormal(0.01, 10)), {}),
    "a handbook's with a median": (constant({"distribution": "lognormal", "median": 0.05, "error_factor": 3}), {}),
    "a gamma": (constant(SMALL), {}),
    "a beta of Jeffreys": (constant(beta(0.5, 1000.5)), {}),
    "up to 1": (constant({"distribution": "uniform", "lower": 0, "upper": 1}), {}),
    "a rate of a handbook": ({"type": "exponential", "rate": lognormal(1e-4, 10)}, {}),
    "a sum": (constant(op("add", P, Q)), {"parameters": {"p": lognormal(0.01, 10), "q": lognormal(0.001, 10)}}),
    "one less": (constant(op("sub", 1, P)), {"parameters": {"p": normal(0.1, 0.02)}}),
    "the lesser of 1 and more": (constant(op("min", 1, op("mul", 20, P))), {"parameters": {"p": lognormal(0.01, 10)}}),
    "a shape and a scale": ({"type": "weibull", "scale": normal(1000, 100), "shape": normal(2, 0.2)}, {}),
    "a Weibull's location": ({"type": "weibull", "scale": 1000, "shape": 2, "location": normal(0, 5)}, {}),
    "error factor 300": (constant(median(2.4e-6, 300)), {}),
    "a rate of error factor 100": ({"type": "exponential", "rate": lognormal(1e-6, 100)}, {}),
    "a gamma without a failure": (constant(gamma(0.5, 1e-3)), {}),
    "a beta of almost nothing": (constant(beta(1e-4, 1e-4)), {}),
    "a small gamma of a rate": ({"type": "exponential", "rate": gamma(0.01, 1e-3)}, {}),
    "less a handbook's": (constant(op("sub", 0.05, P)), {"parameters": {"p": lognormal(0.001, 3)}}),
    "a product of three": (constant(op("mul", P, Q, Q)), {"parameters": {"p": lognormal(0.01, 10), "q": lognormal(0.1, 3)}}),
    "a beta factor": (None, group("beta-factor", [beta(2, 20)], lognormal(0.01, 3))),
    "alpha factors": (None, group("alpha-factor", [beta(20, 2), beta(2, 20)], lognormal(0.01, 5))),
}  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_leaves_its_range_is_refused(tmp_path: Path, name: str) -> None:
    what, model, more = OUTSIDE[name]
    with pytest.raises(FaultTreeError, match=rf"(event A|group CC): {what} leaves its range: 0\.\d+ of"):
        event_values(load(one(tmp_path / "c", model, **more)), "T", {})


@pytest.mark.parametrize("name", FAR)
def test_what_lies_far_out_and_moves_the_mean_is_refused(tmp_path: Path, name: str) -> None:
    what, model, more = FAR[name]
    with pytest.raises(FaultTreeError, match=rf"(event A|group CC): {what} (leaves its range|has no mean)"):
        event_values(load(one(tmp_path / "c", model, **more)), "T", {})


@pytest.mark.slow
@pytest.mark.parametrize("name", FAR)
def test_what_lies_far_out_is_one_error_of_check(tmp_path: Path, name: str) -> None:
    _, model, more = FAR[name]
    text = call("check", str(one(tmp_path / "c", model, **more)), "--json")[1]
    assert [d["rule"] for d in json.loads(text)["diagnostics"]].count("value-range") == 1


UNIFORM = {"distribution": "uniform", "lower": 0.9, "upper": 0.99}
WRONG: dict[str, tuple[Any, dict[str, Any]]] = {
    "a power": (op("pow", op("add", P, P), 2), {"parameters": {"p": UNIFORM}}),
    "a sum of numbers": (op("add", 0.9, 0.9), {}),
    "a difference of numbers": (op("sub", 0.1, 0.2), {}),
    "a quotient by 0": (op("div", 0.1, op("sub", P, P)), {"parameters": {"p": UNIFORM}}),
    "a parameter of parameters": (Q, {"parameters": {"p": 0.8, "q": op("mul", 2, P)}}),
    "a logarithm": (op("log", P), {"parameters": {"p": UNIFORM}}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_number_outside_is_an_error_of_check_beside_those_of_others(tmp_path: Path, name: str) -> None:
    number, more = WRONG[name]
    at = one(tmp_path / "c", constant(number), **more)
    case = json.loads((at / "case.yaml").read_text())
    case["events"] += [{"id": "B", "model": constant(op("mul", 2, normal(0.01, 0.01)))}, {"id": "D"}]
    case["trees"][0]["gates"][0]["inputs"] += ["B", "D"]
    (at / "case.yaml").write_text(json.dumps(case))
    code, text, _ = call("check", str(at), "--json")
    assert code == 1
    reported = [d["message"] for d in json.loads(text)["diagnostics"] if d["rule"] == "value-range"]
    assert len(reported) == 2
    assert "event A" in reported[0]
    assert "event B: probability leaves its range" in reported[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", OUTSIDE)
def test_what_leaves_its_range_is_one_error_of_check(tmp_path: Path, name: str) -> None:
    _, model, more = OUTSIDE[name]
    text = call("check", str(one(tmp_path / "c", model, **more)), "--json")[1]
    (reported,) = [d for d in json.loads(text)["diagnostics"] if d["rule"] == "value-range"]
    assert "leaves its range" in reported["message"]


@pytest.mark.slow
@pytest.mark.parametrize("name", INSIDE)
def test_what_stays_in_its_range_is_no_error_of_check(tmp_path: Path, name: str) -> None:
    model, more = INSIDE[name]
    assert "value-range" not in call("check", str(one(tmp_path / "c", model, **more)), "--json")[1]


@pytest.mark.parametrize("name", INSIDE)
def test_what_stays_in_its_range_is_not(tmp_path: Path, name: str) -> None:
    model, more = INSIDE[name]
    values = event_values(load(one(tmp_path / "c", model, **more)), "T", {})
    assert all(0.0 < p < 1.0 for p in values.points)


def test_a_rate_above_one_is_a_rate(tmp_path: Path) -> None:
    rate = constant(lognormal(2.0, 10), kind="rate-per-hour")
    assert event_values(load(one(tmp_path / "c", rate, "rate-per-hour")), "T", {}).points == pytest.approx(
        [2.0]
    )


def test_an_imported_model_is_refused_where_it_is_quantified_and_checked(tmp_path: Path) -> None:
    file, folder = tmp_path / "m.xml", tmp_path / "case"
    file.write_text(
        '<opsa-mef><define-fault-tree name="T"><define-gate name="G"><or><basic-event name="A"/></or></define-gate>'
        '<define-basic-event name="A"><normal-deviate><float value="0.01"/><float value="0.01"/></normal-deviate>'
        "</define-basic-event></define-fault-tree></opsa-mef>"
    )
    code, out, err = call("fta", "quantify", str(file))
    assert code == 2
    assert "0.16 of the normal distribution lies below 0" in " ".join((out + err).split())
    assert call("import", str(folder), "--format", "openpsa", str(file))[0] == 0
    code, out, err = call("check", str(folder))
    assert code == 1
    assert "[value-range]" in out + err


def test_what_is_set_is_refused_too(tmp_path: Path) -> None:
    code, out, err = call("whatif", str(one(tmp_path / "c", constant(0.01))), "--set", f"A={json.dumps(normal(0.01, 0.01))}")  # fmt: skip
    assert code == 2
    assert "0.16 of the normal distribution lies below 0" in " ".join((out + err).split())


@pytest.mark.parametrize("spread", [gamma(1e-5, 1e4), median(4.9e-12, 1e5)])
def test_what_is_set_with_a_mean_from_far_out_is_refused(tmp_path: Path, spread: dict[str, Any]) -> None:
    code, out, err = call(
        "whatif", str(one(tmp_path / "c", constant(0.01))), "--set", f"A={json.dumps(spread)}"
    )
    assert code == 2
    assert "of the mean" in out + err or "moves the mean by" in out + err


def test_a_deviate_with_a_mean_from_far_out_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "m.xml"
    file.write_text(
        '<opsa-mef><define-fault-tree name="T"><define-gate name="G"><not><basic-event name="A"/></not></define-gate>'
        '<define-basic-event name="A"><gamma-deviate><float value="1e-5"/><float value="1e4"/></gamma-deviate>'
        "</define-basic-event></define-fault-tree></opsa-mef>"
    )
    code, out, err = call("fta", "quantify", str(file))
    assert code == 2
    assert "moves the mean by 0.1" in " ".join((out + err).split())


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("spread", [beta(1e-4, 1e-4), beta(1e-3, 5), beta(0.5, 1000.5), gamma(1e-3, 0.01)])
def test_quantiles_that_are_no_numbers_warn_of_nothing(tmp_path: Path, spread: dict[str, Any]) -> None:
    samples = event_values(load(one(tmp_path / "c", constant(spread))), "T", {}).sample(50_000)
    assert np.all((samples >= 0.0) & (samples <= 1.0))


DISTRIBUTIONS: dict[str, tuple[Distribution, Any]] = {
    "uniform": (Uniform(distribution="uniform", lower=-1.0, upper=3.0), stats.uniform(-1.0, 4.0)),
    "normal": (Normal(distribution="normal", mean=0.4, sd=0.3), stats.norm(0.4, 0.3)),
    "gamma": (Gamma(distribution="gamma", shape=2.0, scale=0.3), stats.gamma(2.0, scale=0.3)),
    "narrow gamma": (Gamma(distribution="gamma", shape=9.0, scale=0.03), stats.gamma(9.0, scale=0.03)),
    "beta": (Beta(distribution="beta", alpha=2.0, beta=3.0), stats.beta(2.0, 3.0)),
    "histogram": (
        Histogram(distribution="histogram", edges=(-0.5, 0.5, 2.0), weights=(1.0, 3.0)),
        stats.rv_histogram((np.array([1.0, 3.0]), np.array([-0.5, 0.5, 2.0])), density=False),
    ),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_shares_are_those_of_another_library(name: str) -> None:
    own, theirs = DISTRIBUTIONS[name]
    for x in (-0.2, 0.0, 0.3, 1.0):
        assert share_below(own, x) == pytest.approx(theirs.cdf(x), rel=1e-9, abs=1e-12)
        # of what lies far out only an upper bound is stated
        assert theirs.sf(x) * (1 - 1e-9) <= share_above(own, x) <= max(theirs.sf(x) * (1 + 1e-9), 1e-6)


def test_excesses_are_those_of_another_library() -> None:
    wide = Lognormal(distribution="lognormal", mean=0.01, error_factor=10)
    mu, sigma = lognormal_parameters(wide)
    others = stats.lognorm(sigma, scale=np.exp(mu))
    for own, theirs in [*(DISTRIBUTIONS[k] for k in ("normal", "gamma", "narrow gamma")), (wide, others)]:
        for x in (0.1, 0.3, 1.0):
            beyond = quad(theirs.sf, x, np.inf, epsabs=1e-14, limit=500)[0]
            assert beyond * (1 - 1e-6) <= excess_above(own, x) <= beyond * (1 + 1e-6) + 1e-6 * theirs.mean()
    own, theirs = DISTRIBUTIONS["normal"]
    assert excess_below(own, 0.0) == pytest.approx(quad(theirs.cdf, -np.inf, 0.0)[0])
    far = others.ppf(1 - 1e-6)
    assert mean_from_far(wide) == pytest.approx(quad(others.sf, far, 100 * far)[0] / 0.01, rel=1e-3)


def test_shares_of_a_lognormal_and_of_samples() -> None:
    wide = Lognormal(distribution="lognormal", mean=0.01, error_factor=10)
    mu, sigma = lognormal_parameters(wide)
    assert share_above(wide, 1.0) == pytest.approx(stats.lognorm(sigma, scale=np.exp(mu)).sf(1.0))
    assert share_above(wide, 1.0) == pytest.approx(3.3e-5, rel=0.02)
    assert share_below(wide, 0.0) == 0.0
    few = Empirical(distribution="empirical", samples=(-1.0, 0.0, 1.0, 2.0))
    assert (share_below(few, 0.0), share_above(few, 1.0)) == (0.25, 0.25)


def histogram(edges: tuple[float, ...], weights: tuple[float, ...]) -> Histogram:
    return Histogram(distribution="histogram", edges=edges, weights=weights)


OF_OTHERS = {
    "beta": (Beta(distribution="beta", alpha=1e-7, beta=1.0), stats.beta(1e-7, 1.0)),
    "beta near": (Beta(distribution="beta", alpha=1e-5, beta=100.0), stats.beta(1e-5, 100.0)),
    "histogram": (histogram((0.0, 1e-9, 0.5), (1.0, 5e-7)), stats.rv_histogram((np.array([1, 5e-7]), np.array([0, 1e-9, 0.5])), density=False)),
    "histogram near": (histogram((0.0, 1e-9, 0.5), (1.0, 5e-6)), stats.rv_histogram((np.array([1, 5e-6]), np.array([0, 1e-9, 0.5])), density=False)),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_OTHERS)
def test_means_from_far_are_those_of_another_library(name: str) -> None:
    own, theirs = OF_OTHERS[name]
    far = theirs.isf(1e-6)
    theirs_share = quad(theirs.sf, far, 1.0, epsabs=0.0, limit=500)[0] / theirs.mean()
    assert mean_from_far(own) == pytest.approx(theirs_share, rel=1e-4)
    refused = SHARE.problem_in_tails(own)
    assert bool(refused) == (theirs_share > 0.1)
    assert FROM_ZERO.problem_in_tails(own) == refused
    if refused:
        assert f"of the mean of the {own.distribution} distribution lies beyond its quantile" in refused


def test_histograms_and_betas_of_handbooks_stay() -> None:
    for own in (
        histogram((0.0, 1e-3, 1e-2, 1.0), (1.0, 1e-3, 1e-7)),
        histogram((0.0, 0.5, 1.0), (1.0, 0.0)),
        histogram((1e-6, 1e-5, 1e-4, 1e-3), (5.0, 4.0, 1.0)),
        Beta(distribution="beta", alpha=0.5, beta=10_000.5),
        Beta(distribution="beta", alpha=0.01, beta=1.0),
    ):
        assert not SHARE.problem_in_tails(own)
    assert mean_from_far(histogram((-1.0, 0.0, 1.0), (1.0, 1.0))) == 0.0
