"""The words of the project: standard terms of the field, in names, messages, documents and docs; none of the avoided ones."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMES = {
    "found", "told", "knot", "knots", "unsaid", "sifted", "ricc", "say", "speaking", "spoken", "OutsidePartMissing",
}  # fmt: skip
"""names in code that say nothing, or that nobody else uses; a leading underscore makes them no better"""
PARTS = {"told", "mend", "mended", "knot", "knots", "unsaid", "sifted", "youngest"}
"""words that no name in code is put together from"""
PHRASES: dict[str, str] = {
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\byoungest\b": "latest",
    r"needed and missing": "required key missing",
    r"nothing was written": "n input errors",
    r"an error of casegen itself": "internal error in casegen",
    r"what was finished is kept": "completed results are kept",
    r"\bin the way:": "what prevents support:",
    r"where it is weakest": "weakest points",
    r"\bheld against (it|bound|the (number|limit|bound))\b": "bound used, compared with",
    r"\bstands? twice\b": "is duplicated",
    r"\bhas fallen\b": "no longer valid",
    r"\bjoins by\b": "AND with",
    r"\bmapped by nobody\b|\bnobody mapped\b": "not mapped",
    r"\bevidence inc\.": "evidence",
    r"\bread rightly\b": "read correctly",
    r"\bmaker's\b": "manufacturer's",
    r"\bhow grave\b": "how severe",
    r"\bon another way than\b": "by a separate channel",
    r"\btold in the words of\b": "described in the terms of",
    r"\bthe top event may cost\b": "the tolerable probability of the top event",
    r"\bby heart\b": "without looking",
    r"\bso many failures in so many\b": "k failures in n demands",
    r"\bbut for\b": "except for",
    r"\bwhat (lacks|differs)\b(?!\W)|\bWhat is to be said\b|\bWhy it may be made\b": "what is missing, changes, description, justification",
    r"\bwait for somebody\b": "open actions",
}
QUOTED = {"CHANGELOG.md", "docs/reference/methods.md"}
"""what was printed in the past, and what is written from the descriptions of the evidence methods"""


READ = ("casegen", "evidence", "templates", "docs", "README.md")


def files(*suffixes: str, folders: tuple[str, ...] = READ) -> list[Path]:
    """Tracked files of the project that people read, generated results and records of reviews left out."""
    listed = subprocess.run(
        ["git", "ls-files", *folders],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ).stdout.splitlines()  # fmt: skip
    if not listed:
        pytest.skip("no git here: the files of the project are not known")
    paths = [ROOT / name for name in listed if name not in QUOTED and name.endswith(suffixes)]
    return [path for path in paths if path.is_file()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "better"), PHRASES.items(), ids=lambda text: re.sub(r"\W+", "-", text)[:30]
)
def test_no_text_uses_an_avoided_phrase(pattern: str, better: str) -> None:
    wanted = re.compile(pattern, re.IGNORECASE)
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in files(".py", ".md", ".j2", ".typ", ".js", "en.yaml")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if wanted.search(line)
    ]
    assert not hits, f"write {better!r} instead:\n" + "\n".join(hits)


def test_no_name_in_code_is_an_avoided_one() -> None:
    # most files hold no such word at all: only the others are read token by token
    near = re.compile(rf"(?:\b|_)(?:{'|'.join(sorted({*NAMES, *PARTS}))})(?:\b|_)")
    hits = []
    for path in files(".py", folders=(*READ, "tests", "benchmarks", "examples")):
        text = path.read_text("utf-8")
        if not near.search(text):
            continue
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type != tokenize.NAME:
                continue
            if token.string.strip("_") in NAMES or not PARTS.isdisjoint(token.string.split("_")):
                hits.append(f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}")
    assert not hits, "\n".join(hits)


def script_names(text: str) -> set[str]:
    """Identifiers of a script or template, without comments and strings.

    >>> sorted(script_names("const found = say('told'); // knots"))
    ['const', 'found', 'say']
    """
    bare = re.sub(r"""//[^\n]*|/\*.*?\*/|\{#.*?#\}|"[^"\n]*"|'[^'\n]*'""", "", text, flags=re.DOTALL)
    return set(re.findall(r"[A-Za-z_]\w*", bare))


def test_no_name_in_scripts_is_an_avoided_one() -> None:
    hits = {
        str(path.relative_to(ROOT)): sorted(names)
        for path in files(".js")
        if (names := NAMES & script_names(path.read_text("utf-8")))
    }
    assert not hits


def test_the_lists_match_what_they_are_for() -> None:
    """Every phrase is found where it is written: a pattern with a slip would pass for ever."""
    examples = {
        r"\bmend(s|ed|ing)?\b": "how to mend it", r"\bbut for\b": "all but for one", r"\bstands? twice\b": "it stands twice",
        r"\bheld against (it|bound|the (number|limit|bound))\b": "Held against it",
    }  # fmt: skip
    for pattern, text in examples.items():
        assert pattern in PHRASES
        assert re.search(pattern, text, re.IGNORECASE)
