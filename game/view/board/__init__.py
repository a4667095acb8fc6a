"""The board as it is painted once: ground, walls, water and light, in tiles that are kept."""
