"""Games in which blunders are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.bots.blunder_counting import AnsweredQuestion, BlunderCount, blunders_in
from game.bots.match import SeatAssignment, answers, seated
from game.content.faults import UnusableFile
from game.content.save_format import SavedGame
from game.lab.matches import LostGameError
from game.play.session import Session
from game.rules.battles import Battle, GameSetup, battle_of, report_broken
from game.rules.saving import row, verify
from game.table.apply import apply
from game.table.events import Event, PhaseBegan
from game.table.records import ModelId, Side
from game.table.state import Table
from game.text.columns import columns, padded

Deployment: TypeAlias = tuple[tuple[ModelId, float, float], ...]
"""The models of a side on the table, with their places."""
DEPLOYMENTS = "different deployments"


class CountedGame(NamedTuple):
    """The blunders of one game."""

    seed: int
    blunders: tuple[BlunderCount, ...]
    deployments: Mapping[Side, Deployment]


class BlunderFigure(NamedTuple):
    """The blunders of one kind by one side in some games."""

    made: int
    of: int

    def with_(self, made: int, of: int) -> BlunderFigure:
        """Return the figure of these blunders and others together."""
        return BlunderFigure(self.made + made, self.of + of)

    @property
    def words(self) -> str:
        return f"{self.made} of {self.of}"


BlunderTable: TypeAlias = Mapping[str, Mapping[Side, BlunderFigure]]
"""The figures of each kind of blunder and side, in the order of the systems."""


def counted_game(setup: GameSetup, players: Sequence[str], seed: int) -> CountedGame:
    """Play a game and count its blunders; the result follows from the arguments alone.

    Raise LostGameError if a bot or a rule raises; the game is saved beside the report.
    """
    battle = setup.battle(seed)
    session, seats = battle.session(), seated(battle.opening.sides, players)
    try:
        answered = answered_questions(session, seats)
    except Exception as error:
        header = battle.header({str(side): name for side, name in seats.names.items()})
        where = report_broken(error, session, header)
        raise LostGameError(seed, str(error) or repr(error), where) from error
    return _counted(battle, session, answered)


def answered_questions(session: Session, seats: SeatAssignment) -> list[AnsweredQuestion]:
    """Play a session to its end; return its questions with the answers, in order."""
    found, going = list[AnsweredQuestion](), answers(session, seats)
    while True:
        asked = session.pending
        try:
            next(going)
        except StopIteration:
            return found
        assert asked
        given = next(session.answers_back())
        found.append(AnsweredQuestion(asked, given.answer, given.events_before))


def counted_save(save: SavedGame) -> CountedGame:
    """Count the blunders of a saved game; raise UnusableFile if it does not replay."""
    battle = battle_of(save)
    rules, opening = battle.rules(), battle.opening
    if no := verify(save, rules, opening):
        raise UnusableFile(save.file, [("", no)])
    session = Session(rules, opening.fork(), row(save, save.row))
    answered = list[AnsweredQuestion]()
    for entry in save.answers:
        assert session.pending
        answered.append(
            AnsweredQuestion(session.pending, entry.answer, len(session.game.story))
        )
        session.answer(entry.answer)
    return _counted(battle, session, answered)


def _counted(
    battle: Battle, session: Session, answered: Sequence[AnsweredQuestion]
) -> CountedGame:
    story, rules = session.game.story, session.game.rules
    found = blunders_in(battle.opening, story, answered, rules)
    return CountedGame(battle.seed, tuple(found), deployments(battle.opening, story))


def deployments(opening: Table, story: Sequence[Event]) -> dict[Side, Deployment]:
    """Return where the models of each side stand as the first game turn begins."""
    table = opening.fork()
    for event in story:
        if isinstance(event, PhaseBegan) and event.round:
            break
        apply(table, event)
    return {
        side: tuple((m.id, m.at.x, m.at.y) for m in table.standing(side))
        for side in table.sides
    }


def blunder_table(games: Sequence[CountedGame]) -> BlunderTable:
    """Return the figures of some games together; the last are those of the deployments."""
    found = dict[str, dict[Side, BlunderFigure]]()
    for game in games:
        for name, side, made, of in game.blunders:
            figures = found.setdefault(name, {})
            figures[side] = figures.get(side, BlunderFigure(0, 0)).with_(made, of)
    sides = games[0].deployments if games else ()
    found[DEPLOYMENTS] = {
        side: BlunderFigure(len({game.deployments[side] for game in games}), len(games))
        for side in sides
    }
    return found


def blunder_lines(table: BlunderTable, sides: Mapping[Side, str]) -> Iterator[str]:
    """Yield the lines of a table; *sides* are the headings of its columns."""
    names = ["", *table]
    rows = [
        [*sides.values()],
        *([figures[s].words for s in sides] for figures in table.values()),
    ]
    first = max(map(columns, names))
    wide = [max(columns(cells[n]) for cells in rows) for n in range(len(sides))]
    for name, cells in zip(names, rows, strict=True):
        aligned = [padded(cell, many) for cell, many in zip(cells, wide, strict=True)]
        yield "  ".join([padded(name, first), *aligned]).rstrip()
