"""Registered methods that read a record: failures in demands, in missions, or in operating hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from casegen_evidence.field_data.entries import (
    campaigns_of,
    grown,
    mean_over_entries,
    notes_on,
    p_value_in_words,
    p_value_measure,
    shown_spread,
    spread_of,
)
from casegen_evidence.field_data.failure import FailureText
from casegen_evidence.field_data.largest import largest_in_words
from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.plural import plural
from casegen_evidence.signs import Direction, Intake

if TYPE_CHECKING:
    from casegen_evidence.field_data.reading import Record


class RecordParameters(Parameters):
    """Parameters of the record methods."""

    failure: FailureText
    population: str = Field("", description="what was operated, where and by whom")
    homogeneity_level: Annotated[float, Field(ge=0.01, lt=0.5)] = Field(
        0.01, description="p-value of the test for equal entries below which their one bound is in doubt"
    )
    stopping: Literal["open", "planned"] = Field(
        "open",
        description="open: the record may have ended, and been looked at, at any time; planned: its end was fixed before",
    )
    looks: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="how often a planned record is compared with its target, this time included"
    )
    entries: Literal["similar", "one-rate", "recorded", "sample"] = Field(
        "similar",
        description="similar: entries and operation differ by `spread` at most; one-rate: all fail alike, which a person "
        "has to accept; recorded: the bound is of the entries' own mix; sample: operation is one more entry drawn like "
        "these",
    )
    spread: Annotated[float, Field(ge=0, le=3)] | None = Field(
        None,
        description="largest coefficient of variation between entries, operation among them, if they are similar; where "
        "the record contradicts it, the bound allows for the likeliest one and waits for a person. Not stated: 0.5, or "
        "1 if the end was planned",
    )


SIMILAR = (
    "the {} of the record's entries, and that of operation, are draws of one {} distribution with a coefficient of "
    "variation of at most {:g}"
)
ALONE = "the record's one entry is one campaign, not several added up, and operation fails with the same {}"
ONE_RATE = "every entry of the record, and operation, fails with the same {}"
MIX = "operation is the mix of entries that was recorded"
ASSUMPTIONS = (
    "Failures happen independently of each other, with one probability or rate within each entry of the record.",
    "What is recorded is like what is claimed: the same failure, the same conditions of use.",
    "Every failure is in the record; one that nobody noticed makes the bound too low.",
)


@dataclass(frozen=True)
class RecordMethod:
    """Failures counted over exposure: demands or missions (binomial), or hours (Poisson).

    ``exposure`` is the column that counts opportunities to fail.  Limits are exact where its end was planned:
    Clopper & Pearson (1934) for counts of trials, Garwood (1936) for hours; else they hold at any time.  Where operation
    is one more entry the limits are of the mean over entries, by bets (Waudby-Smith & Ramdas 2024).
    """

    name: str
    summary: str
    exposure: str
    measure: str
    kind: Kind
    text: str
    version: int = 9
    source: str = (
        "Clopper & Pearson (1934); Garwood (1936); Robbins (1970); Berger & Boos (1994); Ramdas & al. (2023)"
    )
    parameters: type[Parameters] = RecordParameters
    extra: str | None = None

    @property
    def inputs(self) -> Mapping[str, tuple[bool, str]]:
        """One table with the counts."""
        words = f"table with columns entry (a name), {self.exposure}, failures; one row per campaign, unit or period"
        return {"record": (True, words)}

    @property
    def measures(self) -> Mapping[str, tuple[Kind, str]]:
        """The bound, and how alike the entries are."""
        return {
            self.measure: (self.kind, self.text),
            "homogeneity_p_value": (
                "score",
                "p-value of equal entries (chi-squared, conditional on the totals; exact, or simulated with its limits)",
            ),
        }

    @property
    def better(self) -> Mapping[str, Direction]:
        """Fewer failures are better; the entries' p-value is no goal by itself."""
        return {self.measure: "lower", "homogeneity_p_value": "higher"}

    @property
    def signs(self) -> Mapping[str, str]:
        """What the table itself may say against the bound."""
        from casegen_evidence.field_data.signs.vital_signs import SIGNS

        return SIGNS

    @property
    def tolerance(self) -> Mapping[str, float]:
        """Relative, for another machine's libraries."""
        return dict.fromkeys(self.measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Read, add up, bound; warn where the entries are not alike."""
        from casegen_evidence.field_data.reading import read
        from casegen_evidence.field_data.signs.period_gaps import judge_stated_periods

        p: RecordParameters = run.parameters
        record = read(
            run.inputs["record"], self.exposure, whole=self.trials, failure=p.failure, declared=run.reading,
            intake=run.intake,
        )  # fmt: skip
        if p.entries == "sample":
            run.intake.read[-1] = {**run.intake.read[-1], "ended": True}
        judge_stated_periods(record, p.population, run.intake.read[-1]["not_read"], run.intake)
        pooled = self._limited(record, p, run.confidence)
        homogeneity = record.homogeneity()
        measures = {self.measure: pooled, "homogeneity_p_value": p_value_measure(homogeneity)}
        notes = [f"A failure is: {p.failure}."]
        if p.population:
            notes.append(f"Recorded: {p.population}.")
        notes += notes_on(record, p, run.confidence, pooled.upper)
        self._judge_entries(record, p, run.confidence, run.intake)
        table, figure = self._shown(record, run.confidence)
        signs, read_tables = run.intake.signs, run.intake.read
        return Result(measures, [table], [figure], ASSUMPTIONS, notes, signs=signs, read=read_tables)

    def continued(
        self,
        parameters: Mapping[str, object],
        document: Mapping[str, Any],
        confidence: float,
        more: float,
        failures: int,
    ) -> Measure | None:
        """The bound of a stored result's record once it has one more entry: ``failures`` in ``more`` units.

        ``document`` is the stored result; with ``more`` 0 the record is as it was.  None where the entries would then
        differ by more than is stated of them, so that the bound waits for a person.
        """
        p, record = (
            RecordParameters.model_validate(dict(parameters)),
            grown(document, more, failures, self.trials),
        )
        return None if self._waits(record, p, confidence) else self._limited(record, p, confidence)

    def continued_within(
        self,
        parameters: Mapping[str, object],
        document: Mapping[str, Any],
        confidence: float,
        more: float,
        failures: int,
        limit: float,
    ) -> bool | None:
        """Whether the upper limit of :meth:`continued` is at most ``limit``, by one test; None where that tells alone."""
        from casegen_evidence.bounds.campaigns import upper_within

        p, record = (
            RecordParameters.model_validate(dict(parameters)),
            grown(document, more, failures, self.trials),
        )
        if p.entries != "similar" or len(record.entries) < 2:
            return None
        if self._waits(record, p, confidence) or not upper_within(
            *campaigns_of(record, p, confidence), limit
        ):
            return False
        pooled = self._pooled(record, p, confidence)
        return pooled.upper is not None and pooled.upper <= limit

    def _waits(self, record: Record, p: RecordParameters, confidence: float) -> bool:
        """Whether the entries differ by more than is stated of them, so that the bound waits for a person."""
        intake = Intake()
        self._judge_entries(record, p, confidence, intake)
        return any(sign.name.endswith("unlike-entries") for sign in intake.signs)

    @property
    def trials(self) -> bool:
        """Whether exposure counts trials, each of which fails once at most, and not hours."""
        return self.kind != "rate-per-hour"

    def _limited(self, record: Record, p: RecordParameters, confidence: float) -> Measure:
        """The bound of a record."""
        pooled = self._pooled(record, p, confidence)
        if p.entries == "similar" and len(record.entries) > 1:
            return self._varied(pooled, record, p, confidence)
        return pooled

    def _judge_entries(self, record: Record, p: RecordParameters, confidence: float, intake: Intake) -> None:
        """Entries that differ by more than is stated of them, and one rate that nobody but the item states."""
        instead = (
            "state `entries: recorded` if the claim is about their mix, or `entries: sample` if operation is one more "
            "entry like these"
        )
        from casegen_evidence.bounds.campaigns import SPREAD
        from casegen_evidence.field_data.signs.merged_entries import judge_one_entry

        p_value, spread = record.homogeneity(), spread_of(p)
        differ = p_value.lower < p.homogeneity_level
        chance = f"chance explains ({p_value_in_words(p_value)})"
        if differ and p.entries == "one-rate":
            intake.suspects(
                "unlike-entries",
                f"the entries differ more than {chance}: no one {self.measure} describes them",
                [self.measure],
                instead,
            )
        shown = shown_spread(record, p, confidence) if p.entries == "similar" else None
        if shown is not None:
            than = chance if differ else f"a limit with confidence {confidence:g} leaves"
            intake.suspects(
                "unlike-entries",
                f"the entries differ more than {than}, by a coefficient of variation of "
                f"about {shown:.2g}, for which the limit allows; at most {spread:g} is stated",
                [self.measure],
                f"state a larger `spread`, with its reason, or {instead}",
            )
        if len(record.entries) == 1 and p.entries in ("similar", "one-rate"):
            judge_one_entry(record.entries[0], p.population, [self.measure], intake)
        closer = p.entries == "similar" and spread < SPREAD
        if (p.entries == "one-rate" or closer) and len(record.entries) > 1:
            by = f", by {spread:g} at most" if closer else ""
            intake.suspects(
                "one-rate",
                f"{len(record.entries)} entries and operation are declared to fail with {'nearly ' if closer else ''}one "
                f"{self.measure}{by}: a test of equal entries misses differences that make the bound wrong",
                [self.measure],
                "leave `entries` and `spread` out, so that the bound allows for entries that differ, or state in the "
                "waiver why they cannot",
            )

    def _varied(self, pooled: Measure, record: Record, p: RecordParameters, confidence: float) -> Measure:
        """``pooled`` with limits for entries that differ."""
        from dataclasses import replace

        from casegen_evidence.bounds.campaigns import varied_limits
        from casegen_evidence.bounds.distribution import beta_of
        from casegen_evidence.field_data.reading import gamma_of

        campaigns, level, spread, open_end = campaigns_of(record, p, confidence)
        lower, upper = varied_limits(campaigns, level, spread, open_end)
        assert pooled.lower is not None
        assert pooled.upper is not None
        lower, upper = min(lower, pooled.lower), max(upper, pooled.upper)
        is_rate = self.kind == "rate-per-hour"
        family = "gamma" if is_rate else "beta"
        fitted = gamma_of if is_rate else beta_of
        words = "mixture of likelihood ratios, at any time" if open_end else "Berger & Boos (1994)"
        words += f", {p.looks} looks" if p.looks > 1 and not open_end else ""
        return replace(
            pooled, lower=lower, upper=upper, distribution=fitted(pooled.value, upper, confidence),
            estimator=f"{words}, entries that differ",
            assumes=SIMILAR.format(self.measure, family, spread),
        )  # fmt: skip

    def _pooled(self, record: Record, p: RecordParameters, confidence: float) -> Measure:
        """The bound of the whole record, by how it ended and what its entries are to operation."""
        from dataclasses import replace

        from casegen_evidence.bounds import anytime_hours, anytime_trials
        from casegen_evidence.bounds.distribution import beta_of
        from casegen_evidence.field_data.reading import gamma_of

        failures, exposure = sum(record.failures), sum(record.exposure)
        level = 1 - (1 - confidence) / p.looks
        same = (ONE_RATE if len(record.entries) > 1 else ALONE).format(self.measure)
        assumed = {"similar": same, "one-rate": same, "recorded": MIX}.get(p.entries, "")
        if p.entries == "sample":
            return mean_over_entries(record, p, confidence, self.kind, self.text, self.exposure)
        exact = self._bounded(failures, exposure, level)
        if p.stopping == "planned":
            words = f"{exact.estimator}, {p.looks} looks" if p.looks > 1 else exact.estimator
            return replace(
                exact,
                confidence=confidence,
                estimator=words,
                assumes=assumed,
                looks=p.looks,
            )
        if self.kind == "rate-per-hour":
            lower, upper = anytime_hours(failures, exposure, confidence)
            shape: Mapping[str, object] | None = gamma_of(exact.value, upper, confidence)
        else:
            lower, upper = anytime_trials(failures, round(exposure), confidence)
            shape = beta_of(exact.value, upper, confidence)
        return replace(
            exact, lower=lower, upper=upper, confidence=confidence, distribution=shape,
            estimator="mixture of likelihood ratios, at any time", assumes=assumed,
            at_any_time=True,
        )  # fmt: skip

    def _bounded(self, failures: int, exposure: float, confidence: float) -> Measure:
        from casegen_evidence.bounds.measures import proportion
        from casegen_evidence.field_data.reading import rate

        if self.kind == "rate-per-hour":
            return rate(failures, exposure, confidence, self.text)
        return proportion(failures, round(exposure), confidence, self.kind, self.text)

    def _shown(self, record: Record, confidence: float) -> tuple[Table, Figure]:
        each = [
            self._bounded(k, n, confidence) for k, n in zip(record.failures, record.exposure, strict=True)
        ]
        rows = [
            (name, n, k, m.value, m.lower, m.upper)
            for name, n, k, m in zip(record.entries, record.exposure, record.failures, each, strict=True)
        ]
        level = f"{100 * confidence:g} %"
        table = Table(
            "Entries of the record",
            ("entry", self.exposure, "failures", "estimate", "lower", "upper"),
            rows,
            f"Each limit holds with {level} by itself.",
        )
        series = {
            "name": self.text,
            "values": [m.value for m in each],
            "lower": [m.lower for m in each],
            "upper": [m.upper for m in each],
        }
        alt = f"Estimates with {level} limits for {len(each):,} {plural(len(each), 'entry', 'entries')}."
        if largest := largest_in_words(record.entries, [m.value for m in each]):
            alt = f"{alt[:-1]}; {largest}."
        data = {"categories": list(record.entries), "series": [series]}
        return table, Figure("Estimates by entry", "bars", data, alt, y_label=self.text)


DEMANDS = RecordMethod(
    "demand-record",
    "Failures counted over demands",
    "demands",
    "probability",
    "probability-per-demand",
    "probability of failure on a demand",
)
MISSIONS = RecordMethod(
    "mission-record",
    "Failures counted over missions",
    "missions",
    "probability",
    "probability-per-mission",
    "probability of failure in a mission",
)
HOURS = RecordMethod(
    "operating-record",
    "Failures counted over operating hours",
    "hours",
    "rate",
    "rate-per-hour",
    "failure rate in 1/h",
)
