"""Overlays and header of a cage bout: effects of turning a ring, actions left."""

from __future__ import annotations

import pygame
import pytest

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.cores.kit.queries import TableView
from game.play.decisions import Amount
from game.screens.battle.overlays import THREATS, offered
from game.screens.battle.window_additions import window_additions
from game.screens.map_thumbnails import picture_of_map
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.rules import PAGE, BoutState, CageKind
from game.systems.cage.table import outline
from game.systems.cage.window import CELLS, CageWindow
from game.table.records import Cell, Clock
from game.table.state import Table
from game.view.board.painter import BoardPainter
from game.view.overlays import Area, BoardNote, OverlayLayers, OverlayTone, VisibleArea
from tests.screens.moments import moment
from tests.systems.cage.cage_tables import RED, RULES, cage, profile


def face_to_face() -> Table:
    """Return a table: the captain on ring 2 faces the warlock, which backs onto the rim."""
    return cage((profile("captain"), Cell(2, 0), "out"), (profile("warlock"), Cell(3, 0), "in"))


def floor_prompt_at(table: Table, degrees: int) -> tuple[FloorPrompt, OverlayLayers]:
    """Return the prompt and overlays while red considers turning its ring."""
    asked = Amount(
        RED,
        clause="TC-07",
        asks="?",
        least=-175,
        most=180,
        step=5,
        about=RED,
        kind=CageKind.FLOOR,
        unit="°",
    )
    prompt = FloorPrompt(asked, table)
    prompt.set(degrees)
    return prompt, CageWindow().overlays(moment(table, RULES, prompt))


@pytest.mark.rule("TC-02", "TC-07")
def test_cells_light_up_that_become_or_are_no_more_neighbours() -> None:
    """Cell 0 of seven spans 51.4°; turned by 40° it loses cell 0 of nine and gains cell 2."""
    table = face_to_face()
    prompt, sheets = floor_prompt_at(table, 40)
    areas = {o.outlines[0]: o.tone for o in sheets.below if isinstance(o, Area)}

    floor = prompt.floor
    assert areas[outline(floor, prompt.rings, Cell(3, 0))] is OverlayTone.BAD
    assert areas[outline(floor, prompt.rings, Cell(3, 2))] is OverlayTone.GOOD
    kept = {o.outlines[0] for o in sheets.below if isinstance(o, VisibleArea)}
    assert outline(floor, prompt.rings, Cell(3, 1)) in kept


@pytest.mark.rule("TC-07")
def test_what_both_could_do_next_is_said_as_the_floor_would_stand() -> None:
    table = face_to_face()
    _, still = floor_prompt_at(table, 0)
    _, away = floor_prompt_at(table, 40)

    first = [note.words for note in still.above if isinstance(note, BoardNote)]
    # 2, 5 and 6 of the best of two dice, 23 of 36, wound on 4+ against no save: 32%.
    assert first[0] == "red could attack with power blade: 32% to wound · TC-11"
    assert [n.words for n in away.above if isinstance(n, BoardNote)] == [
        "red cannot reach its enemy · TC-02",
        "blue cannot reach its enemy · TC-02",
    ]


def test_another_question_has_no_such_sheet() -> None:
    assert CageWindow().overlays(moment(face_to_face(), RULES)) == OverlayLayers()


@pytest.mark.rule("TC-06", "TC-12")
def test_the_header_counts_actions_and_attacks_of_both() -> None:
    table = face_to_face()
    table.notes[PAGE.name] = BoutState(turn=1, left=(2, 4), made=(3, 0))
    view = TableView(table, RULES)
    (status,) = CageWindow().statuses(view, lambda _: None)

    # The captain has five actions and, with two weapons, four attacks.
    assert [(row[0].pips, row[2].text) for row in status.rows] == [((2, 5), "1"), ((4, 4), "2")]
    table.clock = Clock(0, "initiative")
    assert not CageWindow().statuses(view, lambda _: None)


def test_only_threats_and_cells_lie_over_a_cage() -> None:
    assert offered(RULES, window_additions(RULES).values()) == (THREATS, CELLS)


@pytest.mark.usefixtures("painted")
def test_the_little_picture_of_a_cage_shows_its_floor_of_steel() -> None:
    picture = picture_of_map("training-cage", (240, 240))
    assert picture

    board = load_map(MAPS / "training-cage.tmj")
    bare = pygame.transform.smoothscale(BoardPainter(board).whole(10), (240, 240))
    # The centre is polished; outside the floor nothing covers the board.
    assert sum(picture.get_at((120, 120))[:3]) > sum(bare.get_at((120, 120))[:3]) + 90
    assert picture.get_at((4, 4)) == bare.get_at((4, 4))
    assert picture.get_size() == (240, 240)
