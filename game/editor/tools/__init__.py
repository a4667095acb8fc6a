"""Mouse tools of the editor."""
