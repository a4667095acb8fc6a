"""Drawing of the table, and playback of events."""
