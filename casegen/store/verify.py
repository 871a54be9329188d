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

from casegen.io.folder import inside
from casegen.io.regular import same_content
from casegen.model.case import Case
from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Freshness
from casegen.store.comparison import COMPARED, differences, shortened, uncompared
from casegen.store.environment import environment
from casegen.store.identity import changed
from casegen.store.measuring import measured, plain, said_by
from casegen.store.methods import method, registered, same_simulators
from casegen.store.outcome import Progress
from casegen.store.recipe import applied
from casegen.store.recorded_versions import contradictions, other_versions
from casegen.store.run import device_of
from casegen.store.seeds import over_seeds
from casegen.store.store import Store
from casegen.store.stored_result import refusal
from casegen.store.uninstalled import not_installed

if TYPE_CHECKING:
    from casegen_evidence.method import Method, Result

BIT_EQUAL, WITHIN, DIFFERENT, IMPOSSIBLE = "bit-equal", "within tolerance", "different", "not recomputable"


DECIDING = ("machine", "system", "processor", "instructions", "numpy", "scipy", "scikit-learn", "torch")
"""what of a run's environment decides how sums are rounded"""


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
        state, _, _ = store.state(index)
        document = state.document
        if state.freshness in (Freshness.MISSING, Freshness.FAILED) or document is None:
            yield Recomputed(spec.id, IMPOSSIBLE, ("; ".join(state.why),))
            continue
        stale = tuple(f"stale: {why}" for why in state.why if state.freshness is Freshness.STALE)
        yield _one(case, spec.id, document, stale, jobs, chosen, progress)


def _one(
    case: Case, item: str, document: Mapping[str, Any], notes: tuple[str, ...],
    jobs: int, device: str, progress: Progress | None,
) -> Recomputed:  # fmt: skip
    from casegen_evidence.method import InputProblem, Run

    recipe, recorded = document["recipe"], document["provenance"]
    name = str(recipe["method"])
    if name not in registered():
        return Recomputed(item, IMPOSSIBLE, (not_installed(name, document),), notes)
    value = method(name)
    inputs, changed = _inputs(case, recipe, recorded)
    if changed:
        return Recomputed(item, IMPOSSIBLE, changed, notes)
    seeds = recipe.get("seeds", 1)
    if type(seeds) is not int or seeds not in range(1, 100, 2):
        return Recomputed(
            item, IMPOSSIBLE, (f"{seeds!r} seeds are recorded, no odd number below 100",), notes
        )
    clock = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="casegen-verify-") as scratch:
        try:
            same_simulators(value, inputs)
            call = Run(
                inputs=inputs,
                parameters=value.parameters.model_validate(recipe["parameters"]),
                seed=int(recipe["seed"]),
                confidence=float(recipe["confidence"]),
                scratch=Path(scratch),
                jobs=jobs,
                device=device,
                reading=recipe.get("reading", {}),
                progress=(lambda done, what: progress(item, done, what))
                if progress
                else (lambda done, what: None),
            )
            result = over_seeds(call, seeds, lambda run: measured(value, run))
        except (
            InputProblem,
            ValidationError,
            MemoryError,
            MissingDependencyError,
            ModuleNotFoundError,
        ) as error:
            message = refusal(error) if isinstance(error, ValidationError) else said_by(error)
            message = (message or type(error).__name__).splitlines()[0]
            if not isinstance(error, MissingDependencyError | ModuleNotFoundError):
                message = f"the method refuses what was recorded: {message}"
            notes = (*notes, *_environment(recipe, recorded, value, None))
            return Recomputed(item, IMPOSSIBLE, (message,), notes)
    notes = (*notes, *_environment(recipe, recorded, value, result.device))
    return _compared(item, document, value, result, notes, time.perf_counter() - clock)


def _compared(
    item: str, document: Mapping[str, Any], value: Method, result: Result, notes: tuple[str, ...], seconds: float
) -> Recomputed:  # fmt: skip
    """How the stored document stands beside what the method gave now."""
    recipe, recorded = document["recipe"], document["provenance"]
    new = json.loads(json.dumps({part: plain(getattr(result, part)) for part in COMPARED}))
    new |= {"method": value.name, "summary": value.summary, "source": value.source}
    elsewhere = _elsewhere(recorded.get("environment", {}))
    match = differences(document, new, value, elsewhere=elsewhere)
    outside = tuple(f"{d.text}; tolerance {d.allowed:g}" for d in match if d.outside)
    outside = (*_contradicted(recipe, recorded, value), *outside)
    outcome = DIFFERENT if outside else WITHIN if match else BIT_EQUAL
    largest = max((d.relative for d in match if d.measure and math.isfinite(d.relative)), default=0.0)
    if elsewhere and (words := uncompared(document, value)):
        notes = (*notes, words)
    shown = outside or tuple(d.text for d in match)
    return Recomputed(item, outcome, shown, notes, largest, seconds, new)


def _contradicted(recipe: Mapping[str, Any], recorded: Mapping[str, Any], value: Method) -> Iterator[str]:
    """Where the provenance, which documents show, says something else than the recipe that is run."""
    yield from (
        f"provenance: {words}" for words in contradictions({"recipe": recipe, "provenance": recorded})
    )
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


def _inputs(
    case: Case, recipe: Mapping[str, Any], recorded: Mapping[str, Any]
) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Paths of the recorded inputs; and what is wrong with them, if anything."""
    by_hash = {digest: path for path, digest in recorded.get("inputs", {}).items()}
    result: dict[str, Path] = {}
    problems = []
    for name, digest in recipe.get("inputs", {}).items():
        relative = by_hash.get(digest)
        path = inside(case.root, relative) if relative is not None else None
        if path is None or not path.is_file():
            problems.append(f"input {name} ({relative or 'unknown'}) is not in the case folder")
        elif not same_content(path, digest):
            problems.append(f"input {name} ({relative}) is not the file that was measured: its hash differs")
        else:
            result[name] = path
    return result, tuple(problems)


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
        f"{name} was {then.get(name, 'absent')}, is {now.get(name, 'absent')}"
        for name in sorted({*now, *then})
        if now.get(name) != then.get(name)
    ]
    code = recorded.get("code", {})
    notes[:0] = [words for words in other_versions(recorded) if words not in notes]
    notes[:0] = changed(code) if "modules" in code else ["it is not recorded which code ran"]
    if recipe.get("method_version") != result.version:
        notes.insert(0, f"the method's version was {recipe.get('method_version')}, is {result.version}")
    return tuple(notes)
