"""The training cage: a duel on turning rings (rulebook: training-cage.md)."""
