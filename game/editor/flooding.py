"""Whether the flood comes when a map is tried: ``FF-25``."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from game.content.faults import UnusableFile
from game.content.maps import MapFile
from game.content.maps.spot_classes import FloodOrigin
from game.content.scenarios import load_scenario
from game.lab.trial_game import Setup
from game.rules.catalog import PLAYED

FLOOD = "flood"


def as_drawn(setup: Setup, mapfile: MapFile) -> Setup:
    """Return what is tried, with the flood where the map says where it comes from.

    ``FF-25``  Only a scenario that leaves it open is asked, and only if the water could come;
    the checks say why it cannot.
    """
    origin = any(isinstance(one.what, FloodOrigin) for _, one in mapfile.objects())
    if origin and FLOOD in load_scenario(setup.scenario, PLAYED).options:
        wet = replace(setup, options={**setup.options, FLOOD: True})
        with suppress(UnusableFile):
            wet.battle(1)
            return wet
    return setup
