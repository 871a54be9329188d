"""Assurance cases as code, with measured evidence."""

__version__ = "0.1.0"
