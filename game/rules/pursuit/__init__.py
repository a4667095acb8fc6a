"""A chase down a rolling street: ``PU``. It lies over the classic core."""
