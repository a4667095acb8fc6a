"""The schemas of the files that other files name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.content.armouries.armoury_library import ArmouryFile
from game.content.campaign_files import Campaign
from game.content.how_to_pages import HowToPage
from game.content.library_kinds import ARMOURY, CAMPAIGN, PAGE, ROSTER, SCENARIO, LibraryKind
from game.content.rosters import RosterFile
from game.content.scenarios import Scenario

SCHEMAS: Mapping[LibraryKind, Any] = {
    ARMOURY: ArmouryFile,
    ROSTER: RosterFile,
    SCENARIO: Scenario,
    CAMPAIGN: Campaign,
    PAGE: HowToPage,
}
"""The schema of each kind of TOML file that the user may have and that names others."""
