"""Gates: the structure of a tree as numbers, its dimensions, the trees of scenarios."""
