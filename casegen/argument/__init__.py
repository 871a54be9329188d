"""The meaning of an argument: rules, status, confidence, repairs, patterns.

What is named here is imported at its first use: a status needs no rule and no pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casegen.argument.confidence import Confidence, PremiseDependence, confidence
from casegen.argument.status import StatusResult, status
from casegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from casegen.argument.checking import RULES, check
    from casegen.argument.fix_sets import Repair, WeakLink, met_at_zero, repairs, weakest_links
    from casegen.argument.patterns.hazard_step import (
        HazardStep,
        hazard_step,
        keep_in_step,
        start_hazard_module,
    )
    from casegen.argument.patterns.instantiation import Instance, instantiate
    from casegen.argument.patterns.library import find_pattern, library
    from casegen.argument.patterns.new_case import new_case
    from casegen.argument.patterns.pattern import Pattern
    from casegen.argument.patterns.upgrade import PatternChange, upgrade
    from casegen.argument.rule import Rule
    from casegen.argument.sarif import to_sarif

__all__ = [
    "RULES", "Confidence", "HazardStep", "Instance", "Pattern", "PatternChange", "PremiseDependence", "Repair",
    "Rule", "StatusResult", "WeakLink", "check", "confidence",
    "find_pattern", "hazard_step", "instantiate", "keep_in_step", "library", "met_at_zero",
    "new_case", "repairs",
    "start_hazard_module", "status", "to_sarif", "upgrade", "weakest_links",
]  # fmt: skip

_HOMES = {
    "RULES": "checking", "check": "checking", "Rule": "rule", "to_sarif": "sarif",
    "Repair": "fix_sets", "WeakLink": "fix_sets", "met_at_zero": "fix_sets",
    "repairs": "fix_sets", "weakest_links": "fix_sets",
    "HazardStep": "patterns.hazard_step", "hazard_step": "patterns.hazard_step",
    "keep_in_step": "patterns.hazard_step", "start_hazard_module": "patterns.hazard_step",
    "Instance": "patterns.instantiation", "instantiate": "patterns.instantiation",
    "find_pattern": "patterns.library", "library": "patterns.library", "new_case": "patterns.new_case",
    "Pattern": "patterns.pattern", "PatternChange": "patterns.upgrade", "upgrade": "patterns.upgrade",
}  # fmt: skip
"""module of each name"""

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
