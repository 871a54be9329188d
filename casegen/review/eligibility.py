"""Who may act in a review, and how a refusal reads: names, keys, owners, acceptances, independence."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from casegen.argument.acceptance import RISK_INTOLERABLE, no_name
from casegen.assessment.questions.artefacts import of_own_case, opposite, same_bytes, says_nothing
from casegen.io import load
from casegen.io.document_text import document_text
from casegen.io.folder import inside
from casegen.model.argument import EvidenceNode
from casegen.model.case import ARGUMENT_SECTIONS, COMMAND_LINE, Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.given_parts import WrongPart
from casegen.model.legible import first_beyond_a_line
from casegen.model.part import Part
from casegen.model.suggestions import nearest
from casegen.review.baseline import Baseline, find
from casegen.review.decision_text import agrees, unsettled
from casegen.review.dependencies import Upstream
from casegen.review.events import (
    AtBaseline,
    Discharged,
    Disposed,
    Event,
    Independence,
    Person,
    Raised,
    Read,
    Responded,
    Signed,
    person_name,
)
from casegen.review.journal import Journal, ReviewFinding, place
from casegen.review.organisations import is_part_of, names_no_organisation
from casegen.review.signing import not_installed
from casegen.texts.acceptances.person import named_in, same_person
from casegen.texts.acceptances.reasons import no_reason
from casegen.texts.documents.failures import reported_failures
from casegen.texts.documents.states import states_in_doubt

_OWNED = ("hazop", "evidence_items", *ARGUMENT_SECTIONS)
"""sections whose parts say who answers for them"""
_TAKEN = ("hazop", "evidence_items", "events", "trees", *ARGUMENT_SECTIONS)
"""sections whose parts say who accepted them, or waived a rule on them"""
_TAKEN_BY = {"accepted_by": "accepted", "refuted_by": "judged the answer to"}
_PIECES = re.compile(r"[,;/()&]|\band\b|\bund\b")
_BRACKETS = re.compile(r"\([^()]*\)")
_HERE = Location(COMMAND_LINE)
ANOTHER = "another person, with --by"


def owner_of(case: Case, target: str, by: Person) -> tuple[str, Location] | None:
    """The part of what ``target`` rests on that this person, or this role, answers for, and where it says so."""
    if any(_means(author, by) for author in case.header.authors):
        return "the case", case.locate("case", "authors")
    graph = Upstream(case)
    for key in graph.below(graph.find(target)):
        if key.section not in _OWNED:
            continue
        parts = enumerate(getattr(case, key.section))
        index, part = next((i, p) for i, p in parts if p.id == key.id)
        if _means(part.owner, by):
            return key.id, case.locate(key.section, index, "owner")
    return None


def owner_above(case: Case, target: str, by: Person) -> tuple[str, Location] | None:
    """The claim resting on ``target`` that this person, or this role, answers for, and where it says so."""
    graph = Upstream(case)
    asked = set(graph.find(target))
    for index, claim in enumerate(case.claims):
        if _means(claim.owner, by) and not asked.isdisjoint(graph.below(graph.find(claim.id))):
            return claim.id, case.locate("claims", index, "owner")
    return None


def acceptor_of(case: Case, target: str, by: Person) -> tuple[str, Location] | None:
    """What of all that ``target`` rests on this person, or this role, took: in words, and where it says so.

    A part that they accepted, an objection that they judged refuted, a rule or a sign of data that they waived.
    """
    graph = Upstream(case)
    for key in graph.below(graph.find(target)):
        if key.section not in _TAKEN:
            continue
        parts = enumerate(getattr(case, key.section))
        index, part = next((i, p) for i, p in parts if p.id == key.id)
        for name, did in _TAKEN_BY.items():
            if _means(getattr(part, name, ""), by):
                return f"{did} {key.id}", case.locate(key.section, index, name)
        for k, waiver in enumerate(part.waive):
            if _means(waiver.by, by):
                risk = waiver.rule == RISK_INTOLERABLE
                did = f"accepted the risk of {key.id}" if risk else f"waived {waiver.rule} on {key.id}"
                return did, case.locate(key.section, index, "waive", k, "by")
    return None


def _means(text: str, by: Person) -> bool:
    """Whether ``text``, such as `Ann Author (safety), Bob`, names this person, or this role."""
    if person_name(by.role) in {person_name(piece) for piece in (text, *_PIECES.split(text))} - {""}:
        return True
    if named_in(text, by.name):
        return True
    name = person_name(_BRACKETS.sub(" ", by.name))
    return " " in name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", person_name(text)) is not None


WHOLE = "case"
"""what the case as a whole is called, whatever its id"""


def part_named(case: Case, target: str) -> str:
    """The id of the part of ``case`` that ``target`` names; ``case`` is the case as a whole, unless a part has that id.

    Raises:
        InputError: there is no such part.
    """
    graph = Upstream(case)
    if graph.find(target):
        return target
    if target.strip().casefold() == WHOLE:
        return case.header.id
    hint = (
        "give the id of a node, link (ARGUMENT:NODE), event, gate, tree, HAZOP row or evidence item, `document:SECTION`,"
        f" or `{WHOLE}` for the case as a whole, whose id is {case.header.id}"
    )
    if not target.strip():
        raise InputError.call("expected the id of a part of the baseline, found none", hint=hint)
    near = nearest(target, [*graph.keys, WHOLE])
    raise InputError.call(f"the baseline has no part {target!r}{near}", hint=hint)


def plausible(by: Person, case: Case) -> None:
    """Independence of another organisation needs that organisation, and that it is another one."""
    if by.independence is not Independence.ORGANISATION:
        return
    text = by.organisation
    if not text.strip():
        raise refused(
            "independence `organisation` needs the organisation",
            "state it (--organisation, or the field of the form)",
        )
    if names_no_organisation(text):
        raise refused(
            f"{text!r} names no organisation", "state its name (--organisation, or the field of the form)"
        )
    if is_part_of(text, case.header.organisation):
        raise refused(f"{text} is the organisation of the case: that is no independent one")


def signer_of_key(key: Path | None) -> str | None:
    """SHA-256 of the public key that belongs to ``key``."""
    if key is None:
        return None
    from casegen.review.signing import fingerprint, sign

    return fingerprint(sign(key, b"")[1])


def other_key(
    root: Path, signer: str | None, finding: ReviewFinding, events: Iterable[Event], did: str
) -> None:
    """Refuse a key that signed one of ``events`` of ``finding`` already."""
    for event, known in zip(finding.events, finding.signers, strict=True):
        if signer is not None and known == signer and any(event is one for one in events):
            words = f"the key {signer[:16]}… {did} {finding.id}, in the name of {event.by.name}"
            raise refused(
                f"{words}: somebody else, with another key, goes on",
                ANOTHER,
                place(root, finding, event, "name"),
            )


def key_of_raiser(root: Path, signer: str | None, finding: ReviewFinding, by: Person) -> None:
    """Refuse who decides in the name of the raiser without the key that signed the raising: a name is what is typed."""
    known = next(iter(finding.signers), None)
    if known is not None and signer != known and same_person(by.name, finding.raised.by.name):
        key = f"the key {signer[:16]}…" if signer is not None else "no key"
        raise refused(
            f"{by.name} raised {finding.id} with the key {known[:16]}…, and {key} signs the decision in that name",
            "give that key with --key, or let another person decide",
            place(root, finding, finding.raised, "name"),
        )


def checkable(journal: Journal, act: str) -> None:
    """Refuse an act that settles something where a signature of the review cannot be checked.

    Raises:
        MissingDependencyError: ``cryptography`` is not installed, and an act of the review is signed.
    """
    if journal.unchecked:
        place = journal.unchecked[0].location
        raise not_installed(f"{place}: the act is signed, and to check that before {act} needs")


def needed(text: str, message: str) -> None:
    """Refuse an empty text."""
    if not text.strip():
        raise refused(message, "give --text")


def settles(text: str, act: str, hint: str, about: str = "") -> None:
    """Refuse a text, where one is given, that denies what the act says, puts it off or says nothing.

    ``about``: the condition that the act finds met.
    """
    if problem := unsettled(text, about):
        raise refused(f"the text {text.strip()!r} of the {act} {problem}", hint)


def says_what(text: str, act: str) -> None:
    """Refuse a text, where one is given, of words of consent alone: nobody says then what the evidence shows."""
    if text.strip() and (agrees(text) or no_reason(text)):
        raise refused(
            f"the text {text.strip()!r} of the {act} says nothing", "say what was done, and where it is seen"
        )


def not_of_own_case(root: Path, case: Case, evidence: Sequence[str]) -> None:
    """Refuse the case as a whole, and its files as they are or were frozen: a case settles nothing about itself."""
    files = {*load(root).files, *case.files}
    for name in evidence:
        path = inside(root, name)
        own = name == case.header.id
        if path is not None and path.is_file():
            own = of_own_case(root, files, path)
        if own:
            raise refused(
                f"evidence {name!r} is part of the case itself",
                "name a document that shows it, or the id of the part that settles it",
            )


def not_in_question(root: Path, case: Case, target: str, raised: AtBaseline, evidence: Sequence[str]) -> None:
    """Refuse what is in question itself: the target, a part that rests on it, and a file that it rested on when it was
    asked about (at the baseline ``raised``) and that has not changed since.

    Parts may settle what is asked of the case as a whole; its inputs as they were may not.
    """
    graph = Upstream(case)
    asked = {key for key in graph.find(target) if key.section not in ("case", "contexts", "modules")}
    for name in evidence:
        if asked.intersection(graph.below(graph.find(name))):
            what = f"is {target}" if asked.intersection(graph.find(name)) else f"rests on {target}"
            raise refused(
                f"evidence {name!r} {what}, which is in question",
                "name a document that shows it, or the id of another part that settles it",
            )
    seen = find(root, raised.name)
    before = seen.load()
    for name in evidence:
        path = inside(root, name)
        if path is None or not path.is_file():
            continue
        for known in _files_below(before, target):
            old = inside(before.root, known)
            if old is not None and old.is_file() and same_bytes(old, path):
                raise refused(
                    f"evidence {name!r} is what {target} rested on at the baseline {seen.name}, and is in question",
                    "name a document that shows it, or the file once it is another",
                )


def _files_below(case: Case, target: str) -> set[str]:
    """Inputs and documents of what the target rests on; the case as a whole, and its documents, rest on all of them."""
    graph = Upstream(case)
    starts = graph.find(target)
    whole = any(key.section == "case" for key in starts)
    files: set[str] = set()
    for key in graph.below(chain.from_iterable(graph.keys.values()) if whole else starts):
        if key.section == "evidence_items":
            files.update(case.evidence_item[key.id].inputs.values())
        node = case.node.get(key.id) if key.section == "evidence" else None
        if isinstance(node, EvidenceNode) and node.artefact:
            files.add(node.artefact)
    return files


def shows_something(root: Path, evidence: Sequence[str]) -> None:
    """Refuse files that show nothing: empty, withdrawn, with failures after which nothing passed, or still to come."""
    for name in evidence:
        path = inside(root, name)
        if path is None or not path.is_file():
            continue
        if empty := says_nothing(path):
            raise refused(f"evidence {name!r} is {empty}", "name the document that shows it")
        if said := opposite(path):
            raise refused(f"evidence {name!r} says {said!r}", "name a document that shows that it is done")
        text = document_text(path)
        if failures := (*states_in_doubt(text), *reported_failures(text)):
            hint = "name a document that says what was done after it"
            raise refused(f"evidence {name!r} says {failures[0]!r}", hint)


def at_baseline(baseline: Baseline) -> AtBaseline:
    """The frozen state, as events name it."""
    return AtBaseline(name=baseline.name, root=baseline.root)


def now() -> str:
    """UTC, ISO 8601."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


E = TypeVar("E", Raised, Responded, Disposed, Signed, Discharged, Read)
P = TypeVar("P", bound=Part)
_OF_ONE_LINE = frozenset({"name", "role", "organisation", "category", "clause", "target"})
"""fields that are no prose: printed within a line of others"""


def person(name: str, role: str, independence: Independence, organisation: str) -> Person:
    """Who acts, from what was typed.

    Raises:
        InputError: one of the texts is none of one line, or too long.
    """
    return _built(Person, name=name, role=role, independence=independence, organisation=organisation)


def checked(event: type[E], **fields: Any) -> E:
    """Build an event; what its model refuses, and a name that names nobody, becomes a message."""
    name = fields["by"].name
    if problem := no_name(name):
        raise refused(f"{name!r} {problem}", "give your name with --by")
    _built(Person, **fields["by"].model_dump())  # one that was not made by person()
    return _built(event, **fields)


def _built(model: type[P], **fields: Any) -> P:
    for field in _OF_ONE_LINE.intersection(fields):
        if strange := first_beyond_a_line(fields[field]):
            raise refused(f"{field}: expected a text in one line, found {strange} in it", "type it anew")
    try:
        return model(**fields)
    except WrongPart as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise refused(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None


def refused(message: str, hint: str = "", where: Location = _HERE) -> InputError:
    """The error that an act of a review is refused with."""
    return InputError.at(where, message, rule="review", hint=hint)
