"""Films of recorded games, as videos with sound or animated pictures."""
