"""The sandbox table in the window: the box of models to drag from, and tools."""
