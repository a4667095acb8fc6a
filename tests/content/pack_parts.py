"""A small pack made of shipped files, and zips with anything in them."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from game.content.packs.pack_layout import MANIFEST
from game.content.packs.pack_library import place_of_pack
from game.content.packs.pack_writing import packed
from game.content.user_files import DISK
from tests.tools.texts import edited

MANIFEST_TEXT = """format = 1
name = "river-war"
title = "The river war"
author = "A tester"
licence = "CC0-1.0"
description = "Two patrols at a river."
"""
GUARD = """title = "River guard"
armoury = "guns"

[[unit]]
id = "guard"
name = "Guard"

[[unit.model]]
profile = "warden"
icon = "hawk"
count = 5
"""
HAWK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0 9 9 0 9"/></svg>'
)


def texts() -> dict[str, str]:
    """Return the files of the pack: a map, an armoury, a roster, a scenario, an icon."""
    scenario = DISK.read("assets/scenarios/combat_patrol.toml")
    at = scenario.index("maps = ["), scenario.index("]", scenario.index("maps = [")) + 1
    scenario = edited(scenario, {scenario[slice(*at)]: 'maps = ["yard", "old-quarter"]'})
    scenario = edited(scenario, {'map = "ruined-crossing"': 'map = "yard"'})
    return {
        MANIFEST: MANIFEST_TEXT,
        "maps/yard.tmj": DISK.read("maps/ruined-crossing.tmj"),
        "armouries/guns.toml": edited(
            DISK.read("assets/armouries/classic.toml"), {"rifle": "musket"}
        ),
        "rosters/guard.toml": GUARD,
        "scenarios/crossing.toml": edited(scenario, {'"wardens-patrol"': '"guard"'}),
        "icons/hawk.svg": HAWK,
    }


def pack_bytes(changes: Mapping[str, str | bytes | None] = {}) -> bytes:
    """Return the pack with some files changed, added, or, where they are None, left out."""
    files = {**texts(), **changes}
    return packed(
        {
            name: data if isinstance(data, bytes) else data.encode()
            for name, data in files.items()
            if data is not None
        }
    )


def keep(raw: bytes, name: str = "river-war") -> Path:
    """Put a pack into the user's folder as if it had been copied there."""
    path = place_of_pack(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def zip_of(*entries: tuple[str | ZipInfo, bytes], method: int = ZIP_DEFLATED) -> bytes:
    """Return a zip of entries in this order, which may be anything."""
    into = BytesIO()
    with ZipFile(into, "w", method) as zip_file:
        for name, data in entries:
            zip_file.writestr(name, data)
    return into.getvalue()
