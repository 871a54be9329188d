"""The sentences that give reasons, in English: those of the language file, from which documents translate them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce

from casegen.io.source_map import parse, read_text
from casegen.io.templates import templates_folder
from casegen.model.sentence import NOTHING, Sentence, fill


@cache
def _english() -> Mapping[str, Mapping[str, str]]:
    path = templates_folder("documents") / "language" / "en.yaml"
    groups: Mapping[str, Mapping[str, str]] = parse(read_text(path, path.name), path.name).data
    return groups


def sentence(key: str, /, **values: object) -> Sentence:
    """The text of that key, of the group of reasons unless it names another, with what stands in braces filled in.

    >>> sentence("stale", item="EV1"), sentence("stale", item="EV1").key
    ('evidence item EV1 is stale', 'reason.stale')
    """
    given = {name: value if isinstance(value, Sentence) else str(value) for name, value in values.items()}
    group, _, name = key.rpartition(".")
    group = group or "reason"
    return Sentence(fill(_english()[group][name], given), f"{group}.{name}", given)


def named(kind: str, id: str) -> Sentence:
    """A part by its kind and its id.

    >>> named("sub-case", "SC1"), named("HAZOP entry", "H1")
    ('sub-case SC1', 'HAZOP entry H1')
    """
    key = kind.lower().replace("-", "_").replace(" ", "_")
    return sentence("part", kind=sentence(f"part.{key}"), id=id)


def stands(status: str) -> Sentence:
    """A status as it stands inside a sentence.

    >>> stands("not evaluated")
    'not evaluated'
    """
    return sentence(f"stands.{status.replace(' ', '_')}")


def because(what: Sentence, why: str) -> Sentence:
    """``what: why``; ``what`` alone without a reason.

    >>> because(sentence("stale", item="EV1"), "an input has changed")
    'evidence item EV1 is stale: an input has changed'
    """
    return sentence("because", what=what, why=why) if why else what


def enumerated(texts: Iterable[str]) -> Sentence:
    """Parts of one sentence, with commas between them.

    >>> enumerated(["one", "two"])
    'one, two'
    """
    given = [text if isinstance(text, Sentence) else Sentence(text) for text in texts]
    return reduce(lambda one, other: sentence("comma", one=one, other=other), given) if given else NOTHING
