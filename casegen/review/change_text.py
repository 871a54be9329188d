"""A change in words: what of a list is new, gone or different, and where two texts part."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from casegen.argument.references import SINGULAR
from casegen.io.sentences import enumerated, named
from casegen.io.sentences import sentence as worded
from casegen.model.digits import STATED_DIGITS, apart, in_full, outward, significant
from casegen.model.sentence import Sentence, listed
from casegen.review.changes import FieldChange, Key

NAMED_BY = ("id", "event", "rule", "text", "title")
"""fields that name an entry of a list, best first"""
ROOM, CONTEXT, BRIEF = 110, 32, 70
"""characters: of a text shown whole, kept before the place where two part, of an entry's name"""
MOST_ENTRIES = 12
NOISE = 1e-9
"""relative difference below which two computed numbers differ by rounding only"""
ALIKE = 0.6
"""share of matching characters (difflib's ratio) from which two texts are one that was changed"""
COMPARED = 400
"""characters and pairs looked at to find texts that are alike"""

_DIGEST = re.compile("[0-9a-f]{64}")


def part_name(key: Key) -> str:
    """``claim``, ``gate``, ``fault tree``, …"""
    return "gate" if key.section == "gates" else SINGULAR.get(key.section, key.section)


def sentence(change: FieldChange) -> Sentence:
    """``basic event BE-DVL: model.rate was 0.0004, is 0.001``; ``gate G1: inputs: added B7``."""
    return worded("because", what=named(part_name(change.key), change.key.id), why=field_sentence(change))


def field_sentence(change: FieldChange) -> Sentence:
    """As :func:`sentence`, without the part: ``model.rate was 0.0004, is 0.001``."""
    if change.field.endswith("(content)"):
        return worded("field.content", field=change.field.removesuffix(" (content)"))
    return _field_text(change.field, change.old, change.new)


def _field_text(field: str, old: Any, new: Any) -> Sentence:
    if _absent(old) and _absent(new):
        return worded("field.empty_gone" if new is None else "field.emptied", field=field)
    if isinstance(old or new, list) and all(_absent(side) or isinstance(side, list) for side in (old, new)):
        return worded("because", what=field, why=_entries(old or [], new or []))
    if _absent(old):
        return worded("field.new", field=field, value=_shown(new))
    if _absent(new):
        return worded("field.gone", field=field, value=_shown(old))
    if isinstance(old, str) and isinstance(new, str):
        return _texts(field, old, new)
    if _is_number(old) and _is_number(new):
        if _by_rounding(old, new):
            return worded("field.rounding", field=field, number=apart(new, digits=6)[0])
        was, now = _number(old, field), _number(new, field)
        if was == now:
            was, now = in_full(old), in_full(new)
        return _was(field, was, now)
    return _was(field, _shown(old), _shown(new))


def _was(what: str, old: str, new: str) -> Sentence:
    return worded("stale_why.was", what=what, old=old, now=new)


def _by_rounding(old: float, new: float) -> bool:
    """Whether two computed numbers differ only where another order of the same sums leaves other digits."""
    computed = all(math.isfinite(x) and significant(float(x)) > STATED_DIGITS for x in (old, new))
    return computed and 0 < abs(new - old) < NOISE * abs(old)


def _number(value: float, field: str = "") -> str:
    """A number with every digit that was stated; a computed bound rounded outward, another number by six digits."""
    name = field.rpartition(".")[2]
    if not math.isfinite(value) or significant(float(value)) <= STATED_DIGITS:
        return in_full(value)
    if name in ("upper", "lower"):
        return outward(value, upper=name == "upper", digits=6)
    return apart(value, digits=6)[0]


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# --- one value -----------------------------------------------------------------------------------


def _shown(value: Any) -> str:
    """A value alone: words in quotes, numbers with all their digits, entries of a list by their names."""
    if _absent(value):
        return worded("field.nothing")
    if isinstance(value, list):
        return _listed([_brief(one) for one in value])
    if isinstance(value, dict):
        return _brief(value)
    if isinstance(value, str):
        return _quoted(_cut(_line(value), ROOM))
    return _number(value) if _is_number(value) else json.dumps(value)


def _brief(entry: Any) -> str:
    """An entry of a list: its name, then what else it says."""
    if isinstance(entry, str):
        return _quoted(_cut(_line(entry), BRIEF))
    if not isinstance(entry, dict):
        return _shown(entry)
    if "type" in entry and "inputs" in entry:
        return _gate_text(entry)
    name = _name(entry)
    rest = [f"{k} {_shown(v)}" for k, v in entry.items() if k != name and not _absent(v)]
    head = _brief(entry[name]) if name else ""
    said = ", ".join(rest)
    return f"{head} ({said})" if head and said else head or f"({said})"


def _name(entry: Any) -> str:
    return next((k for k in NAMED_BY if isinstance(entry, dict) and entry.get(k)), "")


def _line(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _quoted(text: str) -> str:
    return worded("field.quoted", text=text) if " " in text or not text else text


def _listed(words: Sequence[str]) -> str:
    more, names = len(words) - MOST_ENTRIES, ", ".join(words[:MOST_ENTRIES])
    return names if more <= 0 else worded("stale_why.more", names=names, count=more)


# --- two texts -----------------------------------------------------------------------------------


def _texts(field: str, old: str, new: str) -> Sentence:
    was, now = _line(old), _line(new)
    if was == now:
        return worded("field.white_space", field=field)
    if _DIGEST.fullmatch(was) and _DIGEST.fullmatch(now) and was[:12] != now[:12]:
        return _was(field, f"{was[:12]}…", f"{now[:12]}…")
    if len(was) > ROOM or len(now) > ROOM:
        was, now = _around(was, now)
    return _was(field, _quoted(was), _quoted(now))


def _around(old: str, new: str) -> tuple[str, str]:
    """Both texts, shortened to where they part."""
    most = min(len(old), len(new))
    first = next((i for i in range(most) if old[i] != new[i]), most)
    last = next((i for i in range(most - first) if old[-1 - i] != new[-1 - i]), most - first)
    begin = max(0, first - CONTEXT)
    begin = begin and old.rfind(" ", 0, first - CONTEXT // 2) + 1
    return _window(old, begin, len(old) - last), _window(new, begin, len(new) - last)


def _window(text: str, begin: int, end: int) -> str:
    stop = min(len(text), end + CONTEXT, begin + ROOM)
    if stop < len(text) and text.rfind(" ", end, stop) > 0:
        stop = text.rfind(" ", end, stop)
    stop = len(text) if len(text) - stop <= 2 else stop
    return f"{'…' if begin else ''}{text[begin:stop]}{'…' if stop < len(text) else ''}"


def _gate_text(gate: dict[str, Any]) -> str:
    """A gate without a name: its type with what it counts, its inputs and its condition.

    >>> _gate_text({"type": "cardinality", "k": 1, "k_max": 2, "inputs": ["A", "B", "C"]})
    'cardinality 1–2(A, B, C)'
    """
    counts = [in_full(gate[key]) for key in ("k", "k_max") if gate.get(key) is not None]
    named = f"{gate['type']} {'–'.join(counts)}" if counts else gate["type"]
    more = {
        key: one
        for key, one in gate.items()
        if not _absent(one) and key not in ("type", "inputs", "k", "k_max")
    }
    rest = "".join(f"; {key}: {_brief(one)}" for key, one in more.items())
    return f"{named}({_listed([_brief(one) for one in gate['inputs']])}{rest})"


# --- two lists -----------------------------------------------------------------------------------


def _entries(old: list[Any], new: list[Any]) -> Sentence:
    """What is new, gone and different, entry by entry, and whether the others changed their order."""
    if all(_is_number(one) for one in (*old, *new)) and old and new:
        return _numbers(old, new)
    pairs = _paired(old, new)
    message = []
    fresh = [_brief(new[j]) for j in range(len(new)) if j not in pairs.values()]
    gone = [_brief(old[i]) for i in range(len(old)) if i not in pairs]
    if fresh:
        message.append(worded("field.added", names=_listed(fresh)))
    if gone:
        message.append(worded("field.removed", names=_listed(gone)))
    different = [
        line for i, j in sorted(pairs.items()) if old[i] != new[j] for line in _entry(old[i], new[j])
    ]
    message += _first(different, "field.more_differences")
    order = [j for _, j in sorted(pairs.items())]
    if order != sorted(order):
        now = _listed([_label(new[j]) for j in sorted(order)])
        message.append(worded("field.others_order" if message else "field.order", names=now))
    return listed(message)


def _first(lines: Sequence[Sentence], key: str) -> list[Sentence]:
    """As many as are shown, and how many more there are."""
    more = len(lines) - MOST_ENTRIES
    return [*lines[:MOST_ENTRIES], *([worded(key, n=f"{more:,}")] if more > 0 else [])]


def _label(entry: Any) -> str:
    name = _name(entry)
    return _brief(entry[name]) if name else _brief(entry)


def _numbers(old: list[Any], new: list[Any]) -> Sentence:
    if len(old) != len(new):
        were = worded("field.were_numbers", n=f"{len(old):,}", numbers=_shown(old))
        return enumerated([were, worded("field.are_numbers", n=f"{len(new)}", numbers=_shown(new))])
    moved = [
        _was(worded("field.entry", number=i + 1), in_full(a), in_full(b))
        for i, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b
    ]
    return listed(_first(moved, "field.more_entries"))


def _entry(old: Any, new: Any) -> Iterator[Sentence]:
    """How one entry of a list differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        message = [_field_text(k, old.get(k), new.get(k)) for k in (old | new) if old.get(k) != new.get(k)]
        yield worded("because", what=_label(old), why=enumerated(message))
    else:
        yield _field_text(worded("field.an_entry"), old, new)


def _paired(old: list[Any], new: list[Any]) -> dict[int, int]:
    """Which entry of ``new`` each of ``old`` became: the same, else of the same name, else alike."""
    pairs: dict[int, int] = {}
    for key in (_exact, lambda one: _name(one) and _exact(one[_name(one)])):
        waiting: dict[str, list[int]] = {}
        taken = set(pairs.values())
        for j, one in enumerate(new):
            if j not in taken and key(one):
                waiting.setdefault(key(one), []).append(j)
        for i, one in enumerate(old):
            if i not in pairs and waiting.get(key(one)):
                pairs[i] = waiting[key(one)].pop(0)
    return pairs | _matched_by_likeness(old, new, pairs)


def _exact(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True, ensure_ascii=False)


def _matched_by_likeness(old: list[Any], new: list[Any], pairs: dict[int, int]) -> dict[int, int]:
    """Texts that were reworded, each with the likest one left; bounded work on lists of any length."""
    gone = [i for i in range(len(old)) if i not in pairs and " " in _words(old[i])]
    fresh = [j for j in range(len(new)) if j not in pairs.values() and " " in _words(new[j])]
    if len(gone) * len(fresh) > COMPARED:
        return {}
    ratios = sorted(
        ((-_ratio(_words(old[i]), _words(new[j])), i, j) for i in gone for j in fresh),
    )
    results: dict[int, int] = {}
    for ratio, i, j in ratios:
        if -ratio >= ALIKE and i not in results and j not in results.values():
            results[i] = j
    return results


def _words(entry: Any) -> str:
    name = _name(entry)
    text = entry.get(name) if name else entry
    return text if isinstance(text, str) else ""


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one[:COMPARED], other[:COMPARED], autojunk=False).ratio()
