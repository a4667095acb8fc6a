"""The command situation."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.content.event_json import event_to_dict, to_json
from game.content.faults import first_lines
from game.content.situations.situation_files import load_situation
from game.rules.situation_runner import play_situation


def situation(args: argparse.Namespace) -> int:
    """Play situations; return 1 if an expectation fails."""
    failed = 0
    for name in args.files:
        opened = load_situation(str(Path(name).resolve()))
        outcome = play_situation(opened)
        failed += bool(outcome.faults)
        for fault in first_lines([str(fault) for fault in outcome.faults]):
            print(f"{name}: {fault}", file=sys.stderr if args.json else sys.stdout)
        if args.json:
            for event in outcome.session.game.story if outcome.session else ():
                print(to_json(event_to_dict(event)))
        elif not outcome.faults:
            print(f"{name}: {opened.situation.title}")
    return 1 if failed else 0
