"""``situation`` and ``replay``: commands that are given a game, or a moment of one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.cli.window import shown
from game.content.event_json import event_to_dict, to_json
from game.content.save_format import SavedGame, load_save
from game.content.situation_format import load_situation
from game.rules.battles import battle_of
from game.rules.restoring import verify
from game.rules.situation_runner import play_situation


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
                print(to_json(event_to_dict(event)))
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


def _shown(save: SavedGame) -> int:
    from game import app  # noqa: PLC0415  loads pygame
    from game.screens.live_game import record_of_save  # noqa: PLC0415  only the window needs it
    from game.screens.replay import ReplayScreen  # noqa: PLC0415  loads pygame
    from game.screens.sandbox_screen import battle_screen  # noqa: PLC0415  loads pygame

    return shown(lambda: app.run(ReplayScreen(record_of_save(save), battle_screen)))
