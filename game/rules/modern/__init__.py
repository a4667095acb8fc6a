"""The modern core (MC-01 to MC-28)."""
