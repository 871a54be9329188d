"""The matrix of a HAZOP study drawn: items read against guide words, gaps to be seen at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen.model.case import Case
from casegen.model.hazard import GuideWord
from casegen.model.hazop_matrix import Answer, GuideWordRows, HazopMatrix, hazop_matrix
from casegen.render import svg
from casegen.render.diagrams.diagram import MARGIN, Diagram
from casegen.render.fonts import REGULAR, shorten_id, wrap
from casegen.render.language import counted, translate
from casegen.render.wording import anchor

ITEM = 150.0
"""width of the column of items"""
CELL = 64.0
ROW = 32.0
HEAD = 34.0
LEAD = 13.0
ROWS_PER_SHEET = 22
_CLASS = {
    Answer.ROW: "supported", Answer.ELSEWHERE: "supported", Answer.DISMISSED: "none", Answer.GAP: "challenged",
}  # fmt: skip


def guide_word_sheets(case: Case) -> Iterator[Diagram]:
    """The matrix on as many sheets as its items need; nothing where the case declares none."""
    matrix = hazop_matrix(case)
    if matrix is None or not matrix.cells:
        return
    rows = list(matrix.cells)
    sheets = [rows[k : k + ROWS_PER_SHEET] for k in range(0, len(rows), ROWS_PER_SHEET)]
    for index, items in enumerate(sheets):
        yield _sheet(matrix, items, index, len(sheets))


def _sheet(matrix: HazopMatrix, items: Sequence[str], index: int, count: int) -> Diagram:
    number = f" ({index + 1}/{count})" if count > 1 else ""
    parts = [_head(word, k) for k, word in enumerate(matrix.words)]
    for row, item in enumerate(items):
        top = HEAD + row * ROW
        title = wrap(matrix.titles[item], ITEM - 10, 11, REGULAR, 2)
        parts.append(svg.lines(title, 0, top + ROW / 2 + 4 - LEAD * (len(title) - 1) / 2, LEAD, ""))
        parts += [_cell(matrix.cells[item][word], k, top) for k, word in enumerate(matrix.words)]
    gaps = [(item, word) for item, word in matrix.gaps if item in items]
    return Diagram(
        name=anchor("guide-words", str(index + 1)),
        kind="guide-words",
        title=translate("safety.matrix") + number,
        alt=_alt(matrix, gaps),
        width=ITEM + CELL * len(matrix.words) + 2 * MARGIN,
        height=HEAD + ROW * len(items) + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{"".join(parts)}</g>',
        shown=tuple(items),
    )


def _alt(matrix: HazopMatrix, gaps: Sequence[tuple[str, GuideWord]]) -> str:
    """How many gaps there are, and where."""
    named = "; ".join(f"{matrix.titles[item]}: {word.value}" for item, word in gaps)
    return f"{counted('safety.gaps', len(gaps))} {named}".strip()


def _head(word: GuideWord, column: int) -> str:
    words = wrap(word.value, CELL - 6, 11, REGULAR, 2)
    centre = ITEM + CELL * (column + 0.5)
    return svg.lines(words, centre, HEAD - 9 - LEAD * (len(words) - 1), LEAD, "m b")


def _cell(cell: GuideWordRows, column: int, top: float) -> str:
    """A field: the row's id, several as their number, in brackets where they are another item's; a gap by name."""
    if cell.answer is Answer.UNREAD:
        return ""
    left = ITEM + CELL * column
    field = svg.element("rect", x=left + 2, y=top + 2, width=CELL - 4, height=ROW - 4, rx=3, class_="shape")
    label, href = _label(cell)
    words = svg.element(
        "text", svg.text(label), x=left + CELL / 2, y=top + ROW / 2 + 4,
        class_="s m b" if cell.answer is Answer.GAP else "s m",
    )  # fmt: skip
    whole = svg.full(", ".join(cell.rows), [label]) if cell.rows else ""
    drawn = f'<g class="{_CLASS[cell.answer]}">{whole}{field}{words}</g>'
    return f'<a href="#{svg.text(href)}" tabindex="-1">{drawn}</a>' if href else drawn


def _label(cell: GuideWordRows) -> tuple[str, str]:
    if cell.answer is Answer.GAP:
        return translate("safety.gap"), ""
    if not cell.rows:
        return "–", ""
    more = f" +{len(cell.rows) - 1}" if len(cell.rows) > 1 else ""
    label = shorten_id(cell.rows[0], CELL - 22 if more else CELL - 12, 10, REGULAR) + more
    return label if cell.answer is Answer.ROW else f"({label})", anchor("hazop", cell.rows[0])
