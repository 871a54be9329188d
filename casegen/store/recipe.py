"""What identifies a result: method, version, parameters, seed, confidence, and the inputs' content.

Two recipes with the same key give the same result; a result whose recipe has changed is stale, and the
difference between the two recipes says why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from casegen.io.folder import below_baselines, inside, name_inside
from casegen.io.regular import same_content, sha256
from casegen.io.sentences import sentence
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.evidence import EvidenceSpec
from casegen.model.explain import explain
from casegen.model.suggestions import nearest
from casegen.model.truth_values import validated
from casegen.store.canonical import canonical
from casegen.store.entries import is_result
from casegen.store.methods import method, registered

if TYPE_CHECKING:
    from casegen_evidence.method import Method

DEFAULT_CONFIDENCE = 0.95
LEAST_CONFIDENCE = 0.8
"""Below this a bound is no bound: 0 failures in 3 demands would "show" a probability of 0.003."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A checked evidence spec, ready to run.

    ``inputs`` maps the input's name to its path in the case folder, ``hashes`` that path to the
    SHA-256 of its content.  ``parameters`` holds every parameter, defaults included.
    """

    spec: EvidenceSpec
    version: int
    parameters: Mapping[str, Any]
    confidence: float
    inputs: Mapping[str, str]
    hashes: Mapping[str, str]

    def content(self) -> dict[str, Any]:
        """What the key is taken from, as plain data."""
        reading = self.spec.reading
        return (
            {
                "method": self.spec.method,
                "method_version": self.version,
                "parameters": dict(self.parameters),
                "seed": self.spec.seed,
                "confidence": self.confidence,
                "inputs": {name: self.hashes[path] for name, path in sorted(self.inputs.items())},
            }
            | ({"reading": reading} if reading else {})
            | ({"seeds": self.spec.seeds} if self.spec.seeds > 1 else {})
        )

    @property
    def key(self) -> str:
        """SHA-256 of the canonical JSON of :meth:`content`."""
        return hashlib.sha256(canonical(self.content())).hexdigest()

    def as_recorded(self, root: Path, old: Mapping[str, Any]) -> Recipe:
        """This recipe, where an input differs from the measured one in nothing but line ends with the recorded hash."""
        before = old.get("inputs", {})
        same = {
            path: before[name]
            for name, path in self.inputs.items()
            if before.get(name, self.hashes[path]) != self.hashes[path]
            and same_content(root / path, before[name])
        }
        return replace(self, hashes={**self.hashes, **same}) if same else self

    def changes_since(self, old: Mapping[str, Any]) -> tuple[str, ...]:
        """How this recipe differs from the recorded one, in words that name the part."""
        new = self.content()
        results = []
        for name in ("method", "method_version", "seed", "confidence"):
            if old.get(name) != new[name]:
                what = sentence(f"stale_why.{name}")
                results.append(_was(what, old.get(name), new[name]))
        if old.get("seeds", 1) != new.get("seeds", 1):
            results.append(sentence("stale_why.seeds", was=old.get("seeds", 1), now=new.get("seeds", 1)))
        results += changed_values("parameter", old.get("parameters", {}), new["parameters"])
        results += changed_values("declared", old.get("reading", {}), new.get("reading", {}))
        before = old.get("inputs", {})
        for name, digest in new["inputs"].items():
            if name not in before:
                results.append(sentence("stale_why.input_new", name=name, file=self.inputs[name]))
            elif before[name] != digest:
                results.append(sentence("stale_why.input_changed", name=name, file=self.inputs[name]))
        results += [
            sentence("stale_why.input_gone", name=name) for name in before if name not in new["inputs"]
        ]
        return tuple(results)


def changed_values(what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """A sentence for each name whose values differ."""
    names = sorted({*old, *new})
    return [
        _was(sentence(f"stale_why.{what}", name=n), old.get(n), new.get(n))
        for n in names
        if old.get(n) != new.get(n)
    ]


def _was(what: str, old: object, new: object) -> str:
    return sentence("stale_why.was", what=what, old=repr(old), now=repr(new))


def applied(value: Method, stated: Mapping[str, Any], inputs: Collection[str]) -> dict[str, Any]:
    """The parameters of ``stated`` with their defaults, except defaults that play no part beside ``inputs``.

    A method names them in its optional attribute ``unused``: by input, parameters that a result is then not about.
    """
    parameters: dict[str, Any] = validated(value.parameters, dict(stated)).model_dump(mode="json")
    for role, names in getattr(value, "unused", {}).items():
        for name in names if role in inputs else ():
            group, _, last = name.rpartition(".")
            holder, own = (parameters.get(group), stated.get(group)) if group else (parameters, stated)
            if isinstance(holder, dict) and isinstance(own, Mapping) and last not in own:
                holder.pop(last, None)
    return parameters


def recipe(case: Case, index: int) -> tuple[Recipe | None, list[Diagnostic]]:
    """Check the evidence item at ``index``; a recipe, or the findings that prevent one."""
    spec = case.evidence_items[index]
    problems: list[Diagnostic] = []
    here = ("evidence_items", index)
    if not spec.inputs:
        message = f"evidence {spec.id} names no input: a result is about the files that were measured"
        hint = "state under `inputs` the data, the model, or the simulator's source file, as paths inside the case folder"
        problems.append(_finding(case.locate(*here, "method"), message, hint))
    if spec.method not in registered():
        known = ", ".join(registered())
        problems.append(
            _finding(
                case.locate(*here, "method"),
                f"evidence {spec.id}: no method {spec.method!r} is registered{nearest(spec.method, registered())}",
                f"install the package that brings it, or use one of: {known}",
            )
        )
        return None, problems
    result = method(spec.method)
    parameters: dict[str, Any] = {}
    try:
        parameters = applied(result, dict(spec.parameters), spec.inputs)
    except ValidationError as error:
        places = {
            path[3:]: place for path, place in case.locations.items() if path[:3] == (*here, "parameters")
        }
        at = case.locate(*here, "parameters")
        for finding in explain(error, result.parameters, dict(spec.parameters), places, at.file):
            place = finding.location if finding.location != Location(at.file) else at
            problems.append(
                _finding(place, f"evidence {spec.id}, parameters: {finding.message}", finding.hint)
            )
    hashes = _inputs(case, index, spec, result.inputs, problems)
    confidence = spec.confidence or DEFAULT_CONFIDENCE
    problems += _sense(case, index, spec, hashes, confidence, getattr(result, "distinct", ()))
    if problems:
        return None, problems
    return Recipe(spec, result.version, parameters, confidence, dict(spec.inputs), hashes), []


def _sense(
    case: Case, index: int, spec: EvidenceSpec, hashes: Mapping[str, str], confidence: float,
    distinct: Sequence[Sequence[str]],
) -> Iterator[Diagnostic]:  # fmt: skip
    """A confidence that says something, and a file of its own in each role that asks for other data."""
    here = ("evidence_items", index)
    if confidence < LEAST_CONFIDENCE:
        yield _finding(
            case.locate(*here, "confidence"),
            f"evidence {spec.id}: a confidence of {confidence:g} is too low for a bound; expected at least "
            f"{LEAST_CONFIDENCE:g}",
            "state 0.95 or more; what fails at that confidence needs more data",
        )
    for group in distinct:
        roles: dict[str, str] = {}
        for name in group:
            digest = hashes.get(spec.inputs.get(name, ""))
            if digest is not None and digest in roles:
                yield _finding(
                    case.locate(*here, "inputs", name),
                    f"evidence {spec.id}: input {name} has the same content as input {roles[digest]}: one file in two "
                    "roles confirms itself",
                    "give each role its own data",
                )
            elif digest is not None:
                roles[digest] = name


def _inputs(
    case: Case,
    index: int,
    spec: EvidenceSpec,
    known: Mapping[str, tuple[bool, str]],
    problems: list[Diagnostic],
) -> dict[str, str]:
    here = ("evidence_items", index, "inputs")
    for name, (required, what) in known.items():
        if required and name not in spec.inputs:
            problems.append(
                _finding(
                    case.locate(*here), f"evidence {spec.id}: input `{name}` is required and missing ({what})"
                )
            )
    hashes: dict[str, str] = {}
    for name, relative in spec.inputs.items():
        place = case.locate(*here, name)
        path = inside(case.root, relative)
        if name not in known:
            problems.append(
                _finding(
                    place,
                    f"evidence {spec.id}: method {spec.method} has no input {name!r}{nearest(name, known)}",
                    f"its inputs: {', '.join(known)}",
                )
            )
        elif path is None:
            problems.append(_finding(place, f"evidence {spec.id}: input {relative!r} leaves the case folder"))
        elif is_result(name_inside(case.root, path)):
            message = f"evidence {spec.id}: {relative!r} is the result of an item, and a result is no data"
            hint = "name the files that the other item measured; estimates meet in a fault tree, which keeps their limits"
            problems.append(_finding(place, message, hint))
        elif below_baselines(relative):
            message = f"evidence {spec.id}: input {relative!r} is a file of a baseline, and no baseline holds another"
            hint = "copy the file to another folder of the case, and name it there"
            problems.append(_finding(place, message, hint))
        elif not path.exists():
            beside = sorted(p.name for p in path.parent.iterdir()) if path.parent.is_dir() else []
            meant = nearest(path.name, beside)
            message = f"evidence {spec.id}: there is no file {relative!r} in the case folder{meant}"
            problems.append(_finding(place, message, "put the file there, or correct its name"))
        else:
            try:
                hashes[relative] = sha256(path)
            except OSError as error:
                why = error.strerror or error
                problems.append(
                    _finding(place, f"evidence {spec.id}: input {relative!r} cannot be read: {why}")
                )
    return hashes


def _finding(place: Location, message: str, hint: str = "") -> Diagnostic:
    return Diagnostic("evidence-spec", Severity.INPUT, message, place, hint=hint)
