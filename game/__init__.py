"""A tabletop for wargames: rules, bots, maps and the window to play in."""
