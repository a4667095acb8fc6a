"""Small panels over the board: the aim of the battle, the small map, odds."""
