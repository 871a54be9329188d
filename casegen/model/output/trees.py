"""Documents of the fault-tree commands; of several trees each is an entry of ``trees``."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from casegen.model.output.case import Number


class QuantifiedTree(TypedDict):
    """One tree of ``fta quantify --json``; ``lower`` and ``upper`` enclose the probability where it is not exact."""

    tree: str
    top: str
    probability: float
    lower: float | None
    upper: float | None
    method: str
    exact: bool
    stale: list[str]
    """stale evidence items that its numbers come from"""
    label: str
    basic_events: int
    gates: int
    bdd_nodes: int
    minimal_cut_sets: int | None
    seconds: float
    left_out: NotRequired[list[str]]


class QuantifiedTrees(TypedDict):
    """``fta quantify --json`` of several trees."""

    trees: list[QuantifiedTree]
    left_out: NotRequired[list[str]]


class CutSetEntry(TypedDict):
    """A minimal cut set (or prime implicant) and its share of the rare-event sum."""

    events: list[str]
    order: int
    probability: float
    contribution: float


class CutSetsTree(TypedDict):
    """One tree of ``fta cutsets --json``; ``count`` is of all within the limits, listed or not, null where unknown."""

    tree: str
    kind: str
    count: int | None
    complete: bool
    truncation: str
    rare_event_sum: float
    rounding: str
    """where the top lies, and why, if rounding took its digits; else empty"""
    stale: list[str]
    """stale evidence items that its numbers come from"""
    hours: str
    """which events have the number after hours of their own, not after the mission's; else empty"""
    by_order: dict[str, int]
    cut_sets: list[CutSetEntry]


class CutSetsTrees(TypedDict):
    """``fta cutsets --json`` of several trees."""

    trees: list[CutSetsTree]


class ImportanceRow(TypedDict):
    """Importance of one event or gate."""

    id: str
    probability: Number
    birnbaum: Number
    criticality: Number
    fussell_vesely: Number
    dif: Number
    raw: Number
    rrw: Number
    occurrences: int | None
    fussell_vesely_method: str


class SpreadRow(TypedDict):
    """Spread of each measure of one event over the trials; ``first``: share of the trials in which it leads."""

    id: str
    first: float
    mean: dict[str, Number]
    quantiles: dict[str, dict[str, Number]]


class ImportanceTree(TypedDict):
    """One tree of ``fta importance --json``: ``events``, or ``gates`` with ``--gates``."""

    tree: str
    events: NotRequired[list[ImportanceRow] | list[SpreadRow]]
    gates: NotRequired[list[ImportanceRow]]
    rounding: str
    """where the top lies, and why, if rounding took its digits; else empty"""
    stale: list[str]
    """stale evidence items that its numbers come from"""
    hours: str
    """which events have the number after hours of their own, not after the mission's; else empty"""
    trials: NotRequired[int]
    seed: NotRequired[int]
    method: NotRequired[str]


class ImportanceTrees(TypedDict):
    """``fta importance --json`` of several trees."""

    trees: list[ImportanceTree]
    left_out: NotRequired[list[str]]
    """trees with an event that has no number for what was drawn, and why"""


class UncertaintyTree(TypedDict):
    """One tree of ``fta uncertainty --json``."""

    tree: str
    mean: float
    mean_standard_error: float | None
    std: float
    error_factor: Number
    quantiles: dict[str, float]
    point: float
    trials: int
    seed: int
    method: str
    clipped: dict[str, int]
    fixed: list[str]
    rounding: str
    """where the top lies, and why, if rounding took its digits; else empty"""
    stale: list[str]
    """stale evidence items that its numbers come from"""
    hours: str
    """which events have the number after hours of their own, not after the mission's; else empty"""


class UncertaintyTrees(TypedDict):
    """``fta uncertainty --json`` of several trees."""

    trees: list[UncertaintyTree]
    left_out: NotRequired[list[str]]
    """trees with an event that has no number for what was drawn, and why"""


class SwingRow(TypedDict):
    """The top event with one input low and high, and the distance of the two (``swing``); null: no number."""

    id: str
    events: list[str]
    low: Number
    high: Number
    basis: str
    gradient: Number
    elasticity: Number
    note: str
    """why there is no gradient, and which of the numbers have lost digits to rounding; else empty"""
    swing: Number
    low_range: RangeRow | None
    """where ``low`` lies, if rounding took digits of it; else null"""
    high_range: RangeRow | None


class SensitivityTree(TypedDict):
    """One tree of ``fta sensitivity --json``."""

    tree: str
    top: float
    rounding: str
    """where the top lies, and why, if rounding took its digits; else empty"""
    stale: list[str]
    """stale evidence items that its numbers come from"""
    hours: str
    """which events have the number after hours of their own, not after the mission's; else empty"""
    inputs: list[SwingRow]


class SensitivityTrees(TypedDict):
    """``fta sensitivity --json`` of several trees."""

    trees: list[SensitivityTree]


class LostDigitsRow(TypedDict):
    """Where a number lies whose digits rounding took."""

    lower: float
    upper: float


class RangeRow(TypedDict):
    """Both ends of what a probability is known to lie in."""

    lower: float
    upper: float


class LargestRow(TypedDict):
    """A top event where it is largest."""

    hours: float
    probability: float


class CurveDocument(TypedDict):
    """``fta curve --json``: the top event at ``hours``; ``share``: part of the time in each demand band."""

    tree: str
    hours: list[float]
    probability: list[float]
    average: float
    per_hour: float | None
    sil_demand: int
    sil_hourly: int
    share: dict[str, float]
    """within 0.0005; empty where that is not known"""
    largest: LargestRow | None
    """the largest that was found, between ``hours`` too; null where what lies between them is not followed"""
    ranges: list[RangeRow | None]
    """at each of ``hours``: both ends where the probability is known as a range only; else null"""
    average_range: RangeRow | None
    per_hour_range: RangeRow | None
    rounding: str
    """where digits were lost, in words; else empty"""
    stale: list[str]
    """stale evidence items that its numbers come from"""
    lost: list[LostDigitsRow | None]
    """at each of ``hours``; null where all digits stand"""
    note: str
    """how the rate is counted where tests renew what has failed, and why there is no rate or level; else empty"""
    standing: list[str]
    """events that stand at one number, and why"""
    label: str
    """at what uncertain inputs stand, so that no number of the curve has a confidence; empty where none is uncertain"""


class CurveDocuments(TypedDict):
    """``fta curve --json`` of several trees."""

    trees: list[CurveDocument]


class TreeFileDocument(TypedDict):
    """``fta convert --json``."""

    file: str
    not_carried: list[str]
    stale: list[str]
    """stale evidence items that its numbers come from"""


class ScenariosDocument(TypedDict):
    """``fta scenarios --json``: the tree that the chains were compiled into."""

    tree: str
    scenarios: list[str]
    top: str
    gates: list[str]
    undeveloped: list[str]
    probability: float | None
    minimal_cut_sets: int | None
    stale: list[str]
    """stale evidence items that its numbers come from"""
    problem: str
    file: str | None


class NotCarried(TypedDict):
    """What another tool's format cannot carry, or what was decided in reading it."""

    item: str
    reason: str


class ChangedPart(TypedDict):
    """A part of the case that an import changed."""

    section: str
    id: str
    fields: list[str]


class ImportDocument(TypedDict):
    """``import --json``."""

    format: str
    folder: str
    files: list[str]
    changed: list[ChangedPart]
    added: dict[str, int]
    findings: NotRequired[list[str]]
    kept: NotRequired[int]
    """differences that stay as the case has them"""
    not_carried: list[NotCarried]
    decided: list[NotCarried]


class ExportDocument(TypedDict):
    """``export --json``."""

    format: str
    case: str
    files: list[str]
    not_carried: list[NotCarried]
    stale: list[str]
    """stale evidence items of the case, where the file has computed sheets: these have no number of theirs"""


class PatternRow(TypedDict):
    """A pattern to start a case from."""

    name: str
    version: int
    title: str
    text: str
    source: str
    parameters: list[dict[str, Any]]


class PatternsDocument(TypedDict):
    """``templates --json``."""

    templates: list[PatternRow]


class UpgradeRow(TypedDict):
    """A difference between a node and what its pattern makes of it today."""

    pattern: str
    from_version: int
    to_version: int
    node: str
    field: str
    old: Any
    new: Any


class UpgradeDocument(TypedDict):
    """``upgrade --json``."""

    changes: list[UpgradeRow]


class HazardsDocument(TypedDict):
    """``hazards --json``: claims added and removed."""

    added: list[str]
    removed: list[str]


class HazardsStarted(TypedDict):
    """``hazards --start --json``: the file written."""

    file: str
