"""Context and assumptions: where they attach, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import ASSURANCE_2, CAE, GSN
from casegen.argument.view import CaseView

FAMILY = "Context and assumptions"


@error(
    "context-attached",
    FAMILY,
    "Context attaches to claims and arguments only.",
    source=f"{CAE}; {GSN}; SCCG AR.3",
    hint="attach the context to the claim or argument that it bounds",
)
def context_attached(view: CaseView) -> Iterator[Finding]:
    """``context`` on evidence, context, sub-case, defeater or residual doubt."""
    for section, index, node in view.nodes:
        if node.context and section not in ("claims", "arguments"):
            message = f"{view.label(node.id)} has context; only claims and arguments may"
            yield Finding((section, index, "context"), message, node.id)


@error(
    "context-kind",
    FAMILY,
    "What is attached as context is a context, definition, justification or assumption.",
    source=f"{CAE}; SCCG AR.3, RD.1",
    hint="add it under `contexts:`, or link it as what it is",
)
def context_kind(view: CaseView) -> Iterator[Finding]:
    """Another kind of node under ``context``; direct links between claims have a rule of their own."""
    for section, index, node in view.nodes:
        for k, other in enumerate(node.context):
            kind = view.section(other)
            direct = section == "claims" and kind in ("claims", "evidence", "sub_cases")
            if kind not in (None, "contexts") and not direct:
                message = f"{view.label(node.id)} has {view.label(other)} as context"
                yield Finding((section, index, "context", k), message, node.id)


@error(
    "requirement-on-context",
    FAMILY,
    "Of the contexts, only an assumption can be falsified by a requirement.",
    source=ASSURANCE_2,
    hint="set `kind: assumption`, or move the requirement to a claim",
)
def requirement_on_context(view: CaseView) -> Iterator[Finding]:
    """A requirement on a context, definition or justification."""
    for index, context in enumerate(view.case.contexts):
        if context.requirement is not None and context.kind != "assumption":
            message = f"context {context.id} is a {context.kind}, but has a requirement"
            yield Finding(("contexts", index, "requirement"), message, context.id)


@warning(
    "assumption-false",
    FAMILY,
    "No part of the argument rests on an assumption found false.",
    source=f"{ASSURANCE_2}; SCCG SU.2",
    hint="argue without it, or narrow the claims that use it",
)
def assumption_false(view: CaseView) -> Iterator[Finding]:
    """Everything that uses it is challenged, sub-claims included."""
    for index, context in enumerate(view.case.contexts):
        if context.state == "false":
            message = f"{context.kind} {context.id} is false; it challenges all that use it"
            yield Finding(("contexts", index, "state"), message, context.id)


@warning(
    "assumption-unknown",
    FAMILY,
    "It is known whether an assumption holds.",
    source="SCCG SU.2, SU.10",
    hint="find out, or make it falsifiable with a `requirement:` on measured evidence",
)
def assumption_unknown(view: CaseView) -> Iterator[Finding]:
    """Until then whatever uses it is not evaluated; a requirement settles it by measurement."""
    for index, context in enumerate(view.case.contexts):
        if context.state == "unknown" and context.requirement is None:
            message = f"{context.kind} {context.id}: nobody knows whether it holds"
            yield Finding(("contexts", index, "state"), message, context.id)


@warning(
    "assumption-unmonitored",
    FAMILY,
    "An assumption has somebody who watches it, or a measurement that can falsify it.",
    source="SCCG SU.2, SU.10",
    hint="add `owner:`, or a `requirement:` that evidence can break",
)
def assumption_unmonitored(view: CaseView) -> Iterator[Finding]:
    """Neither owner nor requirement."""
    for index, context in enumerate(view.case.contexts):
        if context.kind == "assumption" and not context.owner and context.requirement is None:
            message = f"assumption {context.id} has neither an owner nor a requirement"
            yield Finding(("contexts", index), message, context.id)
