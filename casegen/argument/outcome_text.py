"""What became of a requirement, in a sentence: what was measured, which number meets or misses which limit."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.io.sentences import sentence
from casegen.model.number_text import SPACE, UNIT, level_in_percent, quantities
from casegen.model.results import RequirementResult
from casegen.model.sentence import Sentence, listed


def outcome(result: RequirementResult) -> Sentence:
    """``Harmful undependability (night dives): upper bound 1.55 % exceeds the limit of 1 % (97.5 % confidence)``."""
    subject = _plain(result.subject or result.text)
    if result.holds is None or result.compared is None or result.bound is None:
        problem = result.problem or sentence("outcome.not_evaluated")
        return sentence("of_subject", subject=subject, problem=_plain(problem))
    side = _side(result)
    value, limit = quantities(
        result.compared,
        result.bound,
        result.kind,
        upper=result.comparison.is_upper,
        is_bound=side != "value",
    )
    if unit := UNIT.get(result.kind):
        kind = sentence(f"kind.{result.kind.value.replace('-', '_')}")
        limit = sentence("with_unit", number=_plain(limit.removesuffix(unit)), unit=kind)
    said = sentence(
        f"{'met' if result.holds else 'missed'}_{result.comparison.name.lower()}",
        subject=subject,
        number=sentence(side, value=_plain(value)),
        limit=_plain(limit),
    )
    notes = [*_level(result)]
    message = listed([*notes, *map(_plain, result.notes)])
    return sentence("with_notes", what=said, notes=message) if message else said


def _level(result: RequirementResult) -> Iterator[Sentence]:
    """The confidence of what was compared, and the one required where that is less."""
    level, asked = result.level, result.confidence
    if level is None or asked is None:
        return
    shown, wanted = level_in_percent(level), level_in_percent(asked)
    if shown == wanted:
        yield sentence("confidence", level=shown)
    else:
        yield sentence("confidence_beyond", level=shown, asked=wanted)


def _plain(text: str) -> str:
    """The text with wide spaces: terminals and editors do not all know the narrow one."""
    return text.replace(SPACE, " ") if SPACE in text else text


def _side(result: RequirementResult) -> str:
    """The key of what the compared number is: a bound of the estimate, or its value."""
    if result.is_value:
        return "value"
    return "upper_bound" if result.comparison.is_upper else "lower_bound"
