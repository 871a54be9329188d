"""Three simulated worlds with runtime monitors (paper 004 §III): a brake, door numbers, emergency landings."""
