"""Probabilities of basic events: their models, expressions, distributions and samples, enclosed where they round."""
