"""Reliability assessment model (RAM): the pmi of a classifier with a bound that covers (paper 003 §5)."""
