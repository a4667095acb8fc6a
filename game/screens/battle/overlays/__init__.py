"""What is laid over the board: sheets of the glass, rings, what may come."""
