"""Who accepted an assumption, as far as that counts."""

from __future__ import annotations

from casegen.argument.acceptance import is_accepted, objection
from casegen.model.argument import Claim, ContextNode
from casegen.model.case import Case


def accepted_by(node: Claim | ContextNode, case: Case) -> tuple[str, str]:
    """The name, empty where nobody accepted it; and why what stands there does not count, empty where nothing does."""
    return (node.accepted_by, "") if is_accepted(node, case) else ("", objection(node, case))
