"""Underwater camera frames with known truth: scenes, renderer, networks, and evidence about them (after paper 003 §6).

A stand-in for the paper's tank and simulator: six assets, an explicit operational profile, and frames drawn by a
program, so that every probability that evidence bounds can also be simulated.
"""
