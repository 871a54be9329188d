"""What a cited document says of itself: its state, its date, its verdict, and what of it failed."""
