"""Sizes of the models that a question is about, in a window of 1280 x 720."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.screens.battle.screen import BattleScreen
from game.view.camera import SMALLEST
from tests.screens.fixtures_pursuit import pursuit_before
from tests.screens.fixtures_zero_g import weightless
from tests.screens.input_driver import Player, open_battle, open_deployed, ready


def shot_at(player: Player) -> BattleScreen:
    """Ask a model without a unit at whom it shoots, on the widest of the tables."""
    screen = open_battle(player, weightless("shooting"))
    screen.press("boarders-leader")
    player.move(1, 1)
    ready(player, screen)
    return screen


@pytest.mark.parametrize(
    ("make", "least"),
    [
        (lambda player: open_battle(player, weightless()), 5),
        (shot_at, 1),
        (open_deployed, 0),
        (lambda player: open_battle(player, pursuit_before()), 0),
    ],
    ids=["move-adrift", "shoot-adrift", "move", "pursuit"],
)
def test_nothing_asked_about_is_drawn_smaller_than_26_pixels(
    player: Player, make: Callable[[Player], BattleScreen], least: int
) -> None:
    """*least*: the number of tokens that have to be enlarged for that."""
    screen = make(player)
    player.wait(22)
    scene = screen.parts.board.scene
    badges = scene.badges.places
    marked = {scene.badges.under(place.center) for place in badges}
    asked = {m.id: m for m in map(scene.stage.seen.models.__getitem__, scene.options)}
    bases = {m.id: scene.enlarged.discs.get(m.id) or m.disc for m in asked.values()}

    assert asked
    assert len(scene.enlarged.discs) >= least
    assert all(place.height >= SMALLEST for place in badges)
    for id_, model in asked.items():
        width = round(2 * bases[id_].radius * scene.camera.ppi)
        assert width >= SMALLEST or model.unit in marked, id_
