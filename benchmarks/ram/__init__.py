"""Benchmarks of the reliability assessment model in low dimension."""
