"""Run every rule over a case, and set waived findings aside."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, wraps

from casegen import plugins
from casegen.argument import rules
from casegen.argument.references import SINGULAR
from casegen.argument.rule import RULES, Find, Finding, Rule, warning
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, MissingDependencyError, Severity
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree
from casegen.model.gates import GateType
from casegen.model.hazard import HazopEntry
from casegen.model.suggestions import Names
from casegen.model.waiver import Waiver

__all__ = ["check", "rules"]


def check(case: Case, selected: Iterable[Rule] | None = None) -> list[Diagnostic]:
    """Every finding of every rule (or of those ``selected``), in order of place.

    Never stops at the first and never raises on a malformed case: rules are written so that one broken
    part does not hide another.  A warning on a node that waives its rule, or in a HAZOP row, event, tree or
    evidence item that does, becomes :attr:`Severity.WAIVED`; errors cannot be waived.  Linear in the number of nodes.
    """
    register_plugins()
    view = CaseView(case)
    waivers: dict[tuple[Hashable, str], Waiver] = {
        (node.id, waiver.rule): waiver for _, _, node in view.nodes for waiver in node.waive
    }
    for section, index, part in _parts(case):
        waivers |= {((section, index), waiver.rule): waiver for waiver in part.waive}
    results = []
    for rule in RULES.values() if selected is None else selected:
        for finding in _findings(rule, view):
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
        package = _package(point.module)
        if not any(_package(rule.find.__module__) == package for rule in RULES.values()):
            raise MissingDependencyError(
                f"the plug-in {name!r} of the package {plugins.owner(rules_module)} registers no rule"
                f" ({plugins.place_of(rules_module)})"
            )


def _package(module: str) -> str:
    return module.partition(".")[0]


def _findings(rule: Rule, view: CaseView) -> tuple[Finding, ...]:
    """What the rule finds; a fault of an installed package's rule names the package."""
    if not plugins.foreign(rule.find.__module__):
        return tuple(rule.find(view))
    what = f"the rule {rule.id}"
    results: tuple[Finding, ...] = plugins.call(what, _all_of(rule.find), tuple, view)
    for finding in results:
        if not isinstance(finding, Finding) or not isinstance(finding.place, tuple) or not finding.place:
            expected = "a `Finding` with a place such as ('claims', index)"
        elif not finding.message or not all(map(plugins.is_text, finding[1:])):
            expected = "a `Finding` whose message, target and hint are texts"
        else:
            continue
        raise plugins.wrong_result(what, rule.find, expected, ascii(finding))
    return results


def _all_of(find: Find) -> Callable[[CaseView], tuple[Finding, ...]]:
    @wraps(find)
    def findings(view: CaseView) -> tuple[Finding, ...]:
        return tuple(find(view))

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
    known = Names(RULES)
    for section, index, node in (*view.nodes, *_parts(view.case)):
        for k, waiver in enumerate(node.waive):
            who = f"{SINGULAR[section]} {node.id}"
            place = (section, index, "waive", k, "rule")
            if section == "evidence_items" and waiver.rule.startswith("sign-"):
                continue  # a vital sign of the item's method: known where methods are
            if section == "trees" and waiver.rule in ("risk-intolerable", "risk-unrated"):
                continue  # known where numbers are
            if waiver.rule not in RULES:
                hint = known.hint(waiver.rule)
                yield Finding(place, f"{who} waives {waiver.rule!r}, which is no rule{hint}", node.id)
            elif not RULES[waiver.rule].waivable:
                message = f"{who} waives {waiver.rule!r}, a structural rule, which cannot be waived"
                yield Finding(place, message, node.id)
