"""How a case wants its documents set: ``document.yaml``, data only."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from casegen.model.part import Part

REPORT: tuple[str, ...] = (
    "verdict", "control", "system", "hazards", "scenarios", "trees", "argument", "evidence", "assumptions", "actions",
)  # fmt: skip
"""chapters of the report, in order"""
ANNEXES: tuple[str, ...] = (
    "claims", "tables", "study", "data", "tracing", "compliance", "changes", "review", "checks", "glossary", "index",
)  # fmt: skip
"""chapters to look things up in, in order"""
CHAPTERS: tuple[str, ...] = (*REPORT, *ANNEXES)
KEPT: tuple[str, ...] = ("control", "verdict")
"""chapters that no case leaves out: the verdict, and the page that says what was left out"""

Chapter = Literal[
    "verdict", "control", "system", "hazards", "scenarios", "trees", "argument", "evidence", "assumptions", "actions",
    "claims", "tables", "study", "data", "tracing", "compliance", "changes", "review", "checks", "glossary", "index",
]  # fmt: skip
Line = Annotated[str, Field(max_length=300, pattern=r"^[^\n\r\t]*$")]


class Logo(Part):
    """A picture for the title page, inside the case folder: SVG or PNG."""

    file: Line
    alt: Annotated[str, Field(min_length=1, max_length=300)] = Field(
        ..., description="what the picture shows, for those who cannot see it"
    )


class TitleField(Part):
    """One more line of the title page and of document control."""

    label: Annotated[Line, Field(min_length=1)]
    text: Annotated[Line, Field(min_length=1)]


class Recipient(Part):
    """Who receives the document, or who is to approve it."""

    name: Line = ""
    role: Line = ""
    organisation: Line = ""


class Settings(Part):
    """Everything a case may change in its documents."""

    language: Annotated[
        Line,
        Field(description="a shipped language (en, de), or a file of the case folder (document/fr.yaml)"),
    ] = "en"
    paper: Literal["a4", "us-letter"] = "a4"
    logo: Logo | None = None
    subtitle: Line = ""
    classification: Line = Field("", description="printed on every page, such as `Confidential`")
    fields: tuple[TitleField, ...] = ()
    approvers: tuple[Recipient, ...] = Field((), description="whose approval is awaited")
    distribution: tuple[Recipient, ...] = ()
    fonts: tuple[Line, ...] = Field(
        (),
        description="fonts of the case folder (TTF, OTF) for signs that Inter and DejaVu lack, such as Chinese",
    )
    chapters: tuple[Chapter, ...] = Field(
        (), description="chapters in this order first, annexes among them as chapters; the others follow"
    )
    annexes: bool = Field(True, description="whether the annexes are printed; document control says when not")
    leave_out: tuple[Chapter, ...] = Field(
        (), description="chapters that are not printed; document control names them"
    )
    wording: dict[str, dict[str, str]] = Field(
        default_factory=dict, description="single words of the language replaced: {group: {key: text}}"
    )


class DocumentFile(Part):
    """``document.yaml``."""

    document: Settings
