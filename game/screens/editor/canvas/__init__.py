"""The canvas of the editor."""
