"""The steady bot in the classic core."""
