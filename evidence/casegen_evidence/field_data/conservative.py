"""Conservative Bayesian inference as a registered method: a partial prior belief and a record without failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from casegen_evidence.field_data.failure import FailureText, SourceText
from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, Intake

CURVE = 25
"""Points of the curve over further trials."""


class ConservativeParameters(Parameters):
    """Parameters of ``conservative-bayes``."""

    failure: FailureText
    prior: Annotated[float, Field(gt=0, lt=1)] = Field(
        description="probability, before the record, that the system fails with at most the probability `at`"
    )
    source: SourceText
    at: Annotated[float, Field(ge=0, lt=1)] = Field(
        0.0, description="probability of failure on a demand that the belief is about; 0: that it never fails"
    )
    population: str = Field("", description="what was operated, where and by whom")


class ConservativeBayes:
    """Registered as ``conservative-bayes``."""

    name = "conservative-bayes"
    version = 2
    summary = "Probability of failure on demand from demands without failure and a stated prior belief"
    source = "Bishop, Bloomfield, Littlewood, Povyakalo & Wright (2011); Strigini & Povyakalo (2013)"
    parameters: type[Parameters] = ConservativeParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "record": (
            True,
            "table with columns entry (a name), demands, failures (0); one row per campaign or unit",
        )
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "probability": (
            "probability-per-demand",
            "chance to fail on the next demand, with the limit that the item's confidence allows; for the worst prior",
        ),
        "without_belief": ("probability-per-demand", "the record alone, Clopper–Pearson"),
        "demands": ("score", "demands without failure"),
    }
    better: Mapping[str, Direction] = {"probability": "lower", "without_belief": "lower", "demands": "higher"}
    signs: Mapping[str, str] = {
        "sum-of-rows": "a last row that adds up the others",
        "unread-failures": "another column of failures, which is not read",
        "unread-count": "a column of counts, which is not read",
        "merged-entries": "one entry whose name or population says that it holds several campaigns, sites or units",
        "one-rate": "several entries, which are taken to fail alike",
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Add up the demands; the worst mean and the worst quantile over every prior with the stated belief."""
        from casegen_evidence.field_data.reading import read

        p: ConservativeParameters = run.parameters
        record = read(
            run.inputs["record"],
            "demands",
            whole=True,
            failure=p.failure,
            declared=run.reading,
            intake=run.intake,
        )
        failures, demands = sum(record.failures), int(sum(record.exposure))
        if p.prior >= run.confidence:
            raise InputProblem(
                f"expected a prior belief below the confidence of {run.confidence:g}; found {p.prior:g}, which needs "
                "no record at all: state it as a claim, with its source"
            )
        _judge_entries(record.entries, p.population, run.intake)
        measures = (
            _believed(p, demands, run.confidence)
            if not failures
            else _refuted(failures, demands, run.confidence)
        )
        mean, alone = measures["probability"], measures["without_belief"]
        notes = [f"A failure is: {p.failure}."] + ([f"Recorded: {p.population}."] if p.population else [])
        if failures:
            notes.append(
                f"The record holds {failures:,} failures: the belief is left out, and the record alone bounds."
            )
        table = Table(
            "What the prior belief adds",
            ["from", "estimate", "upper limit"],
            [["belief and record", mean.value, mean.upper], ["record alone", alone.value, alone.upper]],
            f"Over every prior with Pr(Θ ≤ {p.at:g}) = {p.prior:g}; the limit holds with {100 * run.confidence:g} %.",
        )
        return Result(
            measures, [table], [] if failures else [_curve(p, demands, run.confidence)], ASSUMPTIONS, notes,
            signs=tuple(run.intake.signs), read=tuple(run.intake.read),
        )  # fmt: skip


ASSUMPTIONS = (
    "Demands are independent trials with one probability of failure, in the record and in operation.",
    "Every failure is in the record.",
    "The prior belief was held before the record was seen, and does not rest on it.",
)


def _believed(p: ConservativeParameters, demands: int, confidence: float) -> dict[str, Measure]:
    """The worst mean and quantile over every prior with the belief, after demands without failure."""
    from casegen_evidence.bounds.bayes import credible_limit, worst_mean
    from casegen_evidence.bounds.distribution import beta_of
    from casegen_evidence.bounds.measures import proportion

    mean = worst_mean(demands, p.prior, p.at)
    upper = max(mean, credible_limit(demands, confidence, p.prior, p.at))
    belief = (
        f"before the record, the probability of failure on a demand was at most {p.at:g} with probability "
        f"{p.prior:g} ({p.source})"
    )
    return {
        "probability": Measure(
            mean, "probability-per-demand", None, upper, confidence,
            beta_of(mean, upper, confidence), demands, "chance to fail on the next demand, for the worst prior",
            "conservative Bayesian inference", assumes=belief,
        ),
        "without_belief": proportion(0, demands, confidence, "probability-per-demand", "the record alone"),
        "demands": Measure(float(demands), "score", text="demands without failure"),
    }  # fmt: skip


def _refuted(failures: int, demands: int, confidence: float) -> dict[str, Measure]:
    """Of a record with failures, the limit at any time that it gives by itself.

    It is a result, and no error: a run that is refused leaves no trace, and campaigns could be repeated until one has no
    failure.
    """
    from casegen_evidence.bounds import anytime_trials
    from casegen_evidence.bounds.distribution import beta_of

    value, upper = failures / demands, float(anytime_trials(failures, demands, confidence)[1])
    alone = Measure(
        value, "probability-per-demand", None, upper, confidence, beta_of(value, upper, confidence), demands,
        "probability of failure on a demand, the record alone", "mixture of likelihood ratios, at any time",
    )  # fmt: skip
    passed = Measure(float(demands - failures), "score", text="demands without failure")
    return {"probability": alone, "without_belief": alone, "demands": passed}


def _judge_entries(entries: Sequence[str], population: str, intake: Intake) -> None:
    """Doubt that several entries fail alike, as the method takes them to, also where they stand in one row."""
    from casegen_evidence.field_data.signs.merged_entries import judge_one_entry

    if len(entries) == 1:
        judge_one_entry(entries[0], population, ["probability", "without_belief"], intake)
    else:
        intake.suspects(
            "one-rate",
            f"{len(entries)} entries and operation are taken to fail with one probability: where half of the sites never "
            "fail, the limit is wrong four times as often as stated",
            ["probability", "without_belief"],
            "use `demand-record`, whose bound allows for entries that differ, or state in the waiver why these cannot",
        )


def _curve(p: ConservativeParameters, demands: int, confidence: float) -> Figure:
    """The limit over the number of demands without failure, with and without the belief."""
    import numpy as np

    from casegen_evidence.bounds.bayes import credible_limit
    from casegen_evidence.bounds.binomial import clopper_pearson

    n = np.unique(np.geomspace(max(1, demands / 30), 10 * demands, CURVE).astype(int))
    x = [int(v) for v in n]
    believed = [credible_limit(v, confidence, p.prior, p.at) for v in x]
    alone = [float(clopper_pearson(0, v, confidence)[1]) for v in x]
    series = [
        {"name": "belief and record", "x": x, "y": believed},
        {"name": "record alone", "x": x, "y": alone},
    ]
    now = credible_limit(demands, confidence, p.prior, p.at)
    alt = (
        f"After {demands:,} demands without failure the limit is {now:.3g} with the belief and "
        f"{float(clopper_pearson(0, demands, confidence)[1]):.3g} without."
    )
    return Figure(
        "Limit over demands without failure", "lines", {"series": series}, alt, "demands", "probability of failure",
        log_x=True, log_y=min(believed) > 0,
    )  # fmt: skip


CONSERVATIVE = ConservativeBayes()
