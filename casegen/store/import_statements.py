"""The names that a module imports, read from its source: exactly, or fast and with some too many."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

_WORD = re.compile(rb"import(?<!\wimport)\b(?=[\s(*\\])")
"""the word as a statement has it, which a full stop or a quote never follows; begins with plain signs: searched fast"""
_PLAIN = re.compile(
    rb"(?<!\\\n)^[ \t]*(?:>>>[ \t]+)?(?:"
    rb"from[ \t]+(?P<base>[.\w]+)[ \t]+import[ \t]+(?:\((?P<block>[\w,\s]*)\)[ \t]*|(?P<names>[\w, \t]+))"
    rb"|import[ \t]+(?P<modules>[\w., \t]+)"
    rb")(?:#[^\n]*)?$",
    re.MULTILINE,
)
"""an import statement alone on its line; a line of a text that looks like one matches too"""
_CODING = re.compile(rb"\A[^\n]*\n?[^\n]*coding[:=]")
"""an encoding named in the first two lines, in which other bytes may spell the word"""


@cache
def imported(source: bytes, package: str) -> tuple[str, ...]:
    """Names that a module of ``package`` imports, lazily too; what is imported for types only is left out.

    Empty where Python cannot read it.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    # other signs may spell the same name
    is_guarded = b"TYPE_CHECKING" in source or not source.isascii()
    return tuple(dict.fromkeys(_named(tree, package, is_guarded=is_guarded)))


@cache
def perhaps_imported(source: bytes, package: str) -> tuple[str, ...] | None:
    """:func:`imported`, and perhaps more: names in texts and for types only; None where a look does not tell.

    A hundredth of the time.  No import is left out: each has the word ``import``, and where one of those words stands
    in no line that is an import statement as a whole, the answer is None.
    """
    source = source.replace(b"\r\n", b"\n")
    if b"\r" in source or _CODING.match(source):
        return None
    names: dict[str, None] = {}
    end = 0
    for word in _WORD.finditer(source):
        if word.start() < end:  # in the comment after a statement
            continue
        match = _PLAIN.match(source, source.rfind(b"\n", 0, word.start()) + 1)
        if match is None or match.end() < word.end() or _WORD.search(match["block"] or b""):
            return None
        end = match.end()
        base, block, plain, modules = match.groups()
        listed = [part.split() for part in (block or plain or modules or b"").decode().split(",")]
        if any(len(words) > 1 and words[1:2] != ["as"] for words in listed):  # a name with blanks, or no list
            return None
        above = "" if base is None else _above(base.decode(), package)
        names.update(dict.fromkeys([above] if above else ()))
        names.update((f"{above}.{words[0]}" if above else words[0], None) for words in listed if words)
    return tuple(names)


def _above(base: str, package: str) -> str:
    """The module that a ``from`` names, whose leading dots count from ``package``."""
    module = base.lstrip(".")
    level = len(base) - len(module)
    parts = package.split(".")
    above = parts[: len(parts) - level + 1] if level else []
    return ".".join([*above, *([module] if module else [])])


def _named(tree: ast.AST, package: str, *, is_guarded: bool) -> Iterator[str]:
    """The names, in order; ``is_guarded``: some may be imported for types only."""
    for node in _statements(tree):
        if is_guarded and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from _named(ast.Module(node.orelse, []), package, is_guarded=True)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _above("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        else:
            yield from _named(node, package, is_guarded=is_guarded)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements right below a node; no import stands in an expression, which most of a module's nodes are."""
    for part in ("body", "handlers", "cases", "orelse", "finalbody"):
        below = getattr(tree, part, ())
        if isinstance(below, list):  # the body of a lambda is an expression
            yield from below
