"""What a report says of the run that its numbers come from: that it failed, was broken off, or is still under way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen_evidence.expressions import compiled
from casegen_evidence.reports.beside import number_of, part_of, steps_of
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import sense

_STATUS = {"status", "state", "outcome", "result", "verdict", "conclusion", "phase", "stage"}
_NOT_ENDED = {
    "running", "pending", "queued", "scheduled", "starting", "started", "progress", "cancelled", "canceled",
    "interrupted", "incomplete", "partial", "unfinished", "truncated", "preempted", "terminated", "suspended", "deleted",
    "errored", "timed", "oom", "läuft", "abgebrochen", "fehlgeschlagen",
}  # fmt: skip
"""states that are no end; those that are a failure are known by their sense"""
ENDED = {
    "complete",
    "completed",
    "finished",
    "done",
    "success",
    "successful",
    "succeeded",
    "ok",
    "valid",
    "passed",
}
_BROKEN = {
    "aborted", "failed", "crashed", "killed", "interrupted", "cancelled", "canceled", "incomplete", "partial",
    "unfinished", "truncated", "terminated", "preempted", "oom", "timeout", "timed", "out", "dry",
}  # fmt: skip
_OF_A_RUN = {
    "is", "was", "has", "been", "run", "job", "test", "tests", "evaluation", "eval", "the", "process", "all", "early",
}  # fmt: skip
_EXIT = {"exitcode", "exitstatus", "exit", "returncode", "retcode", "rc"}
_SIGNALS = {
    "signal",
    "signum",
    "termsignal",
    "exitsignal",
    "killedby",
    "terminationsignal",
    "terminatedby",
    "killsignal",
}
_ENDING = {1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 15, 24, 31}
"""numbers of POSIX signals that end a process; other numbers called a signal are measured"""
_NAMED_SIGNAL = compiled(r"(?i)\s*SIG(?:HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|SEGV|PIPE|TERM|XCPU|SYS)\b.*")
_MESSAGES = {"error", "exception", "exceptions", "traceback", "fatal"}
_WORDS_OF_MESSAGES = _MESSAGES | {"message", "msg", "reason", "text", "stack", "trace", "last"}
_SECTIONS = {
    "info", "run", "job", "meta", "metadata", "execution", "process", "session", "experiment", "evaluation", "eval",
    "header", "summary", "state", "pipeline", "build", "task", "status",
}  # fmt: skip
"""parts of a report that speak of the run, beside its numbers"""


def judge_run(document: Any, places: list[str], measure: str, file: str, intake: Intake) -> None:
    """Doubt numbers of a run that, by the report, did not come to its end.

    What holds the numbers is asked, and the parts beside that speak of the run; not other runs in the file.
    """
    for key, value in (pair for place in places for pair in _of_the_run(document, place)):
        if says_unfinished(key, value):
            intake.suspects(
                "run-broken-off",
                f"{file}: the file says {key!r}: {str(value)[:60]!r} of the run that the number is of",
                [measure],
                "give the report of a run that came to its end; or say in the waiver why the number holds all the same",
            )
            return


def _of_the_run(document: Any, place: str) -> Iterator[tuple[str, Any]]:
    steps = steps_of(place)
    for depth, step in enumerate(steps):
        held = part_of(document, steps[:depth])
        if isinstance(held, Mapping):
            yield from _entries({str(k): v for k, v in held.items() if k != step})


def _entries(held: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a part of a report says, its parts that speak of the run included; an end that is left empty is said so."""
    begun = any(set(parts(key)) & {"start", "started", "begin", "begun"} for key in held)
    for key, value in held.items():
        if isinstance(value, Mapping) and set(parts(key)) & (_SECTIONS | _STATUS):
            yield from _entries({str(k): v for k, v in value.items()})
        elif value is None and begun and set(parts(key)) & {"end", "ended", "finished", "completed"}:
            yield key, "not finished"
        else:
            yield key, value


def says_unfinished(key: str, value: Any) -> bool:
    """Whether an entry says that a run failed, or did not come to its end.

    >>> [says_unfinished(k, v) for k, v in (("status", "KILLED"), ("exit_code", 1), ("finished", False))]
    [True, True, True]
    >>> [says_unfinished(k, v) for k, v in (("status", "FINISHED"), ("exit_code", 0), ("fail_fast", True))]
    [False, False, False]
    """
    words = set(parts(key))
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        value = value.strip().casefold() == "true"
    if words == {"progress"} and (done := number_of(value)) is not None:
        return 0 <= done < 1 or 1 < done < 100
    if value == "not finished":
        return True
    if isinstance(value, bool):
        if value:
            return bool(words & _BROKEN) and words <= _BROKEN | _OF_A_RUN and words != {"out"}
        return bool(words & ENDED) and words <= ENDED | _OF_A_RUN
    if "".join(parts(key)) in _EXIT:
        number = int(value) if isinstance(value, str) and value.strip().isdecimal() else number_of(value)
        return bool(number)
    if "".join(parts(key)) in _SIGNALS:
        text = str(value).strip()
        return bool(_NAMED_SIGNAL.fullmatch(text)) or (text.isdecimal() and int(text) in _ENDING)
    if words & _MESSAGES and words <= _WORDS_OF_MESSAGES:
        return _message(value)
    return bool(words & _STATUS) and isinstance(value, str) and len(value) < 60 and _no_end(value)


def _no_end(text: str) -> bool:
    words = set(parts(text))
    if words & {"not", "never"}:
        return bool(words & ENDED)
    return sense(text) in ("bad", "harm") or bool(words & _NOT_ENDED) or {"out", "memory"} <= words


_NOTHING = compiled(r"(?i)\W*(?:none|no|null|nil|nan|n/?a|ok|false|keine?r?|[\d.,+\-e]*)(?:\s+errors?)?\W*")


def _message(value: Any) -> bool:
    """Whether an entry holds the text of an error; a number is a measure, not a message."""
    if isinstance(value, Mapping):
        return any(_message(value.get(key)) for key in ("message", "type", "traceback"))
    if isinstance(value, list):
        return any(isinstance(one, str) and " " in one.strip() for one in value)
    return isinstance(value, str) and not _NOTHING.fullmatch(value)
