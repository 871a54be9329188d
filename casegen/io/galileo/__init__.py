"""Fault trees in the Galileo format, read and written."""
