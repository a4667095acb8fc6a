"""Campaigns in the window: ``MI-06``."""
