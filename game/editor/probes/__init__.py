"""What would happen on the map that is drawn: floods, rolls, drifts, sight, setting up."""
