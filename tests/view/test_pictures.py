"""The look of the board, approved by eye."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.geometry.points import Disc, Point
from game.table.events import Moved
from game.table.pieces import pieces_of
from game.table.records import Where
from game.view.board.bake import Bake
from game.view.board.materials import MATERIALS
from game.view.glass.overlays import (
    Aim,
    Area,
    Blast,
    Line,
    Links,
    Outline,
    Ring,
    Ruler,
    Tone,
    Trail,
)
from game.view.look import Look
from game.view.scene import Scene
from game.view.sprites import State
from tests.tools.pictures import check
from tests.view.tables import features, rectangle, town, two_squads, void, works

HERE = Path(__file__).parent / "pictures"
WINDOW = pygame.Rect(0, 0, 480, 360)


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite"))


@pytest.mark.parametrize("look_of_board", ["city", "sewer"])
def test_a_board_with_tokens(look: Look, look_of_board: str, rewrite: bool) -> None:  # noqa: FBT001
    table = two_squads(replace(town(), name="town", look=look_of_board))
    scene = Scene(table, look, WINDOW)
    first, _, third, *_ = table.models
    scene.states = {first: State.CHOSEN, third: State.DONE}
    scene.held = {"first": table.sides[0]}
    canvas = pygame.Surface(WINDOW.size)
    scene.prepare()

    scene.draw(canvas)

    check(canvas, HERE / f"board-{look_of_board}.png", rewrite=rewrite)


@pytest.mark.parametrize("material", MATERIALS)
def test_each_material(material: str, rewrite: bool) -> None:  # noqa: FBT001
    picture = Bake(works(material)).whole(14)

    check(picture, HERE / f"material-{material}.png", rewrite=rewrite)


def test_the_features_of_matched_play(rewrite: bool) -> None:  # noqa: FBT001
    check(Bake(features()).whole(20), HERE / "board-features.png", rewrite=rewrite)


def test_what_drifts_in_space(look: Look, rewrite: bool) -> None:  # noqa: FBT001
    """Arrows, a body, a container that drifts, one that is held, loose debris, a trail."""
    table = two_squads(void())
    hale, orr, vance, foe, *_ = table.models.values()
    for model, arrows, heading in ((hale, 1, 135.0), (orr, 3, 170.0), (foe, 7, 20.0)):
        table.models[model.id] = replace(model, arrows=arrows, heading=heading)
    body = replace(vance, where=Where.BODY, arrows=2, heading=60.0)
    table.models[vance.id] = body
    table.pieces = pieces_of(table.board)
    table.pieces["west"] = replace(table.pieces["west"], arrows=1, heading=60.0)
    table.pieces["east"] = replace(table.pieces["east"], holder=foe.id)
    scene = Scene(table, look, WINDOW)
    canvas = pygame.Surface(WINDOW.size)
    scene.prepare()
    scene.stage.hear([Moved("ZG-07", hale.id, (hale.at, Point(9.5, 7.5), Point(13, 4)), 135.0)])
    scene.stage.play(0.8)

    scene.draw(canvas)

    check(canvas, HERE / "board-adrift.png", rewrite=rewrite)


def test_overlays_over_a_board(look: Look, rewrite: bool) -> None:  # noqa: FBT001
    table = two_squads(town())
    scene = Scene(table, look, WINDOW)
    hale, orr, vance, *_, foe = table.models.values()
    canvas = pygame.Surface(WINDOW.size)
    scene.prepare()

    scene.draw(
        canvas,
        below=[Area((rectangle(0, 0, 24, 3),), Tone.FIRST, "deploy here")],
        above=[
            Ring(hale.at, 5, words='5"'),
            Trail((hale.at, Point(5, 4), Point(7.5, 4.2)), 0.5, 6),
            Ruler(orr.disc, vance.disc),
            Outline((orr.disc, vance.disc)),
            Links(((orr.at, vance.at),), ((hale.at, vance.at),)),
            Line(vance.at, foe.at, block=Point(10, 8), words="the block is in the way"),
            Aim(Disc(foe.at, foe.base)),
            Blast(Point(18, 12), 3),
        ],
    )

    check(canvas, HERE / "overlays.png", rewrite=rewrite)
