"""Playback of events: motion and short effects."""
