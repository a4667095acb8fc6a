"""The opening of campaigns."""

from __future__ import annotations

from game.content.campaign_files import load_campaign
from game.content.campaign_saves import begun, load_ongoing, place_of
from game.content.save_format import HUMAN
from game.rules.campaigns import check_campaign
from game.screens.live_game import random_seed
from game.screens.screen import Destination


def campaign_in_progress(name: str) -> Destination:
    """Return the screen of a campaign by its name in saves; raise UnusableFile."""
    ongoing = load_ongoing(place_of(name))
    ongoing.campaign()  # The pack that it is from may be missing.
    return Destination("campaign", ongoing, name)


def new_campaign(name: str) -> Destination:
    """Return the screen of a campaign that has not begun; raise UnusableFile."""
    campaign = load_campaign(name)
    check_campaign(campaign)
    one, other = campaign.sides
    ongoing = begun(campaign, random_seed(), {one: HUMAN, other: "steady"})
    return Destination("campaign", ongoing)
