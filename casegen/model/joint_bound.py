"""The limit of a top event that follows from independent records together."""

from __future__ import annotations

from dataclasses import dataclass

from casegen.model.sentence import Sentence

NO_PACKAGE = "tree_bound.no_package"
"""key of the sentence that a record is not compared, since the package is missing that reads it"""


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

    @property
    def install(self) -> str:
        """What installs the package without which a record was not compared; empty where ``problem`` is another one."""
        if isinstance(self.problem, Sentence) and self.problem.key == NO_PACKAGE:
            return str(self.problem.values["install"])
        return ""
