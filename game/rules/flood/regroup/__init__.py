"""Units out of coherency after a flood, and their way back to it (FF-19 to FF-24)."""
