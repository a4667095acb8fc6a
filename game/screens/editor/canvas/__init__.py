"""The board of the editor: what lies on it, what a tool shows, pan and zoom."""
