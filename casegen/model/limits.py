"""The most that an option or argument may ask for; more is a slip of the hand, or more than a machine holds."""

from __future__ import annotations

MOST_TRIALS = 10**8
"""trials of an uncertainty analysis: 0.8 GB of results"""
MOST_JOBS = 4096
"""processes"""
MOST_NODES = 10**12
"""nodes of a decision diagram"""
MOST_FINDINGS = 10**6
"""findings of one rule of an installed package: one that never ends is refused"""
MOST_TEXTS = 2**16
"""texts whose reading is remembered: several readings of a case with more would each read all of them anew"""
