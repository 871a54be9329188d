"""Numerical methods for dependability evidence; a plain library that knows nothing of cases."""
