"""Generator of sewers: symmetric corridors that can flood."""
