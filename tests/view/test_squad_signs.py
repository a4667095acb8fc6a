"""Signs of squads: two squads of one side never have the same."""

from __future__ import annotations

import pytest

from game.table.records import ModelId, Side, Unit, UnitId
from game.table.state import Table
from game.view.sprites import AROUND, Sprites, Token, TokenState
from game.view.squad_signs import SQUAD_SIGNS, SquadNumbers, draw_sign, squad_numbers
from game.view.style import DrawingTheme

REDS, BLUES = Side("reds"), Side("blues")


def squads_table(*units: tuple[str, Side, int]) -> Table:
    table = Table(sides=(REDS, BLUES))
    for name, side, many in units:
        ids = tuple(ModelId(f"{name}-{n}") for n in range(many))
        table.units[UnitId(name)] = Unit(UnitId(name), side, name, models=ids)
    return table


def test_squads_are_numbered_for_each_side_and_lone_models_have_no_sign() -> None:
    table = squads_table(
        ("first", REDS, 5), ("captain", REDS, 1), ("foes", BLUES, 3), ("second", REDS, 2)
    )
    assert squad_numbers(table) == {"first": 1, "second": 2}


def test_a_second_squad_that_joins_gives_both_a_sign() -> None:
    numbers, table = SquadNumbers(), squads_table(("first", REDS, 5))
    assert not numbers.of(table)
    late = squads_table(("first", REDS, 5), ("late", REDS, 5))
    assert numbers.of(late) == {"first": 1, "late": 2}


def test_after_the_last_sign_they_repeat() -> None:
    many = len(SQUAD_SIGNS) + 1
    found = squad_numbers(squads_table(*((f"squad {n}", REDS, 2) for n in range(many))))
    assert [*found.values()] == [*range(1, many), 1]


def test_signs_differ_by_shape_and_by_colour() -> None:
    assert len({sign.shape for sign in SQUAD_SIGNS}) == len(SQUAD_SIGNS)
    assert len({sign.colour for sign in SQUAD_SIGNS}) == len(SQUAD_SIGNS)
    pictures = {draw_sign(n, 20).get_buffer().raw for n in range(1, len(SQUAD_SIGNS) + 1)}
    assert len(pictures) == len(SQUAD_SIGNS)


@pytest.mark.parametrize("pixels", [18, 29, 30, 48, 96])
def test_a_sign_lies_at_the_rim_and_leaves_the_middle_of_the_icon_free(
    look: DrawingTheme, pixels: int
) -> None:
    sprites = Sprites(look)
    token = Token("units/rifle", 0, state=TokenState.READY, wounds=1, most=1, pixels=pixels)
    plain, signed = sprites.token(token), sprites.token(token._replace(squad=2))
    side, near = round(pixels * AROUND), round(pixels * 0.22)
    changed = [
        (x, y)
        for x in range(side)
        for y in range(side)
        if plain.get_at((x, y)) != signed.get_at((x, y))
    ]
    assert changed
    assert all(x < side / 2 - near / 2 or y < side / 2 - near / 2 for x, y in changed)
