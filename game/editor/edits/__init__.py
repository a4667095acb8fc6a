"""What can be done to a map: functions from one map to the next."""
