"""Floor 8: what fills the window: title, set-up, battle, replay, result."""
