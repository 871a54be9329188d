"""What stands in place of a source and names none: a guess, *to be measured*, *estimated*, a document out of force."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.acceptances.reasons import is_placeholder
from casegen.texts.documents.out_of_force import out_of_force
from casegen.texts.documents.own_states import own_state

_NO_FACT = compiled(
    r"^\W*to\s+be\s+\w+|^\W*(?:draft|entwurf)\s*(?:$|[:;,.(–])|^\W*(?:none(?:\s+known)?|no\s+source|tbd|tba|todo|unknown|\?+|keine?|unbekannt|offen)\W*$|^\W*hope\W*$|^\W*(?:a\s+)?(?:\w+\s+)?guess(?:ed)?\b|"
    r"\bback[\s-]?calculated\b|\b(?:so\s+that|in\s+order\s+that|to\s+(?:meet|reach|keep))\s+the\s+(?:target|limit|goal|requirement)\b|"
    r"\b(?:because|as|since)\s+we\s+need\s+(?:it|this)\b|\bzurückgerechnet\b|\bdamit\s+das\s+ziel\b|"
    r"\b(?:invented|made[\s-]up|fictitious|fabricated|gut\s+feeling|placeholder|to\s+be\s+replaced|optimistic|best[\s-]case|at\s+best|im\s+(?:besten|günstigsten)\s+fall\w*|not\s+(?:valid|applicable)\s+(?:for|to)|to\s+be\s+(?:measured|determined|confirmed|defined|estimated|agreed|checked)|somebody\s+said|from\s+the\s+internet|chosen\s+so\s+that|times\s+too\s+low|erfunden|geraten|ausgedacht)\b|"
    r"\b(?:not|never|nicht)\s+(?:yet\s+|been\s+)*(?:checked|verified|confirmed|geprüft|belegt|bestätigt)\b",
    re.I,
)
_ESTIMATED = compiled(
    r"\W*(?:(?:an?|the|our|my|own|rough(?:ly)?|educated|personal|only|just|is|was|has\s+been|value|figure|number|wert|zahl|eine?|unsere?|meine?|"
    r"eigene?[rs]?|grobe?[rs]?|persönliche?[rs]?|nur|ist|wurde)\s+)*(?:estimate[ds]?|estimation|schätzung|schätzwert|schätzzahl|"
    r"geschätzt(?:e[rsn]?)?|ball-?park)(?:\s+(?:value|figure|number|wert|zahl|only|by\s+us|by\s+hand|von\s+uns))?\W*",
    re.I,
)
"""nothing but that it was estimated: neither by whom nor from what"""

_SAYS_NO_MORE = compiled(
    r"\W*(?:(?:an?|the|our|my|own|only|just|pure|mere|rough|first|is|was|value|figure|number|based\s+on|from|by|per|according\s+to|"
    r"eine?|unsere?|meine?|eigene?[rs]?|nur|reine?[rs]?|grobe?[rs]?|ist|wurde|aus|nach|laut|gemäß|per|auf\s+basis\s+(?:von|einer))\s+)*"
    r"(?:(?:dummy|platzhalter|beispiel|test|schätz|ersatz|muster|wunsch|phantasie|fantasie)[\s-]?(?:werte?|zahl(?:en)?|values?|numbers?|figures?)|"
    r"(?:sample|example|trial|default|nominal|arbitrary|random)\s+(?:values?|numbers?|figures?)|platzhalter|beispiel|example|"
    r"bauchgefühl|(?:dem\s+)?(?:gefühl|bauch)(?:\s+heraus)?|gefühl|gut|feeling|intuition|"
    r"(?:experten|ingenieur|fach|grob)(?:ein)?schätzung(?:en)?|(?:expert|engineering|professional)(?:['’]?s)?\s+(?:estimat\w+|guess\w*|feeling)|"
    r"(?:geschätzt|estimated|schätzung|estimate|judged)\s+(?:(?:nach|aus|mit|by|from|with|per)\s+)(?:dem\s+|the\s+)?(?:gefühl|bauch(?:gefühl)?|eye|experience|feel(?:ing)?|erfahrung|gut|hand|heart|memory|kopf|augenmaß)|"
    r"(?:by|from|per|nach|mit)\s+(?:eye|feel|heart|memory|augenmaß|gefühl|daumen)|augenmaß|über\s+den\s+daumen(?:\s+gepeilt)?|daumenwert|daumenregel|rules?[\s-]of[\s-]thumb|pi\s+mal\s+daumen|"
    r"annahmen?|angenommen|assumptions?|assumed|presumption|vermutung|supposition|supposed|hypothes[ei]s?|"
    r"(?:zu)?rückgerechnet|rückrechnung|back\s?-?\s?calculation|fitted\s+to\s+the\s+target|"
    r"erfahrungswerte?|common\s+sense)"
    r"(?:\s+(?:value|figure|number|wert|zahl|only|by\s+us|von\s+uns|for\s+now|vorerst))?\W*",
    re.I,
)
"""an estimate or an assumption, by nobody and from nothing; *engineering judgement* is a stated kind of source"""
_POINTS_BACK = compiled(
    r"\W*(?:see|cf\.?|as|like|siehe|s\.|vgl\.?|wie|same\s+as)\s*(?:the\s+|die\s+|our\s+|my\s+|last\s+|letzte\s+)?(?:above|below|before|previous|"
    r"(?:e-?)?mails?|chat|phone\s+call|telefonat|oben|unten|vorher|oberhalb|slack|teams)\W*|\W*(?:above|below|ditto|dito|idem|s\.\s?[ou]\.?)\W*",
    re.I,
)
"""a pointer to nothing that can be looked up"""
_NOT_FOR_THIS = compiled(
    r"[,;(–-]\s*(?:but\s+|though\s+|aber\s+)?(?:(?:not|nicht)\s+(?:for|of|valid\s+for|from|für|von)\s+(?:this|these|our|the\s+same|diese[nrms]?|unsere?[nrms]?|den\s+gleichen)\b|"
    r"(?:for|of|für|von)\s+(?:an?other|different|some\s+other|einen?\s+ander\w+|andere[nrms]?)\s+(?:type|model|part|size|design|typ|bauart|modell|teil|baureihe)s?\b(?!\s+(?:of\s+)?(?:in|from)\s+the\s+same))",
    re.I,
)
"""``data book, not for this type``"""


def no_source(text: str) -> str:
    """What a source says in place of one; empty where it is one, or is left out.

    >>> [no_source(t) for t in ("a guess", "geschätzter Wert", "estimated by J. Doe, minutes 4", "data sheet 12")]
    ['a guess', 'geschätzter Wert', '', '']
    """
    match = _NO_FACT.search(text) or _NOT_FOR_THIS.search(text)
    match = match or next(
        (m for form in (_ESTIMATED, _SAYS_NO_MORE, _POINTS_BACK) if (m := form.fullmatch(text))), None
    )
    if said := match[0].strip() if match else out_of_force(text) or own_state(text):
        return said
    return text if text and is_placeholder(text) else ""
