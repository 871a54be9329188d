"""Run evidence methods: what is missing or stale is computed, what is done is kept at once."""

from __future__ import annotations

import dataclasses
import datetime
import math
import os
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen import plugins
from casegen.io.regular import sha256
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, LeftChanged, MissingDependencyError, Severity
from casegen.model.error_words import cause_of, is_a, is_readable, notes_of, words_of
from casegen.model.extras import extra_of
from casegen.model.results import Freshness
from casegen.store.asked_for import asked_for
from casegen.store.canonical import writable
from casegen.store.distributions import version
from casegen.store.environment import computed_by, environment
from casegen.store.footing import Footing, standing
from casegen.store.identity import digest, releases, shadowed
from casegen.store.loaded_code import note_loaded, outdated
from casegen.store.measuring import measured, plain, said_by
from casegen.store.method_code import is_outdated, rests_on
from casegen.store.methods import distribution, method, read_at_load, same_simulators
from casegen.store.outcome import Computing, Outcome, Progress
from casegen.store.reads import stamps, watched
from casegen.store.recipe import Recipe
from casegen.store.schedule import Task, schedule
from casegen.store.scratch import clear, scratch
from casegen.store.seeds import over_seeds
from casegen.store.shape import FORMAT
from casegen.store.side_by_side import side_by_side
from casegen.store.store import Store
from casegen.store.stored_result import estimate

if TYPE_CHECKING:
    from casegen_evidence.method import Method, Result, Run


def run(
    case: Case,
    ids: Collection[str] = (),
    *,
    force: bool = False,
    jobs: int = 1,
    device: str = "auto",
    progress: Progress | None = None,
) -> Iterator[Outcome]:
    """Compute the evidence items of ``ids`` (all, if empty) that are missing, failed or stale, on this machine.

    ``device`` is ``cpu``, ``cuda`` or ``auto``; where a method made use of it is recorded with the result and is no
    part of what identifies it; where it did not and a device was asked for, the outcome says so.  Each result is
    kept as soon as it is there, so that a kill loses only what was under way; a method that leaves checkpoints
    resumes from them.  With several ``jobs`` items run side by side, in processes of their own.  Raises
    :class:`InputError` for specs that cannot run.  Where the code of a method fails, or gives what it may not, its item
    has failed; the others are computed, then the first such error is raised.
    """
    return run_tasks(
        case,
        schedule(case, ids, force=force),
        Computing(jobs, jobs),
        force=force,
        device=device,
        progress=progress,
    )


def run_tasks(
    case: Case,
    tasks: Sequence[Task],
    computing: Computing,
    *,
    force: bool = False,
    device: str = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Outcome]:
    """As :func:`run`, for tasks of a plan; ``memory`` are the bytes that items side by side may state together."""
    store = Store(case)
    todo = [task for task in tasks if task.compute]
    chosen = device_of(case, device) if todo else ""
    anew = bool(todo and (outdated() or shadowed())) or any(is_outdated(task.spec.method) for task in todo)
    if anew or (len(todo) > 1 and computing.items > 1):
        yield from (Outcome(task.id, "fresh") for task in tasks if not task.compute)
        for outcome in side_by_side(
            case, todo, computing, force=force, device=chosen, memory=memory, progress=progress, anew=anew
        ):
            task = next(t for t in todo if t.id == outcome.id)
            yield outcome if device == "auto" else _with_device(outcome, task.spec.method, chosen)
        return
    ended = None
    for task in tasks:
        if not task.compute:
            yield Outcome(task.id, "fresh")
            continue
        assert task.wanted is not None
        try:
            outcome = compute(store, task.wanted, computing.processes, chosen, progress, force=force)
        except OSError:  # of the disk: what follows could not be kept either
            raise
        except Exception as error:
            ended = ended or error
            words = words_of(error).removeprefix(f"evidence {task.id}: ")
            outcome = Outcome(task.id, "failed", message=words)
        yield outcome if device == "auto" else _with_device(outcome, task.spec.method, chosen)
    if ended is not None:
        raise ended


def device_of(case: Case, name: str) -> str:
    """``cpu`` or ``cuda`` for what was asked; raises :class:`InputError` for ``cuda`` where there is none."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.models import device_named

    try:
        return device_named(name)
    except InputProblem as problem:
        words, _, hint = str(problem).partition(". ")
        raise InputError.at(Location(os.fspath(case.root)), words, rule="call", hint=hint) from problem


def compute(
    store: Store, wanted: Recipe, jobs: int, device: str, progress: Progress | None, *, force: bool
) -> Outcome:
    """Compute one item in this process (its blocks in ``jobs`` processes), and keep its result or why it failed."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.tables.declared import check_declared

    item = wanted.spec.id
    value = method(wanted.spec.method)
    modules = rests_on(wanted.spec.method)
    before = frozenset(sys.modules)
    with scratch(wanted.key, computed_by(modules)) as folder:
        now = store.state(store.case.evidence_items.index(wanted.spec))[0]
        if now.freshness is Freshness.FRESH and not force:  # another run computed it while this one waited
            return Outcome(item, "fresh")
        footing = standing(folder, store.case.root)
        call = _call(store.case, wanted, jobs, device, _noting(footing, progress), folder)
        stood = stamps(store.case.root / path for path in wanted.hashes)
        started, clock = datetime.datetime.now(datetime.UTC), time.perf_counter()
        try:
            same_simulators(value, call.inputs)
            with watched() as seen, asked_for() as asked:
                seen.read |= read_at_load(wanted.spec.method).read
                footing.watch(modules, before, call.inputs.values(), seen, asked)
                with footing.noted():
                    given = over_seeds(call, wanted.spec.seeds, lambda run: _resumed(value, run))
                    result = sound(given, value)
                check_declared(call.reading, result.read)
        except InputProblem as problem:
            reason = said_by(problem) or f"the method {wanted.spec.method!r} refused it without a reason"
            store.fail(wanted, words := writable(reason))
            return Outcome(item, "failed", time.perf_counter() - clock, words)
        except (MissingDependencyError, LeftChanged) as error:  # a fault of another package's part
            words = f"{_uses(asked)}: {error}" if is_a(error, LeftChanged) else str(error)
            if is_a(error, LeftChanged) or is_a(cause_of(error), LeftChanged):
                clear(folder)  # a run that goes on from there would not ask the part, nor see its fault
            store.fail(wanted, words)
            raise MissingDependencyError(f"evidence {item}: {words}") from error
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0] if is_readable(error) else ""
            if package in ("casegen_evidence", "casegen"):
                raise  # a defect of ours, not a part that could be installed
            install = f"pip install 'casegen[{value.extra}]'" if value.extra else extra_of(package)
            raise MissingDependencyError(
                f"evidence {item} needs the Python package {package!r}", install
            ) from error
        seconds = time.perf_counter() - clock
        note_loaded(before, footing.began)
        if unknown := _unknown(store.case, wanted, seen.exchanged_among(stood), footing):
            return Outcome(item, "failed", seconds, unknown)
        store.save(wanted, _document(wanted, result, footing.modules, footing.read, started, seconds))
        footing.forget()
    return Outcome(item, "computed", seconds, device=result.device)


def _uses(asked: Collection[str]) -> str:
    """What may have left the process changed, of the parts that an item asked for."""
    named = plugins.named_parts(asked)
    if not named:
        return "a package that a file of its inputs uses"
    return named[0] if len(named) == 1 else f"one of the parts that it uses, {', '.join(named)}"


def _unknown(case: Case, wanted: Recipe, others: Collection[Path], footing: Footing) -> str:
    """Why it is not known what was measured, in words; empty where it is known."""
    other = _exchanged(case, wanted, others) + footing.edited()
    if other:
        return f"{', '.join(other)} changed while it was computed: what was measured is not known; run again"
    return footing.dated_ahead()


def _exchanged(case: Case, wanted: Recipe, others: Collection[Path]) -> list[str]:
    """Inputs that are not the files whose hashes the recipe names, or that were ``others`` meanwhile."""
    other = []
    for path, was in wanted.hashes.items():
        try:
            same = case.root / path not in others and sha256(case.root / path) == was
        except OSError:
            same = False
        if not same:
            other.append(path)
    return other


def _noting(footing: Footing, progress: Progress | None) -> Progress:
    """Tell ``progress``, and record what the run has used: what it kept until then rests on that."""

    def report(item: str, done: float, what: str) -> None:
        footing.note()
        if progress is not None:
            progress(item, done, what)

    return report


def _call(case: Case, wanted: Recipe, jobs: int, device: str, progress: Progress, folder: Path) -> Run:
    from casegen_evidence.method import Checkpoints, Run

    item = wanted.spec.id
    return Run(
        inputs={name: case.root / path for name, path in wanted.inputs.items()},
        parameters=method(wanted.spec.method).parameters.model_validate(dict(wanted.spec.parameters)),
        seed=wanted.spec.seed,
        confidence=wanted.confidence,
        scratch=Checkpoints(folder),
        jobs=jobs,
        device=device,
        reading=wanted.spec.reading,
        progress=lambda done, what: progress(item, done, what),
    )


def _resumed(value: Method, call: Run) -> Result:
    """Run; where checkpoints of a run that was killed cannot be used, once more without them."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.signs import Intake

    going_on = any(call.scratch.iterdir())
    try:
        return measured(value, call)
    except (InputProblem, ModuleNotFoundError, LeftChanged):
        raise
    except MemoryError as error:
        raise InputProblem(out_of_memory(error)) from error
    except Exception as error:
        if not going_on or is_a(cause_of(error), LeftChanged):
            raise
        clear(call.scratch)
        call.scratch.mkdir(mode=0o700, exist_ok=True)  # the method may have removed it
        return measured(value, dataclasses.replace(call, intake=Intake()))


def out_of_memory(error: MemoryError) -> str:
    """What to say of data, or of a file that claims to hold them, that do not fit into memory."""
    said, where = said_by(error), "".join(f", {note}" for note in notes_of(error))
    return f"expected data that fit into memory; found more{': ' if said else ''}{said}{where}. Measure with fewer rows"


def sound(result: Result, value: Method) -> Result:
    """The result of the method ``value``, if every measure is a number that its kind can take.

    Raises:
        InputProblem: the data determine no number, or one that cannot be; a method of another package is named.
    """
    from casegen_evidence.method import InputProblem

    for name, measure in result.measures.items():
        try:
            if not math.isfinite(measure.value):
                raise ValueError(f"the data do not determine it (found {measure.value})")
            for part in ("lower", "upper", "confidence"):
                if math.isnan(getattr(measure, part) or 0.0):
                    raise ValueError(f"the data do not determine its {part} (found nan)")
            estimate(plain(measure))
        except ValueError as error:
            wrong = f"measure {name} is not a valid {measure.kind}: {error}"
            raise InputProblem(f"{_if_foreign(value)}{wrong}") from error
    return result


def _if_foreign(value: Method) -> str:
    """Name, package and place of a method of another package, for the beginning of a message; else empty."""
    if not plugins.foreign(type(value).__module__):
        return ""
    about = f"the evidence method {value.name!r} of the package {plugins.owner(value)}"
    return f"{about} ({plugins.place_of(value.run)}): "


def _with_device(outcome: Outcome, name: str, asked: str) -> Outcome:
    """``outcome`` with a message where the method did not compute on the device that was ``asked`` for."""
    if outcome.what != "computed" or outcome.device == asked:
        return outcome
    words = f"computed on {outcome.device}, not on {asked}"
    if outcome.device is None:
        words = f"nothing that {name} computed here makes use of --device"
    return dataclasses.replace(outcome, message=words)


def _document(
    wanted: Recipe,
    result: Result,
    modules: Mapping[str, str],
    read: Mapping[str, str],
    started: datetime.datetime,
    seconds: float,
) -> dict[str, Any]:
    value = method(wanted.spec.method)
    return {
        "format": FORMAT,
        "id": wanted.spec.id,
        "method": value.name,
        "summary": value.summary,
        "source": value.source,
        "measures": {name: plain(m) for name, m in result.measures.items()},
        "tables": [plain(t) for t in result.tables],
        "figures": [plain(f) for f in result.figures],
        "assumptions": plain(result.assumptions),
        "notes": plain(result.notes),
        "signs": [plain(s) for s in result.signs],
        "read": [plain(r) for r in result.read],
        "recipe": wanted.content(),
        "provenance": {
            "inputs": dict(wanted.hashes),
            "parameters": dict(wanted.parameters),
            "stated": plain(dict(wanted.spec.parameters)),
            "seed": wanted.spec.seed,
            "code": {
                "distribution": distribution(wanted.spec.method),
                "casegen": version("casegen"),
                "method_version": value.version,
                "module": type(value).__module__,
                "sha256": digest(modules),
                "modules": dict(modules),
                "packages": releases(modules),
            },
            **({"also_read": dict(read)} if read else {}),
            "environment": environment() | ({"device": result.device} if result.device else {}),
            "started": started.isoformat(timespec="seconds"),
            "seconds": round(seconds, 3),
        },
    }


def unknown_ids(case: Case, ids: Collection[str]) -> list[Diagnostic]:
    """A finding for each id that names no evidence item of the case."""
    from casegen.model.suggestions import nearest

    known = list(case.evidence_item)
    return [
        Diagnostic("call", Severity.INPUT, f"the case has no evidence item {item!r}{nearest(item, known)}",
                   Location(os.fspath(case.root / "case.yaml")), hint=f"its items: {', '.join(known) or 'none'}")
        for item in ids
        if item not in case.evidence_item
    ]  # fmt: skip
