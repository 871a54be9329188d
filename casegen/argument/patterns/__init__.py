"""Argument patterns: shipped templates, their parameters, and the nodes that are made from them."""
