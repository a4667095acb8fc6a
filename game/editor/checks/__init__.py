"""What is wrong with a map while it is drawn, where, and what would mend it."""
