"""The card of a scenario: both forces, and how much of the table is painted."""

from __future__ import annotations

import pygame
import pytest

from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from game.view.colours import AMBER, CREAM
from game.view.opening_card import OpeningCard, OpeningPainter, forces_of, wrapped
from game.view.scene import Scene
from game.view.style import DrawingTheme

REDS, BLUES = Side("reds"), Side("blues")
GUARD = Profile("Guard")
CAPTAIN = Profile("Captain", rules=("leader",))
CARD = OpeningCard("The ford", "Hold the ford until the last turn ends.", ())


def forces_table(*units: tuple[Side, tuple[Profile, ...]]) -> Table:
    table = Table(sides=(REDS, BLUES))
    for n, (side, profiles) in enumerate(units):
        unit = UnitId(f"unit-{n}")
        ids = tuple(ModelId(f"{unit}-{k}") for k in range(len(profiles)))
        table.units[unit] = Unit(unit, side, unit, models=ids)
        for id_, profile in zip(ids, profiles, strict=True):
            table.models[id_] = Model(id_, unit, side, profile=profile, base=0.5)
    return table


def test_a_leader_stands_for_a_force_and_its_size_is_told() -> None:
    table = forces_table((REDS, (GUARD, GUARD)), (REDS, (GUARD, CAPTAIN)), (BLUES, (GUARD,)))
    reds, blues = forces_of(table, {REDS: "The reds"})
    assert (reds.name, reds.strength, reds.lead) == ("The reds", "2 units, 4 models", CAPTAIN)
    assert (blues.name, blues.strength, blues.lead) == ("Blues", "1 model", GUARD)


def test_a_side_without_models_is_left_out() -> None:
    assert [force.name for force in forces_of(forces_table((BLUES, (GUARD,))), {})] == ["Blues"]


def test_a_text_is_broken_between_words_and_no_line_is_too_wide(look: DrawingTheme) -> None:
    lines = [*wrapped(CARD.stake * 3, 15, 200, look)]
    assert " ".join(lines) == CARD.stake * 3
    assert len(lines) > 2
    assert all(look.text(line, 15, CREAM).get_width() <= 200 for line in lines)
    assert [*wrapped("a \u0301b c", 15, 1, look)] == ["a \u0301b", "c"]


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_bar_is_as_long_as_the_share_that_is_painted(
    look: DrawingTheme, share: float
) -> None:
    canvas = pygame.Surface((800, 600))
    painter = OpeningPainter(look)
    painter.draw(canvas, canvas.get_rect(), CARD, 1.0)
    whole = pygame.mask.from_threshold(canvas, AMBER, (2, 2, 2, 255)).count()
    canvas.fill("black")
    painter.draw(canvas, canvas.get_rect(), CARD, share)
    bar = pygame.mask.from_threshold(canvas, AMBER, (2, 2, 2, 255)).count()
    assert bar == pytest.approx(whole * share, rel=0.02)


def test_the_card_is_gone_once_the_table_is_painted(
    scene: Scene, canvas: pygame.Surface
) -> None:
    scene.opening = replace_title("Before")
    first = canvas.copy()
    scene.draw(first)
    scene.opening = replace_title("A much longer title")
    second = canvas.copy()
    scene.draw(second)
    assert first.get_buffer().raw != second.get_buffer().raw

    scene.prepare()
    scene.draw(first)
    scene.opening = None
    scene.draw(second)
    assert first.get_buffer().raw == second.get_buffer().raw


def replace_title(title: str) -> OpeningCard:
    return CARD._replace(title=title)
