"""What a reading of a part rests on, as a hash: the part itself, what it names, and the files behind that.

A reading counts for what the reader had before them.  After a change of a sentence, a number, a declaration of an
evidence item, its data, a requirement, a tree, a document, or of what the header says of system and use it is asked anew;
a context also after a change of a sentence that uses it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any

from casegen.argument.reading.step import ReadingStep
from casegen.model.results import Assessment
from casegen.review.changes import Key, parts
from casegen.review.dependencies import ALARP, JUDGED_IN, MATRIX, Upstream

_NOT_READ = ("sha256", "review_by", "unit_cost")
"""fields that say nothing to a reader: the content of a document has a hash of its own"""


class ReadingDigests:
    """Hashes of what the parts of an assessed case are read with; the case is looked through at the first one."""

    def __init__(self, assessed: Assessment) -> None:
        self.assessed = assessed

    def digest(self, step: ReadingStep) -> str:
        """SHA-256 of what the step quotes, of all that a reader has before them with it, and of the case's purpose."""
        beside = {f"{key.section} {key.id}": self._content(key) for key in self._upstream.read_with(step.id)}
        about = [step.digest, self._purpose, beside, self._users(step.id)]
        return hashlib.sha256(json.dumps(about, sort_keys=True, default=str).encode()).hexdigest()

    def _users(self, context: str) -> list[tuple[str, ...]]:
        """Of a context the sentences that use it: claims, and steps with what they show."""
        case = self.assessed.case
        if context not in {one.id for one in case.contexts}:
            return []
        claims = [(one.id, one.text) for one in case.claims if context in one.context]
        steps = [one for one in case.arguments if context in one.context]
        shown = {one.id: case.claim[one.supports].text for one in steps if one.supports in case.claim}
        return sorted([*claims, *((one.id, one.text, shown.get(one.id, "")) for one in steps)])

    @cached_property
    def _upstream(self) -> Upstream:
        return Upstream(self.assessed.case)

    @cached_property
    def _parts(self) -> dict[Key, dict[str, Any]]:
        return parts(self.assessed.case, self.assessed.evidence)

    @property
    def _header(self) -> dict[str, Any]:
        return self._parts[Key("case", self.assessed.case.header.id)]

    @cached_property
    def _purpose(self) -> dict[str, Any]:
        """What the header says of the system and its use."""
        return {name: value for name, value in self._header.items()
                if name.partition(".")[0] in ("id", "title", *JUDGED_IN)}  # fmt: skip

    def _content(self, key: Key) -> Any:
        if key in (ALARP, MATRIX):
            return {name: value for name, value in self._header.items() if name.startswith(f"{key.id}")}
        if key.section == "case":
            return self._purpose
        stated = self._parts.get(key)
        return stated and {name: value for name, value in stated.items() if name not in _NOT_READ}
