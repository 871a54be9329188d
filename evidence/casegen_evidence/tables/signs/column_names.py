"""Names of columns that admit that these hold a part of what a record counts, or another quantity."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.spec import Number

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.columns import Cells

_NO_COUNT = {
    "rate", "rates", "ratio", "ratios", "share", "shares", "percent", "percentage", "percentages", "pct", "perc",
    "percentile", "ppm", "ppb", "dppm", "dpmo", "permil", "permille", "promille", "prozent", "prozentsatz",
    "fraction", "fractions", "frac", "proportion", "frequency", "probability", "probabilities", "prob", "proba",
    "probs", "likelihood", "per", "quote", "anteil", "häufigkeit", "wahrscheinlichkeit", "mean", "average",
    "averaged", "avg", "median", "quantile", "mittelwert", "durchschnitt", "durchschnittlich", "durchschnittliche",
    "taux", "pourcentage", "moyenne", "porcentaje", "promedio", "tasa", "percentuale", "tasso", "gemiddelde",
    "relative", "relativ", "normalised", "normalized", "normiert", "weighted", "gewichtet", "gewichtete", "smoothed",
    "std", "stdev", "stddev", "variance", "var", "quantil", "perzentil", "mse", "rmse", "rms", "mae", "sse",
    "squared", "dpm", "pourcent", "pourcents", "percento", "procent", "prosent", "procento", "porciento", "decibel",
    "decibels", "mdn", "mad", "iqr", "geomean", "gmean", "hmean", "trimmed", "winsorized", "winsorised", "ewma",
    "mittlerer", "tens", "dozen", "dozens", "lakh", "lakhs", "crore", "kilo", "mega", "centi", "milli", "dutzend",
    "hunderter", "tausender", "milliers", "tenths", "zehntel", "fpmh", "ema", "reciprocal", "inverse", "kehrwert",
}  # fmt: skip
"""words that make a share, a rate or another statistic of what is counted"""
_FAILED = (
    r"(?<![^\W_])(?:fail\w*|faults?|err(?:ors?)?|mistakes?|miss(?:es)?|wrong|defects?|"
    r"fehler|ausf[aä]ll\w*|störung\w*)"
)
_OF_COUNTS = compiled(
    r"\w{3,}(?:quote|anteil|prozent|promille|wahrscheinlichkeit|häufigkeit)(?:en?|s)?(?![^\W_])|"
    r"(?<![^\W_])(?:fehler|ausfall|error|failure|fail|miss)(?:rate|dichte|mittel\w*|fraction|ratio)n?s?(?![^\W_])|"
    rf"(?<![^\W_])(?<!\d[\s_-])(?:max(?:imum|imale?)?|min(?:imum|imale?)?|worst|highest|lowest|largest)[\s_-]*{_FAILED}|"
    rf"{_FAILED}[\s_-]*(?:(?:in|of)[\s_-]+(?:the[\s_-]+)?)?(?:(?:max|min)(?:imum)?(?![^\W_])|worst|highest|lowest|largest)|"
    rf"{_FAILED}[\s_-]+(?:pro|je|density|index|score|loss)(?![^\W_])|(?<![^\W_])durchschnitts\w+|"
    r"(?<![^\W_])(?:(?:pct|perc|percent)[\s_-]*|p[\s_-]+)(?:err|fail|miss|fehl|ausf)[^\W_]*|(?<![^\W_])(?:err(?:or)?s?|fail(?:ure)?s?|miss|fault)(?:pct|perc|"
    r"percent|ppm|ppb|rate)(?![^\W_])|(?<![^\W_])[kmµ](?:err(?:or)?s|fail(?:ure)?s|fehler)(?![^\W_])|"
    r"(?<=[\s_-])(?:[pq]\d\d(?:[._]\d+)?|1e\d+|basis[\s_-]?points?|bps?|pp)$|(?<![^\W_])(?:log(?:10|2|1p)|ln)(?![^\W_])|"
    r"[(\[]\s*'?0{3,}\s*[)\]]|10\s*(?:\^|\*\*)\s*\d|(?<![^\W_])e\d\d?$|(?<=[\s_-])10{2,}s\W*$|[(\[]\s*10{2,}s\W*$|"
    r"(?<=[\s_-])ma\d+$|(?<![^\W_])p\.\s?[amd]\.\W*$|"
    r"(?<![^\W_])(?:in|by|div(?:ided)?(?:[\s_-]by)?|x|times|mal|p)[\s_.-]*10+\W*$|/\s*(?:(?:100+|1e\d|h|hr|hour|day|week|month|year|run|batch|image|frame|demand|mission|cycle|flight|trip|km|mile)(?![^\W_]))"
)
"""shares in one German word, the largest or smallest of several counts, quantiles, logarithms, counts per something"""
_EVENTS = compiled(
    r"(?<![^\W_])(?:fail[^\W_]*|faults?|err(?:or)?s?|mis[^\W_]+s|miss|missed|wrong|incorrect|lost|defects?|[^\W_]+ions|"
    r"crash(?:es)?|alarms?|events?|hits|negatives|positives|f[np]|[^\W_]*fehler|[^\W_]*ausf[aä]ll[^\W_]*|störung[^\W_]*)(?![^\W_])"
)
_CIRCUMSTANCE = compiled(
    r"[\s_-]+(?:(?P<where>at|under|above|below|with|without|during|for|by|when|while|within|through|near|bei|unter|"
    r"mit|ohne|während|über|nach)|(?P<of>in|im|of|on|over|from|auf)|(?P<per>per|pro|je)|(?P<most>max(?:imum)?|min(?:imum)?|mean|avg|average|median))"
    r"[\s_-]+(?P<rest>(?:the[\s_-]+)?(?P<first>[^\W\d_]*).*)$"
)
_PARTS_OF_ALL = {
    "class", "classes", "klasse", "category", "categories", "kategorie", "label", "labels", "group", "gruppe", "site",
    "sites", "standort", "scenario", "scenarios", "szenario", "condition", "conditions", "kind", "type",
}  # fmt: skip
"""of what a report states a count each, in ``errors_per_class``; of batches and hours it states a mean"""
_OPERATING = {
    "speed", "load", "sea", "seas", "wind", "temperature", "temp", "noise", "light", "lighting", "brightness",
    "range", "power", "altitude", "depth", "traffic", "payload", "throttle", "rpm", "flow", "pressure", "humidity",
    "voltage", "clutter", "zoom", "geschwindigkeit", "last", "seegang", "temperatur", "lärm", "leistung", "druck",
}  # fmt: skip
"""conditions that a system runs under, whose largest or mean one says when failures were counted"""
_SCALES = {
    "db", "mm", "cm", "ms", "bits", "nats", "points", "basis", "hundreds", "thousands", "millions", "k", "m", "x",
}  # fmt: skip
_AT = {"at", "under", "above", "below", "bei", "unter", "über"}
_EXTREME = {"max", "maximum", "min", "minimum", "worst", "highest", "lowest", "largest", "best", "average"}
_AMOUNTS = {
    "score", "confidence", "entropy", "perplexity", "logit", "nll", "mse", "rmse", "mae", "brier", "ece", "pvalue",
    "latency",
}  # fmt: skip
"""quantities that are no count of anything, where nothing in the name failed"""
_OF_LOSSES = {
    "loss", "train", "training", "val", "valid", "validation", "test", "eval", "evaluation", "ce", "bce", "cross",
    "log", "focal", "hinge", "total", "final", "last", "overall", "model", "value", "batch", "epoch", "cls", "box",
    "reg", "kl",
}  # fmt: skip
"""words beside which a loss is what training makes small; the loss of a link is an event"""
_SOME_OF_THEM = {
    "severity", "priority", "level", "grade", "reproduced", "reproducible", "unfixed", "critical", "major",
    "accepted", "unresolved", "after",
}  # fmt: skip
_NOT_ALL = {
    "planned", "plan", "target", "budget", "goal", "soll", "geplant", "forecast", "expected", "projected", "nominal",
    "capacity", "estimated", "estimate", "scheduled", "open", "unresolved", "remaining", "outstanding", "offen", "est",
    "approx", "assumed", "guess", "guessed", "extrapolated", "theoretical", "budgeted", "calendar", "kalender", "standby",
    "idle", "possible", "available", "simulated", "geschätzt", "installed", "elapsed", "storage", "parked", "labour",
    "labor", "man", "paid", "warranty", "shelf", "ca", "circa", "ungefähr", "etwa", "extrap",
}  # fmt: skip


def _words(*roots: str) -> re.Pattern[str]:
    """One of several words of a name, given by their roots: with what German adds to them."""
    ending = "(?:e[mnrs]?|er[nes]+)?"
    return compiled(rf"(?<![^\W_])(?:{'|'.join(f'(?:{root}){ending}' for root in roots)})(?![^\W_])")


_SELECTED = _words(
    r"excl\w*", r"exkl\w*", r"ex(?!-?\s?works)", "w/o", "without", "ohne", "außer", "ausser", "except", "minus", "less",
    r"net(?:to)?", r"netto\w+", r"bereinigt", "adjusted", "corrected", "korrigiert", "filtered", "gefiltert", "cleaned",
    "selected", "ausgewählt", "chosen", "only", "nur", "some", "sampled",
    r"confirmed", r"bestätigt", "verified", "verifiziert", "validated", "valid", "proven", "nachgewiesen", "approved",
    "accepted", "akzeptiert", "anerkannt", "acknowledged", "agreed", "admitted", "qualified", "eligible", "countable",
    r"attribut(?:able|ed)", "zurechenbar", "zugeordnet", "relevant", "relevante", "chargeable", "assessed", "bewertet",
)  # fmt: skip
"""words that somebody chose by, whatever is counted"""
_SOME_FAILURES = _words(
    "closed", "geschlossen", "abgeschlossen", "resolved", "gelöst", "fixed", "repaired", "behoben", "repariert",
    r"repeat(?:ed)?", "recurring", "recurrent", "wiederholt", "new", "neu", "first", "initial", "erst",
    "dangerous", "gefährlich", "undetected", "unentdeckt", "unerkannt", "detected", "erkannt", "entdeckt", "latent",
    "severe", "serious", "schwer", "minor", "hard", "permanent", "persistent", "random", "zufällig", "systematic",
    "systematisch", "unique", "distinct", "primary", "secondary", "primär", "sekundär", "hw", "sw",
    "hardware", "software", "known", "bekannt", "claimed", "internal", "intern", "safety", "reportable", "meldepflichtig",
    "kritisch", "unplanned", "mittlere", "mittel", "allowed", r"max(?:imum)?(?=[\s_-]*$)",
    "permitted", "tolerated", "zulässig", "erlaubt", "predicted", "vorhergesagt", "injected", "seeded", "injiziert",
    r"survivors?", r"survivals?", "survived", r"überlebend", r"last[\s_-]+(?:failure|fault|error)", r"letzter[\s_-]+\w+",
    r"(?:time|zeit|hours?|days?|weeks?|months?|years?|cycles|stunden|tage)[\s_-]+(?:since|to|until|between|before|seit|bis)",
)  # fmt: skip
"""kinds of failures, beside which there are others; and what is none: what is allowed, when they came, what ran on"""
_NOT_RUN = _words(
    "rated", r"contract(?:ed|ual)?", r"vertrag\w*", "sold", "verkauft", "delivered", "geliefert", "shipped", "ordered",
    "purchased", "bestellt", r"(?:powered|switched|turned)?[\s_-]*off", r"aus", "ausgeschaltet", "since", "seit",
    r"soll(?![ei]c)\w*", r"geplant", r"plan(?:stunden|zahl|wert)", r"nenn(?:stunden|betriebsstunden|zahl|wert)", "quota",
    r"ziel(?:stunden|zahl|wert)?", "design", "required", "requested", "gefordert", "maintenance", "wartung",
    r"wartungsstunden", r"down(?:time)?", r"stillstand\w*", r"bereitschaft\w*", "stand-by", "lagerung", "lagerstunden",
    "lagerzeit", "stored", "person", "persons?", "staff", "crew", r"arbeits\w+", r"kalender\w*", "schedule",
    r"hochgerechnet", "mean", "average", "avg", "median", "mittlere", "mittel", "max", "maximum", "maximal",
    "theoretisch", "erwartet", "advertised", "permitted", "allowed", "zulässig", "guaranteed", "garantiert",
    "licensed", "warranted", r"cumulat(?:ed|ive)", "cumul", r"kumulier\w*", r"kumulativ\w*", r"so[\s_-]+far",
    "virtual", "virtuell", "replayed", "upsampled", "oversampled", "resampled", "augmented", "duplicated", "simulated",
    r"(?:sim|bench|scaled|equiv|calc|copies|retries)(?=[\s_-]*$)",
    r"incl\w*\.?[\s_-]+(?:hil|sil|mil|sim|simulat\w+|simuliert|virtual|virtuell|bench|test[\s_-]?(?:bench|rig)|prüfstand)",
)  # fmt: skip
"""of what was not run, or of one system's mean"""
_STOPS_REQUESTED = _words("requested", "gefordert")
"""of what was ordered, and perhaps not run; but a stop that was requested is a demand"""


def parts(name: str) -> list[str]:
    """The words of a name, however it joins them.

    >>> parts("exitCode_of run-7")
    ['exit', 'code', 'of', 'run']
    """
    return list(_parts(name))


@lru_cache(maxsize=2**16)
def _parts(name: str) -> tuple[str, ...]:
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()
    return tuple(re.findall(r"[^\W\d_]+(?:\.[^\W\d_]+)*", apart))


def no_count(name: str) -> str:
    """The words of a name that make a share, a mean or another quantity of what it counts; empty where it may be a count.

    A factor or unit in brackets is none of them: :func:`casegen_evidence.tables.units.stated_unit` names it.

    >>> [no_count(n) for n in ("error_pct", "errors per 1000", "Fehlerquote", "errors_in_worst_batch", "val_loss")]
    ['pct', 'per', 'fehlerquote', 'errors_in_worst', 'loss']
    >>> [no_count(n) for n in ("errors_p95", "errors_bp", "kerrors", "pcterr", "p_fail", "errors_per_class")]
    ['p95', 'bp', 'kerrors', 'pcterr', 'p_fail', '']
    >>> [no_count(n) for n in ("errors", "track loss", "errors at confidence 0.5", "separate failures", "737 MAX errors")]
    ['', '', '', '', '']
    """
    apart = without_circumstance(name)
    words = set(parts(apart))
    if said := sorted(words & _NO_COUNT):
        return " ".join(said)
    if hit := _OF_COUNTS.search(apart):
        return hit.group()
    if (said := sorted(words & _AMOUNTS)) and not re.search(_FAILED, apart):
        return " ".join(said)
    return "loss" if "loss" in words and words <= _OF_LOSSES else ""


def without_circumstance(name: str) -> str:
    """A name without what stands behind its failures to say when, where or of what they are; in small letters.

    >>> [without_circumstance(n) for n in ("errors_at_5_percent_noise", "errors_max_speed", "errorsPerClass")]
    ['errors', 'errors', 'errors']
    >>> [without_circumstance(n) for n in ("errors_per_batch", "errors_in_percent", "errors_max", "errors_mean_abs")]
    ['errors_per_batch', 'errors_in_percent', 'errors_max', 'errors_mean_abs']
    """
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()
    event = _EVENTS.search(apart)
    tail = _CIRCUMSTANCE.search(apart, event.end()) if event else None
    if tail is None:
        return apart
    first, rest = tail["first"], set(parts(tail["rest"])) - {"the"}
    named = bool(rest - _NO_COUNT - _SCALES)
    if tail["per"]:
        says = first in _PARTS_OF_ALL
    elif tail["most"]:
        says = first in _OPERATING
    elif tail["of"]:
        says = first not in _EXTREME and named and bool(first)
    else:  # at 50 percent
        says = named or (tail["where"] in _AT and not first)
    return apart[: tail.start()] if says else apart


def other_quantity(name: str, kind: Number) -> str:
    """What a column's name says it holds, if that is not all of what was counted or run."""
    words = set(parts(name))
    if kind.unit == "count" and (about := re.search(r"[~≈]|\?\s*$", name)):
        return f"{about.group().strip()!r} says that it is a guess: give the column of counts"
    if kind.unit == "count" and (other := no_count(name)):
        return f"{other!r} names no count: give the column of counts"
    ends = {*parts(name)[:1], *parts(name)[-1:]} & _NOT_ALL - (
        {"open"} if parts(name)[-1:] == ["open"] else set()
    )
    if kind.sense == "bad" and words & _SOME_OF_THEM:
        return (
            f"{' '.join(sorted(words & _SOME_OF_THEM))!r} is not all of them, or no count: give every failure"
        )
    if kind.unit and ends:
        return f"{' '.join(sorted(ends))!r} is not all that was counted: give what was run, and every failure"
    return ""


def admits_a_part(name: str, failures: bool, demands: bool = False) -> str:
    """The word of a column's name that leaves in doubt whether it holds every failure, or what was run.

    >>> admits_a_part("confirmed failures", True), admits_a_part("bestätigte Ausfälle", True)
    ('confirmed', 'bestätigte')
    >>> admits_a_part("stops requested", False, True), admits_a_part("requested hours", False)
    ('', 'requested')
    >>> admits_a_part("Sollstunden", False), admits_a_part("operating hours", False), admits_a_part("failures", True)
    ('sollstunden', '', '')
    >>> [admits_a_part(name, False) for name in ("sollicitations", "demandas", "aanvragen", "żądania", "sollecitazioni")]
    ['', '', '', '', '']
    """
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()
    hit = _SELECTED.search(apart) or (_SOME_FAILURES if failures else _NOT_RUN).search(apart)
    if hit and demands and "demand" not in apart and _STOPS_REQUESTED.fullmatch(hit.group()):
        return ""
    return hit.group() if hit else ""


_NO_MISSIONS = _words(
    r"frames?", r"images?", r"pictures?", "bild", "bilder", r"samples?", r"pixels?", r"packets?", r"messages?",
    r"demands?", "anforderung", "anforderungen", r"windows?", r"inferences?", r"predictions?", r"detections?",
    r"objects?", r"ticks?",
)  # fmt: skip
"""what one mission has many of"""
_MISSIONS = compiled(r"missions?|trips?|fahrten|flights?|dives?")
_TIMES = compiled(
    r"(?<![^\W_])(?:h|hours?|hrs?|s|secs?|seconds?|mins?|minutes?|d|days?|tage)(?![^\W_])|stunden|minuten|sekunden|heures|"
    r"time|duration|zeit|dauer"
)
_KINDS = _words(
    r"types?", "typ", "typen", "kinds?", "arten", r"modes?", r"categor(?:y|ies)", r"codes?", "kategorie", "kategorien",
    r"classes", r"ids?",
)  # fmt: skip
"""in a column of failures: several of one kind count once"""
_FAILED_UNITS = compiled(
    r"(?:failed|faulty|defect(?:ive)?|broken|ausgefallene|defekte|fehlerhafte)[\s_-]+"
    r"(?:units?|systems?|vehicles?|machines?|devices?|robots?|geräte|einheiten|fahrzeuge|maschinen|systeme)|"
    r"(?:units?|systems?|vehicles?|machines?|devices?|robots?|days?|weeks?|months?|shifts?|tage|wochen|monate|schichten)"
    r"[\s_-]+(?:with|mit)[\s_-]+(?:an?[\s_-]+|einem[\s_-]+)?(?:failures?|faults?|errors?|ausf[aä]ll\w*|fehler\w*)"
)
"""in a column of failures: several of one unit, or of one day, count once"""
_NO_HOURS = _words(
    r"cycles?", r"zyklen", "zyklus", r"demands?", r"missions?", r"trips?", r"fahrten", r"runs?", r"starts", r"dives?",
    r"flights?", r"frames?", r"samples?", r"parts?", r"distance", r"strecke", r"mileage", r"odometer", "km", r"miles?",
)  # fmt: skip
"""what is no time, and needs to be stated how long one is"""
_NO_RUN_TIME = compiled(
    r"(?<![^\W_])(?:[kmg]?wh|kg|rpm|u/min|km/?h|kph|mph|costs?$|kosten$|price$|preis$|mt(?:bf|tf|tr|br)|hh?[:_]?mm(?:[:_]?ss)?|"
    r"(?:time|hours?|zeit|stunden)[\s_-]+(?:to|between|until|before|bis|zwischen)[\s_-]+(?:next[\s_-]+)?"
    r"(?:failures?|repairs?|faults?|overhauls?|ausf[aä]ll\w*|reparatur\w*|wartung\w*)|"
    r"(?:hours?|time)[\s_-]+left$|restlaufzeit|reststunden|(?:under[\s_-]+)?repair(?:ed|ing|s)?|reparatur\w*|"
    r"[gct]pu|accelerated|beschleunigte?[nrs]?)(?![^\W_])"
)
"""what is another quantity than hours, or a time in which nothing ran"""
_NO_DEMANDS = _words(r"heart[\s_-]?beats?", r"odometer", r"mileage", "kilometerstand", r"uptime")
"""what is no demand of a function"""


def other_noun(name: str, spelled: str, unit: str, stated: bool) -> str:
    """What a column's name says it counts, if that is another thing than ``name``; ``stated``: how much of one it is.

    >>> other_noun("missions", "frames", "count", False), other_noun("failures", "failure types", "count", False)
    ('frames', 'types')
    >>> other_noun("hours", "cycles", "h", False), other_noun("hours", "cycles", "h", True)
    ('cycles', '')
    >>> other_noun("missions", "dives", "count", False), other_noun("hours", "hours per trip km", "h", False)
    ('', '')
    >>> [other_noun("hours", name, "h", False) for name in ("run_min", "trip duration", "flight time", "Laufzeit")]
    ['', '', '', '']
    """
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", spelled).casefold()
    if stated:
        return ""
    if unit == "h":
        hit = _NO_RUN_TIME.search(spelled.casefold()) or _NO_RUN_TIME.search(apart)
        hit = hit or (None if _TIMES.search(apart) else _NO_HOURS.search(apart))
    elif name == "demands":
        hit = _NO_DEMANDS.search(apart)
    elif name == "missions":
        hit = None if _MISSIONS.search(apart) else _NO_MISSIONS.search(apart)
    elif name == "failures":
        of_failures = re.search(r"fail|fault|error|ausf|fehl", apart)
        hit = _FAILED_UNITS.search(apart) or (_KINDS.search(apart) if of_failures else None)
    else:
        hit = None
    return hit.group() if hit else ""


_NOT_RAISED = _words(
    "gt", "truth", "true", "false", "label", "expected", "erwartet", "ideal", "oracle", "suppressed", "unterdrückt",
    "muted", "inhibited", "disabled", r"(?:post[\s_-]*)?adjusted", "angepasst", "corrected", "korrigiert", r"retro\w*",
    "hindsight", "rückwirkend", "backdated", "backfilled", "would", "hypothetical", "sim", r"simulat\w+", "simuliert",
    "dilated", "missed",
)  # fmt: skip
"""of alarms that nobody had when they were to come"""


def not_raised(name: str) -> str:
    """The word of the name of a column of alarms that leaves in doubt whether a monitor raised them in operation.

    >>> not_raised("alarm_gt"), not_raised("wouldAlarm"), not_raised("monitor_alarm"), not_raised("alarm_latched")
    ('gt', 'would', '', '')
    """
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()
    hit = _NOT_RAISED.search(apart)
    return hit.group() if hit else ""


def judge_column_name(cells: Cells, intake: Intake) -> None:
    """Doubt a column that `columns` names for a count or for hours, and whose name admits that it holds others."""
    kind = cells.kind
    if not isinstance(kind, Number) or kind.unit not in ("count", "h") or cells.spelled == cells.name:
        return
    failures = kind.sense in ("bad", "harm")
    stated = re.fullmatch(r"[\d.eE+-]+", str(cells.reading.units.get(cells.name, ""))) is not None
    word = admits_a_part(cells.spelled, failures, cells.name == "demands") or other_noun(
        cells.name, cells.spelled, kind.unit, stated
    )
    if word:
        wanted = "every failure" if failures else f"all {cells.name} that were run, and nothing else"
        intake.suspects(
            "part-of-the-count",
            f"{cells.file}: column {cells.spelled!r} is read as {cells.name!r}; {word!r} leaves in doubt whether it "
            f"holds {wanted}",
            hint=f"give a column of {wanted}; or state in the waiver what is not in it, and why that does not count",
        )
