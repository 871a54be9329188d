"""The meaning of an argument: rules, status, patterns."""

from casegen.argument.checking import check
from casegen.argument.rule import RULES, Rule
from casegen.argument.status import StatusResult, status

__all__ = ["RULES", "Rule", "StatusResult", "check", "status"]
