"""Numbers that texts state, and what they count: shares, rates, probabilities, sizes with their units."""
