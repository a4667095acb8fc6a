"""What the mouse does on the board: a small class for each tool."""
