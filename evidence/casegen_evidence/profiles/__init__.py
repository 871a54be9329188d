"""What labelled data say of another operational profile: tests of likeness, strata of it, and limits restated by them."""
