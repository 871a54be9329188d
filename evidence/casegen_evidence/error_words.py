"""An error in words, whatever its class does when it is shown."""

import re


def said(error: BaseException) -> str:
    """Kind and words of an error, in characters that a file can hold; words that cannot be had are left out.

    Their full stop is left out too, as they stand within a sentence.

    >>> said(ValueError("expected 4 features as input.")), said(ValueError("and so on ..."))
    ('ValueError: expected 4 features as input', 'ValueError: and so on ...')
    """
    try:
        words = f": {error}"
    except Exception:  # what a class of errors needs to be shown is its own affair
        words = ""
    shown = words.rstrip()
    if shown.endswith(".") and not shown.endswith(".."):
        words = shown[:-1]
    return without_addresses(f"{type(error).__name__}{words}").encode("utf-8", "backslashreplace").decode()


def without_addresses(words: str) -> str:
    """``words`` without the places of objects in memory, which say nothing and differ in every run."""
    return re.sub(r" (?:object )?at 0x[0-9a-fA-F]+", "", words)
