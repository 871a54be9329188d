"""The words of a case as immutable pydantic models; no I/O, no computation."""
