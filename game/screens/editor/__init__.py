"""Where maps are drawn: the canvas, what stands around it, and its dialogs."""
