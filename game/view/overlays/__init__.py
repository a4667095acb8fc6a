"""What is drawn over the board: overlays, tags on bases, arrows that drift."""
