"""What mends what the checks found: from one map to the next."""
