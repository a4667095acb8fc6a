"""The screens that fill the window."""
