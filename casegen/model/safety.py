"""What a computed safety analysis is stated by: items of the study, risk classes, measures against risk."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from casegen.model.expressions import compiled
from casegen.model.fault_tree import Identifier
from casegen.model.hazard import GuideWord
from casegen.model.part import Part
from casegen.model.quantity import MeasureKind, NonNegative, Probability
from casegen.model.read_only import SHARED

SEVERITIES = ("negligible", "marginal", "critical", "catastrophic")
"""as HAZOP entries state them, least first"""
SeverityWord = Literal["negligible", "marginal", "critical", "catastrophic"]


class Judged(Part):
    """Guide words of an item that no row of its own answers: other ``rows`` do, or nothing can come of it."""

    guide_words: Annotated[tuple[GuideWord, ...], Field(min_length=1)] = Field(description="the guide words")
    rows: tuple[Identifier, ...] = Field((), description="HAZOP entries that hold the deviation")
    reason: str = Field("", description="why there is no deviation, where no entry holds it")

    @model_validator(mode="after")
    def _either(self) -> Judged:
        if not self.rows and not self.reason:
            raise ValueError("needs `rows` that hold the deviation, or a `reason` why there is none")
        return self


class StudyItem(Part):
    """A node or a flow of the system, declared once: what guide words are read against."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    type: Literal["node", "flow"] = Field("flow", description="whether it is a node or a flow between nodes")
    title: str = Field("", description="as HAZOP entries name it; of a flow `SOURCE → TARGET` if left out")
    source: Identifier | None = Field(None, description="of a flow: the node that it comes from")
    target: Identifier | None = Field(None, description="of a flow: the node that it goes to")
    guide_words: tuple[GuideWord, ...] | None = Field(
        None,
        description="words read against it, at least one for a flow; if left out those of the case, none for a node",
    )
    judged: tuple[Judged, ...] = Field((), description="guide words that no row of its own answers, and why")

    @model_validator(mode="after")
    def _read(self) -> StudyItem:
        if self.type == "flow" and self.guide_words == ():
            raise ValueError(
                "an empty `guide_words` reads nothing against the flow: leave it out for the words of the case, or"
                " say in `judged` why nothing can come of them"
            )
        return self


class RiskReduction(Part):
    """A measure that would make accidents rarer, what it costs, and whether it is taken.

    ``changes`` are those of a what-if.  Of a measure that is taken they tell how the case would be without it.
    """

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field(description="the measure in a few words")
    changes: Annotated[dict[str, bool | float | dict[str, str | float]], Field(min_length=1), SHARED] = Field(
        description="EVENT: PROBABILITY, EVIDENCE.MEASURE: VALUE or HOUSE: true, as a what-if has them"
    )
    cost: NonNegative = Field(description="what it costs, in the unit of the losses")
    cost_source: str = Field("", description="where the cost comes from")
    taken: bool = Field(
        False, description="true: it is in force, and the changes tell how it would be without"
    )


class Loss(Part):
    """What one occurrence of a tree's top event costs."""

    tree: Identifier = Field(description="fault tree")
    amount: NonNegative = Field(description="loss per occurrence, in the unit of the criterion")


class Alarp(Part):
    """As low as reasonably practicable: a measure is left out only if it costs disproportionately more than it saves."""

    disproportion: Annotated[float, Field(ge=1.0, le=1e6)] = Field(
        description="a measure must be taken unless its cost is more than so many times the harm it removes"
    )
    unit: str = Field("", description="unit of costs and losses, such as EUR per mission")
    losses: Annotated[tuple[Loss, ...], Field(min_length=1)] = Field(
        description="loss per occurrence of each top event"
    )
    claim: Identifier | None = Field(
        None, description="claim that each measure left out is out of proportion; computed, it may fail"
    )

    @field_validator("losses")
    @classmethod
    def _each_once(cls, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        trees = [loss.tree for loss in losses]
        for tree in trees:
            if trees.count(tree) > 1:
                raise ValueError(f"the loss of {tree} is stated twice")
        return losses


class FrequencyClass(Part):
    """A class of frequency: from ``at_least`` up to the next class above it."""

    name: str = Field(description="such as remote")
    at_least: Probability = Field(description="smallest probability or rate in it, in the kind of the trees")


_NOBODY_ACCEPTS = compiled(
    r"(?:^|[:;(\[/–—-])\W*(?:intolerable|unacceptable|inadmissible|impermissible|forbidden|prohibited|"
    r"not\s+(?:acceptable|tolerable|accepted|tolerated|allowed|permitted|permissible)|intolérable|inacceptable|inadmissible|interdit|"
    r"untragbar|unannehmbar|inakzeptabel|unzulässig|verboten|nicht\s+(?:akzeptabel|annehmbar|hinnehmbar|tolerierbar|tragbar|zulässig|erlaubt))\b"
    r"(?!\s+(?:unless|if|without|wenn|außer|ohne))|"
    r"(?:^|[:;(\[/–—-])\W*(?:intolerabel|inakzeptable?|non[\s-]?(?:tolerable|acceptable|permissible|permitted|admissible)|not[\s-](?:ok|safe)|"
    r"nicht[\s-](?:tolerabel|ok|sicher))\b(?!\s+(?:unless|if|without|wenn|außer|ohne))|"
    r"\b(?:operation|use|work|service|running|start|betrieb|einsatz|nutzung)\s+(?:(?:is|ist|must\s+be)\s+)?(?:prohibited|forbidden|not\s+(?:allowed|permitted)|stopped|"
    r"verboten|untersagt|unzulässig)\b(?!\s+(?:unless|if|without|wenn|außer|ohne))|"
    r"^\W*(?:stop(?:\s+(?:work|operation|use|at\s+once))?|reject(?:ed)?|refused?|unsafe|no[\s-]?go|halt|stopp|ablehnen|abgelehnt|unsicher)\W*$",
    re.IGNORECASE,
)
"""names of ratings that say by themselves that nobody accepts them"""


class RiskMatrix(Part):
    """Severity by classes of frequency, with a rating in each cell."""

    classes: Annotated[tuple[FrequencyClass, ...], Field(min_length=2)] = Field(
        description="classes of frequency, the most frequent first; the last is at_least: 0"
    )
    ratings: Annotated[dict[SeverityWord, tuple[str, ...]], SHARED] = Field(
        description="for each severity the rating in each class, in the order of the classes"
    )
    kind: MeasureKind | None = Field(
        None, description="what the classes are per; may be left out where all fault trees are of one kind"
    )
    intolerable: tuple[str, ...] = Field((), description="ratings that nobody accepts")

    @field_validator("classes")
    @classmethod
    def _falling(cls, classes: tuple[FrequencyClass, ...]) -> tuple[FrequencyClass, ...]:
        limits = [c.at_least for c in classes]
        if any(a <= b for a, b in pairwise(limits)) or limits[-1] != 0.0:
            raise ValueError("classes fall from the most frequent one to a last one with `at_least: 0`")
        if len({c.name for c in classes}) < len(classes):
            raise ValueError("each class has a name of its own")
        return classes

    @property
    def limits(self) -> tuple[float, ...]:
        """Where each class of frequency begins, above 0."""
        return tuple(one.at_least for one in self.classes if one.at_least > 0)

    @model_validator(mode="after")
    def _complete(self) -> RiskMatrix:
        for severity in SEVERITIES:
            if len(self.ratings.get(severity, ())) != len(self.classes):  # type: ignore[call-overload]
                raise ValueError(
                    f"`ratings` needs {len(self.classes)} ratings for {severity}, one for each class"
                )
        known = {rating for row in self.ratings.values() for rating in row}
        for rating in self.intolerable:
            if rating not in known:
                raise ValueError(f"`intolerable` names {rating!r}, which is no rating")
        for rating in sorted(known.difference(self.intolerable)):
            if _NOBODY_ACCEPTS.search(rating):
                raise ValueError(
                    f"the rating {rating!r} is not named by `intolerable`: name it there, or call it what it is"
                )
        self._worse_is_no_better()
        return self

    def _worse_is_no_better(self) -> None:
        """What is intolerable stays so where it is more severe or more frequent."""
        bad = [[rating in self.intolerable for rating in self.ratings[s]] for s in SEVERITIES]  # type: ignore[index]
        for row, severity in enumerate(SEVERITIES):
            for column, one in enumerate(self.classes):
                worse = (column and not bad[row][column - 1]) or (
                    row + 1 < len(bad) and not bad[row + 1][column]
                )
                if bad[row][column] and worse:
                    raise ValueError(
                        f"{severity} and {one.name} is intolerable, and what is more severe or more frequent is not"
                    )


class Study(Part):
    """What the HAZOP study and the comparison of risks are held against."""

    guide_words: Annotated[tuple[GuideWord, ...], Field(min_length=1)] | None = Field(
        None, description="guide words read against every flow; those of IEC 61882 if left out"
    )
    alarp: Alarp | None = Field(None, description="criterion for measures that are left out")
    risk_matrix: RiskMatrix | None = Field(None, description="classes of frequency, and the ratings of risks")
