"""The index: every part by its id."""

from __future__ import annotations

import re

from casegen.render.language import translate
from casegen.render.report.links import Links
from casegen.render.views import CaseSections, IndexView

_KIND = {
    "hazop": "part.hazop_entry", "property": "part.mission_property", "scenario": "part.hazard_scenario",
    "evidence": "part.evidence_item", "tree": "part.fault_tree",
}  # fmt: skip
_DIGITS = re.compile(r"([0-9]+)")


def index_rows(links: Links, sections: CaseSections) -> list[IndexView]:
    """Parts of the case, findings and sign-offs in the order of their ids, digits by their value."""
    rows: list[IndexView] = [
        {"id": name, "anchor": links.fragment(name), "kind": translate(_KIND.get(kind, f"part.{kind}"))}
        for name, kind in links.kinds.items()
        if name not in links.unlisted
    ]
    review = sections["review"]
    for part, placed in (("finding", review["findings"]), ("sign_off", review["sign_offs"])):
        kind = translate(f"part.{part}")
        rows += [{"id": row["id"], "anchor": row["anchor"], "kind": kind} for row in placed]
    return sorted(rows, key=lambda row: natural(row["id"]))


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts ``C2`` before ``C10``, whatever the case of the letters.

    >>> sorted(["C10", "c2", "B"], key=natural)
    ['B', 'c2', 'C10']
    """
    parts = _DIGITS.split(name.casefold())
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part)
