"""The evidence store of a case folder: results by content hash, and the lock file that names them.

``results/lock.json`` maps each evidence id to the key of its recipe and the SHA-256 of its result file
``results/<id>-<first 12 digits>.json``.  A result that does not match its hash is refused by name.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen.assessment.results import EvidenceState, Freshness
from casegen.io.atomic import locked, write_bytes, write_text
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic
from casegen.model.quantity import Estimate
from casegen.store.methods import registered
from casegen.store.recipe import Recipe, canonical, recipe
from casegen.store.uninstalled import changes, not_installed

RESULTS = "results"
LOCK = "lock.json"
FORMAT = 1


class Store:
    """The results beside a case.  Reading never writes."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.folder = case.root / RESULTS
        self._lock = self._read_lock()

    def _read_lock(self) -> dict[str, dict[str, Any]]:
        try:
            data = json.loads((self.folder / LOCK).read_text("utf-8"))
            items = data["items"] if data.get("format") == FORMAT else {}
            return {str(k): dict(v) for k, v in items.items() if isinstance(v, dict)}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def state(self, index: int) -> tuple[EvidenceState, Recipe | None, list[Diagnostic]]:
        """State of the evidence item at ``index``, its recipe if it has one, and the recipe's findings."""
        spec = self.case.evidence_items[index]
        wanted, problems = recipe(self.case, index)
        entry = self._lock.get(spec.id)
        if spec.method not in registered() and spec.inputs and entry is not None and "result" in entry:
            return self._uninstalled(index, entry, problems)
        if wanted is None:
            why = tuple(problem.message for problem in problems)
            return EvidenceState(spec.id, Freshness.FAILED, why), None, problems
        if entry is None:
            why = (f"never computed; run `casegen evidence run {self.case.root}`",)
            return EvidenceState(spec.id, Freshness.MISSING, why), wanted, []
        if "failed" in entry:
            fresh_failure = entry.get("key") == wanted.key
            state = Freshness.FAILED if fresh_failure else Freshness.MISSING
            return EvidenceState(spec.id, state, (f"the last run failed: {entry['failed']}",)), wanted, []
        stored = self._stored(spec.id, entry)
        if stored.document is None or entry.get("key") == wanted.key:
            return stored, wanted, []
        why = wanted.changes_since(stored.document.get("recipe", {})) or ("its recipe has changed",)
        return dataclasses.replace(stored, freshness=Freshness.STALE, why=why), wanted, []

    def _uninstalled(
        self, index: int, entry: Mapping[str, Any], problems: list[Diagnostic]
    ) -> tuple[EvidenceState, Recipe | None, list[Diagnostic]]:
        """A stored result whose method is not installed: as fresh as its recipe can be seen to be."""
        spec = self.case.evidence_items[index]
        state = self._stored(spec.id, entry)
        if state.document is None or state.document["recipe"].get("method") != spec.method:
            why = state.why or tuple(problem.message for problem in problems)
            return EvidenceState(spec.id, Freshness.FAILED, why), None, problems
        told = not_installed(spec.method, state.document)
        why = changes(self.case, index, state.document)
        if why:
            stale = dataclasses.replace(state, freshness=Freshness.STALE, why=(*why, told))
            return stale, None, problems
        return dataclasses.replace(state, why=(told,)), None, []

    def _stored(self, item: str, entry: Mapping[str, Any]) -> EvidenceState:
        """The result that the lock names, with its hashes checked; fresh as far as it goes."""
        path = self.folder / result_name(item, str(entry.get("result", "")))
        try:
            raw = path.read_bytes()
        except OSError:
            return EvidenceState(item, Freshness.MISSING, (f"its result file {path.name} is gone",))
        if hashlib.sha256(raw).hexdigest() != entry.get("result"):
            told = f"{RESULTS}/{path.name} does not match its recorded hash: it was changed after the run"
            return EvidenceState(item, Freshness.FAILED, (told,))
        try:
            document = json.loads(raw)
            measures = {name: estimate(m) for name, m in document["measures"].items()}
            recorded = hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
        except (ValueError, KeyError, TypeError, RecursionError, ValidationError) as error:
            return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {error}",))
        if document.get("id") != item or recorded != entry.get("key"):
            told = f"{RESULTS}/{path.name} is the result of another recipe than {RESULTS}/{LOCK} names for it"
            return EvidenceState(item, Freshness.FAILED, (told,))
        looks = entry.get("looks", 1)
        counted = looks if isinstance(looks, int) and looks >= 1 else 1
        return EvidenceState(item, Freshness.FRESH, (), measures, document, looks=counted)

    def recorded(self, item: str) -> str:
        """SHA-256 of the result that the lock file names for ``item``; empty where it names none."""
        return str(self._lock.get(item, {}).get("result", ""))

    def states(self) -> dict[str, EvidenceState]:
        """State of every evidence item by id."""
        result: dict[str, EvidenceState] = {}
        for index, spec in enumerate(self.case.evidence_items):
            result.setdefault(spec.id, replace(self.state(index)[0], waivers=spec.waive))
        return result

    def save(self, wanted: Recipe, document: Mapping[str, Any]) -> Path:
        """Keep a finished result: the result file first, then the lock that names it."""
        raw = result_text(document).encode()
        digest = hashlib.sha256(raw).hexdigest()
        path = self.folder / result_name(wanted.spec.id, digest)
        write_bytes(path, raw)
        known = self._lock.get(wanted.spec.id, {})
        looks = known.get("looks", 1) if isinstance(known.get("looks", 1), int) else 1
        looks += another_look(self._stored(wanted.spec.id, known).document, document)
        entry = {"key": wanted.key, "result": digest} | ({"looks": looks} if looks > 1 else {})
        old = self._enter(wanted.spec.id, entry)
        before = self.folder / result_name(wanted.spec.id, str(old.get("result", "")))
        if old.get("result") and before != path:
            before.unlink(missing_ok=True)
        return path

    def fail(self, wanted: Recipe, message: str) -> None:
        """Record that the run failed; an older result, if any, stays what the lock names."""
        if "result" not in self._lock.get(wanted.spec.id, {}):
            self._enter(wanted.spec.id, {"key": wanted.key, "failed": message})

    def _enter(self, item: str, entry: dict[str, Any]) -> dict[str, Any]:
        with locked(self.case.root / ".casegen" / "lock"):
            self._lock = self._read_lock()
            old = self._lock.get(item, {})
            self._lock[item] = entry
            data = {"format": FORMAT, "items": dict(sorted(self._lock.items()))}
            write_text(self.folder / LOCK, json.dumps(data, indent=1) + "\n")
        return old


def another_look(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> bool:
    """Whether a run asked chance again: other data, parameters or seed, and other numbers.

    A run with other code, or another confidence, of the same draws is none.
    """
    if before is None:
        return False
    old, new = before.get("recipe", {}), now.get("recipe", {})
    asked = any(old.get(name) != new.get(name) for name in ("inputs", "parameters", "seed"))
    return asked and before.get("measures") != now.get("measures")


def result_text(document: Mapping[str, Any]) -> str:
    """The text of a result file: what was read from the store gives the same bytes again."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def result_name(item: str, digest: str) -> str:
    """File name of a result: the id made safe for file systems, and the start of its hash."""
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', item)}-{digest[:12]}.json"


def estimate(measure: Mapping[str, Any]) -> Estimate:
    """A stored measure as the model's estimate."""
    fields = ("value", "lower", "upper", "confidence", "kind", "distribution", "n")
    return Estimate(
        **{k: measure[k] for k in fields if measure.get(k) is not None}, note=measure.get("text") or None
    )
