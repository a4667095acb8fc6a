"""Placing returning pieces, new models and mines on the street with the mouse."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point
from game.play.decisions import Choose, Option, pass_option
from game.play.moves.placement import Place
from game.play.moves.placement_regions import PlacedAt
from game.prompts.place import LayPrompt, PlacePrompt, StandPrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.registry import prompt_for
from game.systems.pursuit.rules.deployment import lay_of, place_of, site_of, zone_of
from game.systems.pursuit.rules.free_space import MineRegion, crowd_of
from game.systems.pursuit.rules.state import PursuitKind
from game.table.apply import apply
from game.table.events import Placed
from game.table.records import ModelId, Where
from game.table.state import Table
from game.view.overlays import Area, BoardNote, OverlayTone, RangeRing
from tests.prompts.input_driver import click_at, move_to, pointer_at, press_key
from tests.systems.pursuit.pursuit_tables import SWARM, mustered, piece, rectangle, street

BIKE, GARGOYLE = ModelId("riders-bike-1-1"), ModelId("swarm-gargoyle-1-1")
MILL = piece("mill", rectangle(30, 21, 4, 6))
BARN = piece("old-barn", rectangle(66, 10, 6, 6))


NO = 'is 1.0" from old barn, not 2"'


def street_with_pieces() -> Table:
    """Return a street with one piece at the Arrival, and one off the table."""
    table = mustered(street(MILL, BARN))
    table.pieces["mill"] = replace(table.pieces["mill"], where=Where.RESERVE)
    return table


def setting_up(table: Table, model_id: ModelId) -> Place:
    model = table.models[model_id]
    return place_of(table, model, zone_of(table, model))


def laying(table: Table) -> LayPrompt:
    prompt = prompt_for(lay_of(site_of(table, table.pieces["mill"]), SWARM), table)
    assert isinstance(prompt, LayPrompt)
    return prompt


def turn_wheel(prompt: AnyPrompt, notches: int) -> None:
    assert prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=notches), pointer_at(70, 30))


def why(prompt: AnyPrompt) -> list[str]:
    return [o.words for o in prompt.above() if isinstance(o, BoardNote)]


@pytest.mark.rule("PU-09")
def test_a_piece_is_drawn_to_the_arrival_and_a_click_sets_it_down() -> None:
    prompt = laying(street_with_pieces())
    move_to(prompt, 68.5, 30)
    assert why(prompt) == []
    click_at(prompt, 68.5, 30)

    assert prompt.answer == [70.0, 30.0, 0.0]


@pytest.mark.rule("PU-09")
def test_the_wheel_turns_it_and_it_stays_at_the_arrival() -> None:
    prompt = laying(street_with_pieces())
    move_to(prompt, 70, 30)
    for _ in range(6):
        turn_wheel(prompt, 1)
    assert prompt.facing == 90.0
    assert why(prompt) == []
    press_key(prompt, pygame.K_RIGHT, pygame.KMOD_SHIFT)
    press_key(prompt, pygame.K_r, pygame.KMOD_SHIFT)
    assert prompt.facing == 76.0
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer[2] == 76.0


@pytest.mark.rule("PU-09")
def test_why_not_is_told_with_names_and_measures_and_the_nearest_place_is_offered() -> None:
    prompt = laying(street_with_pieces())
    move_to(prompt, 60, 30)  # too far off to be drawn there
    assert why(prompt) == ["It must touch the Arrival edge · PU-09"]
    click_at(prompt, 60, 30)
    assert prompt.answer is None
    outlines = [o.tone for o in prompt.above() if isinstance(o, Area)]
    assert outlines == [OverlayTone.GOOD, OverlayTone.BAD]

    # Its upper side would be 1" below the barn's lower side, which is close enough to snap.
    assert prompt.decision.site.wrong(PlacedAt(Point(70, 20), 0.0)) == NO
    move_to(prompt, 70, 20)
    assert why(prompt) == []
    move_to(prompt, 69, 14)  # in the barn
    assert prompt.at == Point(70, 14)
    assert why(prompt) == ['It is 0.0" from old barn, not 2" · PU-09']
    move_to(prompt, 60, 30)
    press_key(prompt, pygame.K_f)
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer == [70.0, 30.0, 0.0]


@pytest.mark.rule("PU-09")
def test_keys_alone_set_it_down() -> None:
    prompt = laying(street_with_pieces())
    press_key(prompt, pygame.K_n)
    first = prompt.spot
    press_key(prompt, pygame.K_n)
    assert prompt.spot != first
    press_key(prompt, pygame.K_DOWN)
    press_key(prompt, pygame.K_f)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


@pytest.mark.rule("PU-04")
def test_a_fig_that_is_set_up_stands_there_and_faces_the_arrival() -> None:
    table = street_with_pieces()
    prompt = prompt_for(setting_up(table, BIKE), table)
    assert isinstance(prompt, StandPrompt)
    assert prompt.at.x > 23.0  # it begins as near to the middle of the table as possible
    move_to(prompt, 12, 40)
    (fig,) = prompt.ghosts()
    assert (fig.at, fig.facing, fig.where) == (Point(12, 40), 90.0, Where.TABLE)
    assert [o for o in prompt.below() if isinstance(o, Area)]
    turn_wheel(prompt, -1)
    click_at(prompt, 12, 40)

    assert prompt.answer == [12.0, 40.0, 75.0]


@pytest.mark.rule("PU-04")
def test_a_place_that_is_suggested_for_a_fig_is_another_one_near_the_arrival() -> None:
    """Of 46 rows, half an inch apart, the first of 24 suggestions is at most two rows back."""
    table = street_with_pieces()
    prompt = prompt_for(setting_up(table, BIKE), table)
    assert isinstance(prompt, StandPrompt)
    first = prompt.at
    press_key(prompt, pygame.K_n)

    assert prompt.at != first
    assert prompt.at.x >= first.x - 1.0
    assert prompt.no is None


@pytest.mark.rule("PU-04")
def test_where_a_fig_may_not_stand_is_told_by_measures_and_names() -> None:
    table = street_with_pieces()
    apply(table, Placed("PU-04", model=BIKE, at=Point(10.0, 24.0), facing=90.0))
    prompt = prompt_for(setting_up(table, GARGOYLE), table)
    assert isinstance(prompt, StandPrompt)
    rings = [o for o in prompt.below() if isinstance(o, RangeRing)]
    assert [(ring.at, ring.radius) for ring in rings] == [(Point(10, 24), 12.75)]

    move_to(prompt, 40, 24)
    assert why(prompt) == ['It is 31.5" from the Arrival, not 48" · PU-04']
    move_to(prompt, 14, 24)
    assert why(prompt) == ['It is 2.7" from First scout bike, not 12" · PU-04']


@pytest.mark.rule("PU-10")
def test_mines_are_drawn_to_the_side_of_their_piece_that_is_pointed_at() -> None:
    table = street_with_pieces()
    region = MineRegion(crowd_of(table), table.pieces["old-barn"], 0.5)
    prompt = prompt_for(
        Place(SWARM, clause="PU-10", asks="Mines", region=region, about="spore-mines-1"), table
    )
    assert isinstance(prompt, PlacePrompt)
    move_to(prompt, 63, 13)
    assert why(prompt) == []
    click_at(prompt, 63, 13)

    assert prompt.answer == [65.495, pytest.approx(13.0, abs=0.3)]


@pytest.mark.rule("PU-10")
def test_which_piece_mines_are_brought_to_is_clicked_on_the_board() -> None:
    options = (Option("old-barn", "Bring mines to old barn", "PU-10", "old-barn"),)
    asked = Choose(
        SWARM,
        clause="PU-10",
        asks="Mines?",
        options=(*options, pass_option("Keep them")),
        kind=PursuitKind.MINES,
    )
    prompt = prompt_for(asked, street_with_pieces())
    move_to(prompt, 69, 13)
    click_at(prompt, 69, 13)

    assert prompt.answer == "old-barn"
