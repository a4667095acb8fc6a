"""The prompt's panel: what is asked, and the rows that answer it."""
