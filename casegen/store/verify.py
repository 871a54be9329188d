"""Recompute stored evidence from what the run recorded, and compare: the assessor's own run of the method.

Nothing of the case's scratch folder is used and nothing is written: a recomputation cannot resume from
what the author left, nor replace what the author stored.
"""

from __future__ import annotations

import json
import math
import random
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from casegen.model.case import Case
from casegen.model.diagnostic import MissingDependencyError
from casegen.model.evidence import EvidenceSpec
from casegen.model.extras import extra_of
from casegen.model.results import Freshness
from casegen.store.comparison import COMPARED, ROUNDING, differences, shortened, uncompared
from casegen.store.entries import place, result_name, sound_entry
from casegen.store.environment import environment
from casegen.store.identity import changed, compiled_otherwise
from casegen.store.measured_inputs import measured_inputs
from casegen.store.measuring import measured, plain, said_by
from casegen.store.methods import method, registered, same_simulators
from casegen.store.outcome import Progress
from casegen.store.recipe import Recipe, applied, changed_values
from casegen.store.recomputed_use import unrecorded_by, using
from casegen.store.recorded_method import not_recorded, struck_or_changed
from casegen.store.recorded_versions import contradictions, is_time, other_versions, version_words
from casegen.store.renamed_inputs import recorded_words
from casegen.store.run import device_of
from casegen.store.seeds import over_seeds
from casegen.store.store import Store
from casegen.store.stored_result import refusal, stored
from casegen.store.uninstalled import not_installed

if TYPE_CHECKING:
    from casegen_evidence.method import Method, Result

BIT_EQUAL, WITHIN, DIFFERENT, IMPOSSIBLE = "bit-equal", "within tolerance", "different", "not recomputable"


DECIDING = ("machine", "system", "processor", "instructions", "numpy", "scipy", "scikit-learn", "torch")
"""what of a run's environment decides how sums are rounded"""
HERE = (
    "the same processor and versions computed other numbers, though within the method's tolerance: threads of torch "
    "can do that, and a method that draws without its seed"
)


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What became of one item: ``bit-equal``, ``within tolerance``, ``different`` or ``not recomputable``.

    ``differences`` name the places that differ with both numbers; ``notes`` what else is to be known, such
    as another version of a package.  ``largest`` is the largest relative difference of a measure.
    """

    id: str
    outcome: str
    differences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    largest: float = 0.0
    seconds: float = 0.0
    result: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """what was computed, in the form of a stored result; empty where nothing was"""

    @property
    def holds(self) -> bool:
        """The stored numbers are what the method gives."""
        return self.outcome in (BIT_EQUAL, WITHIN)


def sample(items: Sequence[str], size: int, seed: int) -> tuple[str, ...]:
    """A random sample without replacement, in the case's order; the same seed gives the same sample."""
    chosen = set(random.Random(seed).sample(list(items), min(size, len(items))))
    return tuple(item for item in items if item in chosen)


def recompute(
    case: Case,
    ids: Collection[str] = (),
    *,
    jobs: int = 1,
    device: str = "auto",
    progress: Progress | None = None,
) -> Iterator[Recomputed]:
    """Run the methods of ``ids`` (all, if empty) again from recorded inputs, parameters and seed."""
    store, chosen = Store(case), device_of(case, device)
    for index, spec in enumerate(case.evidence_items):
        if ids and spec.id not in ids:
            continue
        state, wanted, _ = store.state(index)
        document = state.document
        unnamed = document is not None and not _is_named(case, spec.id)
        if state.freshness in (Freshness.MISSING, Freshness.FAILED) or document is None or unnamed:
            yield Recomputed(spec.id, IMPOSSIBLE, ("; ".join(state.why), *_recorded(case, spec)))
            continue
        other = _another_recipe(case, wanted, document) if wanted is not None else ()
        if other:
            lying = measured_inputs(case.root, spec, document)
            words = (*lying.wrong, *(f"of another recipe: {why}" for why in other))
            yield Recomputed(spec.id, IMPOSSIBLE, (*words, *recorded_words(case.root, spec, document)))
            continue
        stale = tuple(f"stale: {why}" for why in state.why if state.freshness is Freshness.STALE)
        yield _one(case, spec, document, stale, jobs, chosen, progress)


def _is_named(case: Case, item: str) -> bool:
    """Whether the item's entry names a result that is there: what nothing vouches for is not what was recorded."""
    entry = sound_entry(case.root, item)
    if entry is None or not entry.result:
        return False
    return place(case.root, result_name(item, entry.result)).is_file()


def _another_recipe(case: Case, wanted: Recipe, document: Mapping[str, Any]) -> tuple[str, ...]:
    """How the result is of another recipe than the case asks for, in words; another version of the method is none.

    Another version may have other defaults: what was stated is compared then.
    """
    recorded, now = document["recipe"], wanted.as_recorded(case.root, document["recipe"])
    version = now.content()["method_version"]
    if recorded.get("method_version") == version:
        return now.changes_since(recorded)
    same = {**recorded, "method_version": version, "parameters": now.content()["parameters"]}
    stated = document["provenance"].get("stated", wanted.spec.parameters)
    return (*now.changes_since(same), *changed_values("parameter", stated, wanted.spec.parameters))


def _recorded(case: Case, spec: EvidenceSpec) -> Iterator[str]:
    """What the stored result of an item that cannot be used says of inputs that are gone."""
    entry = sound_entry(case.root, spec.id)
    state = stored(case.root, spec.id, entry) if entry is not None and entry.result else None
    if state is not None and state.document is not None:
        yield from recorded_words(case.root, spec, state.document)


def _one(
    case: Case, spec: EvidenceSpec, document: Mapping[str, Any], notes: tuple[str, ...],
    jobs: int, device: str, progress: Progress | None,
) -> Recomputed:  # fmt: skip
    from casegen_evidence.method import InputProblem

    item, recipe, recorded = spec.id, document["recipe"], document["provenance"]
    name = str(recipe["method"])
    if name not in registered():
        return Recomputed(item, IMPOSSIBLE, (not_installed(name, document),), notes)
    value = method(name)
    lying = measured_inputs(case.root, spec, document)
    notes = (*notes, *lying.notes)
    if wrong := (*lying.wrong, *not_recorded(recorded)):
        return Recomputed(item, IMPOSSIBLE, wrong, notes)
    seeds = recipe.get("seeds", 1)
    if type(seeds) is not int or seeds not in range(1, 100, 2):
        return Recomputed(
            item, IMPOSSIBLE, (f"{seeds!r} seeds are recorded, no odd number below 100",), notes
        )
    clock = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="casegen-verify-") as folder:
        scratch, by_name, now = (Path(folder) / part for part in ("scratch", "by-name", "now"))
        try:
            inputs = lying.laid(by_name)
        except (OSError, ValueError) as error:
            words = f"no file can have the recorded name: {getattr(error, 'strerror', None) or error}"
            return Recomputed(item, IMPOSSIBLE, (words,), notes)
        try:
            same_simulators(value, inputs)
            with using(name, case.root, scratch, inputs.values()) as watch:
                result = _again(value, recipe, item, inputs, scratch, jobs, device, progress)
            new, other = _parts(value, result), list[str]()
            if lying.recorded:
                result_now = _again(value, recipe, item, lying.present, now, jobs, device, progress)
                other = lying.differences(new, _parts(value, result_now), value)
        except (
            InputProblem,
            ValidationError,
            MemoryError,
            MissingDependencyError,
            ModuleNotFoundError,
        ) as error:
            notes = (*notes, *_environment(recipe, recorded, value, None))
            return Recomputed(item, IMPOSSIBLE, (_refused(error),), notes)
    notes = (*notes, *_environment(recipe, recorded, value, result.device))
    seconds = time.perf_counter() - clock
    if compiled := compiled_otherwise(watch.use.modules) if watch.use is not None else []:
        words = ", ".join(f"the compiled form of {name}" for name in compiled[:3])
        return Recomputed(item, IMPOSSIBLE, (f"{words} is not of the source beside it: remove it",), notes)
    left_out = unrecorded_by(watch.use, case, item, recorded) if watch.use is not None else ()
    return _compared(item, document, value, new, notes, seconds, (*left_out, *other))


def _again(
    value: Method, recipe: Mapping[str, Any], item: str, inputs: Mapping[str, Path], scratch: Path,
    jobs: int, device: str, progress: Progress | None,
) -> Result:  # fmt: skip
    """What the method gives for these inputs by the recorded recipe, in a folder of its own."""
    from casegen_evidence.method import Run

    scratch.mkdir(exist_ok=True)
    call = Run(
        inputs=inputs,
        parameters=value.parameters.model_validate(recipe["parameters"]),
        seed=int(recipe["seed"]),
        confidence=float(recipe["confidence"]),
        scratch=scratch,
        jobs=jobs,
        device=device,
        reading=recipe.get("reading", {}),
        progress=(lambda done, what: progress(item, done, what)) if progress else (lambda done, what: None),
    )
    return over_seeds(call, recipe.get("seeds", 1), lambda run: measured(value, run))


def _refused(error: Exception) -> str:
    """Why there is no result, in a line."""
    message = refusal(error) if isinstance(error, ValidationError) else said_by(error)
    message = (message or type(error).__name__).splitlines()[0]
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        return f"the Python package {package!r} is not installed ({extra_of(package)})"
    if isinstance(error, MissingDependencyError | ModuleNotFoundError):
        return message
    return f"the method refuses what was recorded: {message}"


def _parts(value: Method, result: Result) -> dict[str, Any]:
    """The parts of a result that are compared, as they are stored."""
    parts: dict[str, Any] = json.loads(json.dumps({part: plain(getattr(result, part)) for part in COMPARED}))
    return parts | {"method": value.name, "summary": value.summary, "source": value.source}


def _compared(
    item: str, document: Mapping[str, Any], value: Method, new: Mapping[str, Any],
    notes: tuple[str, ...], seconds: float, wrong: tuple[str, ...],
) -> Recomputed:  # fmt: skip
    """How the stored document stands beside what the method gave now; ``wrong`` is what else speaks against it."""
    recipe, recorded = document["recipe"], document["provenance"]
    elsewhere = _elsewhere(recorded.get("environment", {}))
    match = differences(document, new, value, elsewhere=elsewhere)
    outside = tuple(f"{d.text}; tolerance {d.allowed:g}" for d in match if d.outside)
    outside = (*_contradicted(recipe, recorded, value), *wrong, *outside)
    outcome = DIFFERENT if outside else WITHIN if match else BIT_EQUAL
    largest = max((d.relative for d in match if d.measure and math.isfinite(d.relative)), default=0.0)
    if elsewhere and (words := uncompared(document, value)):
        notes = (*notes, words)
    if outcome == WITHIN and not elsewhere and largest > ROUNDING:
        notes = (*notes, HERE)
    shown = outside or tuple(d.text for d in match)
    return Recomputed(item, outcome, shown, notes, largest, seconds, new)


def _contradicted(recipe: Mapping[str, Any], recorded: Mapping[str, Any], value: Method) -> Iterator[str]:
    """Where the provenance, which documents show, says something else than the recipe that is run."""
    if (begun := recorded.get("started")) is not None and not is_time(begun):
        yield f"provenance.started: {shortened(begun)} is no time"
    yield from (
        f"provenance: {words}" for words in contradictions({"recipe": recipe, "provenance": recorded})
    )
    yield from struck_or_changed(value.name, recorded)
    for part in ("parameters", "seed"):
        if recorded.get(part) != recipe.get(part):
            yield f"provenance.{part}: not what the recipe has, {shortened(recipe.get(part))}"
    stated = recorded.get("stated")
    if stated is None:
        return
    try:
        meant = applied(value, stated, recipe.get("inputs", {}))
    except ValidationError:
        meant = None
    if meant != recipe.get("parameters"):
        yield "provenance.stated: not the parameters of the recipe"


def _elsewhere(then: Mapping[str, Any]) -> bool:
    """Whether what computed a result could round otherwise than what computes here: other instructions or versions."""
    now = environment()
    return any(then.get(name) != now.get(name) for name in DECIDING if name in then or name != "instructions")


def _environment(
    recipe: Mapping[str, Any], recorded: Mapping[str, Any], result: Method, device: str | None
) -> tuple[str, ...]:
    """What differs from when the result was recorded; ``device`` is what this run made use of, None if of none."""
    then = dict(recorded.get("environment", {}))
    now = environment() | {"device": device} if device else environment()
    if device is None:
        then.pop("device", None)
    notes = [
        f"{name} was {version_words(then[name]) if name in then else 'absent'}, is {now.get(name, 'absent')}"
        for name in sorted({*now, *then})
        if now.get(name) != then.get(name)
    ]
    code = recorded.get("code", {})
    notes[:0] = [words for words in other_versions(recorded) if words not in notes]
    notes[:0] = changed(code) if "modules" in code else ["it is not recorded which code ran"]
    if recipe.get("method_version") != result.version:
        notes.insert(0, f"the method's version was {recipe.get('method_version')}, is {result.version}")
    return tuple(notes)
