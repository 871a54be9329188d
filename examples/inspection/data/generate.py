"""Make birth-frames.csv: labelled draws of an operational profile whose density and labels are known.

Run it with `python examples/inspection/data/generate.py`; the file it writes is the one that ships.
"""

from pathlib import Path

from casegen_evidence.ram.problems import underwater_assets, write_csv

if __name__ == "__main__":
    write_csv(underwater_assets(), Path(__file__).with_name("birth-frames.csv"), n=6_000, seed=20261121)
