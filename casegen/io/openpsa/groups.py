"""Common-cause groups of an Open-PSA model."""

from __future__ import annotations

from casegen.io.openpsa.expressions import ExpressionReader, expression_of
from casegen.io.openpsa.names import Definition, Definitions, label
from casegen.io.openpsa.xml_places import Element
from casegen.model.diagnostic import InputError
from casegen.model.digits import in_full
from casegen.model.fault_tree import CommonCauseGroup
from casegen.model.setting import whole_number
from casegen.model.value_ranges import SHARE

PHI_TOLERANCE = 1e-4
"""how far the sum of phi factors may be from 1"""
_MODELS = ("beta-factor", "MGL", "alpha-factor", "phi-factor")


def group(entry: Definition, definitions: Definitions) -> CommonCauseGroup:
    """A group with its factors in the order of their levels, none missing in between."""
    e, expressions = entry.element, ExpressionReader(definitions, entry.scope)
    model = e.attributes.get("model", "")
    if model not in _MODELS:
        from casegen.model.suggestions import nearest

        raise InputError.at(
            e.place,
            f"CCF model {model!r} is not known{nearest(model, _MODELS)}",
            hint=f"known: {', '.join(_MODELS)}",
        )
    total = e.first("distribution")
    if total is None:
        raise InputError.at(e.place, f"CCF group {entry.id} has no <distribution>")
    members = list(definitions.member_ids(entry))
    repeated = {m for m in members if members.count(m) > 1}
    if repeated:
        raise InputError.at(
            e.place, f"CCF group {entry.id} names {', '.join(sorted(repeated))} more than once"
        )
    if len(members) < 2:
        raise InputError.at(e.place, f"CCF group {entry.id} needs at least 2 members, found {len(members)}")
    factors = _factors(entry, model, len(members))
    values = [expressions.value(expression_of(f)) for f in factors]
    plain = [v for v in values if isinstance(v, float)]
    for factor, value in zip(factors, values, strict=True):
        if problem := SHARE.problem_of(value):
            raise InputError.at(factor.place, f"a factor of CCF group {entry.id} {problem}")
    if model == "alpha-factor" and not any(v != 0.0 for v in values):
        raise InputError.at(e.place, f"the alpha factors of CCF group {entry.id} sum to 0, expected more")
    if model == "phi-factor" and len(plain) == len(values) and abs(sum(plain) - 1.0) > PHI_TOLERANCE:
        raise InputError.at(
            e.place, f"the phi factors of CCF group {entry.id} sum to {in_full(sum(plain))}, expected 1"
        )
    return CommonCauseGroup(
        id=entry.id, model=model.lower(), members=tuple(members), text=label(e), factors=tuple(values),
        total=expressions.model(expression_of(total)),
    )  # fmt: skip


def _factors(entry: Definition, model: str, size: int) -> list[Element]:
    """The factors by level; a level left out is the one after the factor before it."""
    first = {"MGL": 2, "beta-factor": size}.get(model, 1)
    by_level: dict[int, Element] = {}
    level = first - 1
    for part in entry.element:
        for factor in [part] if part.tag == "factor" else part.all("factor"):
            stated = factor.attributes.get("level", str(level + 1))
            number = whole_number(stated)
            if number is None:
                raise InputError.at(
                    factor.place, f'<factor> needs level="a whole number", found {stated[:40]!r}'
                )
            level = number
            if not first <= level <= size:
                span = str(size) if first == size else f"{first} to {size}"
                raise InputError.at(factor.place, f"CCF group {entry.id} ({model}, {size} members) takes factors of "
                                    f"level {span}, found {level}")  # fmt: skip
            if level in by_level:
                raise InputError.at(factor.place, f"CCF group {entry.id} has two factors of level {level}")
            by_level[level] = factor
    missing = [str(n) for n in range(first, max(by_level, default=first) + 1) if n not in by_level]
    if missing:
        raise InputError.at(
            entry.element.place, f"CCF group {entry.id} ({model}) has no factor of level {', '.join(missing)}"
        )
    return [by_level[n] for n in sorted(by_level)]
