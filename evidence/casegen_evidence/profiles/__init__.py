"""What labelled data say of another operational profile: tests of likeness, strata of it, and limits restated by them."""

from casegen_evidence.profiles.restatement import DensityRatio, KnownShares, Restated, Restatement, restate
from casegen_evidence.profiles.strata import Strata, stratify
from casegen_evidence.profiles.two_sample import Scan, scan

__all__ = [
    "DensityRatio",
    "KnownShares",
    "Restated",
    "Restatement",
    "Scan",
    "Strata",
    "restate",
    "scan",
    "stratify",
]
