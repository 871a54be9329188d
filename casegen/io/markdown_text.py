"""What a text in Markdown shows: without its marks, HTML tags, entities and comments.

After CommonMark 0.31 and GitHub's additions to it, as far as words are concerned: headings, lists, tables and quotes
keep their signs, and code keeps all of its letters.
"""

from __future__ import annotations

import html
import re
from re import Match

from casegen.model.expressions import compiled

_FENCE = compiled(r"^(?:```|~~~)", re.M)
_CODE_OR_COMMENT = re.compile(r"`[^`\n]{1,300}`|<!--")
_CODE = re.compile(r"(?<!`)`(?P<said>[^`\n]{1,300})`(?!`)")
_BREAK = re.compile(r"<br[ \t]*/?>", re.I)
_TAG = compiled(
    r"</?(?:a|abbr|b|big|center|cite|code|details|div|em|font|i|img|ins|kbd|label|mark|nobr|p|picture|q|samp|small|span|"
    r"strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|var|wbr)(?:[ \t]+[^<>\n]{0,300})?/?>",
    re.I,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_NOTE = re.compile(r"(?<=\S)\[\^[^\]\s]{1,30}\]")
_TARGET = r"(?:\([^()\n]{0,300}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|\[[^\[\]\n]{0,60}\])"
_PICTURE = compiled(rf"!\[(?P<said>[^\[\]\n]{{1,300}})\]{_TARGET}")
_LINK = compiled(rf"\[(?P<said>(?![ xX]\])[^\[\]\n]{{1,300}})\]{_TARGET}")
_STRESSED = compiled(
    r"(?P<stars>\*{1,3})(?=[^\s*])(?P<starred>[^*\n]{0,300}?[^\W\d_][^*\n]{0,300}?)(?<=[^\s*])(?P=stars)(?!\*)|"
    r"(?<!\w)(?P<lines>_{1,3})(?=[^\s_])(?P<lined>[^_\n]{0,300}?[^\W\d_][^_\n]{0,300}?)(?<=[^\s_])(?P=lines)(?!\w)"
)
_SIGNS = {
    ":x:": "❌", ":heavy_multiplication_x:": "❌", ":no_entry:": "❌", ":red_circle:": "🔴", ":white_check_mark:": "✅",
    ":heavy_check_mark:": "✅", ":ballot_box_with_check:": "✅",
}  # fmt: skip
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))


def shown_of_markdown(text: str) -> str:
    """The words of a text in Markdown, line by line as they are shown.

    Fenced code, and what is struck out, stay as they are.  A break within a row of a table becomes ``;``, elsewhere an
    end of the line.

    >>> [shown_of_markdown(t) for t in ("[failed](logs/42.txt)", "**f**ailed", "fai<!-- x -->led", "failed[^1]", ":x:")]
    ['failed', 'failed', 'failed', 'failed', '❌']
    >>> shown_of_markdown("| wet | <b>failed</b><br>see log |"), shown_of_markdown("2*3*4, r_i_j, - [ ] open, <date>")
    ('| wet | failed; see log |', '2*3*4, r_i_j, - [ ] open, <date>')
    """
    parts: list[str] = []
    fenced = False
    for part in _by_fences(text):
        parts.append(part if fenced else _shown(part))
        fenced = not fenced
    return "".join(parts)


def _by_fences(text: str) -> list[str]:
    """What is outside of fenced code and within it, in turn; the fences go with the code."""
    ends = [match.start() for match in _FENCE.finditer(text)]
    parts: list[str] = []
    at = 0
    for opened, closed in zip(ends[::2], ends[1::2], strict=False):
        line_end = text.find("\n", closed)
        parts += [text[at:opened], text[opened : (len(text) if line_end < 0 else line_end)]]
        at = len(text) if line_end < 0 else line_end
    return [*parts, text[at:]]


def _shown(text: str) -> str:
    text = _without_comments(text) if "<!--" in text else text
    if "<" in text:
        text = "\n".join(
            _BREAK.sub("; " if "|" in line else "\n", line) if "<" in line else line
            for line in text.split("\n")
        )
        text = _TAG.sub("", text)
    if "[" in text:
        text = _NOTE.sub("", text)
        text = _LINK.sub(r"\g<said>", _PICTURE.sub(r"\g<said>", text))
    if "`" in text:
        text = _CODE.sub(r"\g<said>", text)
    if "*" in text or "_" in text:
        text = _STRESSED.sub(_plain, text)
    if ":" in text:
        text = _SIGN.sub(lambda match: _SIGNS[match[0]], text)
    return _ENTITY.sub(_letter, text) if "&" in text else text


def _plain(match: Match[str]) -> str:
    return match["starred"] or match["lined"]


def _letter(match: Match[str]) -> str:
    """The letter of an entity; a line or a bar that it stands for makes no row and no cell."""
    return html.unescape(match[0]).replace("\n", " ").replace("|", "/")


def _without_comments(text: str) -> str:
    """Without what ``<!--`` and ``-->`` enclose, outside of code; one that does not end is left."""
    kept: list[str] = []
    at = 0
    while (match := _CODE_OR_COMMENT.search(text, at)) is not None:
        if match[0] != "<!--":
            kept.append(text[at : match.end()])
            at = match.end()
            continue
        end = text.find("-->", match.end())
        if end < 0:
            break
        kept.append(text[at : match.start()])
        at = end + 3
    return "".join([*kept, text[at:]])
