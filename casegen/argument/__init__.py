"""The meaning of an argument: rules, status, confidence, repairs, patterns."""

from casegen.argument.checking import check
from casegen.argument.confidence import Confidence, Dependence, confidence
from casegen.argument.repair import Repair, WeakLink, repairs, weakest_links
from casegen.argument.rule import RULES, Rule
from casegen.argument.sarif import to_sarif
from casegen.argument.status import StatusResult, status

__all__ = [
    "RULES",
    "Confidence",
    "Dependence",
    "Repair",
    "Rule",
    "StatusResult",
    "WeakLink",
    "check",
    "confidence",
    "repairs",
    "status",
    "to_sarif",
    "weakest_links",
]
