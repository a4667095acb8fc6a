"""Automatic fixes: functions from a map to a repaired map."""
