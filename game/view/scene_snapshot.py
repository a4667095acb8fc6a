"""Snapshots of a scene, which tell the area that changed between two pictures of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.view.playback.effects import Effect, begun, ring_area, words_areas
from game.view.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class SceneSnapshot:
    """All that a scene without overlays, badges and fog shows at one moment."""

    whole: object
    """A value that differs if anything changed that has no area of its own."""
    parts: dict[Hashable, pygame.Rect]
    """The areas of everything else in the window, by keys that tell how it looks."""
    kept: Sequence[object]
    """The things whose identities are in the keys."""
    is_bounded: bool
    """True if all that moves has an area."""

    @classmethod
    def of(cls, scene: Scene) -> SceneSnapshot:
        """Return a snapshot of what a scene would draw now."""
        pictures, parts, is_bounded = scene.pictures(), dict[Hashable, pygame.Rect](), True
        for picture, at in pictures:
            parts[id(picture), at] = picture.get_rect(topleft=at)
        for n, effect in enumerate(scene.stage.effects):
            for key, area in _looks(effect, scene):
                is_bounded = is_bounded and area is not None
                parts[n, id(effect.toss), effect.words, key] = area or pygame.Rect(0, 0, 0, 0)
        if any(animation.moving for animation in scene.stage.animations):
            is_bounded = False
        kept = [*pictures, *scene.stage.effects, scene.stage.seen.board]
        return cls(_rest(scene) if is_bounded else object(), parts, kept, is_bounded)

    def changed_since(self, before: SceneSnapshot, window: pygame.Rect) -> pygame.Rect:
        """Return the area of a window that looks different from what it did *before*."""
        if self.whole != before.whole:
            return window.copy()
        gone = [area for key, area in before.parts.items() if key not in self.parts]
        new = [area for key, area in self.parts.items() if key not in before.parts]
        changed = [*gone, *new]
        if not changed:
            return pygame.Rect(0, 0, 0, 0)
        return changed[0].unionall(changed[1:]).clip(window)


def _rest(scene: Scene) -> object:
    """Return a value of all that has no area of its own."""
    camera, table = scene.camera, scene.stage.seen
    return (
        (camera.left, camera.top, camera.ppi),
        id(table.board),
        [*table.ground],
        # The ground around the table is drawn once all of the table is painted.
        scene.ground.progress == 1.0,
        [*scene.zone_outlines()],
        [*scene.event_overlays()],
    )


def _looks(effect: Effect, scene: Scene) -> Iterator[tuple[object, pygame.Rect | None]]:
    """Yield keys of how an effect looks, with its areas; None if an area is unknown.

    What leaves, falls, lunges or drifts is among the pictures.
    """
    if effect.age < 0.0:
        return
    camera, still = scene.camera, scene.stage.reduced
    if effect.splash or effect.knock or effect.blast or effect.shakes:
        yield effect.age, None
    if effect.drawn:
        yield effect.age, effect.drawn.area(camera)
    if effect.toss:
        yield scene.dice.look_of(effect.age), scene.dice.area(effect.toss, effect.age, camera)
    share = 0.4 if still else effect.share
    if effect.ring:
        yield effect.age, ring_area(camera, effect, share)
    if effect.words:
        effects, dice = scene.stage.effects, scene.dice_places()
        areas = words_areas(camera, scene.look, effects, dice, still=still)
        worded = (one for one in begun(effects) if one.words)
        for one, area in zip(worded, areas, strict=True):
            if one is effect:
                yield effect.age, area
