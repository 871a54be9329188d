"""Run evidence methods: what is missing or stale is computed, what is done is kept at once."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import importlib.metadata
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, MissingDependencyError, Severity
from casegen.model.results import Freshness
from casegen.store.identity import digest, loaded, own_modules, packages
from casegen.store.methods import distribution, method, same_simulators
from casegen.store.reads import undeclared, watched
from casegen.store.recipe import Recipe, recipe
from casegen.store.scratch import clear, scratch
from casegen.store.store import Store, estimate

if TYPE_CHECKING:
    from casegen_evidence.method import Method, Result, Run

_VECTORS = ("sse4_2", "avx", "avx2", "fma", "avx512f", "avx512vl", "asimd", "sve", "sve2")
Progress = Callable[[str, float, str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one evidence item: ``computed``, ``fresh`` (nothing to do) or ``failed``.

    ``device`` is where torch or ONNX computed, None if the method has no choice of it.
    """

    id: str
    what: str
    seconds: float = 0.0
    message: str = ""
    device: str | None = None


def run(
    case: Case,
    ids: Collection[str] = (),
    *,
    force: bool = False,
    jobs: int = 1,
    device: str = "auto",
    progress: Progress | None = None,
) -> Iterator[Outcome]:
    """Compute the evidence items of ``ids`` (all, if empty) that are missing, failed or stale.

    ``device`` is ``cpu``, ``cuda`` or ``auto``; where a method made use of it is recorded with the result and is no
    part of what identifies it; where it did not and a device was asked for, the outcome says so.  Each result is
    kept as soon as it is there, so that a kill loses only what was under way; a method that leaves checkpoints
    resumes from them.  Raises :class:`InputError` for specs that cannot run.
    """
    store = Store(case)
    plan = [(store.state(i), s) for i, s in enumerate(case.evidence_items) if not ids or s.id in ids]
    problems = [problem for (_, _, result), _ in plan for problem in result]
    for (state, wanted, _), spec in plan:
        if wanted is None and (
            force or state.freshness is not Freshness.FRESH
        ):  # its method is not installed
            match = recipe(case, case.evidence_items.index(spec))[1]
            problems += [problem for problem in match if problem not in problems]
    if problems:
        raise InputError(problems)
    chosen = None
    for (state, wanted, _), spec in plan:
        if state.freshness is Freshness.FRESH and not force:
            yield Outcome(spec.id, "fresh")
            continue
        assert wanted is not None
        chosen = chosen or device_of(case, device)
        outcome = _one(store, wanted, jobs, chosen, progress, force=force)
        yield outcome if device == "auto" else _with_device(outcome, wanted.spec.method, chosen)


def device_of(case: Case, name: str) -> str:
    """``cpu`` or ``cuda`` for what was asked; raises :class:`InputError` for ``cuda`` where there is none."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.models import device_named

    try:
        return device_named(name)
    except InputProblem as problem:
        words, _, hint = str(problem).partition(". ")
        raise InputError.at(Location(os.fspath(case.root)), words, rule="call", hint=hint) from problem


def _one(
    store: Store, wanted: Recipe, jobs: int, device: str, progress: Progress | None, *, force: bool
) -> Outcome:
    from casegen_evidence.method import InputProblem
    from casegen_evidence.tables.declared import check_declared

    item = wanted.spec.id
    value = method(wanted.spec.method)
    modules = own_modules(type(value).__module__)
    before = frozenset(sys.modules)
    with scratch(wanted.key, digest(modules)) as folder:
        now = store.state(store.case.evidence_items.index(wanted.spec))[0]
        if now.freshness is Freshness.FRESH and not force:  # another run computed it while this one waited
            return Outcome(item, "fresh")
        call = _call(store.case, wanted, jobs, device, progress, folder)
        started, clock = datetime.datetime.now(datetime.UTC), time.perf_counter()
        try:
            same_simulators(value, call.inputs)
            with watched() as seen:
                result = _sound(_resumed(value, call))
                check_declared(call.reading, result.read)
        except InputProblem as problem:
            store.fail(wanted, str(problem))
            return Outcome(item, "failed", time.perf_counter() - clock, str(problem))
        except ModuleNotFoundError as error:
            if (error.name or "").split(".")[0] in ("casegen_evidence", "casegen"):
                raise  # a defect of ours, not a part that could be installed
            install = f"pip install 'casegen[{value.extra}]'" if value.extra else f"pip install {error.name}"
            raise MissingDependencyError(
                f"evidence {item} needs the Python package {error.name!r}", install
            ) from error
        seconds = time.perf_counter() - clock
        modules |= loaded(before, type(value).__module__)
        tops = {name.split(".")[0] for name in modules}
        read = undeclared(seen, call.inputs.values(), folder, tops)
        store.save(wanted, _document(wanted, result, modules, read, started, seconds))
        clear(folder)
    return Outcome(item, "computed", seconds, device=result.device)


def _call(case: Case, wanted: Recipe, jobs: int, device: str, progress: Progress | None, folder: Path) -> Run:
    from casegen_evidence.method import Run

    item = wanted.spec.id
    return Run(
        inputs={name: case.root / path for name, path in wanted.inputs.items()},
        parameters=method(wanted.spec.method).parameters.model_validate(dict(wanted.spec.parameters)),
        seed=wanted.spec.seed,
        confidence=wanted.confidence,
        scratch=folder,
        jobs=jobs,
        device=device,
        reading=wanted.spec.reading,
        progress=(lambda done, what: progress(item, done, what)) if progress else (lambda done, what: None),
    )


def measured(value: Method, call: Run) -> Result:
    """What the method found, with every sign that was seen and every table that was read while it ran.

    A method that builds on another one, or forgets to hand on what its tables said, hides nothing.
    """
    result = value.run(call)
    signs, read = list(result.signs), list(result.read)
    signs += [sign for sign in call.intake.signs if sign not in signs]
    read += [table for table in call.intake.read if table not in read]
    return dataclasses.replace(result, signs=signs, read=read)


def _resumed(value: Method, call: Run) -> Result:
    """Run; where checkpoints of a run that was killed cannot be used, once more without them."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.signs import Intake

    going_on = any(call.scratch.iterdir())
    try:
        return measured(value, call)
    except (InputProblem, ModuleNotFoundError):
        raise
    except MemoryError as error:
        raise InputProblem(out_of_memory(error)) from error
    except Exception:
        if not going_on:
            raise
        clear(call.scratch)
        return measured(value, dataclasses.replace(call, intake=Intake()))


def out_of_memory(error: MemoryError) -> str:
    """What to say of data, or of a file that claims to hold them, that do not fit into memory."""
    return f"expected data that fit into memory; found more: {error or 'no memory left'}. Measure with fewer rows"


def _sound(result: Result) -> Result:
    """The result, if every measure is a number that its kind can take.

    Raises:
        InputProblem: the data determine no number, or one that cannot be.
    """
    from casegen_evidence.method import InputProblem

    for name, measure in result.measures.items():
        try:
            if not math.isfinite(measure.value):
                raise ValueError(f"the data do not determine it (found {measure.value})")
            estimate(plain(measure))
        except ValueError as error:
            description = str(error).splitlines()[-1].strip()
            raise InputProblem(f"measure {name} came out as no {measure.kind}: {description}") from error
    return result


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
        "format": 1,
        "id": wanted.spec.id,
        "method": value.name,
        "summary": value.summary,
        "source": value.source,
        "measures": {name: plain(m) for name, m in result.measures.items()},
        "tables": [plain(t) for t in result.tables],
        "figures": [plain(f) for f in result.figures],
        "assumptions": list(result.assumptions),
        "notes": list(result.notes),
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
                "casegen": importlib.metadata.version("casegen"),
                "method_version": value.version,
                "module": type(value).__module__,
                "sha256": digest(modules),
                "modules": dict(modules),
                "packages": packages(modules),
            },
            **({"also_read": dict(read)} if read else {}),
            "environment": environment() | ({"device": result.device} if result.device else {}),
            "started": started.isoformat(timespec="seconds"),
            "seconds": round(seconds, 3),
        },
    }


def plain(part: Any) -> Any:
    """Dataclasses, arrays and numpy scalars as JSON data."""
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        return {f.name: plain(getattr(part, f.name)) for f in dataclasses.fields(part)}
    if isinstance(part, dict):
        return {str(k): plain(v) for k, v in part.items()}
    if isinstance(part, list | tuple):
        return [plain(v) for v in part]
    if hasattr(part, "tolist"):
        return plain(part.tolist())
    if isinstance(part, float) and not math.isfinite(part):
        return None  # a gap in a figure or a table; measures are finite
    return part


def environment() -> dict[str, str]:
    """Versions that can matter to a number."""
    result = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
    result["processor"], result["instructions"] = processor(), instructions()
    for package in ("numpy", "scipy", "scikit-learn", "torch"):
        try:
            result[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return result


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


def processor() -> str:
    """What the system calls its processor: sums of floating-point numbers can depend on it."""
    return _cpuinfo("model name") or platform.processor()


def instructions() -> str:
    """Which sets of vector instructions the processor has, as far as the system says: libraries choose by them."""
    there = set((_cpuinfo("flags") or _cpuinfo("Features")).split())
    return " ".join(name for name in _VECTORS if name in there)


@cache
def _cpuinfo(field: str) -> str:
    with contextlib.suppress(OSError, ValueError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(field)), "")
    return ""
