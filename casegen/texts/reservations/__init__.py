"""Words by which a text takes back what it is there to show: weakened, unfinished, undecided, repeated otherwise."""
