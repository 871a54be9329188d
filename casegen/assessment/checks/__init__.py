"""Checks of a case before a number is computed."""
