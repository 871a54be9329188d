"""The look of the DOCX file as styles, so that whoever edits it changes one style and not a thousand paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casegen.render.fonts import BOLD, metrics

BODY, TABLE, CELL_MARGIN = 10.0, 8.0, 5.4
"""points"""
WIDE_FONT = 1.2
"""how much wider than ours the font may be that stands in for the one named here"""
LINK, RULE, HEAD = "1F5FBF", "D8DEE7", "F1F4F8"
REPORT_LIST, ANNEX_LIST, NO_LIST = "901", "902", "0"
"""lists that number the headings of the report and of its annexes, and the one of headings without numbers"""
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def set_styles(document: Any, language: str) -> None:
    """Fonts, headings with numbers, links, captions, cells of tables."""
    from docx.shared import Pt

    body = document.styles["Normal"]
    body.font.name, body.font.size = "Calibri", Pt(BODY)
    body.paragraph_format.space_after = Pt(4)
    in_language(body, language)
    _headings(document)
    _link(document)
    caption = document.styles["Caption"]
    caption.font.size, caption.font.bold = Pt(8.5), False
    caption.font.color.rgb = _rgb("566173")
    for name in ("Header", "Footer"):
        line = document.styles[name]
        line.font.size, line.font.color.rgb = Pt(8), _rgb("566173")
    for name, base in (("Cell", "Normal"), ("Cell bullet", "List Bullet")):
        style = document.styles.add_style(name, 1)
        style.base_style = document.styles[base]
        style.font.size = Pt(TABLE)
        style.paragraph_format.space_after = style.paragraph_format.space_before = Pt(1)
    bullet = document.styles["Cell bullet"].paragraph_format
    bullet.left_indent, bullet.first_line_indent = Pt(9), Pt(-9)
    _contents(document)
    _numbers(document)


def _rgb(colour: str) -> Any:
    from docx.shared import RGBColor

    return RGBColor.from_string(colour)


def in_language(styled: Any, code: str) -> None:
    """Say of a style or a run of text in which language it is."""
    from docx.oxml.ns import qn

    properties = styled.element.get_or_add_rPr()
    properties.append(properties.makeelement(qn("w:lang"), {qn("w:val"): code}))


def _headings(document: Any) -> None:
    from docx.shared import Pt

    for level, size in ((1, 17), (2, 13), (3, 11)):
        style = document.styles[f"Heading {level}"]
        style.font.name, style.font.size, style.font.bold = "Calibri", Pt(size), True
        style.font.color.rgb = _rgb("1C2430")
        form = style.paragraph_format
        form.keep_with_next, form.space_before, form.space_after = True, Pt(size), Pt(5)
        fonts = style.element.rPr.rFonts
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(f"{{{_W}}}{theme}", None)
        numbered(style.element.get_or_add_pPr(), REPORT_LIST, level - 1)


def _link(document: Any) -> None:
    style = document.styles.add_style("Hyperlink", 2)
    style.font.color.rgb, style.font.underline = _rgb(LINK), True


def _contents(document: Any) -> None:
    """The styles of the table of contents: dots to the page at the right edge."""
    from docx.enum.text import WD_TAB_ALIGNMENT, WD_TAB_LEADER
    from docx.shared import Mm

    numbered(document.styles["TOC Heading"].element.get_or_add_pPr(), NO_LIST, 0)
    for level in (1, 2):
        style = document.styles.add_style(f"toc {level}", 1)
        style.base_style = document.styles["Normal"]
        style.paragraph_format.left_indent = Mm(6 * (level - 1))
        style.paragraph_format.tab_stops.add_tab_stop(Mm(172), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS)
        style.font.bold = level == 1


def numbered(properties: Any, list_id: str, level: int) -> None:
    """Give paragraph properties a place in a list of numbers."""
    from docx.oxml.ns import qn

    old = properties.find(qn("w:numPr"))
    if old is not None:
        properties.remove(old)
    number = properties.get_or_add_numPr()
    for name, value in (("ilvl", str(level)), ("numId", list_id)):
        number.append(number.makeelement(qn(f"w:{name}"), {qn("w:val"): value}))


def _numbers(document: Any) -> None:
    """Two lists of three levels: 1, 1.1, 1.1.1 for the report, A, A.1, A.1.1 for the annexes."""
    from docx.oxml.ns import qn
    from docx.oxml.parser import parse_xml

    root = document.part.numbering_part.element
    for list_id, form in ((REPORT_LIST, "decimal"), (ANNEX_LIST, "upperLetter")):
        levels = "".join(
            f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/>'
            f'<w:numFmt w:val="{form if level == 0 else "decimal"}"/>'
            + (f'<w:pStyle w:val="Heading{level + 1}"/>' if list_id == REPORT_LIST else "")
            + f'<w:lvlText w:val="{".".join(f"%{n + 1}" for n in range(level + 1))}"/><w:lvlJc w:val="left"/>'
            f'<w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr></w:lvl>'
            for level in range(3)
        )
        abstract = parse_xml(
            f'<w:abstractNum xmlns:w="{_W}" w:abstractNumId="{list_id}"><w:multiLevelType w:val="multilevel"/>'
            f"{levels}</w:abstractNum>"
        )
        first = root.find(qn("w:num"))  # lists stand after all that they are instances of
        if first is None:
            root.append(abstract)
        else:
            first.addprevious(abstract)
        root.append(parse_xml(
            f'<w:num xmlns:w="{_W}" w:numId="{list_id}"><w:abstractNumId w:val="{list_id}"/></w:num>'
        ))  # fmt: skip


def word_width(word: str) -> float:
    """Width of a word with the margins of its cell [twentieths of a point], in a wide font of the reader's."""
    return 20 * (metrics(BOLD).width(word, TABLE) * WIDE_FONT + 2 * CELL_MARGIN)


def set_table(table: Any, widths: Sequence[int], *, headed: bool) -> None:
    """Columns of these widths [twentieths of a point], rows that are kept on a page, a head that repeats."""
    from docx.oxml.ns import qn

    table.autofit = False
    for column, width in zip(table._tbl.tblGrid.findall(qn("w:gridCol")), widths, strict=True):
        column.set(qn("w:w"), str(width))
    for row in table._tbl.tr_lst:
        for cell, width in zip(row.tc_lst, widths, strict=True):
            properties = cell.get_or_add_tcPr()
            size = properties.get_or_add_tcW()
            size.set(qn("w:w"), str(width))
            size.set(qn("w:type"), "dxa")
        properties = row.get_or_add_trPr()
        properties.append(properties.makeelement(qn("w:cantSplit"), {}))
    _rules(table)
    if headed:
        first = table._tbl.tr_lst[0]
        first.get_or_add_trPr().append(first.makeelement(qn("w:tblHeader"), {}))
        for cell in first.tc_lst:
            properties = cell.get_or_add_tcPr()
            shade = {qn("w:val"): "clear", qn("w:color"): "auto", qn("w:fill"): HEAD}
            properties.append(properties.makeelement(qn("w:shd"), shade))


FEW_ROWS = 5
"""rows up to which a table stays on one page"""


def keep_rows(table: Any, count: int) -> None:
    """Keep each of the first ``count`` rows on the page of the next one: no head, and no first row, stands alone."""
    from docx.oxml.ns import qn

    for row in table._tbl.tr_lst[:count]:
        for paragraph in row.iter(qn("w:p")):
            paragraph.get_or_add_pPr().get_or_add_keepNext()


def _rules(table: Any) -> None:
    """Thin lines between rows, none between columns."""
    from docx.oxml.parser import parse_xml

    lines = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="{RULE}"/>'
        for side in ("top", "bottom", "insideH")
    )
    none = "".join(f'<w:{side} w:val="nil"/>' for side in ("left", "right", "insideV"))
    order = {"top": 0, "left": 1, "bottom": 2, "right": 3, "insideH": 4, "insideV": 5}
    borders = parse_xml(f'<w:tblBorders xmlns:w="{_W}">{lines}{none}</w:tblBorders>')
    borders[:] = sorted(borders, key=lambda part: order[part.tag.rpartition("}")[2]])
    table._tbl.tblPr.append(borders)


def end_section(body: Any) -> None:
    """Make the paragraph that ends a section take no room, instead of the empty one below a table: where the table
    fills its page, either would begin a page of its own."""
    from docx.shared import Pt
    from docx.text.paragraph import Paragraph

    ending, above = body[-2], body[-3]
    form = Paragraph(ending, None).paragraph_format
    form.space_before = form.space_after = Pt(0)
    form.line_spacing = Pt(1)
    if above.tag == ending.tag and not len(above):
        body.remove(above)
