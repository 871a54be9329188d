"""A number computed elsewhere, with its bound as stated there, and counts that are bounded here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, model_validator

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.reports.accounts import agreeing, contradicted_counts, contradicted_share
from casegen_evidence.reports.beside import left_aside, one_of_several, part_of, proves_count, steps_of
from casegen_evidence.reports.left_unread import entries_of_json, note_entries
from casegen_evidence.reports.merits import TIMES, no_failures, no_trials
from casegen_evidence.reports.report_files import is_position
from casegen_evidence.reports.run_state import judge_run
from casegen_evidence.reports.selection import judge_selection
from casegen_evidence.reports.stated_numbers import judge_counted, judge_stated, judge_unnamed, names_at
from casegen_evidence.signs import Direction
from casegen_evidence.tables.signs.column_names import parts, without_circumstance
from casegen_evidence.tables.signs.training_names import in_training_folder

if TYPE_CHECKING:
    from pathlib import Path

Pointer = Annotated[str, Field(min_length=1, pattern="^(/([^~/]|~[01])*)+$")]
"""RFC 6901, in which each place has one spelling"""
NAMES: Mapping[Kind, tuple[str, str]] = {
    "probability-per-demand": ("probability_per_demand", "probability of failure on a demand, as reported"),
    "probability-per-mission": (
        "probability_per_mission",
        "probability of failure in a mission, as reported",
    ),
    "rate-per-hour": ("rate", "failure rate in 1/h, as reported"),
    "fraction": ("fraction", "a share, as reported"),
    "score": ("score", "a number without a probability's meaning, as reported"),
}
"""the measure of each kind"""


class ReportedMeasureParameters(Parameters):
    """Parameters of ``reported-measure``: where in the file the numbers stand, and what they are."""

    kind: Kind = Field(description="what the number is; the measure has the kind's name")
    method: str = Field(min_length=3, description="how it was computed, by which program and version")
    value: Pointer | None = Field(
        None, description="place of the estimate in the file, a JSON pointer such as /test/error"
    )
    lower: Pointer | None = Field(None, description="place of the stated lower limit")
    upper: Pointer | None = Field(None, description="place of the stated upper limit")
    count: Pointer | None = Field(
        None, description="place of the number of events counted; then casegen computes the limits"
    )
    trials: Pointer | None = Field(None, description="place of the number of independent trials")

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        counted = self.count is not None or self.trials is not None
        if counted and (self.count is None or self.trials is None or self.lower or self.upper):
            raise ValueError("expected count and trials together, and no stated limits beside them")
        if not counted and self.value is None:
            raise ValueError("expected the place of the value, or those of count and trials")
        stated = [x for x in (self.value, self.lower, self.upper) if x]
        if len(set(stated)) < len(stated) or (counted and self.count == self.trials):
            raise ValueError("expected another place for each number; a value is no limit of itself")
        if counted and self.kind in ("rate-per-hour", "score"):
            raise ValueError("expected a probability or a fraction of counted trials")
        return self


class ReportedMeasure:
    """Registered as ``reported-measure``."""

    name = "reported-measure"
    version = 1
    summary = "A number that another program computed, by its place in a JSON file"
    source = "the file; limits of counts: Clopper & Pearson (1934)"
    parameters: type[Parameters] = ReportedMeasureParameters
    inputs: Mapping[str, tuple[bool, str]] = {"report": (True, "JSON file with the numbers")}
    measures: Mapping[str, tuple[Kind, str]] = {name: (kind, text) for kind, (name, text) in NAMES.items()}
    better: Mapping[str, Direction] = {
        name: "lower" for kind, (name, _) in NAMES.items() if kind not in ("fraction", "score")
    }
    signs: Mapping[str, str] = {
        "computed-elsewhere": "limits that casegen did not compute and cannot check",
        "of-the-training": "numbers of the training data, by their name",
        "of-something-else": "numbers of a plan, another version or a review, by name or by what stands beside them",
        "lower-confidence": "limits of less confidence, by the file itself",
        "left-aside": "trials beside which the file says that some were left out",
        "counts-contradict": "counts or rates that the same file gives otherwise, by parts, rows or a confusion matrix",
        "not-called-a-count": "a number taken as a count, by whose name it may be a rate or a size as well",
        "run-broken-off": "numbers of a run that failed, was broken off or is under way, by the file",
        "no-width": "a stated limit that is the estimate itself",
        "one-of-several": "the best one of several runs that the file has side by side",
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Look the numbers up; counts are bounded here, stated limits wait for a person."""
        from casegen_evidence.reports.report_files import json_document

        p: ReportedMeasureParameters = run.parameters
        path = run.inputs["report"]
        document = json_document(path)
        name, text = NAMES[p.kind]
        places = [place for place in (p.count, p.value, p.upper, p.lower) if place is not None]
        counted_of = [*places, *([p.trials] if p.trials else [])]
        fitted = next((place for place in counted_of if _of_training(document, place)), None)
        if fitted:
            run.intake.suspects(
                "of-the-training",
                f"{path.name}: the number at {fitted} is of the training data, by its name or by what stands beside it",
                [name],
                "give the number of data that nothing was fitted to",
            )
        _of_something_else(document, counted_of, (p.upper, p.lower), name, path, run)
        judge_run(document, counted_of, name, path.name, run.intake)
        one_of_several(document, p.count or p.value or "", p.trials, p.kind, name, path, run.intake)
        agreed = frozenset[str]()
        if p.count is not None:
            left_aside(document, p.count, p.trials or "", name, path, run.intake)
            measure, rows = _counted(document, p, path, run, text)
            counted, trials = (float(str(rows[k][2])) for k in (0, 1))
            judge_selection(document, p.count, p.trials or "", trials, name, path.name, run.intake)
            contradicted_counts(
                document, p.count, p.trials or "", counted, trials, name, path.name, run.intake
            )
            agreed = agreeing(document, p.count, p.trials or "", counted, trials)
            if not proves_count(document, p.count, counted, trials, {*agreed, *places[1:]}):
                judge_unnamed(document, p.count, name, path.name, run.intake)
        else:
            measure, rows = _stated(document, p, path, run, text)
            contradicted_share(document, p.value or "", measure.value, name, path.name, run.intake)
            run.intake.suspects(
                "computed-elsewhere",
                f"{path.name}: the number and its limits were computed by {p.method}; nothing here checks them",
                [name],
                "give counts (`count`, `trials`) or the data themselves to a method, or have somebody check it",
            )
        table = Table(
            "Numbers taken from the file", ["what", "place", "value"], rows, f"Computed by: {p.method}."
        )
        note_entries("report", path, entries_of_json(document, counted_of), run.intake, plain=agreed)
        run.progress(1.0, "done")
        return Result(
            {name: measure}, [table], [], _ASSUMPTIONS, signs=run.intake.signs, read=run.intake.read
        )


_NINES = (99_999, 999_999, 9_999_999, 99_999_999)
_SETS = (
    "split", "subset", "set", "partition", "fold", "dataset", "data", "phase", "source", "file", "datensatz", "teilmenge",
    "aufteilung", "satz", "daten", "testset", "evalset", "testdata", "evaldata",
)  # fmt: skip
"""keys whose values say of which data a number is"""
_FOLDERS = {
    "dir", "directory", "folder", "path", "root", "location", "images", "image", "annotations", "labels", "img", "imgs",
    "ordner", "pfad", "verzeichnis", "bilder",
}  # fmt: skip
_SETS_READ = {*_SETS, "test", "eval", "evaluation", "val", "input", "inputs"}
_OF_FITTED = compiled(
    r"(?i)(?:[^\W_]+[_-])*train(?:ing)?(?:[ _-]?(?:set|split|data|images|part|fold))?[_-]?\d*"
)
_FITTED = compiled(r"(?i)train(?:ing)?(?:[ _-]?(?:set|data|split))?")
"""the name of a part of a report; a train may have a door"""


def _of_training(document: Any, place: str) -> bool:
    """Whether the place of a number, or what stands beside it and around it, names the training's data and no others."""
    said, folders, steps = [place], list[str](), steps_of(place)
    for depth in range(len(steps)):
        held = part_of(document, steps[:depth])
        if isinstance(held, Mapping):
            texts = [(str(k), v) for k, v in held.items() if isinstance(v, str) and len(v) < 120]
            said += [v for k, v in texts if _names_data(k)]
            said += [v for k, v in texts if k in ("name", "title") and _FITTED.fullmatch(v)]
            folders += [v for k, v in texts if _names_folder(k) and in_training_folder(v)]
    sets = [set(_SPLIT.findall(text.casefold())) for text in said]
    if any(other - {"train"} for other in sets[1:]):
        return False
    # what stands beside a number says more than the name of the part that it is in, where it is nothing but a training's
    return (
        any(map(_only_training, said[1:])) or bool(folders) or ({"train"} in sets and not sets[0] - {"train"})
    )


def _only_training(text: str) -> bool:
    """Whether a text is nothing but the name of a training's data: ``coco_train2017``, ``data/train.csv``."""
    stem = re.sub(r"\.[a-z]{2,5}$", "", re.split(r"[/\\]", text.strip().rstrip("/"))[-1], flags=re.IGNORECASE)
    return bool(_OF_FITTED.fullmatch(stem)) or in_training_folder(text)


def _names_data(key: str) -> bool:
    """Whether a key says of which data numbers beside it are: ``eval_dataset``, and not ``train_set``."""
    words = set(parts(key))
    return bool(words & set(_SETS)) and not any(map(_FITTED.match, words))


def _names_folder(key: str) -> bool:
    """Whether a key says where the data of a number lie: ``images_dir``, and not ``train_dir``, ``output_dir``."""
    words = set(parts(key))
    return bool(words & _FOLDERS) and words <= _FOLDERS | _SETS_READ


_ELSE = {
    "previous", "prev", "old", "last", "baseline", "reference", "competitor", "human", "oracle", "ideal", "best",
    "target", "goal", "planned", "plan", "expected", "projected", "estimated", "budget", "reviewed",
    "review", "corrected", "fixed",
    "cleaned", "simulated", "dummy", "example", "placeholder", "mock", "draft", "max", "maximum", "possible", "soll",
    "augmented", "synthetic", "generated", "resampled", "bootstrap", "easy", "filtered", "selected", "subset", "partial",
    "running", "incomplete", "aborted", "interrupted", "preliminary", "provisional", "dry",
}  # fmt: skip
_CALLED = (
    "name",
    "model",
    "version",
    "title",
    "label",
    "kind",
    "type",
    "status",
    "mode",
    "source",
    "split",
    "dataset",
)


_EXTREMES = {"max", "maximum", "min", "minimum", "least", "lowest"}
"""a limit is called so; a number is the best of several"""


def _of_something_else(
    document: Any, places: list[str], limits: tuple[str | None, ...], measure: str, path: Path, run: Run
) -> None:
    """Doubt numbers whose place says that they are planned, of another version, or corrected by hand."""
    for place in places:
        held, said = document, list[str]()
        for part in place[1:].split("/"):
            said.append(part)
            if isinstance(held, dict):
                said += [v for k in _CALLED if isinstance(v := held.get(k), str) and len(v) < 60]
                held = held.get(part.replace("~1", "/").replace("~0", "~"))
            elif isinstance(held, list) and is_position(part, len(held)):
                held = held[int(part)]
        most = set[str]() if place in limits else _EXTREMES
        word = next(
            (
                x
                for x in said
                if set(parts(x)) & (_ELSE - _EXTREMES) or set(parts(without_circumstance(x))) & most
            ),
            None,
        )
        if word is not None:
            run.intake.suspects(
                "of-something-else",
                f"{path.name}: the number at {place} belongs to {word!r}: is it what was measured of the system in use?",
                [measure],
                "name the place of what was measured, or say in the waiver what the name means",
            )
            return


_SPLIT = compiled(r"(?<![a-z])(train|val(?![ulv])|test(?!s(?![a-z])|ed|er)|dev(?!i)|calib)[a-z]*")
"""sets of data; a value, a valve, a device and what was tested are none"""
Rows = list[list[str | float | int | None]]


def _counted(
    document: Any, p: ReportedMeasureParameters, path: Path, run: Run, text: str
) -> tuple[Measure, Rows]:
    from casegen_evidence.bounds.measures import proportion
    from casegen_evidence.reports.report_files import number_at

    assert p.count is not None
    assert p.trials is not None
    k, n = (number_at(document, place, path.name) for place in (p.count, p.trials))
    if k != int(k) or n != int(n) or not 0 <= k <= n or n < 1 or n > 2**53:
        raise InputProblem(
            f"{path.name}: expected whole counts with 0 ≤ count ≤ trials; found {k:g} at {p.count}, {n:g} at {p.trials}"
        )
    _counts_by_name(document, p, path)
    inputs = {"images", "pictures", "frames", "samples", "inputs", "objects", "demands", "rows"} & set(
        parts(p.trials.rsplit("/", 1)[-1])
    )
    if p.kind == "probability-per-mission" and inputs:
        raise InputProblem(
            f"{path.name}: the trials at {p.trials} are {min(inputs)}, by their name, and a mission has more than one; "
            "take the number as a probability-per-demand"
        )
    split, other = (_SPLIT.findall(place.casefold()) for place in (p.count, p.trials))
    if split and other and split[-1] != other[-1]:
        raise InputProblem(
            f"{path.name}: the count at {p.count} and the trials at {p.trials} are of two sets of data; give both of one"
        )
    for place in (p.count, p.trials):
        judge_counted(document, place, (p.count, p.trials), path)
    if n in _NINES:
        run.intake.suspects(
            "code-for-missing",
            f"{path.name}: {n:.0f} trials at {p.trials}: is it a code for a missing value?",
            [NAMES[p.kind][0]],
            "give the number that was counted; or say in the waiver that it was",
        )
    rows: Rows = [["count", p.count, int(k)], ["trials", p.trials, int(n)]]
    measure = proportion(int(k), int(n), run.confidence, p.kind, text)
    if p.value is not None:
        value = number_at(document, p.value, path.name)
        rows.append(["value", p.value, value])
        if abs(value - k / n) > 5e-4 + 1e-3 * k / n:
            raise InputProblem(
                f"{path.name}: the value at {p.value} is {value:g}, the counts give {k / n:g}: are they of one run?"
            )
    return measure, rows


def _counts_by_name(document: Any, p: ReportedMeasureParameters, path: Path) -> None:
    """Refuse counts that are none of failures, and numbers of trials that are a time or a setting, by their names."""
    names = names_at(document, p.count or ""), names_at(document, p.trials or "", metric=False)
    if p.kind != "fraction" and (said := no_failures(names[0])):
        raise InputProblem(
            f"{path.name}: the number at {p.count} counts what {said}, by its name; expected what failed, for a {p.kind}"
        )
    if said := no_trials(names[1]):
        raise InputProblem(
            f"{path.name}: the number at {p.trials} is no number of trials ({said}), by its name; expected how many were "
            "tried" + (", or failures in hours: an operating-record" if said in TIMES else "")
        )


def _stated(
    document: Any, p: ReportedMeasureParameters, path: Path, run: Run, text: str
) -> tuple[Measure, Rows]:
    from casegen_evidence.reports.report_files import number_at

    places = {"value": p.value, "lower": p.lower, "upper": p.upper}
    for what, place in places.items():
        if place is not None:
            judge_stated(document, what, place, p.kind, path, run, NAMES[p.kind][0])
    given = {k: number_at(document, place, path.name) for k, place in places.items() if place is not None}
    top = float("inf") if p.kind in ("rate-per-hour", "score") else 1.0
    least = -float("inf") if p.kind == "score" else 0.0
    for what, value in given.items():
        if not least <= value <= top:
            raise InputProblem(
                f"{path.name}: expected the {what} of a {p.kind} from {least:g} to {top:g}, found {value:g} at "
                f"{places[what]}; a percentage is not converted"
            )
    lower, value, upper = given.get("lower"), given["value"], given.get("upper")
    if (lower is not None and lower > value) or (upper is not None and upper < value):
        raise InputProblem(f"{path.name}: expected lower ≤ value ≤ upper, found {lower}, {value}, {upper}")
    if p.kind != "score" and (upper == value < top or lower == value > least):
        run.intake.suspects(
            "no-width",
            f"{path.name}: the limit {value:g} is the estimate itself; data that leave no doubt are without end",
            [NAMES[p.kind][0]],
            "give the limit that was computed from the data; or say in the waiver why it is the estimate",
        )
    limits = lower is not None or upper is not None
    measure = Measure(
        value, p.kind, lower, upper, run.confidence if limits else None, text=text,
        estimator=f"reported: {p.method}",
        assumes=f"the numbers of {path.name} are right, and each limit holds with the confidence stated" if limits
        else f"the number of {path.name} is right",
    )  # fmt: skip
    return measure, [[what, places[what], value] for what, value in given.items()]


_ASSUMPTIONS = (
    "The number is about the system, version and conditions that the claim speaks of.",
    "Counted trials are independent draws of operation.",
)
REPORTED_MEASURE = ReportedMeasure()
