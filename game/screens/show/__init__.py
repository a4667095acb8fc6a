"""Battles shown to spectators: a slim bar, a caption, a camera that follows the action."""
