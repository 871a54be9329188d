"""The evidence store of a case folder: results by content hash, and for each item the entry that names its result.

``results/<id>.lock`` holds the key of the item's recipe and the SHA-256 of its result file
``results/<id>-<first 12 digits>.json``.  A result that does not match its hash is refused by name.  A result that no
entry names is shown where its recipe is the one that is asked for, and is never fresh.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen.argument.acceptance import waiver_objection
from casegen.io.atomic import locked, write_bytes
from casegen.io.regular import as_written, read_bytes, unrepeated
from casegen.model.case import Case
from casegen.model.dates import latest_date, started_on
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.quantity import Estimate
from casegen.model.results import EvidenceState, Freshness
from casegen.store.canonical import canonical
from casegen.store.entries import (
    RESULTS,
    Entry,
    entry_name,
    item_of,
    keep_bytes,
    place,
    read_entry,
    result_name,
    results_of,
    write_entry,
)
from casegen.store.identity import changed, forget_changed, unheld, unrecorded
from casegen.store.looks import (
    after_a_lost,
    another_look,
    errors_with,
    farthest,
    paid_from_the_start,
    seeds_tried,
    vouched,
    with_another,
    written,
)
from casegen.store.methods import method, registered
from casegen.store.reads import changed_reads
from casegen.store.recipe import Recipe, recipe
from casegen.store.same_question import asks_the_same, reads_alike
from casegen.store.shape import ill_formed, of_another_format
from casegen.store.stated_outcomes import contradicted
from casegen.store.uninstalled import changes, is_frozen, not_installed

State = tuple[EvidenceState, Recipe | None, list[Diagnostic]]


class Store:
    """The results beside a case.  Reading never writes."""

    def __init__(self, case: Case) -> None:
        forget_changed()
        self.case = case
        self.frozen = is_frozen(case.root)

    def state(self, index: int) -> State:
        """State of the evidence item at ``index``, its recipe if it has one, and what prevents its use."""
        spec = self.case.evidence_items[index]
        wanted, problems = recipe(self.case, index)
        try:
            entry = read_entry(self.case.root, spec.id)
        except InputError as error:
            why = tuple(f"{d.location}: {d.message}" for d in error.diagnostics)
            return EvidenceState(spec.id, Freshness.FAILED, why), wanted, [*problems, *error.diagnostics]
        if spec.method not in registered() and spec.inputs:
            return self._uninstalled(index, entry, problems)
        if self.frozen and entry is not None and entry.result:
            return self._as_frozen(index, entry), wanted, []
        if wanted is None:
            why = tuple(problem.message for problem in problems)
            return EvidenceState(spec.id, Freshness.FAILED, why), None, problems
        if entry is not None and entry.failed:
            state = Freshness.FAILED if entry.key == wanted.key else Freshness.MISSING
            return EvidenceState(spec.id, state, (f"the last run failed: {entry.failed}",)), wanted, []
        stored = self._counted(spec.id, entry) if entry else self._missing(spec.id)
        if stored.freshness is Freshness.MISSING:
            return self._adopted(spec.id, wanted, entry) or stored, wanted, []
        if stored.document is None:
            return stored, wanted, []
        now = wanted.as_recorded(self.case.root, stored.document.get("recipe", {}))
        why = now.changes_since(stored.document.get("recipe", {}))
        if not why and entry is not None and entry.key != now.key:
            why = ("its recipe has changed",)
        why = (*why, *_code(stored.document, self.case.root, spec.method))
        if why:
            return dataclasses.replace(stored, freshness=Freshness.STALE, why=why), wanted, []
        return (
            dataclasses.replace(stored, why=unheld(stored.document["provenance"]["code"]["modules"])),
            wanted,
            [],
        )

    def _missing(self, item: str) -> EvidenceState:
        why = "never computed; run `casegen evidence run`"
        return EvidenceState(item, Freshness.MISSING, (why,))

    def _adopted(self, item: str, wanted: Recipe, entry: Entry | None) -> EvidenceState | None:
        """A result that no entry names and whose recipe is the one that is asked for; the latest of several.

        It is shown, and never fresh: its name is its own hash, so that nothing beside it vouches for its content.
        """
        fitting = [
            state
            for path in results_of(self.case.root, item)
            if (digest := _digest(path)) is not None and path.name == result_name(item, digest)
            and (state := self._stored(item, Entry(wanted.key, digest))).document is not None
        ]  # fmt: skip
        latest = max(fitting, key=_started, default=None)
        if latest is None:
            return None
        named = f" names {result_name(item, entry.result)}, which" if entry is not None else ""
        gone = f"{RESULTS}/{entry_name(item)}{named} is gone"
        why = f"no entry vouches for the stored result: {gone}; run `casegen evidence run`"
        return dataclasses.replace(latest, freshness=Freshness.STALE, why=(why,))

    def _counted(self, item: str, entry: Entry) -> EvidenceState:
        """The result that the entry names, with every other that lies beside it counted as a look."""
        state = self._stored(item, entry)
        if state.document is None:
            return state
        own = result_name(item, entry.result)
        for other in self._lying(item, but=own):
            state = with_another(state, other)
        return state

    def _lying(self, item: str, but: str = "") -> Iterator[EvidenceState]:
        """Sound results of the item that lie there, whether an entry names them or not, but one."""
        for path in results_of(self.case.root, item):
            if (
                path.name == but
                or (digest := _digest(path)) is None
                or path.name != result_name(item, digest)
            ):
                continue
            state = self._stored(item, Entry(recorded_key(path), digest))
            if state.document is not None:
                yield state

    def _left(self, item: str) -> EvidenceState:
        """The latest result of an item whose entry, or the result that it names, is gone: it was a look all the same."""
        lying = list(self._lying(item))
        latest = max(lying, key=_started, default=self._missing(item))
        for other in lying:
            latest = with_another(latest, other) if other is not latest else latest
        return latest

    def _before(self, wanted: Recipe) -> EvidenceState:
        """What a new result is held against: the one recorded, else what lies there, else that of an id that left."""
        item = wanted.spec.id
        known = read_entry(self.case.root, item)
        state = self._counted(item, known) if known is not None and known.result else self._left(item)
        if known is not None and known.result and state.document is None:
            entry = EvidenceState(item, Freshness.MISSING, looks=known.looks, earlier=known.earlier)
            return after_a_lost(entry, self._left(item), other_recipe=known.key != wanted.key)
        return state if state.document is not None else self._under_another_name(wanted)

    def _under_another_name(self, wanted: Recipe) -> EvidenceState:
        """The latest result of another item that asked the same: a new id hides no look."""
        folder = self.case.root / RESULTS
        asked: list[EvidenceState] = []
        for path in sorted(folder.glob("*.lock")) if folder.is_dir() and not folder.is_symlink() else ():
            item = item_of(self.case.root, path.name)
            here = self.case.evidence_item.get(item)
            if (
                not item
                or item == wanted.spec.id
                or (here is not None and not reads_alike(here, wanted.spec))
            ):
                continue
            entry = read_entry(self.case.root, item)
            state = self._stored(item, entry) if entry is not None and entry.result else None
            if state is not None and asks_the_same(state.document, wanted, left=here is None):
                asked.append(state)
        return max(asked, key=_started, default=self._missing(wanted.spec.id))

    def _as_frozen(self, index: int, entry: Entry) -> EvidenceState:
        """A result of a baseline: compared with the case that was frozen with it, not against methods of today."""
        state = self._counted(self.case.evidence_items[index].id, entry)
        if state.document is None:
            return state
        why = changes(self.case, index, state.document)
        if why:
            return dataclasses.replace(state, freshness=Freshness.STALE, why=why)
        return dataclasses.replace(
            state, why=("as frozen: not held against the code that is installed here",)
        )

    def _uninstalled(self, index: int, entry: Entry | None, problems: list[Diagnostic]) -> State:
        """A stored result whose method is not installed: as fresh as its recipe can be seen to be."""
        spec = self.case.evidence_items[index]
        state = (
            self._counted(spec.id, entry) if entry is not None and entry.result else self._missing(spec.id)
        )
        if state.document is None or state.document["recipe"].get("method") != spec.method:
            match = state.why if state.freshness is Freshness.FAILED else ()
            why = match or tuple(problem.message for problem in problems)
            return EvidenceState(spec.id, Freshness.FAILED, why), None, problems
        words = not_installed(spec.method, state.document)
        why = changes(self.case, index, state.document)
        if not self.frozen:
            why = (*why, *_code(state.document, self.case.root))
        if why:
            return dataclasses.replace(state, freshness=Freshness.STALE, why=(*why, words)), None, []
        return dataclasses.replace(state, why=(words,)), None, []

    def _stored(self, item: str, entry: Entry) -> EvidenceState:
        """The result that the entry names, with its hashes checked; fresh as far as it goes."""
        name = result_name(item, entry.result)
        try:
            raw = as_written(read_bytes(place(self.case.root, name)))
        except FileNotFoundError:
            return EvidenceState(item, Freshness.MISSING, (f"its result file {name} is gone",))
        except OSError as error:
            return EvidenceState(item, Freshness.FAILED, (f"its result {name}: {error.strerror or error}",))
        if hashlib.sha256(raw).hexdigest() != entry.result:
            words = f"results/{name} does not match its recorded hash: it was changed after the run"
            return EvidenceState(item, Freshness.FAILED, (words,))
        try:
            document = json.loads(
                raw, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=unrepeated
            )
            if strange := of_another_format(document):
                return EvidenceState(item, Freshness.FAILED, (f"results/{name} {strange}",))
            measures = {name: estimate(m) for name, m in document["measures"].items()}
            recorded = hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
            if b"\\ud" in raw.lower():
                result_text(document).encode()  # half of a surrogate pair is no text
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {error}",))
        wrong = ill_formed(document)
        if wrong:
            return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {wrong}",))
        if document.get("id") != item or recorded != entry.key:
            words = f"results/{name} is the result of another recipe than the one that is recorded for it"
            return EvidenceState(item, Freshness.FAILED, (words,))
        begun = started_on(document)
        if begun is not None and begun > latest_date():
            words = f"its result says that it was computed on {begun}, which is still to come; run it again"
            return EvidenceState(item, Freshness.FAILED, (words,))
        return vouched(
            EvidenceState(
                item, Freshness.FRESH, (), measures, document,
                looks=entry.looks, seeds=entry.seeds, earlier=entry.earlier,
            )
        )  # fmt: skip

    def recorded(self, state: EvidenceState) -> str:
        """SHA-256 of the result file that ``state`` was read from; empty where it has none."""
        if state.document is None:
            return ""
        entry = read_entry(self.case.root, state.id)
        if entry is not None and place(self.case.root, result_name(state.id, entry.result)).is_file():
            return entry.result
        return hashlib.sha256(result_text(state.document).encode()).hexdigest()

    def states(self) -> dict[str, EvidenceState]:
        """State of every evidence item by id."""
        return self.states_and_problems()[0]

    def states_and_problems(self) -> tuple[dict[str, EvidenceState], list[Diagnostic]]:
        """The same, and what prevents the use of items: inputs are read and hashed once for both."""
        result: dict[str, EvidenceState] = {}
        problems: list[Diagnostic] = []
        for index, spec in enumerate(self.case.evidence_items):
            counting = tuple(w for w in spec.waive if not waiver_objection(w, spec, self.case))
            state, _, prevents = self.state(index)
            problems += prevents
            stated = contradicted(self.case, spec.id, state.measures)
            result.setdefault(spec.id, dataclasses.replace(state, waivers=counting, stated=stated))
        return result, problems

    def save(self, wanted: Recipe, document: Mapping[str, Any]) -> Path:
        """Keep a finished result: the result file first, then the entry that names it; older ones go."""
        item = wanted.spec.id
        with locked(self.case.root / ".casegen" / "lock"):
            before = self._before(wanted)
            again = another_look(before.document, document)
            seeds = seeds_tried(before, document)
            earlier = farthest(before.earlier, before.document) if again else before.earlier
            paid, errors = paid_from_the_start(before, document), errors_with(before, document, again=again)
            looks = written(before.looks + again, seeds, earlier, paid, errors)
            if looks:
                document = {**document, "provenance": {**document.get("provenance", {}), "looks": looks}}
            raw = result_text(document).encode()
            digest = hashlib.sha256(raw).hexdigest()
            path = place(self.case.root, result_name(item, digest))
            keep_bytes(self.case.root)
            write_bytes(path, raw)
            entry = Entry(wanted.key, digest, "", before.looks + again, seeds, earlier)
            write_entry(self.case.root, item, entry)
            for old in results_of(self.case.root, item):
                if old != path:
                    old.unlink(missing_ok=True)
        return path

    def fail(self, wanted: Recipe, message: str) -> None:
        """Record that the run failed; an older result, if any, stays what is recorded."""
        with locked(self.case.root / ".casegen" / "lock"):
            before = read_entry(self.case.root, wanted.spec.id)
            if before is None or not before.result:
                write_entry(self.case.root, wanted.spec.id, Entry(wanted.key, failed=message))


def _code(document: Mapping[str, Any], root: Path, named: str = "") -> tuple[str, ...]:
    """Whether the code that made a result is the code that is installed, in words if it is not.

    ``named`` is the method, where it is installed: what it rests on must be among the recorded modules.
    """
    provenance = document.get("provenance", {})
    recorded = provenance.get("code", {}).get("modules")
    if not recorded:
        return ("it is not recorded which code made it",)
    missing = unrecorded(type(method(named)).__module__, recorded) if named else []
    if missing:
        return (f"it is not recorded which {missing[0]} made it",)
    return (*changed(provenance["code"]), *changed_reads(provenance.get("also_read", {}), root))


def recorded_key(path: Path) -> str:
    """The key of the recipe that a result file names; empty where it cannot be read."""
    try:
        document = json.loads(read_bytes(path), parse_constant=_no_number, object_pairs_hook=unrepeated)
        return hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
    except (OSError, ValueError, AttributeError, RecursionError):
        return ""


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(as_written(read_bytes(path))).hexdigest()
    except OSError:
        return None


def _started(state: EvidenceState) -> str:
    return str(((state.document or {}).get("provenance") or {}).get("started", ""))


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def result_text(document: Mapping[str, Any]) -> str:
    """The text of a result file: what was read from the store gives the same bytes again."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def result_path(item: str, document: Mapping[str, Any]) -> str:
    """Where a stored result lies, from the case folder."""
    return f"{RESULTS}/{result_name(item, hashlib.sha256(result_text(document).encode()).hexdigest())}"


def estimate(measure: Mapping[str, Any]) -> Estimate:
    """A stored measure as the model's estimate.

    Raises:
        ValueError: numbers that its kind cannot take, in one line.
    """
    fields = ("value", "lower", "upper", "confidence", "kind", "distribution", "n")
    for name in ("value", "lower", "upper", "confidence", "n"):
        given = measure.get(name)
        if given is not None and (type(given) not in (int, float) or abs(given) > sys.float_info.max):
            raise ValueError(f"{name}: expected a number, found {str(given)[:40]!r}")
    try:
        return Estimate(
            **{k: measure[k] for k in fields if measure.get(k) is not None}, note=measure.get("text") or None
        )
    except ValidationError as error:
        raise ValueError(refusal(error)) from error


def refusal(error: ValidationError) -> str:
    """The first thing that a model says against a value, with its place, in one line."""
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    words = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {words}" if where else words
