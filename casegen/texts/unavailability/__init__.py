"""Sentences that an unavailability may answer: a state at a moment, on a demand, on average."""
