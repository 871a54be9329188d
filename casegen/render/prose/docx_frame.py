"""What stands around the text of a DOCX file: its properties, and the line above and below each page."""

from __future__ import annotations

import datetime
import re
from typing import Any

from casegen.model.legible import legible
from casegen.render.language import translate
from casegen.render.prose.docx_fields import field, property_text
from casegen.render.report import Report

TITLE = 96
"""signs of the title in the line above each page, as in the PDF"""


def describe(document: Any, report: Report) -> None:
    """Title, authors, date and language of the file."""
    about = report.sections["document"]
    core = document.core_properties
    core.title, core.author = property_text(about["title"]), property_text(", ".join(about["authors"]))
    core.subject, core.comments = property_text(report.sections["verdict"]["sentence"]), ""
    core.language, core.last_modified_by, core.revision = report.sections["layout"]["language"], "", 1
    day = datetime.date.fromisoformat(about["date"])
    core.created = core.modified = datetime.datetime(day.year, day.month, day.day)


def running_lines(document: Any, report: Report) -> None:
    """Above every page title, version and classification, below it date, verdict and page.

    They stand on one line from the left, since pages differ in width: later sections have the lines of the first.
    """
    about, layout = report.sections["document"], report.sections["layout"]
    section = document.sections[0]
    title = " ".join(f"{about['id']}: {about['title']}".split())
    shown = title if len(title) <= TITLE else f"{title[: TITLE - 1]}…"
    parts = (shown, translate("page.version", version=about["version"]), layout["classification"])
    section.header.paragraphs[0].add_run(legible(" · ".join(filter(None, parts))))
    below = section.footer.paragraphs[0]
    below.add_run(legible(f"{about['date']} · {report.sections['verdict']['word']} · "))
    _pages(below)


def _pages(paragraph: Any) -> None:
    """``page 3 of 12`` in the language of the document, its two numbers as fields."""
    marks = {"{page}": "PAGE", "{pages}": "NUMPAGES"}
    words = translate("page.of", page="{page}", pages="{pages}")
    for part in filter(None, re.split(r"(\{pages?\})", words)):
        if part in marks:
            field(paragraph, marks[part], "")
        else:
            paragraph.add_run(part)
