"""Map files on disk: locks, autosaves, conflicts."""
