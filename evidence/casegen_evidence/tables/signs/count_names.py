"""Names that say that a number counts something, by a closed list of what is counted; every other one is asked about.

A rate in percent, an index or a size is a whole number as well as a count is, and ``mr`` may be any of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.tables.signs.column_names import parts, without_circumstance

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.data_table import DataTable

_RATES = {
    "fnr", "fpr", "tpr", "tnr", "fnmr", "fmr", "frr", "far", "tar", "eer", "hter", "acer", "apcer", "bpcer",
    "wer", "cer", "ser", "fdr", "npv", "ppv", "pfd", "pfh", "pfm", "mr", "lamr", "auc", "auroc", "auprc", "map",
    "ap", "acc", "accuracy", "precision", "recall", "sensitivity", "specificity", "fscore", "iou", "miou",
    "dice", "mcc", "mota", "motp", "hota",
}  # fmt: skip
"""short names of rates and scores; beside what is counted they are of something else: ``map_errors``, ``errors_far``"""
_COUNTED = compiled(
    r"errs?|errors|fails|failures|faults|mistakes|miss|misses|defects|bugs|issues|incidents|aborts|losses|collisions|crashes|"
    r"accidents|injuries|fatalities|deaths|hazards|explosions|contacts|impacts|violations|infractions|infringements|breaches|"
    r"alarms|alerts|events|hits|drops|dropouts|outages|stops|timeouts|take-?overs|interventions|disengagements|overrides|"
    r"deviations|exceedances|overruns|underruns|overshoots|falls|leaks|jams|stalls|resets|reboots|restarts|hangs|freezes|"
    r"confusions|mis[a-z]{4,}s|rejections|rejects|refusals|deadlocks|anomalies|discrepancies|mismatches|omissions|intrusions|"
    r"strikes|breakdowns|stoppages|blockages|malfunctions|hallucinations|derailments|ruptures|shutdowns|spills|trips|"
    r"warnings|retries|detections|switches|swaps|fragmentations|accepts|n(?:fail|err)s?|(?:err|fail)(?:cnt|count)s?|duplicates|positives|negatives|fns?|fps?|tps?|tns?|successes|"
    r"erreurs|défauts?|défaillances|ko|nio|ausschuss|scrap|bads|fehlstopps?|pannes|errores|fallos|fallas|aver[ií]as|errori|guasti|avarie|fouten|storingen|falhas|erros|awarie|"
    r"usterki|błędy|poruchy|fejl|feil|fel|vikoja|"
    r"fehl(?!er)[a-zäöü]{3,}en|[a-zäöü]*(?:fehler|ausfälle|ausfaelle|kollisionen|alarme|störungen|stoerungen|unfälle|unfaelle|abbrüche|verluste|ereignisse|"
    r"klassifikationen|klassifizierungen|zusammenstöße|vorfälle|verletzungen|treffer|stillstände)"
)
"""what is counted, as a plural, or as the letters of a confusion matrix"""
_ENDED = compiled(
    r"failed|missed|harmful|mis[a-z]{4,}ed|lost|dropped|bad|wrong(?:ly)?|incorrect(?:ly)?|faulty|defective|undetected|unrecogni[sz]ed|"
    r"overlooked|broken|crashed|collided|stuck|aborted|rejected|confused|unsolved|unsuccessful|correct(?:ly)?|passed|"
    r"succeeded|detected|recogni[sz]ed|matched|handled|processed|evaluated|completed|accepted|answered|solved|avoided|prevented|"
    r"skipped|excluded|ignored|discarded|unanswered|ok|nok|ng|falsch\w*|verpasst\w*|übersehen\w*|ausgefallen\w*"
)
"""how what is counted ended"""
_ONE = compiled(
    r"failure|fault|mistake|defect|incident|abort|loss|collision|crash|accident|injury|fatality|death|violation|alarm|alert|event|"
    r"hit|timeout|take-?over|intervention|disengagement|leak|jam|breakdown|outage|malfunction|fail|"
    r"[a-zäöü]*(?:ausfall|kollision|störung|unfall|abbruch|verlust|ereignis|versagen)"
)
"""one of them, which counts where nothing follows it: a crash speed is a speed; an error is often a share"""
_TRIED = compiled(
    r"images|pictures|frames|samples|inputs|objects|demands|rows|runs|missions|trials|cases|tests|examples|instances|items|"
    r"episodes|queries|requests|persons|people|pedestrians|vehicles|bilder|fälle|läufe"
)
_COUNTING = {
    "n", "num", "number", "nr", "nb", "no", "count", "counts", "cnt", "anzahl", "nombre", "numero", "tally",
}  # fmt: skip
_OPEN = {
    "value", "result", "latest", "overall", "current", "total", "all", "sum", "of", "in", "the", "test", "val",
    "eval", "evaluation", "validation", "final", "absolute", "gesamt", "summe", "alle",
}  # fmt: skip
"""words that leave it to the name above what a number is"""
_BETWEEN = {
    "of", "in", "at", "under", "with", "without", "during", "on", "for", "from", "by", "per", "von", "bei",
    "im",
}  # fmt: skip
_QUANTITIES = {
    "threshold", "limit", "allowed", "budget", "seed", "version", "age", "epoch", "step", "id", "idx", "index",
    "rank", "ranks", "code", "codes", "type", "types", "kinds", "level", "score", "scores", "cost", "costs",
    "norm", "log", "db", "sd", "mm", "cm", "ms", "bits", "nats", "scaled", "size", "area", "length", "distance",
    "height", "width", "time", "times", "duration", "latency", "delay", "hours", "hour", "seconds", "minutes",
    "days", "energy", "current", "voltage", "angle", "weights", "severity", "magnitude", "entropy", "density",
    "intensity", "margin", "gap", "delta", "diff", "difference", "improvement", "reduction", "gain", "bound",
    "upper", "lower", "estimate", "zscore", "z", "percentile", "interval", "year", "port", "date", "position",
    "offset", "schwelle", "dauer", "zeit", "kosten", "med", "prop", "rel", "inv", "est", "hat", "lcb", "ucb", "lcl",
    "ucl", "ci", "low", "high", "mode", "typical", "rounded", "clipped", "capped", "net", "netto", "adj", "adjusted",
    "open", "offen", "confirmed", "bestätigt", "verified", "corrected", "korrigiert", "filtered", "bereinigt",
    "deduplicated", "forecast", "expected", "erwartet", "predicted", "zulässig", "typisch", "gerundet",
    "sqrt", "exp", "logarithm", "moment", "share", "part", "quartile", "decile", "pctl", "mid", "extrapolated",
    "imputed", "simulated", "simuliert", "planned", "geplant", "estimated", "geschätzt", "hochgerechnet", "ref",
    "reference", "baseline", "pred", "target", "goal", "sigma", "stderr", "tol", "tolerance", "thr", "mult",
    "factor", "faktor", "multiple", "equiv", "equivalent", "points", "punkte", "decayed", "discounted", "annualised",
    "annualized", "yearly", "monthly", "weekly", "daily", "hourly", "normed", "standardised", "standardized",
    "rolling", "moving", "ma", "annual", "fit", "lambda", "dedup", "clean", "cleaned", "subset", "partial", "half",
    "kept", "considered", "masked", "recovered", "mitigated", "majority", "best", "oracle", "ensemble", "resampled",
    "rerun", "none", "complement", "sim", "virtual", "replayed", "augmented", "calc", "extrap", "attributable",
}  # fmt: skip
"""what a name speaks of that ends in one of these, whatever is named before"""
_SHORT_ENDS = {
    "no", "nr", "hw", "sw", "ai", "ml", "tp", "tn", "fp", "fn", "ok", "ng", "hd", "uk", "us", "eu", "de", "bs",
}  # fmt: skip
_CHANGES = {
    "delta", "diff", "difference", "change", "log", "ln", "sqrt", "rel", "inv", "est", "med", "net", "netto", "adj",
    "adjusted", "open", "offene", "confirmed", "bestätigte", "verified", "corrected", "korrigierte", "filtered",
    "bereinigte", "rounded", "clipped", "capped", "typical", "typische", "expected", "erwartete", "predicted",
    "forecast", "allowed", "zulässige", "daily", "hourly", "weekly", "monthly", "yearly", "annual", "rolling", "moving",
    "ma", "tägliche", "monatliche", "jährliche", "unique", "mitigated", "recovered",
}  # fmt: skip
"""what a name begins with that speaks of another number than all that was counted"""
_ALSO_KINDS = {"open", "offene", "net"}
"""of those, what may say of what kind the next word is: ``open door failures``"""
_LETTERS = {"k", "m", "s", "h", "g", "u", "p", "v", "w"}


def rate_by_name(names: Sequence[str]) -> str:
    """The word that makes a number a rate or a score, in the last of ``names`` that says anything; empty where none does.

    >>> [rate_by_name(n.split("/")) for n in ("test/fnr", "one_minus_acc", "errors_far", "fnr/value", "fnr/count")]
    ['fnr', 'acc', '', 'fnr', '']
    """
    for name in reversed(names):
        words = parts(name)
        if _counting(name):
            return ""
        if not set(words) <= _OPEN:
            rates = [word for word in words if word in _RATES]
            return rates[0] if rates and not _names_what_is_counted(name) else ""
    return ""


def names_a_count(names: Sequence[str]) -> bool:
    """Whether ``names``, of a number and of what it is in, say that it counts something.

    The last one does by itself, or is a part (``errors/night``), or leaves it to those above (``errors/total``).

    >>> [names_a_count(n.split("/")) for n in ("n_errors", "test/misses", "errors/night", "track loss", "error/count")]
    [True, True, True, True, True]
    >>> [names_a_count(n.split("/")) for n in ("mr", "error", "age", "errors_xy", "crash_speed", "errors/threshold")]
    [False, False, False, False, False, False]
    >>> [names_a_count([n]) for n in ("errors_per_class", "errors_cam1", "fn", "Fehleranzahl", "n_jammed", "lost_time")]
    [True, True, True, True, True, False]
    """
    part = False
    for name in reversed(names):
        words = parts(name)
        if part:
            if any(map(_COUNTED.fullmatch, words)) and _names_what_is_counted(name):
                return True
        elif _counting(name) or _names_what_is_counted(name):
            return True
        elif not set(words) <= _OPEN:
            if _is_a_quantity(name) or set(words) & _RATES:
                return False
            part = True
    return False


def _counting(name: str) -> bool:
    """Whether a name states by itself that it is a number of something: ``n_stuck``, ``count``."""
    words = [word for word in parts(name) if word not in ("of", "the")]
    numbered = bool(words) and (words[0] in _COUNTING or bool(set(words) & (_COUNTING - {"n", "no", "nr"})))
    german = any(re.fullmatch(r"\w{3,}(?:anzahl|zahl)", word) for word in words)
    return (numbered or german) and not _is_a_quantity(name)


def _names_what_is_counted(name: str) -> bool:
    words = parts(without_circumstance(name))
    if _is_a_quantity(name):
        return False
    if any(_COUNTED.fullmatch(w) or _ENDED.fullmatch(w) or _TRIED.fullmatch(w) for w in words if w != "err"):
        return True
    return any(_ONE.fullmatch(w) and set(words[k + 1 : k + 2]) <= _BETWEEN for k, w in enumerate(words))


def _is_a_quantity(name: str) -> bool:
    """Whether a name ends in the word of another quantity, or in the letters of a unit; not in one of several numbers."""
    head = without_circumstance(name)
    words = parts(head)
    if not words or any(map(str.isdigit, re.findall(r"[^\W_]+", head)[-1])):
        return False
    last = words[-1]
    if words[-2:-1] == ["to"]:  # failures to open
        return False
    if len(words) > 1 and words[0] in _CHANGES and not (words[0] in _ALSO_KINDS and len(words) > 2):
        return True
    cut = (len(last) == 2 or last in _LETTERS) and words[-2:-1] != ["top"]
    return last in _QUANTITIES or (len(words) > 1 and cut and last not in _SHORT_ENDS | _COUNTING)


def judge_count_column(table: DataTable, name: str, failure: str, intake: Intake) -> None:
    """Doubt a column that `columns` names for a count, by whose name it counts nothing, and not what ``failure`` says.

    Raises :class:`InputProblem` where it names a rate.
    """
    spelled = table.spelled(name)
    if spelled == name:
        return
    if rate := rate_by_name([spelled]):
        raise InputProblem(
            f"{table.file}: column {spelled!r} is read as {name!r}; {rate!r} names no count: give the column of counts"
        )
    stated = {word[:5] for word in parts(failure) if len(word) > 2 and word not in _RATES | _QUANTITIES}
    if names_a_count([spelled]) or {word[:5] for word in parts(spelled)} & stated:
        return
    intake.suspects(
        "part-of-the-count",
        f"{table.file}: column {spelled!r} is read as {name!r}, and nothing in its name says that it counts something: a "
        "rate in percent, an index or a size is a whole number, too",
        hint="name the column after what it counts, as `failure` does; or say in the waiver what it holds",
    )
