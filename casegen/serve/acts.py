"""What a browser asks a review to do: a JSON document becomes one act of :mod:`casegen.review.acts`.

The files are the store: an act writes what the command would write, and is refused for the same reasons.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from casegen.io.file_errors import fix_of
from casegen.io.regular import unrepeated
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review.acceptance import discharge, sign_off
from casegen.review.acts import Status, add_finding, decide, respond
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Independence, Person

TEXTS = frozenset({
    "act", "target", "finding", "severity", "status", "decision", "text", "category", "clause", "baseline", "by",
    "role", "independence", "organisation", "override", "sign_off", "condition",
})  # fmt: skip
LISTS = frozenset({"evidence", "conditions"})
MOST_ENTRIES = 100


class FieldError(Exception):
    """What is wrong with one field of the form; ``field`` is empty when it is the act as a whole."""

    def __init__(self, field: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.field, self.message, self.hint = field, message, hint

    def document(self) -> dict[str, str]:
        """As the page reads it."""
        return {"field": self.field, "message": self.message, "hint": self.hint}


def perform(root: Path, body: bytes) -> dict[str, Any]:
    """Perform the act that ``body`` asks for; returns ``{"done": …, "anchor": …}`` or ``{"errors": […]}``.

    ``anchor`` is the fragment of the page that shows it.
    """
    try:
        return _perform(root, _document(body))
    except FieldError as error:
        return {"errors": [error.document()]}
    except InputError as error:
        return {"errors": [{"field": "", "message": d.message, "hint": d.hint} for d in error.diagnostics]}
    except MissingDependencyError as error:
        return {"errors": [FieldError("", str(error)).document()]}
    except OSError as error:
        message = f"cannot write into the case: {error.strerror or error}"
        return {"errors": [FieldError("", message, fix_of(error)).document()]}


def _document(body: bytes) -> dict[str, Any]:
    try:
        result = json.loads(body, object_pairs_hook=unrepeated)
    except (ValueError, RecursionError):
        result = None
    if not isinstance(result, dict):
        raise FieldError("", "expected one JSON object, no key of it twice")
    for name, value in result.items():
        if name in TEXTS and isinstance(value, str):
            continue
        lines = (
            isinstance(value, list) and len(value) <= MOST_ENTRIES and all(isinstance(v, str) for v in value)
        )
        if name not in LISTS or not lines:
            raise FieldError("", f"unexpected field {str(name)[:80]!r}")
    return result


def _perform(root: Path, form: Mapping[str, Any]) -> dict[str, Any]:
    act = form.get("act")
    if act not in ("add", "respond", "close", "sign", "discharge"):
        raise FieldError("", f"there is no act {str(act)[:80]!r}")
    by = _person(form)
    match act:
        case "add":
            target = _needed(form, "target", "what is the finding about", "give the id of a part of the case")
            text = _needed(form, "text", "a finding needs its text", "")
            raised = add_finding(
                root, target=target, severity=_choice(FindingSeverity, form, "severity"), text=text, by=by,
                category=form.get("category", ""), clause=form.get("clause", ""), baseline=form.get("baseline", ""),
            )  # fmt: skip
            return _done(f"Finding {raised.finding} on {raised.target}", f"finding-{raised.finding}")
        case "respond":
            result = _needed(form, "finding", "which finding is answered", "such as F3")
            text = _needed(form, "text", "an answer needs its text", "")
            answered = respond(root, result, text=text, by=by, evidence=_lines(form, "evidence"))
            return _done(f"{answered.finding} answered", f"finding-{answered.finding}")
        case "close":
            decided = decide(
                root, _needed(form, "finding", "which finding is decided on", "such as F3"), status=_status(form),
                by=by, text=form.get("text", ""), evidence=_lines(form, "evidence"),
                baseline=form.get("baseline", ""),
            )  # fmt: skip
            return _done(f"{decided.finding} {decided.status}", f"finding-{decided.finding}")
        case "discharge":
            named = _needed(form, "sign_off", "which sign-off", "such as S1")
            number = str(form.get("condition", "")).strip()
            if not number.isdecimal() or len(number) > 4:
                raise FieldError("condition", "expected the number of a condition", "such as 1")
            met = discharge(
                root, named, condition=int(number), by=by, text=form.get("text", ""),
                evidence=_lines(form, "evidence"), baseline=form.get("baseline", ""),
            )  # fmt: skip
            return _done(
                f"Condition {met.condition} of {met.sign_off} discharged", f"sign-off-{met.sign_off}"
            )
        case _:
            signed = sign_off(
                root, target=form.get("target", ""), decision=_choice(Decision, form, "decision"), by=by,
                conditions=_lines(form, "conditions"), text=form.get("text", ""), baseline=form.get("baseline", ""),
                override=form.get("override", ""),
            )  # fmt: skip
            return _done(f"Sign-off {signed.sign_off}: {signed.decision}", f"sign-off-{signed.sign_off}")


def _done(said: str, anchor: str) -> dict[str, Any]:
    return {"done": said, "anchor": anchor}


def _needed(form: Mapping[str, Any], field: str, message: str, hint: str) -> str:
    text = str(form.get(field, "")).strip()
    if not text:
        raise FieldError(field, message, hint)
    return text


def _lines(form: Mapping[str, Any], field: str) -> Sequence[str]:
    return [line.strip() for line in form.get(field, ()) if line.strip()]


C = TypeVar("C", bound=StrEnum)


def _choice(kind: type[C], form: Mapping[str, Any], field: str) -> C:
    given = form.get(field, "")
    known = [member.value for member in kind]
    if given not in known:
        raise FieldError(field, f"unknown {field} {given[:80]!r}", f"one of: {', '.join(known)}")
    return kind(given)


def _status(form: Mapping[str, Any]) -> Status:
    match _choice(FindingStatus, form, "status"):
        case FindingStatus.OPEN:
            return "open"
        case FindingStatus.ACCEPTED:
            return "accepted"
        case FindingStatus.REJECTED:
            return "rejected"
        case FindingStatus.CLOSED:
            return "closed"
        case FindingStatus.ANSWERED:
            raise FieldError("status", "an answer is no decision", "use Answer")


def _person(form: Mapping[str, Any]) -> Person:
    name = _needed(form, "by", "who is it", "give your name")
    for field, text in (
        ("by", name),
        ("role", form.get("role", "")),
        ("organisation", form.get("organisation", "")),
    ):
        if len(text) > 200 or not text.isprintable():
            raise FieldError(field, "at most 200 characters in one line")
    independence = (
        Independence.NONE if not form.get("independence") else _choice(Independence, form, "independence")
    )
    return Person(
        name=name, role=form.get("role", ""), independence=independence, organisation=form.get("organisation", "")
    )  # fmt: skip
