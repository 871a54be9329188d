"""What an assessment gives: one immutable value from which every output is drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic
from casegen.model.digits import same
from casegen.model.joint_bound import JointBound as JointBound
from casegen.model.ledger import Ledger
from casegen.model.plural import counted
from casegen.model.quantity import Comparison, Estimate, MeasureKind
from casegen.model.read_only import make_read_only
from casegen.model.safety_results import AlarpResult, ConfidenceSplit
from casegen.model.sentence import Sentence
from casegen.model.vital_sign import LOOKS, LOST_FIX, SEEDS, STATED, VitalSign, lost_words, stored_sign
from casegen.model.waiver import Waiver


class Status(StrEnum):
    """Status of a claim: computed, explained, never typed."""

    SUPPORTED = "supported"
    CHALLENGED = "challenged"
    UNDEVELOPED = "undeveloped"
    ASSUMED = "assumed"
    STALE = "stale"
    NOT_EVALUATED = "not evaluated"


class Freshness(StrEnum):
    """State of a measured evidence item in the store."""

    FRESH = "fresh"
    STALE = "stale"
    MISSING = "missing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Reason:
    """One leaf that explains a status: which part, what is wrong with it (or right).

    ``of_data``: the data of an evidence item are in doubt, which is set aside there; nobody accepts it with the part.
    """

    target: str
    message: Sentence
    status: Status
    of_data: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceState:
    """A stored result with its freshness.

    ``measures`` is keyed by name; ``document`` is the stored JSON (tables, figures, provenance), None
    when missing.  ``why`` names what made it stale, missing or failed; of a fresh one, what is not installed.
    """

    id: str
    freshness: Freshness
    why: tuple[str, ...] = ()
    measures: Mapping[str, Estimate] = field(default_factory=dict)
    document: Mapping[str, Any] | None = field(default=None, repr=False)
    waivers: tuple[Waiver, ...] = ()
    looks: int = 1
    """runs of the item with other data, reading, parameters or seed that gave other numbers, this one included"""

    seeds: int = 1
    """seeds that were run of this recipe and gave different numbers"""

    earlier: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """by measure the least and the greatest end (limit or value) that the other looks gave"""

    paid: Mapping[str, int] = field(default_factory=dict)
    """by measure the looks that every run so far was stated to pay for, where they are fewer than its method's now"""

    confidences: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """by measure the confidences at which it was computed so far, also again from the same data, the first one first;
    where it was always at the one of ``measures`` it is not recorded"""

    history: tuple[str, ...] = ()
    """looks known by name, each by its first draws, that of this result last; empty where there is this one alone"""

    lost: tuple[str, ...] = ()
    """SHA-256 of results of earlier looks that were gone, or could not be read, when the next run came"""

    versions: tuple[str, ...] = ()
    """recorded versions that are not those installed here, where the result is fresh all the same"""

    stated: str = ""
    """an outcome that the case's own words state of the item and that the data exclude"""

    renamed: Mapping[str, str] = field(default_factory=dict)
    """to the name of each measured file the other one that it has now"""

    refused: str = ""
    """of a stale one: that the last run with today's recipe failed, and why; the last of ``why``"""

    def __post_init__(self) -> None:
        make_read_only(self, "measures", "document", "earlier", "paid", "confidences", "renamed")

    @property
    def is_failed(self) -> bool:
        """Whether the last run failed, or what is stored cannot be read: running it again alone would change nothing."""
        return self.freshness is Freshness.FAILED or bool(self.refused)

    @property
    def main_reasons(self) -> tuple[str, ...]:
        """The first of ``why``, and that the last run failed, where it did and an earlier result stays."""
        return tuple(dict.fromkeys((*self.why[:1], *filter(None, (self.refused,)))))

    @property
    def signs(self) -> tuple[VitalSign, ...]:
        """The vital signs stored with the result; suspicious ones with the waiver that the item states."""
        waivers = {waiver.rule: waiver for waiver in self.waivers}
        stored = list((self.document or {}).get("signs", ()))
        if self.lost:
            stored.append({"name": LOOKS, "message": lost_words(self.id, self.lost), "hint": LOST_FIX})
        if self.seeds > 1:
            stored.append(
                {
                    "name": SEEDS,
                    "message": f"{self.seeds} seeds gave different numbers, and this is one of them: its confidence "
                    "is that of "
                    "a seed chosen before the first run",
                    "hint": "say in the waiver why the seed had to change, or measure on data that nobody looked at",
                }
            )
        if self.stated:
            hint = "correct the words, or give the data that they speak of; say in the waiver if they speak of others"
            stored.append({"name": STATED, "message": self.stated, "hint": hint})
        return tuple(stored_sign(self.id, sign, waivers, self.renamed) for sign in stored)


@dataclass(frozen=True, slots=True)
class EventResult:
    """A basic event as quantified: probability in the tree's kind, bounds where its source has them."""

    id: str
    probability: float
    lower: float | None
    upper: float | None
    confidence: float | None
    source: str
    importance: Mapping[str, float] = field(default_factory=dict)
    """birnbaum, criticality, fussell_vesely, raw, rrw (may be math.inf); NaN where it is not known"""
    stale: bool = False

    def __post_init__(self) -> None:
        make_read_only(self, "importance")

    @property
    def fussell_vesely(self) -> float | None:
        """Fussell-Vesely's measure; None where it is not known."""
        share = self.importance.get("fussell_vesely", math.nan)
        return None if math.isnan(share) else share


@dataclass(frozen=True, slots=True)
class CutSet:
    """A minimal cut set with its probability and its share of the rare-event sum."""

    events: tuple[str, ...]
    probability: float
    contribution: float


@dataclass(frozen=True, slots=True)
class TreeResult:
    """A quantified fault tree.  ``top`` carries the bound that follows from the events' bounds."""

    id: str
    top: Estimate | None
    gates: Mapping[str, float] = field(default_factory=dict)
    events: Mapping[str, EventResult] = field(default_factory=dict)
    cut_sets: tuple[CutSet, ...] = ()
    """the leading ones, most probable first"""
    cut_set_count: int | None = None
    diagram: Mapping[str, Any] | None = None
    """the decision diagram as arrays, for evaluation in the page: see casegen.fta"""
    bdd_nodes: int = 0
    exact: bool = True
    method: str = "bdd"
    rounding: str = ""
    """why the top is not exact: digits lost to rounding, orders or exposures known as a range only"""
    lost_gates: frozenset[str] = frozenset()
    """gates whose digits rounding took"""
    ranged_gates: frozenset[str] = frozenset()
    """gates whose number may be larger: orders or exposures below them are known as a range only"""
    problem: str = ""
    """why it could not be quantified; empty when it was"""
    stale: bool = False
    stale_items: tuple[str, ...] = ()
    """evidence items that are stale and that numbers of the tree come from"""
    stale_gates: frozenset[str] = frozenset()
    """gates with an event below them whose number comes from stale evidence"""
    barred: tuple[str, ...] = ()
    """why the top event may not support a claim although it was quantified; claims on it are not evaluated"""
    assumes: tuple[str, ...] = ()
    """what the measured inputs assume beyond independent draws, in their methods' words"""
    unsourced: tuple[str, ...] = ()
    """events whose number somebody typed without a source: what rests on the tree is assumed at best"""
    independence: str = ""
    """which events its products take to occur independently, and what argues it"""
    moves: bool = False
    """whether the top may be larger within the mission than at its end, which the numbers are of"""
    worst: Estimate | None = None
    """the top where it is largest, at ``worst_hours``, if that is before the end of the mission"""
    worst_hours: float | None = None
    worst_unknown: str = ""
    """that the time at which the top is largest is not found, and the most that it may be, which ``worst`` is then"""

    def is_stale(self, part: str) -> bool:
        """Whether the number of an event or of a gate comes from stale evidence."""
        event = self.events.get(part)
        return part in self.stale_gates if event is None else event.stale

    @property
    def judged(self) -> Estimate | None:
        """The top that requirements and risks are judged by: the largest within the mission, or what it is at most."""
        return self.worst or self.top

    @property
    def judged_value(self) -> float | None:
        """The top that is judged; None where it is not known at any time of the mission, but at most."""
        return None if self.judged is None or self.worst_unknown else self.judged.value

    @property
    def is_worst_before_the_end(self) -> bool:
        """Whether the top is shown where it is largest, at a time that was found."""
        return self.worst is not None and not self.worst_unknown

    def __post_init__(self) -> None:
        make_read_only(self, "gates", "events", "diagram")

    def __repr__(self) -> str:
        top = "not quantified" if self.top is None else f"top {self.top.value:.4g} {self.top.kind.value}"
        old = ", out of date" if self.stale else ""
        return f"<result of fault tree {self.id!r}: {counted(len(self.events), 'event')}, {top}{old}>"


@dataclass(frozen=True, slots=True)
class RequirementResult:
    """A requirement as evaluated.  ``compared`` is the number that was compared with ``bound``."""

    text: str
    comparison: Comparison
    bound: float | None
    kind: MeasureKind
    confidence: float | None
    estimate: Estimate | None
    compared: float | None
    holds: bool | None
    """None: could not be evaluated, and ``problem`` says why"""
    problem: str = ""
    bound_source: str = ""
    signs: tuple[VitalSign, ...] = ()
    """what the data behind the number say of it: barring, suspicious, or suspicious and set aside"""
    headroom: float | None = None
    """bound/compared for an upper limit, compared/bound for a lower one, of complements near 1: 1 is just met"""
    subject: str = ""
    """what is measured, as a sentence names it"""
    notes: tuple[str, ...] = ()
    """what the number takes for granted: inputs taken as exact, assumptions of methods"""
    assumes: tuple[str, ...] = ()
    """what the number assumes of its data, in its methods' words; ``notes`` has it as part of a sentence"""
    joint: JointBound | None = None
    """of a tree that declares independent records: its limit from the records together, used or not"""
    hours: float | None = None
    """the time within the mission at which the number is furthest, if that is not its end"""
    averaged: bool = False
    """the number is the mean over the mission"""
    out_of_reach: str = ""
    """of one that fails: `design` where no further data of its tree help, `confidence` where none do at the confidence
    at which they are measured"""

    @property
    def level(self) -> float | None:
        """The confidence of the bound that was compared, which a measure may state for more than is required."""
        own, compared = self.estimate, self.compared
        if self.confidence is None or own is None or own.confidence is None or compared is None:
            return self.confidence
        is_own = same(compared, own.upper if self.comparison.is_upper else own.lower)
        together = (
            self.joint is not None and self.joint.upper is not None and same(compared, self.joint.upper)
        )
        return own.confidence if is_own and not together else self.confidence

    @property
    def is_value(self) -> bool:
        """Whether the number that is compared is the estimate itself, and no bound of it."""
        value = None if self.estimate is None else self.estimate.value
        return self.confidence is None and (self.estimate is None or same(self.compared, value))

    @property
    def waits_for(self) -> str:
        """The claim without which only the records together would meet the limit; empty where there is none."""
        waits = self.holds is None and self.joint is not None and self.joint.upper is None
        return self.joint.claim if waits and self.joint is not None else ""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim with its status, the requirement as evaluated, and the shortest set of reasons."""

    id: str
    status: Status
    reasons: tuple[Reason, ...] = ()
    requirement: RequirementResult | None = None
    doubt: float | None = None
    seen: Status | None = None
    """what rests on it sees: `supported` for an assumption that somebody accepted; the status, if None"""

    @property
    def stands(self) -> bool:
        """Whether what rests on it may be supported: it is supported, or assumed and accepted as all it assumes."""
        return (self.seen or self.status) is Status.SUPPORTED


@dataclass(frozen=True, slots=True)
class NodeResult:
    """Status of a node that is no claim (argument, evidence, context, sub-case, defeater)."""

    id: str
    status: Status
    reasons: tuple[Reason, ...] = ()
    seen: Status | None = None
    """what rests on it sees, as for claims"""

    @property
    def stands(self) -> bool:
        """Whether what rests on it may be supported."""
        return (self.seen or self.status) is Status.SUPPORTED


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessed case.  ``supported``: every root claim is supported."""

    case: Case
    supported: bool
    claims: Mapping[str, ClaimResult]
    nodes: Mapping[str, NodeResult]
    evidence: Mapping[str, EvidenceState]
    trees: Mapping[str, TreeResult]
    requirements: Mapping[str, RequirementResult] = field(default_factory=dict)
    """as evaluated, by the id of the claim or the assumption that states it"""
    diagnostics: tuple[Diagnostic, ...] = ()
    weakest: tuple[Reason, ...] = ()
    """the leaves that most directly stand between the roots and `supported`"""
    ledger: Ledger | None = None
    """error probabilities spent, by claim"""
    reductions: AlarpResult | None = None
    """measures against risk, where the case states a criterion for them"""
    judgements: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    """what a computed study says of a claim, by the claim"""
    split: ConfidenceSplit | None = None
    """how a joint confidence is shared out among measures, where the case asks for one"""

    def __post_init__(self) -> None:
        make_read_only(self, "claims", "nodes", "evidence", "trees", "requirements", "judgements")

    @property
    def supported_claims(self) -> frozenset[str]:
        """Ids of the claims that are supported."""
        return frozenset(id for id, claim in self.claims.items() if claim.status is Status.SUPPORTED)

    def __repr__(self) -> str:
        verdict = "supported" if self.supported else "not supported"
        return f"<Assessment of {self.case.header.id!r}: {verdict}, {counted(len(self.claims), 'claim')}>"
