"""A battle as a page for a browser."""
