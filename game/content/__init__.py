"""Floor 3: what comes in from files and goes out to them, checked once at the door."""
