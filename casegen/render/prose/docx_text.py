"""Text of a DOCX file as it is written: the reader's program has fonts of its own."""

from __future__ import annotations

import unicodedata

JOINING = frozenset("\n\t\u00ad\u200b\u200c\u200d\u200e\u200f\u2060")
"""control characters that words of some scripts, and emoji, are written with"""


def clean(text: str) -> str:
    """Text as it is written: the reader's program has fonts of its own.

    What XML has no place for, and what would turn the order of the letters around it, is written as its code point.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if _has_place(c) else f"[U+{ord(c):04X}]" for c in text)


def _has_place(c: str) -> bool:
    if c in JOINING or 0xE0020 <= ord(c) <= 0xE007F:  # the tags of a flag
        return True
    return unicodedata.category(c) not in ("Cc", "Cf", "Cs") and c not in "\ufffe\uffff"


def property_text(text: str) -> str:
    """Text for a property of the file, of which the format takes 255 characters."""
    cleaned = clean(text)
    return cleaned if len(cleaned) <= 255 else f"{cleaned[:254]}…"
