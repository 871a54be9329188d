"""Numbers that other programs report: test results, code coverage, and a measure computed elsewhere."""
