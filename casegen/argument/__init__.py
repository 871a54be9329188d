"""The meaning of an argument: rules, status, confidence, repairs, patterns."""

from casegen.argument.checking import check
from casegen.argument.confidence import Confidence, PremiseDependence, confidence
from casegen.argument.fix_sets import Repair, WeakLink, repairs, weakest_links
from casegen.argument.patterns.hazard_step import HazardStep, hazard_step, keep_in_step, start_hazard_module
from casegen.argument.patterns.instantiation import Instance, instantiate
from casegen.argument.patterns.library import find_pattern, library
from casegen.argument.patterns.new_case import new_case
from casegen.argument.patterns.pattern import Pattern
from casegen.argument.patterns.upgrade import PatternChange, upgrade
from casegen.argument.rule import RULES, Rule
from casegen.argument.sarif import to_sarif
from casegen.argument.status import StatusResult, status

__all__ = [
    "RULES", "Confidence", "HazardStep", "Instance", "Pattern", "PatternChange", "PremiseDependence", "Repair",
    "Rule", "StatusResult", "WeakLink", "check", "confidence",
    "find_pattern", "hazard_step", "instantiate", "keep_in_step", "library", "new_case", "repairs",
    "start_hazard_module", "status", "to_sarif", "upgrade", "weakest_links",
]  # fmt: skip
