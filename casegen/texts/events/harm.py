"""Deaths and severe injuries that the consequence of a hazard names; in English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_OF_THINGS = (
    r"(?!'s?\s+(?:panel|console|station|display|terminal|desk|engine|line|process|task|session)|\s+(?:process|task|thread|session|station|"
    r"panel|console|terminal|interface|display|desk|flame|light|valve|lamp|switch|job|program|lines?|control)\b)"
)
_PERSON = (
    r"(?:(?:persons?|people|passengers?|workers?|operators?|drivers?|riders?|pedestrians?|child(?:ren)?|divers?|crew|patients?|bystanders?|"
    r"somebody|someone|humans?|staff|technicians?|employees?|visitors?|occupants?|pilots?|cyclists?|fitters?|engineers?|maintainers?|"
    r"swimmers|soldiers?|victims?|women|woman|(?<!dead[\s-])men|(?<!dead[\s-])man|"
    r"personen|mensch(?:en)?|fahrg(?:ast|äste)|kind(?:er)?|taucher\w*|personal|bediener\w*|\w*arbeiter\w*|fahrer\w*|insassen?|passagiere?|"
    r"patienten|besatzung|techniker\w*|jemand)\b" + _OF_THINGS + r")"
)
_COUNTED = r"(?:the|an?|one|two|three|four|five|several|many|all|some|both|\d+|every|any)"
_DIES = (
    r"(?:killed(?!\s+(?:the|an?|all|its|this)\b)|crushed|electrocuted|dies?|died|dying|drown(?:s|ed|ing)?|perish(?:es|ed|ing)?|suffocat(?:es?|ed|ing)|"
    r"asphyxiat\w+|strangled|beheaded|dead(?!\s*-|\s+(?!(?:by|from|in|on|at|after|or|and|within)\b)[^\W\d]|man)|"
    r"get(?:ö|oe)tet|stirbt(?!\s+ab)|sterben(?!\s+ab)|starb(?:en)?|gestorben|verstirbt|versterben|ertrink(?:t|en)|ertrunken|ersticken|erstickt|tot)"
)
_NO_DEATH = (
    r"(?:error|exception|fault|failure|signal|alarm|message|log|trap|interrupt|warning|flaw|bug|state|code|event|condition|abort|"
    r"assertion|violation|entry)s?\b"
)
_MACHINE = (
    r"(?:\s+of\s+(?:(?:the|an?|its)\s+)?(?:[^\W\d]+\s+)?(?:process|task|thread|battery|batteries|cells?|transformers?|insulation|bearings?|seals?|"
    r"motors?|engines?|components?|parts?|sensors?|lamps?|controllers?|nodes?|fires?|flames?))"
)
_DEATH = compiled(
    rf"\b{_PERSON}[^.;]{{0,30}}\b{_DIES}\b|^\W*(?:killed|dies|drowns|drowned|suffocates|perishes|electrocuted|stirbt|ertrinkt|erstickt)\W*$|"
    rf"\b(?:kill(?:s|ed|ing)?|suffocat(?:es|ed|ing)|drown(?:s|ed|ing)|töte[tn]|toete[tn])\s+(?:{_COUNTED}\s+|de[nrms]\s+|d(?:ie|as)\s+|eine[nr]?\s+)?(?:[^\W\d]+\s+)?{_PERSON}|"
    rf"\bfatalit(?:y|ies)\b|\bdeaths?\b(?!{_MACHINE}|\s+(?:tests?|certificates?)\b)|\bfatally\b|\bfatal\b(?!\s+(?:[^\W\d]+\s+)?{_NO_DEATH})|"
    r"(?<!non-)(?<!non )(?<!sub-)\blethal(?:ly|ity)?\b|"
    rf"\bloss\s+of\s+(?:human\s+)?li(?:fe|ves)\b(?!{_MACHINE})|\bli(?:fe|ves)\s+(?:(?:is|are|was|were)\s+)?lost\b|"
    r"\b(?:los(?:es?|t|ing)|costs?)\s+(?:his|her|their|the|a|an|human|one|two|three|many|several|\d+)\s+(?:[^\W\d]+'s?\s+)?li(?:fe|ves)\b|"
    r"\bmortal(?:ly)?\s+(?:injur|wound|danger|hurt|harm|shock)\w*|(?<!infant\s)\bmortality\b|\bdecapitat\w+|\bdeceased\b|\bpass(?:es|ed)\s+away\b|"
    rf"\b(?:asphyxiation|suffocation|electrocution|drowning)\b(?!{_MACHINE})|\b(?:{_COUNTED}|found|pronounced)\s+dead\b(?=\W*$|\s*[,;.]|\s+(?:and|or|by|from)\b)|"
    r"\bt(?:ö|oe)dlich\w*|\b(?:personen|unfall|erstickungs|ertrinkungs|strom)?todes\w+|(?-i:\b(?:Tod|Unfalltod|Erstickungstod|Stromtod|Tötung)\b)|"
    r"(?-i:\bTote[rn]?\b(?!\s+[A-ZÄÖÜ]))|\bums\s+leben\b|\bverstorben\w*|\b(?:verlier\w*|verlor\w*)\s+(?:[^\W\d]+\s+)?(?:sein|ihr|das)\s+leben\b|"
    r"\bleben\s+(?:verlier|verlor)\w*|(?-i:\b(?:Ersticken|Erstickung|Ertrinken)\b)(?!\s+(?:des|der)\s+(?:Feuers?|Flammen?|Brand\w*|Motors?)\b)",
    re.I,
)
"""somebody dies; what kills a process, and a fatal error in a log, is none"""
_LIMB = r"(?:hands?|arms?|legs?|eyes?|fingers?|limbs?|foot|feet)"
_INJURY = compiled(
    r"\b(?:severely|seriously|gravely|badly|permanently)\s+(?:injured|hurt|burnt|burned|wounded|maimed|disabled)\b|\bdisabled\s+for\s+life\b|"
    r"\b(?:loss|verlust)\s+(?:of\s+)?(?:an?|the|one|both|eine[srn]?|des|der)\s+(?:hands?|arms?|legs?|eyes?|fingers?|limbs?|foot|feet|sight|hearing|hand|arms|"
    r"beins|auges|fingers|fußes|augenlichts)\b|\b(?:schwere[nr]?|dauerhafte[nr]?)\s+verletzung\w*|\bschwer\s?verletzt\w*|"
    r"\bverliert\s+(?:eine?n?|das|den|die)\s+(?:hand|arm|bein|auge|finger|fuß|augenlicht)\b|"
    r"\b(?:severe|serious|grave|permanent|life-threatening)\s+injur\w+|\bschwere?\s+verletz\w+|\bschwer\s*verletzt\b|\bamputat\w+|"
    r"\b(?:breaks?|broken|loses?|lost|fractured?)\s+(?:an?\s+|the\s+|his\s+|her\s+|their\s+)?(?:legs?|arms?|bones?|hands?|eyes?|limbs?|fingers?|neck|skull)\b|"
    rf"\b{_LIMB}\s+(?:(?:is|are|gets?)\s+)?crushed\b",
    re.I,
)
_NONE = compiled(
    r"\b(?:no|nobody|without|neither|nor|kein\w*|ohne|niemand|weder|noch)\b",
    re.I,
)
_PREVENTED = compiled(
    r"\b(?:not|never|cannot|prevent\w*|avoid\w*|nicht|nie|verhinder\w*)\b",
    re.I,
)
_BREAK = compiled(
    r"[,;.:→]|\b(?:so\s+that|because|since|therefore|hence|weil|sodass|so\s+dass|daher)\b", re.I
)
_JOINED = compiled(r"[,;.:→]|\b(?:and|then|so|because|since|therefore|hence|und|weil|dann|daher)\b", re.I)


def names_death(text: str) -> bool:
    """Whether a consequence says that somebody dies.

    >>> [names_death(t) for t in ("operator fatally injured", "two lives lost", "Press does not stop: operator killed")]
    [True, True, True]
    >>> [names_death(t) for t in ("kills the process", "dead man's switch", "fatal error in the log", "nobody dies")]
    [False, False, False, False]
    """
    return _names(_DEATH, text)


def names_severe_injury(text: str) -> bool:
    """Whether a consequence says that somebody is hurt severely.

    >>> names_severe_injury("loss of a hand"), names_severe_injury("light injuries")
    (True, False)
    """
    return _names(_INJURY, text)


def _names(harm: re.Pattern[str], text: str) -> bool:
    return any(not _is_denied(text, m.start(), m.end()) for m in harm.finditer(text))


def _is_denied(text: str, start: int, end: int) -> bool:
    """Whether the part of a sentence in which the harm is named denies it; what another part denies is its cause."""
    return any(
        word.search(_around(text, start, end, mark))
        for word, mark in ((_NONE, _BREAK), (_PREVENTED, _JOINED))
    )


def _around(text: str, start: int, end: int, mark: re.Pattern[str]) -> str:
    before = [m.end() for m in mark.finditer(text, 0, start)]
    after = mark.search(text, end)
    return text[before[-1] if before else 0 : after.start() if after else len(text)]
