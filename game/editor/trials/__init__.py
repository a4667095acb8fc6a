"""Games that bots play on the map that is being drawn, beside whoever draws it."""
