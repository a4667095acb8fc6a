"""Generator of sewers."""
