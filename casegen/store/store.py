"""The evidence store of a case folder: results by content hash, and for each item the entry that names its result.

``results/<id>.lock`` holds the key of the item's recipe and the SHA-256 of its result file
``results/<id>-<first 12 digits>.json``.  A result that does not match its hash is refused by name.  A result that no
entry names is shown where its recipe is the one that is asked for, and is never fresh.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from casegen.argument.acceptance import waiver_objection
from casegen.io.atomic import locked, remove_leftovers, write_bytes
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.results import EvidenceState, Freshness
from casegen.store.entries import (
    RESULTS,
    Entry,
    entry_name,
    file_safe,
    keep_bytes,
    place,
    read_entry,
    result_name,
    results_of,
    sound_entry,
    unreadable_leftovers,
    write_entry,
)
from casegen.store.identity import changed, forget_changed, unheld
from casegen.store.looks import (
    after_a_lost,
    counted,
    found_again,
    of_one_line,
    only_another_draw,
    recorded_looks,
    still_lost,
    with_another,
    with_other_draws,
)
from casegen.store.method_code import unrecorded_code
from casegen.store.methods import registered
from casegen.store.overwritten import put_altered_aside, unless_overwritten
from casegen.store.reads import changed_reads
from casegen.store.recipe import Recipe, recipe
from casegen.store.recorded_method import of_another_method
from casegen.store.recorded_versions import contradicting, incomplete, other_versions, unrecorded_use
from casegen.store.renamed_inputs import file_names, misnamed
from casegen.store.same_question import DESCRIBES, asks_the_same, reads_alike
from casegen.store.stated_outcomes import contradicted
from casegen.store.stored_result import digest_of, result_text, said, stored, timely
from casegen.store.uninstalled import changed_beside, changes, is_frozen, not_installed, stale_when_frozen

State = tuple[EvidenceState, Recipe | None, list[Diagnostic]]


class Store:
    """The results beside a case.  Reading never writes."""

    def __init__(self, case: Case) -> None:
        forget_changed()
        self.case = case
        self.frozen = is_frozen(case.root)
        self._files = {file_safe(spec.id) for spec in case.evidence_items}
        self._says: dict[tuple[str, int, int, int], str] = {}

    def state(self, index: int) -> State:
        """State of the evidence item at ``index``, its recipe if it has one, and what prevents its use."""
        state, wanted, problems = self._as_recorded(index)
        return unless_overwritten(self.case.root, state), wanted, problems

    def _as_recorded(self, index: int) -> State:
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
            return EvidenceState(spec.id, state, (_failed(entry.failed),)), wanted, []
        stored = self._counted(spec.id, entry) if entry else self._missing(spec.id)
        if stored.freshness is Freshness.MISSING:
            return self._adopted(spec.id, wanted, entry) or stored, wanted, []
        if stored.document is None:
            return stored, wanted, []
        now = wanted.as_recorded(self.case.root, stored.document.get("recipe", {}))
        why = now.changes_since(stored.document.get("recipe", {}))
        why = why or tuple(misnamed(self.case.root, spec, stored.document))
        if not why and entry is not None and entry.key != now.key:
            why = ("its recipe has changed",)
        why = (*why, *_code(stored.document, self.case.root, spec.method))
        if why:
            later = entry.refused if entry is not None else None
            refused = _failed(later[1]) if later and later[0] == wanted.key else ""
            why = (*why, refused) if refused else why
            stale = dataclasses.replace(stored, freshness=Freshness.STALE, why=why, refused=refused)
            return stale, wanted, []
        provenance = stored.document["provenance"]
        why, versions = unheld(provenance["code"]["modules"]), other_versions(provenance)
        return dataclasses.replace(stored, why=why, versions=versions), wanted, []

    def _missing(self, item: str) -> EvidenceState:
        why = "never computed; run `casegen evidence run`"
        return EvidenceState(item, Freshness.MISSING, (why,))

    def _adopted(self, item: str, wanted: Recipe, entry: Entry | None) -> EvidenceState | None:
        """A result that no entry names and whose recipe is the one that is asked for; the latest of several.

        It is shown, and never fresh: its name is its own hash, so that nothing beside it vouches for its content.
        """
        fitting = [state for path, state in self._lying(item) if said(path)[1] == wanted.key]
        latest = max(fitting, key=_started, default=None)
        if latest is None:
            return None
        named = f" names {result_name(item, entry.result)}, which" if entry is not None else ""
        gone = f"{RESULTS}/{entry_name(item)}{named} is gone"
        why = f"no entry vouches for the stored result: {gone}; run `casegen evidence run`"
        return dataclasses.replace(latest, freshness=Freshness.STALE, why=(why,))

    def _counted(self, item: str, entry: Entry) -> EvidenceState:
        """The result that the entry names, with every other that lies beside it counted as a look."""
        state = stored(self.case.root, item, entry)
        if state.document is None:
            return state
        names = file_names(self.case.root, self.case.evidence_item[item], state.document)
        state = dataclasses.replace(state, renamed=names)
        joined = self._joined(state, result_name(item, entry.result))
        return timely(with_other_draws(joined, self._other_draws(joined)))

    def _joined(self, state: EvidenceState, own: str) -> EvidenceState:
        """``state``, of the file ``own``, with the looks of the item's other results, also of those under another id."""
        lying = list(self._lying(state.id, but=own))
        for path, other in lying:
            state = with_another(found_again(state, other, path.name), other)
        for path, other in self._left_the_case(state.id, but=own):
            again = found_again(state, other, path.name)
            if again is not state or of_one_line(state, other):
                state = with_another(again, other)
        for name in (own, *(path.name for path, _ in lying)):  # lost on another side of a merge
            state = dataclasses.replace(state, lost=still_lost(state, name))
        return state

    def _other_draws(self, state: EvidenceState) -> Iterator[EvidenceState]:
        """Results of other items of the case that ask the same by another seed, whichever of them ran first.

        Their files are the same whatever they are called: a copy under another name hides no look.
        """
        own = self.case.evidence_item[state.id]
        for spec in self.case.evidence_items:
            if spec.method != own.method or (spec.seed, spec.rows) == (own.seed, own.rows):
                continue
            entry = sound_entry(self.case.root, spec.id)
            other = stored(self.case.root, spec.id, entry) if entry and entry.result else None
            if (
                other is not None
                and other.document is not None
                and only_another_draw(state.document or {}, other.document, DESCRIBES)
            ):
                yield other

    def _lying(self, item: str, but: str = "") -> Iterator[tuple[Path, EvidenceState]]:
        """Sound results of the item that lie there, whether an entry names them or not, but one."""
        for path in results_of(self.case.root, item):
            if path.name != but and (digest := digest_of(path)):
                state = stored(self.case.root, item, Entry(said(path)[1], digest))
                if state.document is not None:
                    yield path, state

    def _left_the_case(self, item: str, but: str = "") -> Iterator[tuple[Path, EvidenceState]]:
        """Sound results of ids that are in the case no more, and of ``item`` in files of another name."""
        root, own = self.case.root, file_safe(item)
        for path in results_of(root):
            stem = path.name[: -len("-0123456789ab.json")]
            if path.name == but or (stem != own and self._is_of_another(item, stem, path)):
                continue
            (gone, key), digest = said(path), digest_of(path)
            renamed_back = gone == item and stem != own
            if not gone or not digest or (gone in self.case.evidence_item and not renamed_back):
                continue
            entry = sound_entry(root, gone)
            named = entry is not None and entry.result == digest
            state = stored(root, gone, entry if entry and named else Entry(key, digest), path.name)
            if state.document is not None:
                yield path, state

    def _is_of_another(self, item: str, stem: str, path: Path) -> bool:
        """Whether a result file is named after an item of the case and does not say the id ``item``."""
        if stem not in self._files:
            return False
        try:
            stamp = path.lstat()
        except OSError:  # gone meanwhile
            return True
        key = (path.name, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino)
        if key not in self._says:
            self._says[key] = "" if path.is_symlink() else said(path)[0]
        return self._says[key] != item

    def _left(self, item: str) -> EvidenceState:
        """The latest result of an item whose entry, or the result that it names, is gone: it was a look all the same."""
        lying = list(self._lying(item))
        if not lying:
            return self._missing(item)
        path, latest = max(lying, key=lambda one: _started(one[1]))
        return self._joined(latest, path.name)

    def _before(self, wanted: Recipe) -> EvidenceState:
        """What a new result is held against: the one recorded, else what lies there, else that of an id that left."""
        item = wanted.spec.id
        known = read_entry(self.case.root, item)
        if known is None or not known.result:
            state = self._left(item)
            return state if state.document is not None else self._under_another_name(wanted)
        state = self._named(item, known)
        if state.document is not None:
            return state
        entry = EvidenceState(
            item,
            Freshness.MISSING,
            looks=known.looks,
            earlier=known.earlier,
            lost=known.lost,
            confidences=known.confidences,
        )
        return after_a_lost(entry, self._left(item), known.result if known.key != wanted.key else "")

    def _named(self, item: str, entry: Entry) -> EvidenceState:
        """The result whose hash the entry names, whatever id and recipe stand beside that: it was measured."""
        name = result_name(item, entry.result)
        says, key = said(place(self.case.root, name))
        state = stored(self.case.root, says, dataclasses.replace(entry, key=key), name)
        return state if state.document is None else self._joined(dataclasses.replace(state, id=item), name)

    def _under_another_name(self, wanted: Recipe) -> EvidenceState:
        """The latest result of another item that asked the same: a new id hides no look."""
        item = wanted.spec.id
        asked = [s for _, s in self._left_the_case(item) if asks_the_same(s.document, wanted, left=True)]
        for spec in self.case.evidence_items:
            if spec.id == item or not reads_alike(spec, wanted.spec, self.case.root):
                continue
            entry = sound_entry(self.case.root, spec.id)
            state = stored(self.case.root, spec.id, entry) if entry and entry.result else None
            if state is not None and asks_the_same(state.document, wanted, left=False):
                asked.append(state)
        latest = max(asked, key=_started, default=self._missing(item))
        for other in asked:
            if other is not latest and of_one_line(latest, other):
                latest = with_another(latest, other)
        return latest

    def _as_frozen(self, index: int, entry: Entry) -> EvidenceState:
        """A result of a baseline: compared with the case that was frozen with it, not against methods of today."""
        state = self._counted(self.case.evidence_items[index].id, entry)
        if state.document is None:
            return state
        spec = self.case.evidence_items[index]
        why = (
            *(changes(self.case, index, state.document) or misnamed(self.case.root, spec, state.document)),
            *stale_when_frozen(self.case.root, state.id),
            *contradicting(state.document),
            *changed_beside(self.case.root, state.document),
        )
        if why:
            return dataclasses.replace(state, freshness=Freshness.STALE, why=why)
        words = "as frozen: not held against the code that is installed here"
        return dataclasses.replace(state, why=(words,))

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
        why = why or tuple(misnamed(self.case.root, spec, state.document))
        if not self.frozen:
            why = (*why, *_code(state.document, self.case.root))
        if why:
            return dataclasses.replace(state, freshness=Freshness.STALE, why=(*why, words)), None, []
        versions = () if self.frozen else other_versions(state.document["provenance"])
        return dataclasses.replace(state, why=(words,), versions=versions), None, []

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
        said_already = {problem.location for problem in problems}
        left = unreadable_leftovers(self.case.root, result)
        problems += [problem for problem in left if problem.location not in said_already]
        return result, problems

    def save(self, wanted: Recipe, document: Mapping[str, Any]) -> Path:
        """Keep a finished result: the result file first, then the entry that names it; older ones go."""
        item = wanted.spec.id
        with locked(self.case.root / ".casegen" / "lock"):
            before = self._before(wanted)
            lying = [path for path, _ in self._lying(item)]
            put_altered_aside(self.case.root, item)
            now = counted(before, document)
            if looks := recorded_looks(now, document):
                document = {**document, "provenance": {**document.get("provenance", {}), "looks": looks}}
            raw = result_text(document).encode()
            digest = hashlib.sha256(raw).hexdigest()
            path = place(self.case.root, result_name(item, digest))
            remove_leftovers(path.parent)
            keep_bytes(self.case.root)
            write_bytes(path, raw)
            write_entry(
                self.case.root,
                item,
                Entry(wanted.key, digest, "", now.looks, now.seeds, now.earlier, now.lost, now.confidences),
            )
            for old in lying:  # not what could not be read or is of another id: its numbers are kept
                if old != path:
                    old.unlink(missing_ok=True)
        return path

    def fail(self, wanted: Recipe, message: str) -> None:
        """Record that the run failed; an older result, if any, stays what is recorded, with why this run failed."""
        with locked(self.case.root / ".casegen" / "lock"):
            item, before = wanted.spec.id, read_entry(self.case.root, wanted.spec.id)
            said = message.strip() or "the run failed, and its error says nothing"
            if before is None or not before.result:
                write_entry(self.case.root, item, Entry(wanted.key, failed=said))
            else:
                write_entry(self.case.root, item, dataclasses.replace(before, refused=(wanted.key, said)))


def _failed(reason: str) -> str:
    return sentence("stale_why.last_run_failed", reason=reason)


def _code(document: Mapping[str, Any], root: Path, named: str = "") -> tuple[str, ...]:
    """Whether the code that made a result is the code that is installed, in words if it is not.

    ``named`` is the method, where it is installed: what it rests on must be among the recorded modules.
    """
    provenance = document.get("provenance", {})
    recorded = provenance.get("code", {}).get("modules")
    if not recorded:
        return ("it is not recorded which code made it",)
    parameters = document.get("recipe", {}).get("parameters")
    if missing := unrecorded_code(named, parameters, recorded) if named else []:
        return (f"it is not recorded which {missing[0]} made it",)
    if wrong := incomplete(provenance) or contradicting(document):
        return wrong
    if other := next(of_another_method(named, provenance["code"]), "") if named else "":
        return (f"its provenance contradicts itself: {other}",)
    return (
        *changed(provenance["code"]),
        *unrecorded_use(provenance),
        *changed_reads(provenance.get("also_read", {}), root),
    )


def _started(state: EvidenceState) -> str:
    return str(((state.document or {}).get("provenance") or {}).get("started", ""))
