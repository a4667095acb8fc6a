"""Properties of Unicode text of any script: letters, columns and directions."""
