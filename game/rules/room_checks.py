"""Checks that both sides find room to set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from game.content.faults import Fault
from game.cores.kit.deployment import usable_bases, without_room
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import SeededDice
from game.play.log.wording import side_name
from game.play.session import Session
from game.table.records import Side
from game.table.state import Table

MAX_ANSWERS = 2000
"""Maximum number of answers until the set-up is given up."""
TRIES = 8
"""Maximum number of candidate answers per question."""
SEED = 0
"""Seed of the set-up: the same for all, so that all come to the same verdict on a map."""


class Cramped(NamedTuple):
    """A side that finds no room, or no room that can be left, to set up a unit."""

    side: Side
    asks: str
    """The question that it cannot answer: “Deploy Scout squad”."""
    clause: str
    why: str = "has no legal answer"


def set_up(session: Session) -> Cramped | None:
    """Answer all questions before the first turn; return the first side without room.

    None if all sides are set up.
    """
    for _ in range(MAX_ANSWERS):
        if unit := without_room(session.table):
            return Cramped(unit.side, f"Deploy {unit.name}", "CC-33")
        asked = session.pending
        if asked is None or session.table.clock.round > 0:
            return _stuck(session.table)
        raw = next(asked.samples(session.table, TRIES), None)
        if raw is None:
            break
        session.answer(raw)
    return Cramped(asked.by, asked.asks, asked.clause) if asked else None


def _stuck(table: Table) -> Cramped | None:
    """Return the first side with a model that cannot leave its zone for another, or None."""
    for side in table.zones:
        goal = table.board.zone(table.zones[table.enemy(side)]).outline
        if (usable := usable_bases(table.board, goal)) is None:
            continue
        for model in table.standing(side):
            if not usable(model.base, [model.at])[0]:
                name = table.units[model.unit].name
                inches = f'{2 * model.base:g}"'
                why = f"leaves a base {inches} across where no way leads to another zone"
                return Cramped(side, f"Deploy {name}", "CC-33", why)
    return None


def sides_without_room(rules: GameRules, opening: Table) -> list[Fault]:
    """Return a fault if a side finds no room to set up on a board that is fit otherwise."""
    return [*_faults(_Opening(_content(rules, opening), rules, opening))]


@dataclass(frozen=True, slots=True)
class _Opening:
    """An opening that equals others with the same content."""

    content: tuple[object, ...]
    rules: GameRules = field(compare=False)
    table: Table = field(compare=False)


def _content(rules: GameRules, opening: Table) -> tuple[object, ...]:
    """Return all by which the set-up of two openings may differ."""
    forces = opening.units, opening.models, opening.pieces
    return (
        opening.board,
        rules.parts,
        tuple(rules.options.items()),
        *(tuple(one.values()) for one in forces),
    )


@lru_cache(maxsize=128)
def _faults(opening: _Opening) -> Sequence[Fault]:
    session = Session(opening.rules, opening.table.fork(), SeededDice(SEED))
    if (cramped := set_up(session)) is None:
        return ()
    reason = (
        f"too small for all the {side_name(cramped.side)}: “{cramped.asks}” "
        f"({cramped.clause}) {cramped.why}; enlarge it"
    )
    zone = session.table.zones.get(cramped.side, "")
    about = (zone,) if zone else ()
    kind = "no room to set up"
    return (Fault(zone or "zones", reason=reason, kind=kind, about=about),)
