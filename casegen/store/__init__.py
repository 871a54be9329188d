"""The evidence store: content-addressed results, provenance, staleness, the lock file."""
