"""What a sentence says happens or fails, held against the event of a tree or the failure that a record counts."""
