"""Floor 5: a small retained toolkit: a widget is painted only when something of it changed."""
