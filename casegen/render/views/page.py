"""What the page shows beside the sections: drawings, plots, contents."""

from __future__ import annotations

from typing import TypedDict


class ContinuationView(TypedDict):
    """Where a drawing goes on."""

    name: str
    label: str
    upwards: bool


class DrawingView(TypedDict):
    """A drawing [px]."""

    name: str
    title: str
    subject: str
    svg: str
    width: int
    height: int
    continuations: list[ContinuationView]


class PlotView(TypedDict):
    """A plot, and what it shows in words."""

    name: str
    title: str
    alt: str
    svg: str


class ChapterView(TypedDict):
    """An entry of the contents; ``count``: how much the chapter holds, empty where that says nothing."""

    href: str
    title: str
    count: int | str


class ReviewWords(TypedDict):
    """The choices of the review's forms as (value, word), and what is asked for in one sentence."""

    severities: list[tuple[str, str]]
    finding_statuses: list[tuple[str, str]]
    decisions: list[tuple[str, str]]
    independences: list[tuple[str, str]]
    review_words: str


class PageData(TypedDict):
    """For the script: flags of drawings as (fragment, class, word, description), ids that can be targets, the token."""

    raised: list[list[str]]
    targets: list[str]
    token: str
