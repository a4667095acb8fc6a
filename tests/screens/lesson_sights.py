"""Sights in the playback of a lesson, looked for in small steps of time."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

import pygame

from game.background import loading
from game.systems.cage.view.animation import CageAnimation
from game.systems.flood.view.front import FloodFront
from game.systems.pursuit.view.animation import PursuitAnimation
from game.table.events import Event
from game.table.records import ModelId
from game.table.state import Table
from game.view.playback import PathTrack
from game.view.playback.stage import Animation, Stage
from game.view.scene import Scene
from game.view.system_view import BARE
from game.widgets.theme import Theme

A = TypeVar("A", bound=Animation)

STEP = 0.2
"""Seconds from one look to the next."""
MOST = 20_000
"""Looks after which a playback counts as endless."""


def _flood_front(scene: Scene) -> bool:
    """Return whether the ground is painted with water that still spreads."""
    state = BARE
    for layer in scene.layers:
        state = layer.ground(scene.stage, state)
    return isinstance(state.front, FloodFront) and not state.front.over


def _turning_ring(scene: Scene) -> bool:
    """Return whether a ring stands between two of its rests."""
    found = _animation(scene.stage, CageAnimation)
    return found is not None and any(degrees % 5.0 for degrees in found.rings)


def _rolling_street(scene: Scene) -> bool:
    found = _animation(scene.stage, PursuitAnimation)
    return found is not None and 0.0 < found.share < 1.0 and found.moving


def _drift(scene: Scene) -> bool:
    """Return whether a model with arrows is on its way."""
    models = scene.stage.seen.models
    tracks = [t.id for t in scene.stage.motion.tracks if isinstance(t, PathTrack)]
    return any(models[ModelId(id_)].arrows for id_ in tracks if id_ in models)


SIGHTS: Mapping[str, Callable[[Scene], bool]] = {
    "flood front": _flood_front,
    "turning ring": _turning_ring,
    "rolling street": _rolling_street,
    "drift": _drift,
}


def _animation(stage: Stage, kind: type[A]) -> A | None:
    return next((found for found in stage.animations if isinstance(found, kind)), None)


def is_seen(sight: str, opening: Table, story: Sequence[Event], parts: Collection[str]) -> bool:
    """Return whether the playback of events shows one of `SIGHTS`."""
    scene = Scene(opening, Theme(), pygame.Rect(0, 0, 640, 480), parts)
    stage, shows = scene.stage, SIGHTS[sight]
    stage.add(story)
    for _ in range(MOST):
        if not stage.lively:
            return False
        stage.play(STEP)
        while loading():  # the course of a flood comes from a thread
            time.sleep(0.005)
        if shows(scene):
            return True
    raise AssertionError("the playback has no end")
