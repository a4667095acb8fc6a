from __future__ import annotations

from dataclasses import replace

import pygame

from game.geometry.points import Point
from game.play.arrange import Arrange
from game.prompts.arrange import ArrangePrompt
from game.table.board import Terrain, TerrainKind
from game.table.records import ModelId, Where
from game.view.overlays import Area, BaseOutline, BoardNote, OverlayTone
from tests.play.tables import CLAUSES, SQUAD, US, piece, rectangle, table
from tests.prompts.input_driver import click, drag, let_go, move, press, push

ZONE = rectangle(0, 36, 48, 48)
NAMES = ("a", "b", "c", "d")


def asking(*terrain: Terrain) -> ArrangePrompt:
    laid = table({}, terrain=terrain)
    others = table(dict.fromkeys(NAMES, (0, 0)))
    for id_, model in others.models.items():
        laid.models[id_] = replace(model, where=Where.RESERVE)
    laid.units[SQUAD] = others.units[SQUAD]
    asked = Arrange(
        US,
        "CC-33",
        "Deploy the squad",
        unit=SQUAD,
        models={ModelId(n): 0.5 for n in NAMES},
        zone=ZONE,
        clauses=CLAUSES,
    )
    return ArrangePrompt(asked, laid)


def middle(prompt: ArrangePrompt) -> Point:
    return prompt.draft.spots[ModelId("a")]


def test_it_begins_with_a_suggestion_that_enter_accepts() -> None:
    prompt = asking()
    assert len(list(prompt.standing())) == 4
    press(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


def test_each_suggestion_is_another() -> None:
    prompt = asking()
    first = prompt.draft.spots
    press(prompt, pygame.K_n)

    assert prompt.draft.spots != first
    assert prompt.draft.refusal is None
    prompt.undo()
    assert prompt.draft.spots == first


def test_the_unit_is_dragged_as_a_block() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    x, y = middle(prompt)
    drag(prompt, (x, y), (x + 3, y))

    assert all(prompt.draft.spots[m] == Point(at.x + 3, at.y) for m, at in before.items())


def test_a_second_click_takes_one_model_alone() -> None:
    prompt = asking()
    x, y = middle(prompt)
    before = prompt.draft.spots[ModelId("b")]
    click(prompt, x, y)
    assert prompt.picked == ("a",)
    drag(prompt, (x, y), (x, y + 0.3))

    assert middle(prompt) == Point(x, round(y + 0.3, 3))
    assert prompt.draft.spots[ModelId("b")] == before


def test_what_is_dropped_out_of_the_zone_slips_back_into_it_as_a_block() -> None:
    prompt = asking()
    x, y = middle(prompt)
    offset = prompt.draft.spots[ModelId("b")].x - x
    drag(prompt, (x, y), (x, 33))

    assert prompt.draft.refusal is None
    assert round(prompt.draft.spots[ModelId("b")].x - middle(prompt).x, 3) == round(offset, 3)
    assert middle(prompt).y < y


def test_a_drop_that_slipped_is_undone_in_one_to_what_was_legal_before() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    x, y = middle(prompt)
    drag(prompt, (x, y), (x, 33))
    slipped = dict(prompt.draft.spots)
    prompt.undo()
    assert prompt.draft.spots == before
    assert prompt.draft.refusal is None

    prompt.redo()
    assert prompt.draft.spots == slipped


def test_where_a_model_may_not_stand_is_said_while_it_is_dragged() -> None:
    prompt = asking()
    x, y = middle(prompt)
    push(prompt, x, y)
    move(prompt, x, 20)
    shown = list(prompt.above())

    assert any(isinstance(o, BaseOutline) and o.tone is OverlayTone.BAD for o in shown)
    (why,) = [o.words for o in shown if isinstance(o, BoardNote)]
    assert "not wholly in the zone" in why
    press(prompt, pygame.K_ESCAPE)
    let_go(prompt, x, 20)
    assert middle(prompt) == Point(x, y)


def test_keys_turn_and_nudge() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    press(prompt, pygame.K_LEFT)
    assert middle(prompt).x == before[ModelId("a")].x - 0.25
    press(prompt, pygame.K_r)
    assert prompt.draft.spots != before
    press(prompt, pygame.K_r, pygame.KMOD_SHIFT)
    prompt.undo()
    prompt.redo()
    press(prompt, pygame.K_e)
    assert prompt.picked == ("a",)
    press(prompt, pygame.K_g)
    assert len(prompt.picked) == 4


def test_the_nearest_legal_places_are_offered() -> None:
    prompt = asking(piece(TerrainKind.BLOCK, 0, 30, 48, 44))
    prompt.draft.change({ModelId(n): Point(10 + 2 * k, 40) for k, n in enumerate(NAMES)})
    done, mend, *_ = prompt.choices()
    assert done.reason
    assert mend.id == "mend"
    press(prompt, pygame.K_RETURN)
    assert prompt.answer is None
    press(prompt, pygame.K_f)
    press(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


def test_the_zone_is_shown() -> None:
    assert [o.outlines for o in asking().below() if isinstance(o, Area)] == [(ZONE,)]
