"""The command beside."""

from __future__ import annotations

import argparse

from game.bots.match import answers, seated
from game.cli.battles import battle_of, players_of
from game.cli.shown_battles import save_of
from game.cli.windows import in_window
from game.content.faults import UnusableFile
from game.content.save_format import SavedGame, load_save, parse_save
from game.rules.battles import Battle
from game.rules.saving import saved_text
from game.screens.live_game import record_of_save
from game.screens.side_by_side.pair import GamePair, named


def beside(args: argparse.Namespace) -> int:
    """Show two games side by side, or print where they differ; raise UnusableFile."""
    first, second = _both(args)
    if not args.headless:
        return in_window("beside", first, second)
    pair = GamePair(named(record_of_save(first)), named(record_of_save(second)))
    print(pair.parting_words)
    for result in pair.results():
        print(result)
    return 0


def _both(args: argparse.Namespace) -> tuple[SavedGame, SavedGame]:
    """Return the two games that the arguments describe; raise UnusableFile."""
    if save := save_of(args):
        if args.against or args.other is None:
            raise UnusableFile(args.thing, [("", "is a save: name a second one beside it")])
        return save, load_save(args.other)
    if args.other is not None or not args.against:
        reason = "is a scenario: name the bots of the second game by --against C,D"
        raise UnusableFile(args.thing, [("", reason)])
    battle = battle_of(args)
    players = players_of(args, people=False)
    args.players = args.against
    return _played(battle, players), _played(battle, players_of(args, people=False))


def _played(battle: Battle, names: tuple[str, str]) -> SavedGame:
    """Return a battle that two bots play to its end."""
    session, seats = battle.session(), seated(battle.opening.sides, names)
    for _ in answers(session, seats):
        pass
    header = battle.header({str(side): name for side, name in seats.names.items()})
    return parse_save(saved_text(session, header), battle.scenario.title)
