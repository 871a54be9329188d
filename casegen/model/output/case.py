"""Documents of a case: findings of the checks, assessment, evidence, build."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import GetPydanticSchema
from typing_extensions import TypedDict

from casegen.model.quantity import Distribution

Spread = Annotated[dict[str, Any], GetPydanticSchema(lambda _, schema_of: schema_of(Distribution))]
"""a distribution as the case files write it"""
Number = float | Literal["inf", "-inf"] | None
"""a number; JSON has no infinities"""
StatusName = Literal["supported", "challenged", "undeveloped", "assumed", "stale", "not evaluated"]
FreshnessName = Literal["fresh", "stale", "missing", "failed"]


class DiagnosticRow(TypedDict):
    """One finding of the checks, with its place in the files."""

    rule: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    source: str
    hint: str


class CheckDocument(TypedDict):
    """``check --json``; every command prints it where the input or the call is wrong, or an outside part fails (exit
    codes 2 and 3), and one that computes where a rule finds an error (exit code 1).
    """

    errors: int
    warnings: int
    diagnostics: list[DiagnosticRow]


class SignRow(TypedDict):
    """A vital sign of the data, with the waiver that sets it aside.

    ``possible``: by measure the worst value that it may have as far as the sign goes; the sign stands at requirements
    that this value does not meet, and is not listed at others.
    """

    name: str
    evidence: str
    severity: Literal["fails", "suspicious"]
    message: str
    measures: list[str]
    hint: str
    waived_by: str
    reason: str
    possible: dict[str, float]


class JointRow(TypedDict):
    """A top event's limit from independent records together, beside that of each by itself (``alone``)."""

    upper: float | None
    alone: float | None
    confidence: float | None
    records: list[str]
    claim: str
    method: str
    problem: str
    alike: str


class RequirementRow(TypedDict):
    """A requirement as evaluated; ``holds`` is null where it could not be, and ``problem`` says why."""

    text: str
    comparison: str
    bound: Number
    bound_source: str
    kind: str
    confidence: float | None
    compared: float | None
    compared_confidence: float | None
    holds: bool | None
    headroom: Number
    joint: JointRow | None
    problem: str
    signs: list[SignRow]


class EstimateRow(TypedDict):
    """A number with its one-sided bounds, each at ``confidence``."""

    value: float
    lower: NotRequired[float]
    upper: NotRequired[float]
    confidence: NotRequired[float]
    kind: str
    distribution: NotRequired[Spread]
    n: NotRequired[int]
    note: NotRequired[str]


class ReasonRow(TypedDict):
    """A leaf that explains a status."""

    target: str
    message: str
    status: StatusName


class SpentRow(TypedDict):
    """Error probability that a claim spends: of measured statements, and of stated doubts."""

    statistical: float
    doubts: float


class ClaimRow(TypedDict):
    """A claim with its status and why."""

    id: str
    status: StatusName
    requirement: RequirementRow | None
    estimate: EstimateRow | None
    reasons: list[ReasonRow]
    spent: SpentRow | None


class SpendRow(TypedDict):
    """One statement that may be wrong, with probability ``alpha`` a look."""

    source: str
    alpha: float
    looks: int
    total: float
    measured: bool


class AccountDocument(TypedDict):
    """What claims spend together; ``confidence`` is null where nothing holds or something has no confidence."""

    statistical: float
    doubts: float
    confidence: float | None
    spends: list[SpendRow]
    compared_by_value: list[str]
    leaves_without_doubt: int
    independence_argued_by: str | None


class TopRow(TypedDict):
    """A fault tree's top event, null where it could not be quantified; ``rounding``: where it lies if digits are lost."""

    tree: str
    top: EstimateRow | None
    problem: str
    exact: bool
    stale: list[str]
    """stale evidence items that its numbers come from"""
    rounding: str
    independence: str


class EvidenceRow(TypedDict):
    """One evidence item with the state of its result."""

    id: str
    status: FreshnessName
    why: list[str]
    versions: list[str]
    """recorded versions that are not those installed here"""


class EvidenceList(TypedDict):
    """``evidence list --json``."""

    evidence: list[EvidenceRow]


class ShareRow(TypedDict):
    """What one measure may err with at each look, and the further units that it then needs; ``kept``: not moved."""

    source: str
    evidence: str
    measure: str
    alpha: float
    looks: int
    unit: str
    more: float
    cost: float
    kept: bool
    confidence: float
    entry: bool


class SplitDocument(TypedDict):
    """A joint confidence shared out among measures at least cost; ``equal_cost`` null: shared equally out of reach."""

    wanted: float
    budget: float
    shares: list[ShareRow]
    cost: float
    equal_cost: float | None
    problem: str
    met: bool
    probability: float | None
    predictive: float | None
    barred: list[str]


class ReadingRow(TypedDict):
    """A part whose words no program checks, with its question; ``read_by`` is empty until somebody has read it."""

    id: str
    question: str
    texts: list[str]
    read_by: str


class AssessmentDocument(TypedDict):
    """``assess --json``.

    ``unread``: how many parts of ``to_be_read`` nobody has read; ``questions``: those of them at which something was
    noticed that may deny what is shown; ``questions_open``: how many of these nobody has read.
    """

    supported: bool
    questions_open: int
    unread: int
    claims: list[ClaimRow]
    ledger: AccountDocument | None
    joint_confidence: SplitDocument | None
    evidence: list[EvidenceRow]
    trees: list[TopRow]
    weakest: list[ReasonRow]
    to_be_read: list[ReadingRow]
    questions: list[ReadingRow]


class GroundRow(TypedDict):
    """One fact of a line, and the rule that reads it."""

    rule: str
    message: str
    status: StatusName
    facts: dict[str, Any]


class LineRow(TypedDict):
    """A node of a derivation; ``seen`` is the status that what is above it sees."""

    node: str
    section: str
    status: StatusName
    seen: StatusName
    grounds: list[GroundRow]
    below: list[str]
    contexts: list[str]
    objections: list[str]


class WhyDocument(TypedDict):
    """``assess --why CLAIM --json``: lines in an order in which each rests on those before it.

    ``questions_open``: parts below the claim with a question that nobody has answered.
    """

    claim: str
    questions_open: list[str]
    rules: dict[str, str]
    lines: list[LineRow]


class BuildDocument(TypedDict):
    """``build --json``."""

    supported: bool
    questions_open: int
    files: list[str]
    not_of_this_build: list[str]
    """files beside drawings and texts that were not written now, and casegen's own documents of another case id: of an
    earlier build, perhaps of parts that are gone"""
    claims: dict[str, StatusName]


class MeasureRow(TypedDict):
    """A measure as its result holds it; a result of an earlier version may lack what that did not store."""

    value: float
    kind: str
    lower: NotRequired[float | None]
    upper: NotRequired[float | None]
    confidence: NotRequired[float | None]
    distribution: NotRequired[Spread | None]
    n: NotRequired[int | None]
    text: NotRequired[str]
    estimator: NotRequired[str]
    reproduction_only: NotRequired[bool]
    assumes: NotRequired[str]
    looks: NotRequired[int]
    at_any_time: NotRequired[bool]
    not_for_claims: NotRequired[str]


class TableRow(TypedDict):
    """A table of a result."""

    title: str
    columns: list[str]
    rows: list[list[Any]]
    note: NotRequired[str]


class EvidenceDocument(TypedDict):
    """``evidence show --json``: a stored result; what a method stores is described by the method."""

    id: str
    method: str | None
    measures: dict[str, MeasureRow]
    provenance: dict[str, Any]
    reading: dict[str, Any]
    """what the item states of how its tables are written: sheet, columns, units and the like"""
    looks: int
    assumptions: list[str]
    tables: list[TableRow]
    notes: list[str]
    signs: list[SignRow]
    read: list[Any]
    status: FreshnessName
    why: list[str]
    versions: list[str]


class EvidenceDocuments(TypedDict):
    """``evidence show --json`` of several items."""

    evidence: list[EvidenceDocument]
