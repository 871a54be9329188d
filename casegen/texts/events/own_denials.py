"""The denial that a tree's own title or top states (*The valve does not close*), in a sentence of the same event.

There it names what fails and denies nothing of the sentence, so that it is read as one verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from casegen.model.expressions import compiled

_ENGLISH = compiled(
    r"\b(?:(?:does|do)(?:\s+not|n['’]t)|cannot|can\s+not|fails?\s+to)\s+(?P<verb>[a-z]{2,})(?:\s+(?P<part>up|down|off|out|on(?=\W*$)|in(?=\W*$)))?\b"
)
_GERMAN = compiled(
    r"(?<!\w)(?P<verb>[a-zäöüß]{2,}(?:t|en))\s+(?:[^.;:,]*?\s)?nicht(?:\s+(?P<part>an|ab|auf|aus|ein|zu|um))?\W*$"
)
_NOT = compiled(r"\b(?:not|nicht|never|nie|cannot|n['’]t)\b", re.I)


def without_own_denial(text: str, tops: Iterable[str]) -> str:
    """The sentence with the denied verb of one of the ``tops`` as *fails* or *versagt*; as it is where it has none.

    >>> without_own_denial("The mean probability that the valve does not close is 1 %", ["Valve does not close"])
    'The mean probability that the valve fails is 1 %'
    >>> without_own_denial("Im Mittel schließt das Ventil bei 1 von 9 Fahrten nicht", ["Das Ventil schließt nicht"])
    'Im Mittel versagt das Ventil bei 1 von 9 Fahrten'
    >>> without_own_denial("The valve does not open", ["The valve does not close"])
    'The valve does not open'
    """
    return next((read for top in tops for read in (*_english(text, top), *_german(text, top))), text)


def _english(text: str, top: str) -> Iterator[str]:
    for match in _ENGLISH.finditer(top):
        part = rf"\s+{match['part']}\b" if match["part"] else ""
        denied = rf"\b(?:(?:does|do)(?:\s+not|n['’]t)|cannot|can\s+not|fails?\s+to)\s+{match['verb']}\b{part}"
        if len(re.findall(denied, text)) == 1:
            yield re.sub(denied, "fails", text)


def _german(text: str, top: str) -> Iterator[str]:
    match = _GERMAN.search(top)
    if match is None or len(_NOT.findall(text)) != 1:
        return
    verb, part = match["verb"], match["part"] or ""
    last = rf"\s+{part}" if part else ""
    beside = rf"\b(?:nicht\s+{part}{verb}|{verb}\s+nicht{last})\b"
    if len(re.findall(beside, text)) == 1:
        yield re.sub(beside, "versagt", text)
    behind = re.fullmatch(rf"(?P<one>.*?)\b{verb}\b(?P<two>.*?)\s+nicht{last}(?P<end>\W*)", text)
    if behind is not None and not re.search(rf"\b{verb}\b", behind["two"]):
        yield f"{behind['one']}versagt{behind['two']}{behind['end']}"
