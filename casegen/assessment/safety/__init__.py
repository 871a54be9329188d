"""The computed safety analysis: measures against risk, the risk matrix, and its tables."""
