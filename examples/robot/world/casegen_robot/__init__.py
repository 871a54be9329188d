"""The gripping robot of paper 000 §III, simulated: its task, its network, its tests and its safety function."""
