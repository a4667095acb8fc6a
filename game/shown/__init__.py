"""The contents of the window, computed without one."""
