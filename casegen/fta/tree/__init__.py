"""A compiled tree and its numbers: probability, bounds, importance, rates, and the digits that may be shown."""
