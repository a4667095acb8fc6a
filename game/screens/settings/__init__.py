"""The settings: what the user likes, page by page."""
