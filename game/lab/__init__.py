"""Floor 6: many games without a window, and what can be learnt from them."""
