"""The tabs of the editor's dock."""
