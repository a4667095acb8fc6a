"""The training cage: a duel on a round floor of turning rings."""
