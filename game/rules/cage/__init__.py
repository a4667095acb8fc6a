"""The training cage: bouts on rotating rings (TC)."""
