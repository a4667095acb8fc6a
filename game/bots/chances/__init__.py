"""Each side's chance to win, by a logistic model of a position's terms."""
