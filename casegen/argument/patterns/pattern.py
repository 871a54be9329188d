"""An argument pattern as data: typed parameters, nodes with placeholders, repetition, composition."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from casegen.model.expressions import compiled
from casegen.model.fault_tree import Identifier
from casegen.model.part import Part
from casegen.model.plural import plural

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
ParameterType = Literal["name", "text", "identifier", "number", "probability", "choice", "flag", "set"]

NAME_LENGTH = 60
_IDENTIFIER = compiled(r"[^\s/\\<>\"'&{}:][^/\\<>\"'&\n\r\t{}:]*")


class PatternParameter(Part):
    """What has to be filled in.  A parameter with neither default nor ``optional`` must be given.

    ``name`` is a short name for use inside sentences; a ``set`` is a list of items with id and text, of
    which there must be ``min`` to ``max``.
    """

    name: Name
    type: ParameterType = "name"
    text: str = ""
    default: Any = None
    optional: bool = False
    choices: tuple[str, ...] = ()
    needs: Annotated[tuple[str, ...], Field(description="where given, one of these must be given too")] = ()
    single: Annotated[str, Field(description="may be given only where this set has one item")] = ""
    min: Annotated[int, Field(ge=0)] = 1
    max: Annotated[int, Field(ge=1)] | None = None

    @property
    def required(self) -> bool:
        """Whether an instance must state it."""
        return self.default is None and not self.optional

    def take(self, given: Any) -> Any:
        """The value meant by ``given`` (text from a command line, or data), or :class:`ValueError`."""
        match self.type:
            case "set":
                return self._set(given)
            case "number" | "probability":
                return self._number(given)
            case "flag":
                words = {"true": True, "yes": True, "false": False, "no": False}
                if isinstance(given, bool):
                    return given
                if str(given).casefold() in words:
                    return words[str(given).casefold()]
                raise ValueError(f"expected true or false, found {given!r}")
            case "choice":
                if given not in self.choices:
                    raise ValueError(f"expected one of {', '.join(self.choices)}, found {given!r}")
                return given
        return self._text(given)

    def _text(self, given: Any) -> str:
        if not isinstance(given, str | int | float) or isinstance(given, bool):
            raise ValueError(f"expected a text, found {given!r}")
        text = " ".join(str(given).split())
        if not text:
            raise ValueError("expected a text, found nothing")
        _plain(text)
        if self.type == "identifier" and not _IDENTIFIER.fullmatch(text):
            raise ValueError(f"expected an identifier, found {text!r}")
        if self.type == "name" and len(text) > NAME_LENGTH:
            raise ValueError(f"a name has at most {NAME_LENGTH} characters, found {len(text)}")
        return text

    def _number(self, given: Any) -> float:
        try:
            number = float(given)
        except (TypeError, ValueError):
            raise ValueError(f"expected a number, found {given!r}") from None
        if not math.isfinite(number) or (self.type == "probability" and not 0.0 <= number <= 1.0):
            wanted = "a probability in [0, 1]" if self.type == "probability" else "a finite number"
            raise ValueError(f"expected {wanted}, found {given!r}")
        return number

    def _set(self, given: Any) -> tuple[dict[str, str], ...]:
        if isinstance(given, str):
            given = [part for part in given.split(";") if part.strip()]
        if not isinstance(given, list | tuple):
            raise ValueError(f"expected items such as `H1=too late; H2=no value`, found {given!r}")
        items = tuple(_item(entry) for entry in given)
        ids = [item["id"] for item in items]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise ValueError(f"items share the id {twice[0]!r}")
        top = math.inf if self.max is None else self.max
        if not self.min <= len(items) <= top:
            wanted = f"at least {self.min}" if self.max is None else f"{self.min} to {self.max}"
            raise ValueError(
                f"expected {wanted} {plural(int(self.max or self.min), 'item')}, found {len(items)}"
            )
        return items


def _plain(text: str) -> None:
    if "{" in text or "}" in text or not text.isprintable():
        raise ValueError(f"a text has no braces and no control characters, found {text!r}")


def _item(entry: Any) -> dict[str, str]:
    if isinstance(entry, Mapping):
        id, text = str(entry.get("id", "")).strip(), str(entry.get("text", "")).strip()
    else:
        id, sign, text = (part.strip() for part in str(entry).partition("="))
        if not sign:
            id, text = re.sub(r"\W+", "-", id).strip("-"), id
    if not _IDENTIFIER.fullmatch(id):
        raise ValueError(f"expected items such as `H1=too late`, found {entry!r}")
    text = " ".join(text.split())
    _plain(text)
    return {"id": id, "text": text or id}


class Include(Part):
    """Another pattern that this one pulls in.  ``as_`` names it: ``{name.top}`` is its top claim."""

    pattern: str
    as_: Annotated[Name, Field(alias="as")]
    each: dict[str, str] = Field(default_factory=dict)
    when: str | dict[str, str] = ""
    unless: str = ""
    with_: dict[str, Any] = Field(default_factory=dict, alias="with")


class Pattern(Part):
    """A pattern file of ``templates/arguments``.

    Sections hold nodes as case files do, with ``{parameter}`` in texts and ids, and with three keys of
    their own: ``each: {item: set}`` repeats a node for every item, ``when: parameter`` and
    ``unless: parameter`` keep it only where the parameter is given, or not.  In lists an entry may be
    such a mapping, too, with the id under ``id``.
    """

    pattern: Identifier
    version: Annotated[int, Field(ge=1)]
    title: str
    text: str
    source: str = ""
    parameters: tuple[PatternParameter, ...] = ()
    top: str
    module: dict[str, str]
    include: tuple[Include, ...] = ()
    case: dict[str, Any] = Field(default_factory=dict)
    properties: tuple[dict[str, Any], ...] = ()
    hazop: tuple[dict[str, Any], ...] = ()
    claims: tuple[dict[str, Any], ...] = ()
    arguments: tuple[dict[str, Any], ...] = ()
    evidence: tuple[dict[str, Any], ...] = ()
    contexts: tuple[dict[str, Any], ...] = ()
    sub_cases: tuple[dict[str, Any], ...] = ()
    trees: tuple[dict[str, Any], ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    evidence_items: tuple[dict[str, Any], ...] = ()

    @model_validator(mode="after")
    def _names(self) -> Pattern:
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) < len(names) or "prefix" in names:
            raise ValueError("parameter names must differ, and none may be `prefix`")
        return self

    @property
    def parameter(self) -> dict[str, PatternParameter]:
        """Parameters by name."""
        return {parameter.name: parameter for parameter in self.parameters}


SECTIONS = (
    "properties", "hazop", "trees", "events", "evidence_items", "contexts", "claims", "arguments", "evidence",
    "sub_cases",
)  # fmt: skip
ARGUMENT = frozenset({"contexts", "claims", "arguments", "evidence", "sub_cases"})
