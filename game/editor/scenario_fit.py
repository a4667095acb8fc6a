"""Fit of a scenario's forces on the map, and the flood option of a play test."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.maps import MapFile
from game.content.maps.spot_classes import FloodOrigin
from game.content.scenarios import load_scenario
from game.lab.trial_game import Setup
from game.play.session import Session
from game.play.wording import side_name
from game.rules.battles import Battle, on_board
from game.rules.catalog import PLAYED
from game.rules.kit.deployment import NO_ROOM, without_room
from game.table.board import Board
from game.table.records import Side

MAX_ANSWERS = 2000
"""Maximum number of answers until the set-up is given up."""
TRIES = 8
"""Maximum number of candidate answers per question."""


class Cramped(NamedTuple):
    """A side that finds no room to set up a unit."""

    side: Side
    asks: str
    """The question that it cannot answer: “Deploy Scout squad”."""
    clause: str


def set_up(session: Session) -> Cramped | None:
    """Answer all questions before the first turn; return the first side without room.

    None if all sides are set up.
    """
    for _ in range(MAX_ANSWERS):
        if unit := without_room(session.table):
            return Cramped(unit.side, f"Deploy {unit.name}", NO_ROOM)
        asked = session.pending
        if asked is None or session.table.clock.round > 0:
            return None
        raw = next(asked.samples(session.table, TRIES), None)
        if raw is None:
            break
        session.answer(raw)
    return Cramped(asked.by, asked.asks, asked.clause) if asked else None


def sides_without_room(battle: Battle, board: Board) -> list[Fault]:
    """Return a fault if a side finds no room to set up on a board that is fit otherwise."""
    session = Session(battle.rules(), on_board(battle, board), battle.session().game.dice)
    if (cramped := set_up(session)) is None:
        return []
    reason = (
        f"too small for all the {side_name(cramped.side)}: “{cramped.asks}” "
        f"({cramped.clause}) has no legal answer; enlarge it"
    )
    zone = session.table.zones.get(cramped.side, "")
    return [Fault(zone or "zones", reason, "no room to set up", (zone,) if zone else ())]


FLOOD = "flood"


def flood_option_for(setup: Setup, mapfile: MapFile) -> Setup:
    """Return the setup, with the flood if the map has an origin and the scenario an option.

    ``FF-25``  The setup stays as it is if such a flood is refused; the map checks name the
    reason.
    """
    origin = any(isinstance(one.what, FloodOrigin) for _, one in mapfile.objects())
    if origin and FLOOD in load_scenario(setup.scenario, PLAYED).options:
        wet = replace(setup, options={**setup.options, FLOOD: True})
        with suppress(UnusableFile):
            wet.battle(1)
            return wet
    return setup
