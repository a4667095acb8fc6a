"""Snapshots of a scene, which tell the area that changed between two pictures of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.view.playback.effects import (
    Effect,
    flashes,
    ring_area,
    shown_share,
    splashes,
    words_area,
)
from game.view.scene import Scene


MORE_PIXELS = 120_000
"""Pixels that take as long to draw as it takes to draw a scene once more for another area."""


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
        for tile, is_painted, area in scene.ground.looks(scene.camera):
            # The picture of the whole board stands in for what is not painted yet.
            parts[tile, is_painted or scene.ground.progress] = area
        for n, effect in enumerate(scene.stage.effects):
            for key, area in _looks(effect, scene):
                is_bounded = is_bounded and area is not None
                parts[n, id(effect.toss), effect.words, key] = area or pygame.Rect(0, 0, 0, 0)
        if any(animation.moving for animation in scene.stage.animations):
            is_bounded = False
        kept = [*pictures, *scene.stage.effects, scene.stage.seen.board]
        return cls(_rest(scene) if is_bounded else object(), parts, kept, is_bounded)

    def changed_since(self, before: SceneSnapshot, window: pygame.Rect) -> list[pygame.Rect]:
        """Return the areas of a window that look different from what they did *before*.

        They do not overlap; those that are near to each other are one.
        """
        if self.whole != before.whole:
            return [window.copy()]
        gone = [area for key, area in before.parts.items() if key not in self.parts]
        new = [area for key, area in self.parts.items() if key not in before.parts]
        seen = (area.clip(window) for area in (*gone, *new))
        return merged(area for area in seen if area)


def merged(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return areas without overlaps that cover all of some areas.

    Two of them become one where that is faster to draw.
    """
    kept = list[pygame.Rect]()
    for area in areas:
        while True:
            found = (n for n, other in enumerate(kept) if _are_better_as_one(area, other))
            if (near := next(found, None)) is None:
                break
            area = area.union(kept.pop(near))  # noqa: PLW2901  what it is merged with grows it
        kept.append(area)
    return kept


def _are_better_as_one(a: pygame.Rect, b: pygame.Rect) -> bool:
    if a.colliderect(b):
        return True
    both = a.union(b)
    return both.w * both.h <= a.w * a.h + b.w * b.h + MORE_PIXELS


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
    if effect.shakes and not still:
        yield effect.age, None
    for picture, at in (
        *splashes([effect], camera, still=still),
        *flashes(effect, camera, still=still),
    ):
        yield (picture, at), picture.get_rect(topleft=at)
    if effect.drawn:
        yield 0.0 if still else effect.age, effect.drawn.area(camera)
    if effect.toss:
        look = 0.0 if still else scene.dice.look_of(effect.age)
        yield look, scene.dice.area(effect.toss, effect.age, camera)
    share = shown_share(effect, still=still)
    if effect.ring:
        yield (share, effect.fades and effect.share), ring_area(camera, effect, share)
    if effect.words:
        area = words_area(camera, scene.look, effect, share, scene.dice_places())
        yield (share, *area), area
