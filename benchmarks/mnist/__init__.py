"""The papers' MNIST experiment (003 §5.4, Figs. 9 and 10), repeated as an optional run."""
