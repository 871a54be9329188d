"""Bind evidence to events and claims, propagate, evaluate requirements, compute every claim's status."""
