"""The command replay."""

from __future__ import annotations

import argparse
import sys

from game.cli.windows import in_window
from game.content.save_format import load_save
from game.rules.battles import battle_of
from game.rules.saving import verify


def replay(args: argparse.Namespace) -> int:
    """Show a saved game; with ``--verify`` only check that it replays identically."""
    save = load_save(args.file)
    battle = battle_of(save)
    if not args.verify:
        return in_window("replay", save)
    if no := verify(save, battle.rules(), battle.opening):
        print(f"{args.file}: {no}", file=sys.stderr)
        return 1
    print(f"{args.file}: verified: all {len(save.answers)} choices give the same result")
    return 0
