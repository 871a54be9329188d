"""Whether costs and the harm that they are held against are per the same: what the unit of a criterion may say.

A period can be written in more ways than a list can hold (``p.a.``, ``/yr``, ``monthly``, ``par an``).  So a unit is
read by what it may say: a currency or a utility, alone or per what the harm is per.  Anything else is not evaluated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from casegen.assessment.requirement_text import UNITS
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.fault_tree import FaultTree
from casegen.model.quantity import MeasureKind
from casegen.model.safety import Alarp
from casegen.texts.numbers.calendar_periods import HOUR_OF, hours_of_word
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.units import nouns, stem
from casegen.texts.times.exposure import periods

_PER = compiled(r"\b(?:per|pro|je|par|por|for\s+(?:each|every|one|an?)|each|every|a)\b|/", re.I)
"""what parts an amount from what it is per: ``EUR per mission``"""
_OF = compiled(r"\b(?:of|von|zu|lasting|with|at|in|on)\b|[(,;]", re.I)
"""what parts it from how long it is, and from prices: ``EUR per mission of 2 h``, ``EUR per mission, prices of 2024``"""
_IN_TIME = compiled(
    r"\blife[\s-]?(?:years?|yrs)\b|\b(?:lost|saved|gained)\s+(?:life\s+)?years?\b|\b(?:lebensjahren?|(?:mann|personen|arbeits)(?:stunden|tage))\b|\bhours?\s+lost\b|"
    r"\b(?:person|man|staff|labou?r|work|working|machine)[\s-]?(?:hours?|days?|weeks?|months?|years?)\b|"
    r"\b(?:hours?|days?|h)\s+(?:of|lost\s+by)\s+(?:downtime|delay|outage|work|labou?r)\b|\b(?:down|stand)time\s+(?:hours?|h)\b",
    re.I,
)
"""amounts that are counted in time: ``life years``, ``person hours``, ``hours of downtime``"""
_CODE = (
    "AED|ARS|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DEM|DKK|DZD|EGP|EUR|GBP|GEL|HKD|HRK|HUF|IDR|ILS|INR|IQD|IRR|ISK|JOD|JPY|"
    "KES|KRW|KWD|KZT|LKR|MAD|MXN|MYR|NGN|NOK|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|UYU|"
    "USD|UZS|VND|ZAR"
)
"""of ISO 4217, in common use"""
_CURRENCY = (
    "euro|dollar|pound|sterling|franc|franken|yen|yuan|renminbi|crown|kron[aeo]r?|koruna|zloty|forint|lira|rupee|rou?ble|reais|"
    "peso|rand|won|shekel|dirham|riyal|dinar|baht|ringgit|cent|penny|pence|mark|us|uk|swiss|british|canadian|australian|danish|"
    "swedish|norwegian|s?fr|k[rč]|zł|rs|u|s|schweizer|indian|chinese|japanese|polish|czech|hungarian|money|monetary|currency|geld"
)
_UTILITY = (
    "qaly|daly|vsl|vpf|fwi|fatality|death|casualty|injury|life|lives|accident|equivalent|equiv|eq|weighted|statistical|major|minor|"
    "serious|severe|adjusted|quality|disability|util(?:ity)?|point|score|unit|loss|damage|harm|cost|price|value|saved|lost|avoided|"
    "prevented|risk|severity|arbitrary|abstract|dimensionless|relative|downtime|tonne|ton|kg|co2|kwh|litre|liter|oil|fuel|"
    "nutzen|schaden|verlust|wert|kosten|todesfall|todesfälle|tote|verletzte|äquivalent|schwer|leicht|gewichtet"
)
_SCALE = "thousand|million|billion|hundred|tausend|hundert|milliarde"
_PRICES = (
    "k|m|t|b|x|on|mm|mn|mio|mrd|bn|mld|tsd|of|in|at|as|the|net|gross|netto|brutto|real|nominal|incl|including|inkl|excl|excluding|exkl|"
    "without|with|vat|tax|mwst|ust|ohne|mit|von|zu|preisstand|level|base|basis|stand|and|or|und|oder|expected|mean|average|"
    "about|approximately|approx|ca|today"
)
_AMOUNT = compiled(
    rf"\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[kmt]?(?:{_CODE})|(?:{_CURRENCY}|{_UTILITY}|{_SCALE}|{_PRICES})(?:e?s|e?n)?|fatalities|casualties|injuries|utilities|pennies|\w*(?:punkte?|einheit|einheiten)",
    re.I,
)
"""a word of an amount of money or harm, of its scale, or of its prices; symbols are no words"""
_SYMBOL = compiled(r"\b[a-z]{1,3}\$|\ba\.\s?u\.(?!\w)|\barb\.", re.I)
"""``US$``, ``A$``, arbitrary units: ``a.u.``"""
_ONE = compiled(r"one|an?|single|each|every|1|eine?[mrn]?", re.I)
_OPERATION = compiled(
    rf"(?:{HOUR_OF}|operations?|operational|use|mission|betriebs?|einsatz\w*|flugs?|fahrt|system|device)",
    re.I,
)
"""beside an hour: ``operating hour``, ``hour of operation``"""
_NAMES = {
    MeasureKind.PER_MISSION: ("mission", "einsatz", "run", "fahrt", "flight", "flug", "trip", "dive", "voyage", "journey",
                              "drive", "ride", "sortie", "tauchgang", "lauf"),
    MeasureKind.PER_DEMAND: ("demand", "request", "anforderung", "anfrage"),
}  # fmt: skip
"""what the harm of one kind may be called"""
_SAME_TIME = 1e-6


def of_another_unit(case: Case, criterion: Alarp) -> str:
    """Why costs in the stated unit are not held against the harm; empty where they are, or no unit is stated."""
    trees = [case.tree[loss.tree] for loss in criterion.losses if loss.tree in case.tree]
    if not criterion.unit or not trees:
        return ""
    amount, *per = _PER.split(_SYMBOL.sub("$", criterion.unit))
    words = _words(_IN_TIME.sub("", amount))
    if per and any(_is_many(word) for word in _words(_OF.split(per[-1])[0])):
        return f"costs are in {criterion.unit!r}: state them per one"
    unread = next((word for word in words if not _AMOUNT.fullmatch(word)), None)
    harm = f"costs are in {criterion.unit!r}, and the harm is {UNITS[trees[0].kind]}, as {trees[0].id} is"
    if len(per) == 1 and not _is_per(case, per[0], trees, criterion.unit):
        return (
            f"{harm}. State both per the same: a currency or a utility, such as 'EUR {UNITS[trees[0].kind]}'"
        )
    if unread is not None or len(per) > 1:
        what = (
            f"{unread!r} is no currency, utility or price"
            if unread is not None
            else "it is per more than one"
        )
        return f"{harm}; {what}. Write a currency or a utility, such as 'EUR {UNITS[trees[0].kind]}'"
    return ""


def _words(text: str) -> list[str]:
    return re.findall(r"co2|[^\W\d_]+|\d+", unicodedata.normalize("NFKC", text).casefold())


def _is_many(word: str) -> bool:
    return (word.isdigit() and word != "1") or re.fullmatch(rf"(?:{_SCALE})(?:s|e?n)?", word) is not None


def _is_per(case: Case, per: str, trees: Sequence[FaultTree], unit: str) -> bool:
    """Whether ``per`` names what the harm is per, and nothing else."""
    head, *rest = _OF.split(per)
    words, tail = _words(head), [word for part in rest for word in _words(part)]
    kind = trees[0].kind
    times = [hours for word in words if (hours := hours_of_word(word)) is not None]
    named = [word for word in words if hours_of_word(word) is None and not _ONE.fullmatch(word)]
    if times:
        each = {1.0} if kind is MeasureKind.PER_HOUR else {tree.mission_time for tree in trees}
        ours = kind is not MeasureKind.PER_DEMAND and len(times) == 1 and each == set(times)
        beside = [word for word in (*named, *tail) if not _AMOUNT.fullmatch(word)]
        return ours and all(_OPERATION.fullmatch(word) for word in beside)
    names = _names(case, trees)
    long = {span.hours for span in periods(unit, tuple(named)) if span.of_mission}
    ours = bool(named) and stem(named[-1]) in names
    ours = ours and (all(stem(word) in names for word in named) or " ".join(named) in _called(case, trees))
    of_time = [word for word in tail if not _AMOUNT.fullmatch(word) and not _ONE.fullmatch(word)]
    fits = not of_time or all(
        tree.mission_time is None or any(abs(h - tree.mission_time) <= _SAME_TIME * h for h in long)
        for tree in trees
    )
    return ours and fits and all(_is_time(word) for word in of_time)


def _called(case: Case, trees: Sequence[FaultTree]) -> str:
    """Titles and texts in which a case says what its missions are: ``inspection mission``."""
    ids = {tree.id for tree in trees}
    claims = (c for c in case.claims if c.requirement is not None and c.requirement.measure.tree in ids)
    texts = (
        case.header.title,
        *(tree.title for tree in trees),
        *(c.text for c in claims),
        *(x.text for x in case.contexts),
    )
    return "\n".join(" ".join(_words(text)) for text in texts)


def _is_time(word: str) -> bool:
    return hours_of_word(word) is not None or re.fullmatch(COUNT, word, re.I) is not None


def _names(case: Case, trees: Sequence[FaultTree]) -> set[str]:
    """What the harm is per, as its kind and the claims that a tree answers call it."""
    ids = {tree.id for tree in trees}
    texts = [
        claim.text
        for claim in case.claims
        if claim.requirement is not None and claim.requirement.measure.tree in ids
    ]
    called = {noun for text in texts for noun in nouns(text)} if trees[0].kind in _NAMES else set()
    return {stem(word) for word in (*_NAMES.get(trees[0].kind, ()), *called) if hours_of_word(word) is None}
