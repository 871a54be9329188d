"""Mean times between failures, and to one, and return periods: ``mean time between stops of at least 10⁶ hours``.

Each is the reciprocal of a rate (IEC 60050-192, 192-05-11 and 192-05-13).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import UNIT
from casegen.texts.numbers.counted_failures import FAILURE
from casegen.texts.numbers.counts import COUNT

_ONE_OR_TWO = (
    r"(?:(?:an?|the|two|any|one|its|successive|consecutive|next|first|zwei|de[rnms]|eine[mnrs]?|zum|aufeinanderfolgenden)\s+){0,2}"
    r"(?:[^\W\d]+\s+)?"
)
_LOSS = rf"(?:{FAILURE}|(?:interruption|malfunction)s?|losses|loss(?=\s+(?:of|and|is|has|:|=))|unterbrechung(?:en)?)"
_LASTS = r"(?:time|(?:operating|running|up)[\s-]?time)"
_NAMES = (
    rf"\bMT(?:B|T)F(?:-?[dD])?\b|\b(?:mean|average)\s+{_LASTS}\s+(?:between|to|until|before)\s+{_ONE_OR_TWO}{_LOSS}\b|\bmean\s+life|"
    r"\bmittlere[rn]?\s+lebensdauer|"
    rf"\b(?:mittlere|durchschnittliche)[rn]?\s+(?:betriebs)?(?:zeit|dauer)\s+(?:zwischen|bis(?:\s+zu)?)\s+{_ONE_OR_TWO}{_LOSS}\b|"
    rf"\b(?:return|recurrence)\s+(?:period|interval)\s+of\s+{_ONE_OR_TWO}{_LOSS}\b|"
    rf"\bwiederkehr(?:periode|intervall|zeit)\s+(?:von|des|der|eine[rs])\s+{_ONE_OR_TWO}{_LOSS}|"
    rf"\b{_LOSS}\s+(?:[^\W\d]+\s+){{1,6}}?(?:has|have|with|hat|haben|mit)\s+(?:an?|eine[rn]?)\s+"
    r"(?:(?:return|recurrence)\s+(?:period|interval)|wiederkehr(?:periode|intervall|zeit))"
)
MEAN_TIME = compiled(
    rf"(?:\b(?:has|have|hat|haben)\s+(?:an?|eine)\s+)?(?:{_NAMES})\s*(?:\((?-i:[A-Z]{{3,5}})\)\s*)?(?:[^\W\d]+(?:\s+|(?=:))){{0,8}}?(?:[:=]\s*)?(?:[^\W\d]+\s+){{0,3}}?"
    rf"(?:[≥>≤<]=?\s*)?(?P<n>{COUNT})\s?{UNIT}(?:\s+(?:or|and|oder|und)\s+(?:more|longer|above|mehr|länger|darüber)\b)?",
    re.I,
)
RECIPROCAL = compiled(r"\bMT|mean|average|mittlere|durchschnittliche|return|recurrence|wiederkehr", re.I)
"""in a quote of a rate: a time that is long where the rate is small"""
