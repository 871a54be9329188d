"""The words of a review: findings, responses, dispositions, sign-offs, each an event that is never edited."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Discriminator, Field

from casegen.model.part import Part

_NUMBER = r"[1-9][0-9]{0,8}(?:-[0-9a-f]{8})?"
"""of a record; with the digits of its first event where two branches gave one number"""
FindingId = Annotated[str, Field(pattern=rf"^F{_NUMBER}$")]
ReadingId = Annotated[str, Field(pattern=rf"^R{_NUMBER}$")]
SignOffId = Annotated[str, Field(pattern=rf"^S{_NUMBER}$")]
Words = Annotated[str, Field(min_length=1, max_length=20_000)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\n\r\t]+$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Independence(StrEnum):
    """How far a person stands from the authors: the ladder of IEC 61508-1 Tables 4 and 5, `none` below it."""

    NONE = "none"
    PERSON = "person"
    DEPARTMENT = "department"
    ORGANISATION = "organisation"

    @property
    def rank(self) -> int:
        """0 for none up to 3 for another organisation."""
        return list(Independence).index(self)


class FindingSeverity(StrEnum):
    """Gravity of a finding, most severe first."""

    MAJOR = "major non-conformity"
    MINOR = "minor"
    OBSERVATION = "observation"
    QUESTION = "question"


class FindingStatus(StrEnum):
    """Where a finding stands.

    ``open``: the author owes an answer; ``answered``: the reviewer owes a decision; ``accepted``: the
    answer is accepted, the work is not done yet; ``rejected``: the answer is not accepted, the author
    owes another; ``closed``: done.
    """

    OPEN = "open"
    ANSWERED = "answered"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CLOSED = "closed"


SETTLED = (FindingStatus.ACCEPTED, FindingStatus.CLOSED)


class Decision(StrEnum):
    """What a sign-off says."""

    ACCEPT = "accept"
    CONDITIONS = "accept with conditions"
    REJECT = "reject"


class Person(Part):
    """Who acts, in which role, and how independent of the authors."""

    name: Name
    role: Annotated[str, Field(max_length=200)] = ""
    independence: Independence = Independence.NONE
    organisation: Annotated[str, Field(max_length=200)] = ""


def person_name(text: str) -> str:
    """A name for comparison: case, blanks and the ways to write an accent do not make another person."""
    return unicodedata.normalize("NFKC", " ".join(text.split())).casefold()


class AtBaseline(Part):
    """The frozen state an event speaks of."""

    name: Name
    root: Digest


class _Event(Part):
    at: Annotated[str, Field(description="UTC, ISO 8601")]
    by: Person
    after: Digest | None = Field(None, description="SHA-256 of the event before it in the same record")
    follows: tuple[Digest, ...] | None = Field(
        None, description="SHA-256 of the last events of the whole review; of none for the first"
    )


class Raised(_Event):
    """A finding."""

    event: Literal["raised"] = "raised"
    finding: FindingId
    baseline: AtBaseline
    target: Name
    severity: FindingSeverity
    category: Annotated[str, Field(max_length=200)] = ""
    clause: Annotated[str, Field(max_length=200, description="standard clause or rule id")] = ""
    text: Words


class Responded(_Event):
    """The answer of those who answer for the case."""

    event: Literal["responded"] = "responded"
    finding: FindingId
    text: Words
    evidence: tuple[Name, ...] = ()
    sha256: Annotated[
        dict[Name, Digest] | None, Field(description="of each file of the case that is named as evidence")
    ] = None


class Disposed(_Event):
    """The reviewer's decision on a finding, at the baseline it was looked at."""

    event: Literal["disposed"] = "disposed"
    finding: FindingId
    baseline: AtBaseline
    status: Literal["open", "accepted", "rejected", "closed"]
    text: Annotated[str, Field(max_length=20_000)] = ""
    evidence: tuple[Name, ...] = ()
    sha256: Annotated[
        dict[Name, Digest] | None, Field(description="of each file of the case that is named as evidence")
    ] = None


class Signed(_Event):
    """A sign-off of a target at a baseline."""

    event: Literal["signed"] = "signed"
    sign_off: SignOffId
    baseline: AtBaseline
    target: Name
    decision: Decision
    conditions: tuple[Words, ...] = ()
    text: Annotated[str, Field(max_length=20_000)] = ""
    verdict: Annotated[
        str, Field(max_length=1000, description="what the assessment said of the target: holds, or why not")
    ] = ""
    override: Annotated[
        str, Field(max_length=20_000, description="why it is accepted although it does not hold")
    ] = ""


class Discharged(_Event):
    """A condition of a sign-off is met, at the baseline it was looked at."""

    event: Literal["discharged"] = "discharged"
    sign_off: SignOffId
    baseline: AtBaseline
    condition: Annotated[int, Field(ge=1, description="number of the condition, from 1")]
    text: Annotated[str, Field(max_length=20_000)] = ""
    evidence: Annotated[tuple[Name, ...], Field(min_length=1)]
    sha256: Annotated[
        dict[Name, Digest] | None, Field(description="of each file of the case that is named as evidence")
    ] = None


class Read(_Event):
    """Questions about a part, which no program answers, were read and answered by a person."""

    event: Literal["read"] = "read"
    reading: ReadingId
    target: Name
    questions: Annotated[
        tuple[Digest, ...],
        Field(min_length=1, description="SHA-256 of what each question quotes and rests on"),
    ]
    text: Words


class Readings(Part):
    """What ``review read`` recorded, in the order of the parts."""

    readings: tuple[Read, ...]


Event = Annotated[Raised | Responded | Disposed | Signed | Discharged | Read, Discriminator("event")]


class EventFile(Part):
    """One file of the journal."""

    casegen_review: Literal[1]
    entry: Event
    key: Annotated[str | None, Field(max_length=1000, description="public key of who signed, PEM")] = None
    signature: Annotated[
        str | None, Field(max_length=200, description="Ed25519 signature of all lines above, base64")
    ] = None
