"""Who accepts something, and whether what stands there is an acceptance."""
