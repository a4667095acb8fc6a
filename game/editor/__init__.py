"""The map editor without its window: everything drawn on screen is described as data."""
