"""Documents of baselines, comparisons and reviews."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from casegen.model.output.case import Number
from casegen.model.output.studies import BeforeAfter, OpenQuestions


class AddedPartRow(TypedDict):
    """Rules, or a type of gate and its meaning, of an installed package that judged a frozen case; ``code``: SHA-256."""

    group: str
    name: str
    package: str
    version: str
    code: str
    rules: list[str]
    meaning: str


class BaselineRow(TypedDict):
    """A baseline: what ``baseline.json`` holds, its root hash and its folder."""

    root: str
    folder: str
    format: int
    name: str
    case: str
    version: str
    created: str
    author: str
    reason: str
    tool: dict[str, str]
    previous: dict[str, Any] | None
    signer: str | None
    roles: dict[str, str]
    left_out: dict[str, str]
    stale: dict[str, str]
    added_parts: list[AddedPartRow] | None


class BaselineDocument(BaselineRow):
    """``baseline show --json``: ``files`` are hashes by path."""

    files: dict[str, str]


class BaselinesDocument(TypedDict):
    """``baseline list --json``."""

    baselines: list[BaselineRow]


class VerificationRow(TypedDict):
    """A difference between what was frozen and what lies there."""

    where: str
    kind: str
    path: str
    message: str


class VerifiedRow(TypedDict):
    """One baseline of ``baseline verify --json``."""

    baseline: str
    root: str
    holds: bool
    signature: str
    notes: list[str]
    differences: list[VerificationRow]


class VerifiedDocument(TypedDict):
    """``baseline verify --json``; ``authenticated``: all holds, and under a root or a public key that was given from
    elsewhere, without which a baseline that holds may be anybody's.
    """

    holds: bool
    authenticated: bool
    baselines: list[VerifiedRow]


class RenamedPart(TypedDict):
    """A part under another id."""

    old: str
    new: str
    part: str


class ChangedField(TypedDict):
    """A field that changed, and the change as a sentence."""

    id: str
    field: str
    old: Any
    new: Any
    part: str
    sentence: str


class PartRow(TypedDict):
    """A part with its kind in words."""

    id: str
    part: str


class PartsDocument(TypedDict):
    """Parts added and removed."""

    added: list[PartRow]
    removed: list[PartRow]


class MovedRow(TypedDict):
    """The state of an item or claim before and after; null where it is not there."""

    id: str
    before: str | None
    after: str | None
    why: list[str]


class StaleBeforeAfter(TypedDict):
    """Stale evidence items that a top event's number comes from, before and after."""

    before: list[str]
    after: list[str]


class MovedTop(TypedDict):
    """A top event before and after, as it is judged."""

    tree: str
    before: float | None
    after: float | None
    ratio: Number
    before_upper: float | None
    after_upper: float | None
    problem: str
    at_worst: bool
    """whether one of the two is of a time before the end of the mission, at which the top event is largest"""
    stale: StaleBeforeAfter


class MovedRequirement(TypedDict):
    """A requirement's bound, and the number compared with it, before and after."""

    id: str
    bound_before: Number
    bound_after: Number
    compared_before: float | None
    compared_after: float | None


class SettledRow(TypedDict):
    """An act of the review that the changes open again."""

    id: str
    target: str
    was: str
    why: list[str]


class OpenRow(TypedDict):
    """A finding or sign-off that waits, and what changed below its target."""

    id: str
    target: str
    status: str
    changed: list[str]


class RuleError(TypedDict):
    """An error of the checks."""

    rule: str
    message: str


class ImpactDocument(TypedDict):
    """What the changes do to results, claims and the review."""

    stale_evidence: list[str]
    evidence: list[MovedRow]
    trees: list[MovedTop]
    claims: list[MovedRow]
    requirements: list[MovedRequirement]
    findings: list[SettledRow]
    open_findings: list[OpenRow]
    sign_offs: list[SettledRow]
    open_sign_offs: list[OpenRow]
    deleted_events: list[str]
    errors: list[RuleError]
    problem: str


class DifferenceDocument(TypedDict):
    """``diff --json``."""

    old: str
    new: str
    added: list[str]
    removed: list[str]
    renamed: list[RenamedPart]
    changed: list[ChangedField]
    parts: PartsDocument
    judged_otherwise: list[str]
    impact: ImpactDocument
    supported: BeforeAfter
    questions_open: OpenQuestions


class PersonRow(TypedDict):
    """Who acted."""

    name: str
    role: str
    independence: str
    organisation: str


class FindingDocument(TypedDict):
    """A finding with its status, its history of events, and what opened it again."""

    id: str
    target: str
    baseline: str
    severity: str
    category: str
    clause: str
    text: str
    by: PersonRow
    raised: str
    status: str
    recorded: str
    reopened: list[str]
    history: list[dict[str, Any]]


class ProblemRow(TypedDict):
    """A record that cannot be read."""

    file: str
    message: str


class FindingsDocument(TypedDict):
    """``review list --json``; ``problems``: what is wrong with the history of the review, so that more may be missing."""

    findings: list[FindingDocument]
    problems: list[ProblemRow]


class DischargedRow(TypedDict):
    """A condition of a sign-off, and the event that discharged it."""

    condition: str
    by: str | None


class FrozenState(TypedDict):
    """The baseline that an act speaks of."""

    name: str
    root: str


class SignOffDocument(TypedDict):
    """A sign-off, and whether it stands."""

    id: str
    at: str
    by: PersonRow
    after: NotRequired[str]
    follows: NotRequired[list[str]]
    event: str
    sign_off: str
    baseline: FrozenState
    target: str
    decision: str
    conditions: list[str]
    text: str
    verdict: str
    override: str
    signer: str | None
    stands: bool
    reopened: list[str]
    superseded_by: str | None
    discharged: list[DischargedRow]


class PointRow(TypedDict):
    """One thing a review looks at, and what is left to do."""

    subject: str
    what: str
    state: str
    left: str
    done: bool


class ReviewDocument(TypedDict):
    """``review status --json``."""

    settled: bool
    points: list[PointRow]
    findings: list[FindingDocument]
    sign_offs: list[SignOffDocument]
    problems: list[ProblemRow]
    unread: int
    """how many parts nobody has read, of those whose words no program checks"""
    last: list[str]
    """SHA-256 of each last event of the review"""


class ClauseRow(TypedDict):
    """A clause of a standard, and how far the case covers it."""

    clause: str
    topic: str
    ask: str
    coverage: str
    nodes: list[str]
    why: list[str]
    candidates: list[str]
    note: str


class ChecklistDocument(TypedDict):
    """One standard of ``review checklist --json``."""

    standard: str
    title: str
    edition: str
    source: str
    available: str
    compared: str
    not_available: str
    clauses: list[ClauseRow]


class ChecklistsDocument(TypedDict):
    """``review checklist --json``."""

    standards: list[ChecklistDocument]


class PackDocument(TypedDict):
    """``review pack --json``."""

    file: str
    sha256: str
    root: str
