"""Run every rule over a case, and set waived findings aside."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, replace
from functools import cache, cached_property, wraps
from itertools import islice

from casegen import plugins
from casegen.argument import rules
from casegen.argument.computed_rules import COMPUTED, ComputedRule
from casegen.argument.references import SINGULAR
from casegen.argument.rule import ID_FORM, RULE_ID, RULES, Find, Finding, Rule, warning
from casegen.argument.view import CaseView
from casegen.model.case import SECTIONS, Case
from casegen.model.diagnostic import Diagnostic, MissingDependencyError, Severity
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree
from casegen.model.gates import GateType
from casegen.model.hazard import HazopEntry
from casegen.model.limits import MOST_FINDINGS
from casegen.model.suggestions import KnownNames
from casegen.model.waiver import Waiver

__all__ = ["RULES", "check", "rules"]


def check(case: Case, selected: Iterable[Rule] | None = None) -> list[Diagnostic]:
    """Every finding of every rule (or of those ``selected``), in order of place.

    Never stops at the first and never raises on a malformed case: rules are written so that one broken
    part does not hide another.  A warning on a node that waives its rule, or in a HAZOP row, event, tree or
    evidence item that does, becomes :attr:`Severity.WAIVED`; errors cannot be waived.  Linear in the number of nodes.
    """
    register_plugins()
    view, shown = CaseView(case), _Shown(case)
    waivers: dict[tuple[Hashable, str], Waiver] = {
        (node.id, waiver.rule): waiver for _, _, node in view.nodes for waiver in node.waive
    }
    for section, index, part in _parts(case):
        waivers |= {((section, index), waiver.rule): waiver for waiver in part.waive}
    results = []
    for rule in RULES.values() if selected is None else selected:
        for finding in _findings(rule, view, shown):
            keys = (finding.target, finding.place[:2])
            waiver = next((waivers[k, rule.id] for k in keys if (k, rule.id) in waivers), None)
            waiver = waiver if rule.waivable else None
            results.append(_diagnostic(case, rule, finding, waiver))
    return sorted(results, key=Diagnostic.sort_key)


@cache
def register_plugins() -> None:
    """Register the rules of installed packages, once.

    Raises ``MissingDependencyError`` where one cannot be loaded, or registers nothing: a rule that is missing lets a case
    pass.
    """
    GateType.of_packages()
    for name, point in plugins.points(plugins.RULES).items():
        rules_module = plugins.load(plugins.RULES, name)
        own = [RULES[id] for id in rules_of(point.module)]
        for rule in own:
            plugins.check(what := f"the rule {rule.id!r}", rule, Rule, rule.find)
            if not RULE_ID.fullmatch(rule.id):
                raise plugins.wrong_result(what, rule.find, ID_FORM, ascii(rule.id))
            if same := _spelled_alike(rule.id):
                expected = f"an id unlike casegen's own rule {same!r}"
                raise plugins.wrong_result(what, rule.find, expected, ascii(rule.id))
        if not own:
            raise MissingDependencyError(
                f"the plug-in {name!r} of the package {plugins.owner(rules_module)} registers no rule"
                f" ({plugins.place_of(rules_module)})"
            )


def rules_of(module: str) -> tuple[str, ...]:
    """Ids of the registered rules of the package that a module is of."""
    own = _package(module)
    return tuple(rule.id for rule in RULES.values() if _package(plugins.module_of(rule.find)) == own)


def _spelled_alike(id: str) -> str:
    """casegen's own rule whose id differs by case and punctuation at most: a person would take one for the other."""
    own = [rule.id for rule in RULES.values() if not plugins.foreign(plugins.module_of(rule.find))]
    return next((other for other in (*own, *COMPUTED) if _letters(other) == _letters(id)), "")


def _letters(id: str) -> str:
    return "".join(sign for sign in id.casefold() if sign.isalnum())


def _package(module: str) -> str:
    return module.partition(".")[0]


def _findings(rule: Rule, view: CaseView, shown: _Shown) -> tuple[Finding, ...]:
    """What the rule finds; one of an installed package is shown a copy of the case."""
    return shown.findings(rule) if plugins.foreign(plugins.module_of(rule.find)) else tuple(rule.find(view))


class _Shown:
    """A copy of the case for rules of installed packages: what one of them writes into it must not reach the verdict."""

    def __init__(self, case: Case) -> None:
        self._case = case

    @cached_property
    def _case_shown(self) -> Case:
        return deepcopy(replace(self._case))

    @cached_property
    def _content(self) -> list[str]:
        return _content(self._case)

    @cached_property
    def _ids(self) -> frozenset[str]:
        """Of every part, those within a part too, as a gate is."""
        sections = (getattr(self._case, section) for section in SECTIONS)
        parts = [part.model_dump() for section in sections for part in section]
        return frozenset([self._case.header.id, *_ids_in(parts)])

    def findings(self, rule: Rule) -> tuple[Finding, ...]:
        """What the rule finds; a fault of it names the package."""
        what, shown = f"the rule {rule.id}", self._case_shown
        view = CaseView(
            shown
        )  # of its own: what it takes out must not be missing for the next package's rule
        results: tuple[Finding, ...] = plugins.call(what, _all_of(what, rule.find), tuple[Finding, ...], view)
        for finding in results:
            if not _is_in(self._case, *finding.place):
                expected = "a place in the case, such as ('claims', index)"
                raise plugins.wrong_result(what, rule.find, expected, ascii(finding.place))
            if finding.target and finding.target not in self._ids:
                expected = "the id of a part of the case as target, or none"
                raise plugins.wrong_result(what, rule.find, expected, ascii(finding.target))
        if vars(view).get("case") is not shown or not _holds(shown, self._content):
            raise plugins.wrong_result(what, rule.find, "findings only", "a case that it had changed")
        return results


def _ids_in(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(own := value.get("id"), str):
            yield own
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str):
        for part in value:
            yield from _ids_in(part)


def _content(case: Case) -> list[str]:
    return [repr(getattr(case, field.name)) for field in fields(case)]


def _holds(case: Case, content: list[str]) -> bool:
    """Whether the case still has that content; one that a rule emptied has none that could be read."""
    try:
        return _content(case) == content
    except Exception:
        return False


def _is_in(case: Case, section: str | int = "", index: str | int = -1, *_: str | int) -> bool:
    """Whether a place names the case's header, or a part that the case has."""
    parts = len(getattr(case, section)) if isinstance(section, str) and section in SECTIONS else 0
    return section == "case" or (isinstance(index, int) and 0 <= index < parts)


def _all_of(what: str, find: Find) -> Callable[[CaseView], tuple[Finding, ...]]:
    @wraps(find)
    def findings(view: CaseView) -> tuple[Finding, ...]:
        results = tuple(islice(find(view), MOST_FINDINGS + 1))
        if len(results) > MOST_FINDINGS:
            raise plugins.wrong_result(what, find, f"at most {MOST_FINDINGS:,} findings", "more")
        return results

    return findings


def _parts(case: Case) -> Iterator[tuple[str, int, BasicEvent | EvidenceSpec | FaultTree | HazopEntry]]:
    """Section, index and part of what may waive a rule beside the nodes of the argument."""
    for section in ("hazop", "events", "trees", "evidence_items"):
        for index, part in enumerate(getattr(case, section)):
            yield section, index, part


def _diagnostic(case: Case, rule: Rule, finding: Finding, waiver: Waiver | None) -> Diagnostic:
    message, severity = finding.message, rule.severity
    if waiver is not None:
        severity = Severity.WAIVED
        message = f"{message} [waived by {waiver.by}: {waiver.reason}]"
    hint = finding.hint or rule.hint
    return Diagnostic(
        rule.id, severity, message, case.locate(*finding.place), rule.source, hint, finding.target
    )


@warning(
    "waiver-known",
    "Waivers",
    "A waiver names a quality rule that exists.",
    source="casegen: waivers have a reason and a name",
    hint="name a rule from `docs/rules.md`; structural rules cannot be waived",
)
def waiver_known(view: CaseView) -> Iterator[Finding]:
    """A waiver of an unknown rule, or of a structural one, has no effect."""
    known = KnownNames({*RULES, *COMPUTED})
    for section, index, node in (*view.nodes, *_parts(view.case)):
        for k, waiver in enumerate(node.waive):
            who = f"{SINGULAR[section]} {node.id}"
            place = (section, index, "waive", k, "rule")
            if section == "evidence_items" and waiver.rule.startswith("sign-"):
                continue  # a vital sign of the item's method: known where methods are
            computed = COMPUTED.get(waiver.rule)
            if computed is not None and section in computed.waived_on:
                continue  # known where numbers are
            if computed is not None and computed.severity is Severity.WARNING:
                message = f"{who} waives {waiver.rule!r}, which {_waived_on(computed)}"
                yield Finding(place, message, node.id)
            elif waiver.rule not in RULES and computed is None:
                hint = known.hint(waiver.rule)
                yield Finding(place, f"{who} waives {waiver.rule!r}, which is no rule{hint}", node.id)
            elif computed is not None or not RULES[waiver.rule].waivable:
                message = f"{who} waives {waiver.rule!r}, a structural rule, which cannot be waived"
                yield Finding(place, message, node.id)


def _waived_on(rule: ComputedRule) -> str:
    """Where a waiver of the rule belongs."""
    sections = " or ".join(SINGULAR[section] for section in rule.waived_on)
    return f"is waived on its {sections}" if sections else "is settled in the case, and not waived"
