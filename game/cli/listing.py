"""The command list."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import PurePath
from pkgutil import resolve_name
from typing import Any, TypeAlias

from game.bots.registry import POLICIES
from game.bots.steady.personalities import load_personality, personality_names
from game.content.armouries.armoury_library import load_armoury
from game.content.campaign_files import campaign_names, load_campaign
from game.content.detachments import points_of
from game.content.faults import UnusableFile
from game.content.file_words import named
from game.content.library_kinds import (
    ARMOURY,
    BOT,
    CAMPAIGN,
    MAP,
    ROSTER,
    SCENARIO,
    LibraryKind,
)
from game.content.map_heads import MapHead, head_of
from game.content.packs.pack_library import kept_packs
from game.content.rosters import load_roster
from game.content.scenarios import load_scenario, scenario_names
from game.content.user_files import DISK
from game.rules import PLAYED
from game.table.records import many
from game.text.columns import padded

COLUMN = 20
"""Width of the column of ids."""
Description: TypeAlias = dict[str, Any]


def listed(args: argparse.Namespace) -> int:
    """List all that can be played and all packs, or the phases of a scenario."""
    if args.phases is not None:
        diagrams: Callable[[str], str] = resolve_name("game.cli.phase_diagrams:diagrams")
        print(diagrams(args.phases))
        return 0
    faulty = [name for name in personality_names() if name not in POLICIES]
    there_is = {
        "bots": _all(_bot, BOT, [*POLICIES, *faulty]),
        "scenarios": _all(_scenario, SCENARIO, scenario_names()),
        "campaigns": _all(_campaign, CAMPAIGN, campaign_names()),
        "maps": _all(_map, MAP, DISK.names(MAP)),
        "rosters": _all(_roster, ROSTER, DISK.names(ROSTER)),
        "armouries": _all(_armoury, ARMOURY, DISK.names(ARMOURY)),
        "packs": _packs(),
    }
    if args.json:
        print(json.dumps(there_is, ensure_ascii=False, indent=1))
        return 0
    for kind, things in there_is.items():
        print(f"{kind.capitalize()}:")
        for thing in things:
            print(f"  {padded(thing['id'], COLUMN)} {thing['about']}")
            if options := thing.get("options"):
                print(f"  {' ' * COLUMN} options: {', '.join(options)}")
            if file := thing.get("file"):
                print(f"  {' ' * COLUMN} {file}")
    return 0


def _all(
    describe: Callable[[str], Description], kind: LibraryKind, names: Iterable[str]
) -> list[Description]:
    """Return the descriptions of files, or the reasons why they cannot be used.

    Those of the user's own files have their paths.
    """
    found = list[Description]()
    for name in names:
        try:
            thing = describe(name)
        except UnusableFile as error:
            about = f"cannot be used: {error.faults[0]}"
            thing = {"id": name, "about": about, "fault": str(error)}
        origin = DISK.origin(named(name, kind))
        found.append(thing | ({"file": origin} if origin else {}))
    return found


def _packs() -> list[Description]:
    """Return the descriptions of all packs; a faulty one states its reason."""
    found = list[Description]()
    for name, pack in kept_packs().items():
        if isinstance(pack, UnusableFile):
            about = f"cannot be used: {pack.faults[0]}"
            found.append({"id": name, "about": about, "fault": str(pack), "file": pack.file})
        else:
            title, author = pack.manifest.title, pack.manifest.author
            about = title + (f", by {author}" if author else "")
            found.append({"id": name, "title": title, "about": about, "file": str(pack.path)})
    return found


def _bot(name: str) -> Description:
    if name not in POLICIES:
        load_personality(name)  # raises the reason
    described = POLICIES.described(name)
    return {"id": name, "title": described.label, "about": described.note}


def _scenario(name: str) -> Description:
    s = load_scenario(name, PLAYED)
    sides = " against ".join(side.name for side in s.sides)
    return {
        "id": s.id,
        "title": s.title,
        "about": f"{s.title}: {sides}, about {s.minutes} minutes",
        "blurb": s.blurb,
        "system": s.system,
        "map": s.map,
        "maps": s.maps,
        "sides": [side.id for side in s.sides],
        "rosters": {side.id: side.rosters for side in s.sides},
        "rules": s.rules,
        "options": {
            id_: {"default": o.default, "about": o.label} for id_, o in s.options.items()
        },
    }


def _campaign(name: str) -> Description:
    c = load_campaign(name)
    sides = " against ".join(c.names.values())
    return {
        "id": c.id,
        "title": c.title,
        "about": f"{c.title}: {sides}, {many(len(c.stages), 'battle')}",
        "blurb": c.blurb,
        "battles": [{"id": s.id, "scenario": s.scenario} for s in c.stages.values()],
    }


def _map(name: str) -> Description:
    head = _head(name)
    title = head.title or PurePath(name).stem
    size = f'{head.width:g}" × {head.height:g}"'
    markers = f", {many(head.markers, 'marker')}" if head.markers else ""
    return {
        "id": name,
        "title": title,
        "about": f"{title}: {size}{markers}",
        "width": head.width,
        "height": head.height,
    }


def _head(name: str) -> MapHead:
    """Return the head of a map; raise UnusableFile.

    Shipped maps are valid. Others may have faults, so that they are read as a whole.
    """
    file = named(name, MAP)
    if DISK.is_bundled(file):
        return head_of(DISK.read(file))
    checked_head: Callable[[str], MapHead] = resolve_name(
        "game.content.maps.map_library:checked_head"
    )
    return checked_head(name)


def _roster(name: str) -> Description:
    roster = load_roster(name)
    models = sum(len(unit.models) for unit in roster.units)
    about = f"{roster.title}: {many(len(roster.units), 'unit')}, {many(models, 'model')}"
    about += f", {points_of(roster.units)} points" if roster.army else ""
    about += f"; for free play only: {roster.free}" if roster.free else ""
    return {"id": roster.id, "about": about, "system": roster.system}


def _armoury(name: str) -> Description:
    armoury = load_armoury(name)
    profiles = many(len(armoury.kinds), "profile")
    about = f"{armoury.title}: {profiles}, {many(len(armoury.weapons), 'weapon')}"
    return {"id": name, "title": armoury.title, "about": about, "system": armoury.system}
