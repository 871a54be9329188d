"""Whether what a sentence limits is an average over time, as the probability of failure on demand of a SIL is one.

It is where the whole sentence has one of the forms below, in which the limited number itself is said to be an average,
nothing else speaks of time, quantifies or denies, and its subject is named in words of the tree.  Every other sentence is
one on each moment, which is the stronger.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.events.named_things import Names, foreign_words, is_foreign_unit
from casegen.texts.events.own_denials import without_own_denial
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.integrity_levels import SIL_WORDS, is_by_the_hour

_LONGEST = 400
"""characters of a sentence; a longer one says more than these forms"""
_LEVEL = "@"
"""what a SIL is replaced by"""
_THE = r"(?:the|this|its|their|our|an?|der|die|das|des|dem|den|eine[rnms]?|ein|seine[rn]?|ihre[rn]?)"
_ANOTHER = (
    # each, none, and how far
    r"any\w*|every\w*|each|all|both|some\w*|none|no|not|nothing|nobody|neither|nor|never|without|except\w*|cannot|just|even|only|also|"
    r"most|least|more|less|fewer|than|alle[nrms]?|jede[nrms]?|jeglich\w*|kein\w*|nichts?|niemand|ohne|selbst|sogar|auch|nur|mehr|weniger|als|"
    r"whole|entire|throughout|ganze[nrms]?|gesamte[nrms]?|sämtlich\w*|"
    # the extreme
    r"worst|best|peaks?|peaking|maxim\w*|minim\w*|extremes?|supremum|spitze\w*|höchst\w*|größt\w*|schlimmst\w*|"
    r"ungünstig\w*|schlechtest\w*|scheitel\w*|gipfel\w*|obergrenze|"
    # time
    r"always|ever|forever|constant|permanent|continuous|uninterrupted|still|yet|now|today|then|once|twice|again|often|seldom|sometimes|"
    r"times?|moments?|instants?|instantaneous|momentary|seconds|minutes?|hours?|days?|weeks?|months?|years?|ages?|aged|"
    r"begin\w*|end(?!\s(?:stop|switch))|ends|ending|final(?!\selements?\b)|last|first|next|early|late|later|phases?|stages?|intervals?|periods?|"
    r"immer|stets|jederzeit|dauernd|dauerhaft|ständig|fortwährend|durchgehend|durchweg|durchgängig|ununterbrochen|unentwegt|jeweils|je|"
    r"noch|schon|einmal|zweimal|oft|augenblick\w*|moment\w*|zeit\w*|sekunde\w*|minute\w*|stunde\w*|tage?n?|woche\w*|monat\w*|jahr\w*|"
    r"alter|ende|anfang|beginn|letzte[nrms]?|erste[nrms]?|phase\w*|aktuell\w*|konstant\w*|nie|niemals|"
    # what stands beside the sentence, and other averages
    r"when\w*|while|during|until|till|before|after|since|where\w*|which|who|whose|whom|that|if|unless|because|although|though|as|but|"
    r"whether|besides|despite|between|within|near|um|wenn|während|bis|vor|nach|seit|wo\w*|welche\w*|falls|sobald|solange|weil|obwohl|obgleich|"
    r"dass|daß|aber|sondern|trotz|zwischen|kurz|unmittelbar|zu|"
    r"averaged?|mean|pfd\w*|mittel|mittlere[nrms]?|durchschnitt\w*|gemittelt\w*|exceed\w*|above|below|under|over|über|unter|übersteig\w*|"
    r"überschreit\w*|larger|greater|higher|rises?|peaked"
)
_DEGREE = r"(?!(?:assemb|supp|fami|rep)ly\b)\w+ly|(?!(?:test|chest|west|rest)\b)\w{2,}est|(?-i:[a-zäöü])\w{3,}ste[nrms]?"
"""adverbs and superlatives"""
_WORD = rf"(?!(?:{_ANOTHER}|{_DEGREE})(?![\w-]))[^\W\d_][\w'’/-]*"
_PLACE = r"(?!(?:in|on|at|with|by|from|into|out|through|to|im|am|an|auf|aus|bei|beim|mit|von)\b)"
_THING = rf"(?P<said>(?:{_THE}\s)?{_PLACE}{_WORD}(?:\s(?:{_PLACE}{_WORD}|\d{{1,3}})){{0,8}})"
"""``the shut-off valve of the tank``: no circumstance"""
_SAID = rf"(?P<said>{_WORD}(?:\s(?!(?:and|or|und|oder)\b){_WORD}){{0,15}})"
"""``the lift starts with an open door``"""
_SPAN_WORD = (
    r"(?:mission|year|month|week|life(?:time)?|interval|period|cycle|operation|campaign|einsatz(?:es)?|jahre?s?|lebensdauer|"
    r"(?:prüf|test)intervalls?|zeit(?:raum)?|betriebs?(?:zeit)?|betrieb)"
)
_LONG = rf"{COUNT}\s?(?:h|hours?|days?|months?|years?|stunden|tage|monate|jahre)\b"
_SPAN = (
    rf"(?:(?:over|across|during|of|über)\s(?:time|operation|{_LONG}|{_THE}\s(?:(?:whole|entire|full|proof|test|operating|service|"
    rf"ganze[nrms]?|gesamte[nrms]?)[\s-]){{0,2}}{_SPAN_WORD}(?:\s(?:of|von)\s{_LONG})?))"
)
_MEAN = (
    rf"(?:(?:on\s(?:the\s)?average|im\s(?:zeitlichen\s)?(?:mittel|durchschnitt)|durchschnittlich)(?:\s{_SPAN})?|"
    rf"(?:averaged|gemittelt)\s{_SPAN})"
)
_AVERAGE = (
    r"(?:average|mean|(?:time[\s-])?averaged|mittlere[rnms]?|durchschnittliche[rnms]?|gemittelte[rnms]?)"
)
_KIND = (
    r"(?:(?:failure|loss)\s)?(?:probability|unavailability|availability|frequency)|(?:ausfall|versagens)?wahrscheinlichkeit|"
    r"(?:nicht|un)?verfügbarkeit|häufigkeit"
)
_ABBREVIATED = r"PFD(?:[\s_]?avg)?"
_OF_FAILURE = r"(?:\s(?:of|to)\s(?:an?\s)?(?:dangerous\s)?(?:failure|fail))?(?:\s(?:on|per)\sdemand|\sbei\sanforderung)?"
_NAMED = (
    rf"(?:{_AVERAGE}\s(?:{_KIND}|{_ABBREVIATED}){_OF_FAILURE}(?:\s\({_ABBREVIATED}\))?|"
    rf"{_ABBREVIATED}|(?:{_KIND}){_OF_FAILURE}\s\(PFD\s?avg\))"
)
"""what is an average by its name"""
_RELATION = (
    r"(?:at\s(?:most|least)|(?:no|not)\s(?:more|less|greater|larger|higher|lower)\sthan|(?:less|fewer|more|lower|smaller|greater|higher)\sthan|below|under|"
    r"above|over|up\sto|höchstens|maximal|mindestens|wenigstens|(?:nicht\s)?(?:mehr|weniger|größer|kleiner|geringer|höher)\sals|unter|über|bis\szu|[<>≤≥=]=?)"
)
_SHARE = (
    rf"{COUNT}(?:\s?(?:%|‰)|\s(?:percent|per\scent|prozent|promille|ppm)\b)?"
    rf"(?:\s(?:of|von|der|aller)\s(?:(?:the|all|its|den|allen|der)\s)?(?:{COUNT}\s)?(?P<unit>[^\W\d_][\w-]*)|"
    rf"(?:\s(?P<unit>[^\W\d_][\w-]*))?\s(?:in|out\sof|aus|von|of)\s{COUNT}(?:\s(?P<unit>[^\W\d_][\w-]*))?)?"
    r"(?:\s(?:per|pro|je)\s(?P<unit>[^\W\d_][\w-]*)|\son\sdemand|\sbei\sanforderung|"
    r"\s(?:in|for|on|during|bei|in)\s(?:an?|one|eine[rm])\s(?:mission|demand|flight|trip|run|einsatz|anforderung))?"
)
"""what it is counted in may be a moment: ``1 of 100 tests``"""
_LIMIT = rf"(?:{_RELATION}\s?)?{_SHARE}"
_OF_A_PROBABILITY = (
    r"(?:(?:with|mit)\s(?:an?|einer)\s(?:probability|wahrscheinlichkeit)\s(?:of|von)|"
    r"in|on|with|mit|bei|is|are|ist|sind)"
)
_IS = r"(?:(?:is|are|equals|ist|sind|beträgt|liegt(?:\sbei)?)(?=[\s<>≤≥=])|(?=\s?[<>≤≥=]))"
_WITHIN = (
    rf"(?:(?:{_IS}(?:\s{_MEAN})?\s?{_LIMIT})|does\snot\sexceed\s{_SHARE}|"
    rf"(?:übersteigt|überschreitet)\s{_SHARE}\snicht)"
)
_THAT = r"(?:,?\s(?:that|dass|daß)|\s(?:dafür|davon),?\s(?:dass|daß))"
_MODE = (
    r"(?:,?\s\(?(?:(?:in|at|for|on|bei)\s)?(?:low[\s-]demand(?:\smode)?|niedriger\sanforderungsrate)\)?|"
    r"\son\sdemand|\sbei\sanforderung)"
)
_STANDARD = (
    r"(?:,?\s\(?(?:(?:of|to|according\sto|as\sper|nach|gemäß)\s)?(?:IEC|EN|DIN|ISO)"
    r"(?:[\s/:-]{1,2}(?:IEC|EN|DIN|ISO|VDE|VDI|TS|TR|part|teil|\d{1,5}))*\)?)"
)
_END = rf"(?:,?\s{_MEAN})?{_MODE}?(?:\s\({_ABBREVIATED}\))?"
_AS_RATED = (
    r"(?:meets?|reach(?:es)?|achieves?|fulfill?s?|satisf(?:ies|y)|attains?|complies\swith|conforms\sto|corresponds\sto|has|is|is\sof|is\srated|"
    r"is\s(?:with)?in|works\sat|operates\sat|is\sno\sworse\sthan|is\sequal\sto\sor\sbetter\sthan|erfüllt|erreicht|entspricht|hat|hält|ist|genügt)"
    r"(?:\sthe\s(?:requirements?|range|target)\s(?:of|for))?(?:\s(?:at\sleast|mindestens))?"
)


def _numbered(form: str) -> str:
    """The same with a number behind the name of each group, which may occur several times in a form."""
    parts = re.split(r"(?<=\(\?P<)(said|unit)(?=>)", form)
    return "".join(f"{part}{k}" if k % 2 else part for k, part in enumerate(parts))


_FORMS = tuple(
    compiled(rf"(?i){_numbered(form)}")
    for form in (
        # on average, the lift starts with an open door in at most 1 of 100 trips
        rf"{_MEAN},?\s(?={_THE}\s|it\s|[a-zäöü]+t\s(?:{_THE})\s){_SAID}\s{_LIMIT}{_MODE}?",
        # it does so in at most 1 of 100 trips on average; on average in at most 1 of 100; rare on average, at most 5e-4
        rf"{_SAID}\s{_LIMIT},?\s{_MEAN}{_MODE}?",
        rf"{_SAID}(?<!\sof)(?<!\svon)\s{_MEAN}\s(?:{_OF_A_PROBABILITY}\s)?{_LIMIT}{_MODE}?",
        rf"{_SAID}\s(?:with|mit)\s(?:an?|einer)\s(?:probability|wahrscheinlichkeit)\s(?:of|von)\s{_MEAN}\s{_LIMIT}{_MODE}?",
        rf"{_THE}\s(?:{_KIND})(?:\s(?:of|von|des|der)|{_THAT})\s{_SAID},?\s{_IS}\s{_MEAN}\s{_LIMIT}{_MODE}?",
        rf"{_THE}\s(?:{_KIND})(?:\s(?:of|von|des|der)|{_THAT})\s{_SAID},?\s{_IS}\s{_LIMIT},?\s{_MEAN}{_MODE}?",
        rf"{_SAID}\s(?:rare|seldom|selten|low|gering)\s{_MEAN},?\s(?:in\s|with\s|mit\s)?{_LIMIT}",
        # the mean PFD of the valve is at most 0.01
        rf"(?:{_THE}\s|{_THING}(?<=['’]s)\s)?{_NAMED}(?:(?<!PFD)\s{_SPAN})?(?:\s(?:of|for|von|des|der|für)\s{_THING}|(?:,?\sof|{_THAT})\s{_SAID})?"
        rf"(?:,\s{_MEAN}?,|,)?\s?{_WITHIN}{_END}",
        # it fails with an average probability of at most 0.01; the valve has a PFD of at most 0.01
        rf"{_SAID}\s(?:an?|einer?)\s{_AVERAGE}\s(?:{_KIND}|{_ABBREVIATED}){_OF_FAILURE}\s(?:of|von)\s{_LIMIT}{_END}",
        rf"{_THING}\s(?:an?|einer?)\s{_ABBREVIATED}\s(?:of|von)\s{_LIMIT}{_END}",
        rf"{_THING}\s(?:has|fails(?:\son\sdemand)?\swith|hat|versagt\smit)\s(?:an?|einer?)\s{_ABBREVIATED}\s(?:of|von)\s{_LIMIT}{_END}",
        # the guard meets SIL 2
        rf"(?:(?:{_THE}\s)?{_ABBREVIATED}\s(?:of|des|der)\s)?(?:{_THING}|{_SAID})\s{_AS_RATED}\s{_LEVEL}(?:\sein|\sor\sbetter|\soder\sbesser)?{_MODE}?{_STANDARD}?{_MODE}?"
        rf"(?:,?\s(?:with|mit)\s{_LIMIT}(?:\s(?:lost|failed|failing|verloren))?)?",
        rf"{_LEVEL}\s(?:is|wird)\s(?:(?:met|reached|achieved|erreicht|erfüllt)(?:\s(?:by|for|von)\s{_THING})?|(?:von|für)\s{_THING}\s(?:erreicht|erfüllt)){_MODE}?",
    )
)  # fmt: skip
_NAMES = compiled(rf"(?i)\b(?:{_AVERAGE}|{_ABBREVIATED}|im\s(?:zeitlichen\s)?(?:mittel|durchschnitt))(?!\w)")


def is_on_average(text: str, names: Names) -> bool:
    """Whether what the sentence limits is an average over the mission: by its words, or by a SIL that is not per hour.

    Not where any other word speaks of time, quantifies or denies, nor where the average is that of something else than
    what the tree ``names``.

    >>> names = Names(("The stop fails",))
    >>> is_on_average("It fails with 1 % on average", names), is_on_average("The stop meets SIL 2", names)
    (True, True)
    >>> is_on_average("It fails", names), is_on_average("The overdue stop meets SIL 2", names)
    (False, False)
    >>> [is_on_average(f"The PFD of the stop is {always}at most 0.01", names) for always in ("", "always ")]
    [True, False]
    """
    return any(not _foreign(match, names) for match in _matches(text, names))


def foreign_words_on_average(text: str, names: Names) -> str:
    """The words by which a sentence on an average would be one, if the tree named anything by them; else empty.

    >>> foreign_words_on_average("The overdue stop meets SIL 2", Names(("The stop fails",)))
    'overdue'
    >>> foreign_words_on_average("The stop always meets SIL 2", Names(("The stop fails",)))
    ''
    """
    read = [_foreign(match, names) for match in _matches(text, names)]
    return min(read, key=len, default="")


def _matches(text: str, names: Names) -> list[re.Match[str]]:
    """The sentence in each form that it has; what the tree's own top denies is a verb of it."""
    said = without_own_denial(re.sub(r"\s+", " ", text).strip().rstrip(" .;"), names.top)
    said = SIL_WORDS.sub(_LEVEL, said)
    if len(said) > _LONGEST or (_LEVEL in said and is_by_the_hour(text)):
        return []
    return [match for form in _FORMS if (match := form.fullmatch(said))]


def _foreign(match: re.Match[str], names: Names) -> str:
    """The first words of the subject, or the unit of a share, that are none of the tree."""
    parts = match.groupdict()
    units = (part for key, part in parts.items() if part and key.startswith("unit"))
    said = [part for key, part in parts.items() if part and key.startswith("said")]
    return foreign_words(said, names) or next((unit for unit in units if is_foreign_unit(unit, names)), "")


def names_average(text: str) -> bool:
    """Whether the sentence names an average, a PFD or a SIL at all, be it that of what it limits or not.

    >>> names_average("The PFD of the stop is always at most 0.01"), names_average("It never fails")
    (True, False)
    """
    return _NAMES.search(text) is not None or SIL_WORDS.search(text) is not None
