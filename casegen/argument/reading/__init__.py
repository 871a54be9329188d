"""Sentences held against the case they stand in, and what of it is left to be read by a person."""
