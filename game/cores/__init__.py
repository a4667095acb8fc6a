"""The kit and the two cores that every rule system stands on."""
