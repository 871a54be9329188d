"""What a record of the field says against itself."""
