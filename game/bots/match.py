"""Games played to their end without a window."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from time import perf_counter

from game.bots.protocol import Policy
from game.bots.registry import HELPER, policy
from game.bots.steady.policy import DELEGATES, JUDGES
from game.bots.watchdog import DOG, Watchdog, contained
from game.geometry.points import length
from game.play.decisions import PASS, Choose, CommonKind
from game.play.session import Session
from game.table.events import Act, Acted, Event, Moved, PhaseBegan
from game.table.records import Side
from game.table.state import Table

MOVEMENT = "movement"
"""The phase in which units are expected to move."""


@dataclass(slots=True)
class SideStatistics:
    """Counts of the actions of one side's units."""

    could_move: int = 0
    """Number of times that a unit was offered to move in its Movement phase."""
    moved: int = 0
    """Number of times that a unit moved in a Movement phase."""
    shots: int = 0
    """Number of times that a unit shot."""
    _: KW_ONLY
    charges: int = 0
    """Number of charges that arrived."""
    inches: float = 0.0
    """Inches moved by its models, all paths together."""

    def __add__(self, other: SideStatistics) -> SideStatistics:
        """Return the counts of both together."""
        names = (one.name for one in fields(self))
        return SideStatistics(**{n: getattr(self, n) + getattr(other, n) for n in names})


@dataclass(frozen=True, slots=True)
class Match:
    """The result and the statistics of one game."""

    seed: int
    players: Mapping[Side, str]
    winner: Side | None
    _: KW_ONLY
    reason: str
    turns: int
    decisions: int
    seconds: float
    scores: Mapping[Side, int]
    doings: Mapping[Side, SideStatistics]


@dataclass(slots=True)
class SeatAssignment:
    """The policy that plays each side, and its name."""

    policies: Mapping[Side, Policy]
    names: Mapping[Side, str] = field(default_factory=dict)

    def __getitem__(self, side: Side) -> Policy:
        return self.policies[side]


def play(session: Session, seats: SeatAssignment, dog: Watchdog | None = None) -> Match:
    """Play a session to its end and return its result.

    Raise StalledError if a rule runs too long, BrokenRuleError if one raises.
    """
    going = answers(session, seats, dog)
    while True:
        try:
            next(going)
        except StopIteration as over:
            match: Match = over.value
            return match


def answers(
    session: Session, seats: SeatAssignment, dog: Watchdog | None = None
) -> Generator[None, None, Match]:
    """Play a session to its end; yield after every answer and return the result."""
    dog, seconds, decisions = dog or DOG, 0.0, 0
    offered = set[tuple[int, Side, str]]()
    seen = len(session.game.story)
    while asked := session.pending:
        began = perf_counter()
        if isinstance(asked, Choose):
            _note_offers(session.table, asked, offered)
        with dog.watching():
            with contained():
                answer = seats[asked.by].answer(session)
            session.answer(answer)
        decisions += 1
        seconds += perf_counter() - began
        yield
    table, result = session.table, session.table.result
    doings = count_actions(table, session.game.story[seen:])
    for _, side, _ in offered:
        doings[side].could_move += 1
    return Match(
        session.game.dice.seed,
        players={side: seats.names.get(side, "") for side in table.sides},
        winner=result.winner if result else None,
        reason=result.reason if result else "",
        turns=table.clock.round,
        decisions=decisions,
        seconds=seconds,
        scores={side: table.scores.get(side, 0) for side in table.sides},
        doings=doings,
    )


def _note_offers(table: Table, asked: Choose, offered: set[tuple[int, Side, str]]) -> None:
    """Record the units that are offered to move in a Movement phase."""
    if asked.kind is CommonKind.UNIT_TO_MOVE and table.clock.phase == MOVEMENT:
        offered.update(
            (table.clock.round, asked.by, o.id) for o in asked.options if o.id != PASS
        )


def count_actions(table: Table, story: list[Event]) -> dict[Side, SideStatistics]:
    """Count the actions of each side's units in an event log; mines and falls do not count."""
    doings = {side: SideStatistics() for side in table.sides}
    phase = ""
    for event in story:
        match event:
            case PhaseBegan():
                phase = event.phase
            case Acted(unit=unit, act=act) if unit in table.units:
                _count_act(doings[table.units[unit].side], act, phase)
            case Moved(model=model, path=path):
                doings[table.models[model].side].inches += length(path)
            case _:
                pass
    return doings


def _count_act(doings: SideStatistics, act: Act, phase: str) -> None:
    match act:
        case Act.MOVES if phase == MOVEMENT:
            doings.moved += 1
        case Act.SHOOTS:
            doings.shots += 1
        case Act.CHARGES:
            doings.charges += 1
        case Act.FAILS_TO_CHARGE:
            doings.charges -= 1
        case _:
            pass


def has_judge(session: Session) -> bool:
    """Return whether the bot for people judges answers by the rules of a game."""
    return session.game.rules.system in JUDGES


def delegate(session: Session) -> Policy | None:
    """Return the bot for a question that a person left; None if the person should answer."""
    helper, system = policy(HELPER), session.game.rules.system
    return DELEGATES[system](session, helper) if system in DELEGATES else helper


def seated(sides: Sequence[Side], names: Sequence[str]) -> SeatAssignment:
    """Return the policies of all sides by their names; raise KeyError if one is unknown."""
    named = dict(zip(sides, names, strict=True))
    return SeatAssignment({side: policy(name) for side, name in named.items()}, named)
