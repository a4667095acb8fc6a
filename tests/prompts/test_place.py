from __future__ import annotations

import pygame

from game.geometry.points import Disc, Point, distance
from game.play.decisions import CommonKind
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable, Touching
from game.prompts.place import PlacePrompt
from game.prompts.registry import prompt_for
from game.view.overlays import BaseOutline, Blast, BoardNote, OverlayTone
from tests.play.tables import US, table
from tests.prompts.input_driver import click_at, move_to, press_key

LAID = table({"a": (10, 10)})
DOWN = Disc(Point(20, 20), 1.5)


def touching() -> PlacePrompt:
    asked = Place(US, "CC-11", "Place the next marker", region=Touching((DOWN,), 1.5))
    prompt = prompt_for(asked, LAID)
    assert isinstance(prompt, PlacePrompt)
    return prompt


def test_it_begins_where_it_may_lie() -> None:
    prompt = touching()
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer is not None


def test_it_follows_the_mouse_and_a_click_sets_it_down() -> None:
    asked = Place(US, "CC-35", "Where?", region=OnTable(48, 48))
    prompt = PlacePrompt(asked, LAID)
    move_to(prompt, 30, 12)
    assert [*prompt.above()] == [BaseOutline((Disc(Point(30, 12), 0.5),), OverlayTone.CHOSEN)]
    click_at(prompt, 30, 13)

    assert prompt.answer == [30, 13]


def test_only_a_blast_is_drawn_as_a_red_cross() -> None:
    asked = Place(US, "CC-11", "Where?", region=OnTable(48, 48), kind=CommonKind.BLAST)
    prompt = PlacePrompt(asked, LAID)
    move_to(prompt, 30, 12)

    assert [*prompt.above()] == [Blast(Point(30, 12), 1.0)]


def test_a_refused_place_is_explained_and_the_nearest_legal_one_offered() -> None:
    prompt = touching()
    click_at(prompt, 26, 20)
    assert prompt.answer is None
    assert prompt.refused
    assert prompt.refused.clause == "CC-11"
    assert any(isinstance(o, BoardNote) for o in prompt.above())
    assert BaseOutline((Disc(Point(26, 20), prompt.radius),), OverlayTone.BAD) in prompt.above()
    (first, *others) = [(c.id, c.label, c.detail) for c in prompt.choices()]
    assert first == ("mend", "Use nearest legal place", prompt.no.reason if prompt.no else "")
    assert "here" not in [id_ for id_, *_ in others]

    press_key(prompt, pygame.K_f)
    assert abs(distance(prompt.at, DOWN.at) - 3.0) < 0.01
    press_key(prompt, pygame.K_RETURN)
    assert prompt.answer is not None


def test_what_has_a_facing_is_turned() -> None:
    asked = Place(US, "CC-35", "Where?", region=OnTable(48, 48), turns=True)
    prompt = PlacePrompt(asked, LAID)
    move_to(prompt, 30, 12)
    press_key(prompt, pygame.K_r)
    press_key(prompt, pygame.K_r)
    press_key(prompt, pygame.K_r, pygame.KMOD_SHIFT)
    press_key(prompt, pygame.K_RIGHT)
    press_key(prompt, pygame.K_RETURN)

    assert prompt.answer == [30.25, 12, 15]


def test_suggestions_can_be_stepped_through() -> None:
    prompt = touching()
    first = prompt.at
    press_key(prompt, pygame.K_n)

    assert prompt.at != first
    assert prompt.no is None
