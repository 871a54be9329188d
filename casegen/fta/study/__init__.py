"""Studies of a tree: uncertainty, sensitivity, the curve over time, allocation."""
