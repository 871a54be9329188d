"""What a table says against itself: rows, columns and cells that a person should look at."""
