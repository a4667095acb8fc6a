"""The steady bot and the flood in a modern battle: off the water, through it (``FF-25``)."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.content.situations.situation_files import parse_situation
from game.cores.kit.difficult_ground import ENTERS, KEEPS_OUT
from game.geometry.polygons import inside
from game.play.decisions import Choose, CommonKind, DecisionKind
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.table.records import ModelId, Where

STEADY = policy("steady")


def flooded_session(
    objects: str, units: str, *, round_: int = 2, came: int = 0, side: str = ""
) -> Session:
    text = f"""
title = "A battle for a bot"
clauses = ["FF-25"]
system = "modern"
modules = ["flood"]
armoury = "modern"
object = [
    {{ class = "FloodOrigin", point = [0, 10] }},
    {{ class = "Lane", polyline = [[0, 10], [47, 10]] }},
{objects}
]
unit = [
{units}
]
[pages.flood]
came = {came}
[clock]
phase = "movement"
round = {round_}
side = "wardens"
"""
    rules, table = set_up(parse_situation(text, "flood.toml"))
    return Session(rules, table, SeededDice(1))


def unit_line(id_: str, side: str, at: str) -> str:
    return f'{{ id = "{id_}", side = "{side}", profile = "warden", at = {at} }},'


GANTRY = '    { class = "Gantry", rectangle = [20, 13, 6, 6] },'
ALONE = unit_line("squad", "wardens", "[[18, 16]]") + unit_line("far", "brood", "[[2, 47]]")


@pytest.mark.rule("FF-02", "FF-25")
@pytest.mark.parametrize(("came", "climbs"), [(0, True), (1, False)])
def test_it_goes_up_a_gantry_before_the_flood_and_not_after_it(
    came: int, *, climbs: bool
) -> None:
    session = flooded_session(GANTRY, ALONE, round_=4, came=came)
    while session.pending and session.pending.by == "wardens":
        session.answer(STEADY.answer(session))

    at = session.table.models[ModelId("squad-1")].at
    (gantry,) = [s.outline for s in session.table.board.spots if s.kind == "gantry"]
    assert inside(at, gantry) is climbs


def pool(left: float) -> str:
    return f'    {{ class = "Grate", rectangle = [{left}, 0, 4, 48] }},'


@pytest.mark.rule("CC-20", "FF-25")
@pytest.mark.parametrize(("left", "says"), [(12, ENTERS), (16.2, KEEPS_OUT)])
def test_it_wades_where_that_brings_it_further_than_to_the_edge(left: float, says: str) -> None:
    # It hunts, because claws cannot shoot. The edges of the water are 1.5" and 5.7" off.
    units = (
        '{ id = "pack", side = "wardens", profile = "leaper", at = [[10, 20]] },'
        + unit_line("prey", "brood", "[[40, 20]]")
    )
    session = flooded_session(pool(left), units, came=1)
    session.answer("pack")
    session.answer("move")
    assert isinstance(session.pending, Choose)
    assert session.pending.kind is CommonKind.DIFFICULT

    assert STEADY.answer(session) == says


@pytest.mark.rule("FF-19", "FF-25")
def test_it_says_which_group_is_the_main_body_and_brings_all_back() -> None:
    squad = unit_line("squad", "wardens", "[[10, 20], [11.5, 20], [18, 20], [19.5, 20]]")
    session = flooded_session("", squad + unit_line("far", "brood", "[[2, 47]]"), came=1)
    kinds = list[DecisionKind | None]()
    while session.table.clock.round == 2 and session.pending:
        kinds.append(session.pending.kind)
        session.answer(STEADY.answer(session))

    assert kinds[0] is CommonKind.MAIN_BODY
    squad_ = [m for m in session.table.models.values() if m.unit == "squad"]
    assert all(m.where is Where.TABLE and not m.marks for m in squad_)
