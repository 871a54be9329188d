"""Bounds from records of demands, missions or operating hours: the evidence that most components have."""
