"""What the dock at the right of the editor holds, one tab at a time."""
