"""The flash flood module (FF)."""
