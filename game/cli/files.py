"""``check``, ``fmt``, ``situation`` and ``replay``: commands that are given files."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from game.cli.battles import shown
from game.content.armouries import load_armoury
from game.content.carrier import carries_map
from game.content.eventjson import plain, written
from game.content.faults import Fault, UnusableFile
from game.content.lessons import load_lesson
from game.content.library import DISK
from game.content.maps import Findings, format_map
from game.content.pages import load_page
from game.content.rosters import load_roster
from game.content.saves import Save, load_save
from game.content.situations import load_situation
from game.rules.battles import battle_of, check_board, check_scenario
from game.rules.restoring import restore
from game.rules.situations import play_situation
from game.rules.verifying import verify

SIGNS: Mapping[str, str] = {
    "card": "lesson",
    "lead": "page",
    "side": "scenario",
    "mission": "scenario",
    "armoury": "roster",
    "profile": "armoury",
    "clauses": "situation",
}
"""What kind of TOML file it is, by a key that only this kind has; the first that fits."""

DOORS: Mapping[str, Callable[[str], Any]] = {
    "armoury": load_armoury,
    "roster": load_roster,
    "scenario": check_scenario,
    "situation": load_situation,
    "lesson": load_lesson,
    "page": load_page,
}


def check(args: argparse.Namespace) -> int:
    """Print one line for each fault of each file; return 1 if there is any.

    What an author may not have meant is printed too, as a warning: it is no fault.
    """
    found = 0
    for path in args.files:
        faults, warnings = _findings(path)
        for line in (*faults, *(f"warning: {warning}" for warning in warnings)):
            print(f"{path}: {line}")
        found += len(faults)
    if not found:
        many = len(args.files)
        print(f"{many} {'file is' if many == 1 else 'files are'} in order")
    return 1 if found else 0


def _findings(path: Path) -> Findings:
    try:
        match path.suffix:
            case ".tmj":
                return check_board(path)
            case ".toml":
                return Findings(_toml_faults(path), [])
            case ".png" if carries_map(path):
                return check_board(path)
            case ".undertow" | ".png":
                return Findings(_save_faults(path), [])
            case _:
                reason = "is no map (.tmj, .png), no .toml file and no save (.undertow, .png)"
                return Findings([Fault("", reason)], [])
    except UnusableFile as error:
        return Findings(error.faults, [])


def _save_faults(path: Path) -> list[Fault]:
    save = load_save(path)
    battle = battle_of(save)
    restore(save, battle.rules(), battle.opening)
    return []


def _toml_faults(path: Path) -> list[Fault]:
    name = str(path.resolve())
    try:
        told = tomllib.loads(DISK.read(name))
    except ValueError as error:
        return [Fault("", f"is not TOML: {error}")]
    kind = next((kind for key, kind in SIGNS.items() if key in told), None)
    # A situation has clauses too, but neither sides nor profiles of its own.
    kind = "situation" if "expect" in told or "dice" in told else kind
    if kind is None:
        return [Fault("", "is no armoury, roster, scenario, situation, lesson or page")]
    DOORS[kind](name)
    return []


def fmt(args: argparse.Namespace) -> int:
    """Bring maps into canonical form; with ``--check`` return 1 if one is not in it."""
    changed = [path for path in args.files if format_map(path, check=args.check)]
    for path in changed:
        print(f"{path}: {'is not in canonical form' if args.check else 'formatted'}")
    return 1 if args.check and changed else 0


def situation(args: argparse.Namespace) -> int:
    """Play situations; return 1 if an expectation fails."""
    failed = 0
    for name in args.files:
        opened = load_situation(str(Path(name).resolve()))
        outcome = play_situation(opened)
        failed += bool(outcome.faults)
        for fault in outcome.faults:
            print(f"{name}: {fault}", file=sys.stderr if args.json else sys.stdout)
        if args.json:
            for event in outcome.session.game.story if outcome.session else ():
                print(written(plain(event)))
        elif not outcome.faults:
            print(f"{name}: {opened.situation.title}")
    return 1 if failed else 0


def replay(args: argparse.Namespace) -> int:
    """Show a saved game again; with ``--verify`` only see whether it comes out the same."""
    save = load_save(args.file)
    battle = battle_of(save)
    if not args.verify:
        return _shown(save)
    if no := verify(save, battle.rules(), battle.opening):
        print(f"{args.file}: {no}", file=sys.stderr)
        return 1
    print(f"{args.file}: {len(save.answers)} answers tell the same story")
    return 0


def _shown(save: Save) -> int:
    from game import app  # noqa: PLC0415  loads pygame
    from game.screens.replay import ReplayScreen  # noqa: PLC0415  loads pygame
    from game.screens.sandbox.screen import battle_screen  # noqa: PLC0415  loads pygame
    from game.screens.story import story_of_save  # noqa: PLC0415  only the window needs it

    return shown(lambda: app.run(ReplayScreen(story_of_save(save), battle_screen)))
