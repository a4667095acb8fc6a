"""The page that a question about how to play leads to."""

from __future__ import annotations

from game.content.how_to_pages import has_page
from game.screens.screen import Destination


def how_to_play(scenario: str) -> Destination:
    """Return the how-to-play page of a scenario, or the help screen if it has none."""
    return Destination("how to play", scenario) if has_page(scenario) else Destination("help")
