"""Which names of a review are one person: those that one key signed under, in whatever acts and baselines.

A key is known only where something was signed with it, and holds from then on for every act, signed or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casegen.review.baseline import readable
from casegen.review.events import Person, person_name
from casegen.review.journal import Journal
from casegen.texts.acceptances.person import includes, same_person


@dataclass(frozen=True, slots=True)
class KnownPersons:
    """Names, each with the SHA-256 of a key that signed an act or a baseline under it."""

    signed: tuple[tuple[str, str], ...] = ()

    def names(self, name: str, signer: str | None = None) -> dict[str, str]:
        """The other names of who is called ``name``, or signs with the key ``signer`` now; each with a key that shows it.

        Spellings join names at both ends only (:func:`same_person` here, and where the result is compared): an initial in
        between would make one person of two.
        """
        keys = {key for other, key in self.signed if same_person(other, name)}
        keys |= {signer} if signer is not None else set()
        result: dict[str, str] = {}
        while True:
            result |= {n: key for n, key in self.signed if key in keys and n not in result and n != name}
            written = {person_name(one) for one in result}
            more = {key for other, key in self.signed if person_name(other) in written}
            if more <= keys:
                return result
            keys |= more

    def is_called(self, by: Person, signer: str | None, name: str) -> str:
        """How the person ``by`` is to be called where they are ``name``; empty where they are somebody else."""
        if includes(by.name, name):
            return by.name
        others = self.names(by.name, signer).items()
        return next((_called(by.name, n, key) for n, key in others if same_person(n, name)), "")

    def every(self, by: Person, signer: str | None) -> Iterator[tuple[Person, str]]:
        """The person under each of their names, and how to call them then."""
        yield by, by.name
        for name, key in self.names(by.name, signer).items():
            yield by.altered(update={"name": name}), _called(by.name, name, key)


def known_persons(root: Path, journal: Journal) -> KnownPersons:
    """Who signed the acts of a review, and its baselines; one that cannot be read is a problem of the history."""
    frozen = [(one.about.author, one.about.signer) for one in readable(root)]
    return KnownPersons((*journal.signed, *((name, key) for name, key in frozen if key is not None)))


def _called(name: str, other: str, key: str) -> str:
    return f"{name}, who is {other} by the key {key[:16]}…,"
