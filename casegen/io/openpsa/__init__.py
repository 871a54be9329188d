"""Fault trees in the Open-PSA model exchange format, read and written."""
