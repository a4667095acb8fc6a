"""Floor 7: maps as they are drawn. What is drawn on the screen is told as data, not painted."""
