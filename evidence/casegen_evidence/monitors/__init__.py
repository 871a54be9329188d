"""Runtime monitors of learned components: what they gain, what they leave, what they cost (paper 004)."""
