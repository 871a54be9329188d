"""The exact core: the compiled kernels, decision diagrams, cut sets, and the check that no wrong number leaves."""
