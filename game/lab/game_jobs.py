"""Games of an experiment, which any computer can play."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from game.bots.match import Match, seated
from game.lab.experiments import CellSetup, unpacked
from game.lab.game_records import GameRecord, packed, play_record, recorded
from game.lab.heat_maps import Heat, heat_of
from game.lab.matches import LostGameError
from game.lab.program_version import program_version
from game.rules.battles import Battle
from game.rules.saving import saved_text

OTHER_PROGRAM = "a worker runs another version of Undertow or of its libraries"


class GameJob(NamedTuple):
    """One game of an experiment, which any computer can play."""

    cell: int
    seed: int
    packed: bytes
    """Description of the game: see ``CellSetup.packed``."""
    program: str
    """Version of the program that must play it."""


def play_game(job: GameJob) -> GameRecord:
    """Play a game; the record follows from the job alone.

    Raise LostGameError with a save if a bot or a rule raises, or if this program is another.
    """
    if job.program != program_version():
        raise LostGameError(job.seed, OTHER_PROGRAM)
    setup, battle = _prepared(job.packed)
    battle = replace(battle, seed=job.seed)
    session, seats = battle.session(), setup.seats(battle.opening.sides)
    try:
        return play_record(battle, session, seats)
    except Exception as error:
        header = battle.header({str(side): name for side, name in seats.names.items()})
        text = saved_text(session, header)
        raise LostGameError(job.seed, str(error) or repr(error), save=text) from error


@dataclass(frozen=True, slots=True, eq=False)
class TrialGame:
    """The result of a trial: the match, its heat map, and its record as compressed JSON."""

    match: Match
    heat: Heat
    packed: bytes = b""


def trial(battle: Battle, players: Sequence[str]) -> Generator[None, None, TrialGame]:
    """Play a battle to its end, pausing after every answer.

    The result follows from the battle and the players alone; only its seconds differ. Raise any
    exception that a rule or a bot raises.
    """
    session = battle.session()
    record = yield from recorded(battle, session, seated(battle.opening.sides, players))
    heat = heat_of(battle.opening, session.game.rules, session.game.story)
    return TrialGame(record.match, heat, packed(record))


@lru_cache(maxsize=4)
def _prepared(packed: bytes) -> tuple[CellSetup, Battle]:
    setup = unpacked(packed)
    return setup, setup.recorded_battle(seed=0)
