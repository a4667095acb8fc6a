"""The battles that pictures show, from saves or played by bots."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from game.bots.protocol import run_to_completion
from game.bots.registry import policy
from game.cli.battles import battle_of, players_of
from game.content.faults import UnusableFile
from game.content.file_lookup import has_ending
from game.content.save_format import ENDING, HUMAN, SavedGame, load_save
from game.play.session import Session
from game.screens.live_game import (
    RecordedGame,
    record_of_live_game,
    record_of_save,
    rounds_begun,
    start_game,
)
from game.shown.answer_motives import Motives
from game.table.events import Event
from game.table.records import many


def save_of(args: argparse.Namespace) -> SavedGame | None:
    """Return the save that the arguments name; None if they name a scenario."""
    path = Path(args.thing)
    if not has_ending(path.name, ENDING, ".png"):
        args.scenario, args.players = args.thing, args.players or "steady,steady"
        return None
    said = [f"--{n}" for n in ("seed", "map", "players") if getattr(args, n) is not None]
    said += [f"--{n}" for n in ("option", "roster") if getattr(args, n)]
    if said:
        words = ", ".join(said)
        raise UnusableFile(words, [("", "is fixed by the save")])
    return load_save(path)


def recorded(args: argparse.Namespace, turn: int | None) -> RecordedGame:
    """Return the game that the arguments describe; of a scenario up to the end of a turn.

    Without a turn, bots play to the end.
    """
    if save := save_of(args):
        return record_of_save(save)
    live_game = start_game(battle_of(args), (HUMAN, HUMAN))
    names, end = players_of(args, people=False), turn + 1 if turn else None
    play_until(live_game.session, names, end, live_game.motives)
    return record_of_live_game(live_game)


def play_until(
    session: Session, names: Sequence[str], turn: int | None, motives: Motives | None = None
) -> None:
    """Let bots play until a turn has begun, or to the end; note their *motives*."""
    bots = dict(zip(session.table.sides, map(policy, names), strict=True))
    while (asked := session.pending) and (turn is None or session.table.clock.round < turn):
        count = len(session.game.story)
        found = run_to_completion(bots[asked.by].reasoned(session))
        session.answer(found.answer)
        if motives:
            motives.note(asked, session.table, count, found.motive)


def events_of_turn(story: Sequence[Event], turn: int) -> tuple[int, int]:
    """Return the numbers of events before a game turn and before the next one.

    Each includes the event that begins the turn. Raise UnusableFile if there is no such turn.
    """
    begun = rounds_begun(story)
    if turn not in begun:
        raise UnusableFile(
            "--turn", [("", f"the game has only {many(max(begun, default=0), 'turn')}")]
        )
    return begun[turn], begun.get(turn + 1, len(story))
