"""The training cage: duels on rotating rings (TC)."""
