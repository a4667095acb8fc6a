"""The story as it is shown and told: play-back, the log, and back from it to the board."""
