"""Dependability metrics of neural networks (paper 002): eight metrics, their gaps, and what they do not show."""
