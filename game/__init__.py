"""Undertow: rules, bots, map editor and window of a tabletop skirmish sandbox."""

__version__ = "0.9.0"
