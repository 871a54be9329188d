"""Measures that test the data only, such as whether a record's entries are alike, beside what a claim says."""

from __future__ import annotations

import re

from casegen.model.argument import Claim
from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ

_P_VALUE = compiled(r"(?:\w+_)?p_value|p_alike\w*|smallest_p")
"""names of measures that are the p-value of a test: a large one says that the data do not differ, whatever they count"""
_OF_LIKENESS = compiled(
    r"(?<![^\W\d_])(?:alike|like|same|equal\w*|similar\w*|comparab\w*|identical\w*|uniform\w*|homogen\w*|heterogen\w*|consisten\w*|differ\w*|"
    r"var(?:y|ies|iation)|depend\w*|distribut\w*|representative\w*|pool(?:ed|able)?|drift\w*|constant|agree\w*|match\w*|chance|significan\w*|"
    r"p[\s-]?value\w*|one\s+population|better|worse|gleich\w*|ähnlich\w*|einheitlich\w*|unterscheid\w*|unterschied\w*|vergleichbar\w*|"
    r"repräsentativ\w*|verteil\w*|abhängig\w*|schwank\w*|signifikan\w*|zufall\w*|p-wert\w*|stimm\w*|besser|schlechter)(?![^\W\d_])",
    re.I,
)


_SHARE = compiled(r"(?:\w+_)?share|\w+_coverage|least_covered_file")
"""names of measures that are a share of something, and no probability"""


def lies_in_unit_interval(measure: str) -> bool:
    """Whether a measure of this name is a p-value or a share: from 0 to 1, whatever its kind.

    >>> [lies_in_unit_interval(name) for name in ("homogeneity_p_value", "line_coverage", "threshold")]
    [True, True, False]
    """
    return any(names.fullmatch(measure) is not None for names in (_P_VALUE, _SHARE))


def of_data_only(claim: Claim) -> str:
    """The measure of a claim's requirement, where it tests whether data are alike and the claim speaks of no such thing.

    ``The pump starts`` does not follow from records that are alike: they may fail alike.
    """
    measure = claim.requirement.measure.measure if claim.requirement is not None else None
    if not measure or _P_VALUE.fullmatch(measure) is None:
        return ""
    return "" if _OF_LIKENESS.search(claim.text[:READ]) else measure
