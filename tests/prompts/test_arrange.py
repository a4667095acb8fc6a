from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point, mean_point
from game.play.moves.arrange import Arrange
from game.prompts.arrange import ArrangePrompt
from game.prompts.prompt import Weight
from game.shown.options import option_tip
from game.table.board import Terrain, TerrainKind
from game.table.records import ModelId, Where
from game.view.overlays import Area, BaseOutline, BoardNote, OverlayTone
from tests.play.tables import CLAUSES, SQUAD, US, piece, table
from tests.prompts.input_driver import (
    click_at,
    drag_through,
    let_go_at,
    move_to,
    press_key,
    push_at,
)
from tests.tools.shapes import box_corners

ZONE = box_corners(0, 36, 48, 48)
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


def spot_of_a(prompt: ArrangePrompt) -> Point:
    return prompt.draft.spots[ModelId("a")]


def test_it_begins_with_a_suggestion_that_enter_accepts() -> None:
    prompt = asking()
    assert len(list(prompt.standing())) == 4
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


def test_each_suggestion_is_another() -> None:
    prompt = asking()
    first = prompt.draft.spots
    press_key(prompt, pygame.K_n)

    assert prompt.draft.spots != first
    assert prompt.draft.refusal is None
    prompt.undo()
    assert prompt.draft.spots == first


def test_the_unit_is_dragged_as_a_block() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    x, y = spot_of_a(prompt)
    drag_through(prompt, (x, y), (x + 3, y))

    assert all(prompt.draft.spots[m] == Point(at.x + 3, at.y) for m, at in before.items())


def test_a_click_on_free_ground_moves_the_unit_there_in_formation() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    click_at(prompt, 20, 42)

    after = prompt.draft.spots
    assert mean_point([*after.values()]) == Point(20, 42)
    assert prompt.draft.refusal is None
    way = {(after[m].x - at.x, after[m].y - at.y) for m, at in before.items()}
    assert len({(round(x, 2), round(y, 2)) for x, y in way}) == 1
    assert prompt.can_undo


def test_a_second_click_takes_one_model_alone() -> None:
    prompt = asking()
    x, y = spot_of_a(prompt)
    before = prompt.draft.spots[ModelId("b")]
    click_at(prompt, x, y)
    assert prompt.picked == ("a",)
    drag_through(prompt, (x, y), (x, y + 0.3))

    assert spot_of_a(prompt) == Point(x, round(y + 0.3, 3))
    assert prompt.draft.spots[ModelId("b")] == before


def test_what_is_dropped_out_of_the_zone_slips_back_into_it_as_a_block() -> None:
    prompt = asking()
    x, y = spot_of_a(prompt)
    offset = prompt.draft.spots[ModelId("b")].x - x
    drag_through(prompt, (x, y), (x, 33))

    assert prompt.draft.refusal is None
    assert round(prompt.draft.spots[ModelId("b")].x - spot_of_a(prompt).x, 3) == round(
        offset, 3
    )
    assert spot_of_a(prompt).y < y


def test_a_drop_that_slipped_is_undone_in_one_to_what_was_legal_before() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    x, y = spot_of_a(prompt)
    drag_through(prompt, (x, y), (x, 33))
    slipped = dict(prompt.draft.spots)
    prompt.undo()
    assert prompt.draft.spots == before
    assert prompt.draft.refusal is None

    prompt.redo()
    assert prompt.draft.spots == slipped


def test_where_a_model_may_not_stand_is_said_while_it_is_dragged() -> None:
    prompt = asking()
    x, y = spot_of_a(prompt)
    push_at(prompt, x, y)
    move_to(prompt, x, 20)
    shown = list(prompt.above())

    assert any(isinstance(o, BaseOutline) and o.tone is OverlayTone.BAD for o in shown)
    (why,) = [o.words for o in shown if isinstance(o, BoardNote)]
    assert "not wholly in the zone" in why
    press_key(prompt, pygame.K_ESCAPE)
    let_go_at(prompt, x, 20)
    assert spot_of_a(prompt) == Point(x, y)


def test_keys_turn_and_nudge() -> None:
    prompt = asking()
    before = dict(prompt.draft.spots)
    press_key(prompt, pygame.K_LEFT)
    assert spot_of_a(prompt).x == before[ModelId("a")].x - 0.25
    press_key(prompt, pygame.K_r)
    assert prompt.draft.spots != before
    press_key(prompt, pygame.K_r, pygame.KMOD_SHIFT)
    prompt.undo()
    prompt.redo()
    press_key(prompt, pygame.K_e)
    assert prompt.picked == ("a",)
    press_key(prompt, pygame.K_g)
    assert len(prompt.picked) == 4


def test_the_nearest_legal_places_are_offered() -> None:
    prompt = asking(piece(TerrainKind.BLOCK, 0, 30, 48, 44))
    prompt.draft.change({ModelId(n): Point(10 + 2 * k, 40) for k, n in enumerate(NAMES)})
    assert urged_labels(prompt) == ["Use nearest legal places"]
    assert prompt.choices()[0].detail == "Trooper 1 stands on the block"
    prompt.press("mend")
    assert prompt.answer is None
    assert urged_labels(prompt) == ["Deploy squad"]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_f])
def test_enter_and_f_first_mend_what_enter_then_answers(key: int) -> None:
    prompt = asking(piece(TerrainKind.BLOCK, 0, 30, 48, 44))
    prompt.draft.change({ModelId(n): Point(10 + 2 * k, 40) for k, n in enumerate(NAMES)})
    press_key(prompt, key)
    assert prompt.answer is None
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


def test_models_too_far_apart_are_named_in_words_with_the_number_in_the_tooltip() -> None:
    prompt = asking()
    prompt.draft.change({ModelId(n): Point(10 + 5 * k, 40) for k, n in enumerate(NAMES)})
    first = prompt.choices()[0]

    assert first.id == "mend"
    assert first.detail == "Trooper 2, trooper 3 and trooper 4 would be out of coherency"
    assert option_tip(first).endswith('coherency: more than 2" from the others (CC-19)')


def urged_labels(prompt: ArrangePrompt) -> list[str]:
    """Return the labels of the main actions."""
    return [c.label for c in prompt.choices() if c.weight is Weight.URGED]


def test_the_zone_is_shown() -> None:
    assert [o.outlines for o in asking().below() if isinstance(o, Area)] == [(ZONE,)]
