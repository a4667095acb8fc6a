"""What happened, played back: who is on the way, and what is seen for a moment."""
