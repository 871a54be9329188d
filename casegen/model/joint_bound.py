"""The limit of a top event that follows from independent records together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JointBound:
    """The top's upper limit from the records together, beside ``alone``, with each bound by itself.

    ``upper`` is None where there is no joint limit, and ``problem`` says why.  ``claim`` argues the independence of the
    ``records`` (measures).  ``method`` as in :class:`casegen_evidence.bounds.joint.JointLimit`.
    """

    upper: float | None
    alone: float | None
    confidence: float | None
    records: tuple[str, ...]
    claim: str
    method: str = ""
    problem: str = ""
    alike: str = ""
    """what records have in common that nothing but the claim tells apart"""
