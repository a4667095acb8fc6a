"""The commands check and fmt."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK
from game.content.maps import MapFindings, format_map
from game.content.parsing import parse_toml
from game.content.png_payload import has_map
from game.content.save_format import load_save
from game.play.lazy_imports import EntryPoints
from game.rules.battles import battle_of, check_board
from game.rules.restoring import restore

SIGNS: Mapping[str, str] = {
    "card": "lesson",
    "lead": "page",
    "battle": "campaign",
    "side": "scenario",
    "mission": "scenario",
    "armoury": "roster",
    "profile": "armoury",
    "clauses": "situation",
}
"""What kind of TOML file it is, by a key that only this kind has; the first that fits."""

DOORS: Mapping[str, Callable[[str], Any]] = EntryPoints(
    {
        "armoury": "game.content.armouries:load_armoury",
        "roster": "game.content.rosters:load_roster",
        "scenario": "game.rules.battles:check_scenario",
        "campaign": "game.rules.campaigns:check_campaign_file",
        "situation": "game.content.situation_format:load_situation",
        "lesson": "game.content.learning:load_lesson",
        "page": "game.content.learning:load_page",
    }
)


def check(args: argparse.Namespace) -> int:
    """Print one line for each fault of each file; return 1 if there is any.

    What an author may not have meant is printed too, as a warning: it is no fault.
    """
    found = 0
    for path in args.files:
        faults, warnings = findings(path)
        for line in (*faults, *(f"warning: {warning}" for warning in warnings)):
            print(f"{path}: {line}")
        found += len(faults)
    if not found:
        many = len(args.files)
        print(f"{many} {'file is' if many == 1 else 'files are'} in order")
    return 1 if found else 0


def findings(path: Path) -> MapFindings:
    """Return all that is wrong with a file, of whatever kind it is."""
    try:
        match path.suffix:
            case ".tmj":
                return check_board(path)
            case ".toml":
                return MapFindings(_toml_faults(path), [])
            case ".png" if has_map(path):
                return check_board(path)
            case ".undertow" | ".png":
                return MapFindings(_save_faults(path), [])
            case _:
                reason = "is no map (.tmj, .png), no .toml file and no save (.undertow, .png)"
                return MapFindings([Fault("", reason)], [])
    except UnusableFile as error:
        return MapFindings(error.faults, [])


def _save_faults(path: Path) -> list[Fault]:
    save = load_save(path)
    battle = battle_of(save)
    restore(save, battle.rules(), battle.opening)
    return []


def _toml_faults(path: Path) -> list[Fault]:
    name = str(path.resolve())
    try:
        told = parse_toml(DISK.read(name), str(path))
    except UnusableFile as error:
        return error.faults
    kind = next((kind for key, kind in SIGNS.items() if key in told), None)
    # A situation has clauses too, but neither sides nor profiles of its own.
    kind = "situation" if "expect" in told or "dice" in told else kind
    if kind is None:
        return [
            Fault("", "is no armoury, roster, scenario, campaign, situation, lesson or page")
        ]
    DOORS[kind](name)
    return []


def fmt(args: argparse.Namespace) -> int:
    """Bring maps into canonical form; with ``--check`` return 1 if one is not in it."""
    changed = [path for path in args.files if format_map(path, check=args.check)]
    for path in changed:
        print(f"{path}: {'is not in canonical form' if args.check else 'formatted'}")
    return 1 if args.check and changed else 0
