"""A user map and two user rosters, all small, for a short battle."""

from __future__ import annotations

import json

from game.content import library_kinds
from game.content.own_folders import own_folder
from tests.content.drawn_maps import prop, thing, tmj

MAP = "Back yard"
FORCES = {"Wardens": "Yard guard", "Brood": "Yard pack"}
GUARD = """title = "Yard guard"
armoury = "classic"

[[unit]]
id = "guard"
name = "Guard"

[[unit.model]]
profile = "warden"
count = 6

[[unit]]
id = "gunner"
name = "Gunner"

[[unit.model]]
profile = "warden-heavy-gunner"
"""
PACK = """title = "Yard pack"
armoury = "classic"

[[unit]]
id = "pack"
name = "Pack"

[[unit.model]]
profile = "leaper"
count = 6

[[unit]]
id = "swarm"
name = "Swarm"

[[unit.model]]
profile = "skitterer"
count = 8
"""


def lay_out() -> None:
    """Write the map and the rosters to the user's folders, where the set-up finds them."""
    yard = tmj(
        thing("DeploymentZone", 1, name="north", x=0, y=0, width=960, height=288),
        thing("DeploymentZone", 2, name="south", x=0, y=608, width=960, height=288),
        thing("Objective", 3, name="well", x=480, y=448, point=True),
        thing("Wall", 4, x=128, y=400, width=160, height=16),
        width=30,
        height=28,
        properties=[prop("title", MAP)],
    )
    for folder, name, text in (
        (own_folder(library_kinds.MAP), "back-yard.tmj", json.dumps(yard)),
        (own_folder(library_kinds.ROSTER), "yard-guard.toml", GUARD),
        (own_folder(library_kinds.ROSTER), "yard-pack.toml", PACK),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
