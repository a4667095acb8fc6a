"""Snapshots of a scene, which tell the area that changed between two pictures of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.view.playback.effects import (
    Effect,
    begun,
    flashes,
    ring_area,
    shown_share,
    splashes,
    words_areas,
)
from game.view.scene import Scene

MORE_PIXELS = 120_000
"""Pixels that take as long to draw as it takes to draw a scene once more for another area."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneSnapshot:
    """All that a scene without overlays, badges and fog shows at one moment."""

    whole: object
    """A value that differs if anything changed that has no area of its own."""
    rest: object
    """A value that differs if *still* does; None if anything there moves."""
    still: dict[Hashable, pygame.Rect]
    """The areas of ground, models and things in the window, by keys that tell how they look."""
    effects: dict[Hashable, pygame.Rect]
    """The same of effects, which change from frame to frame."""
    kept: Sequence[object]
    """The things whose identities are in the keys."""
    is_bounded: bool
    """True if all that moves has an area."""

    @classmethod
    def of(cls, scene: Scene, before: SceneSnapshot | None = None) -> SceneSnapshot:
        """Return a snapshot of what a scene would draw now.

        What rests is taken from the one *before*.
        """
        rest, effects, is_bounded = _rest(scene), dict[Hashable, pygame.Rect](), True
        if before and rest is not None and rest == before.rest:
            still, kept = before.still, before.kept
        else:
            still, kept = _still(scene)
        for n, effect in enumerate(scene.stage.effects):
            for key, area in _looks(effect, scene):
                is_bounded = is_bounded and area is not None
                effects[n, effect.toss, key] = area or pygame.Rect(0, 0, 0, 0)
        effects.update(_words(scene))
        for overlay in scene.event_overlays():
            area = scene.pen.area(overlay, scene.camera)
            is_bounded = is_bounded and area is not None
            effects[overlay] = area or pygame.Rect(0, 0, 0, 0)
        if any(animation.moving for animation in scene.stage.animations):
            is_bounded = False
        whole = _whole(scene) if is_bounded else object()
        return cls(whole, rest, still, effects, kept, is_bounded)

    def changed_since(self, before: SceneSnapshot, window: pygame.Rect) -> list[pygame.Rect]:
        """Return the areas of a window that look different from what they did *before*.

        They do not overlap; those that are near to each other are one.
        """
        if self.whole != before.whole:
            return [window.copy()]
        pairs = [(self.effects, before.effects)]
        if self.still is not before.still:
            pairs.append((self.still, before.still))
        changed = [
            area
            for mine, others in pairs
            for ones, rest in ((mine, others), (others, mine))
            for key, area in ones.items()
            if key not in rest
        ]
        seen = (area.clip(window) for area in changed)
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


def _still(scene: Scene) -> tuple[dict[Hashable, pygame.Rect], list[object]]:
    """Return ground, models and things with their areas, and those that are in the keys."""
    pictures, parts = scene.pictures(), dict[Hashable, pygame.Rect]()
    for picture, at in pictures:
        parts[id(picture), at] = picture.get_rect(topleft=at)
    for tile, is_painted, area in scene.ground.looks(scene.camera):
        # The picture of the whole board stands in for what is not painted yet.
        parts[tile, is_painted, 1.0 if is_painted else scene.ground.progress] = area
    return parts, [*pictures, scene.stage.seen.board]


def _rest(scene: Scene) -> object:
    """Return a value that differs if ground, models or things do; None if they move."""
    stage = scene.stage
    moving = any(effect.leaving or effect.trail for effect in stage.effects)
    if moving or not stage.is_still or any(one.moving for one in stage.animations):
        return None
    held, hidden = tuple(scene.held.items()), tuple(scene.hidden)
    shown = stage, stage.applied, scene.camera.view, scene.camera.window.size
    return shown, scene.sprites, scene.ground.painted, held, hidden


def _whole(scene: Scene) -> object:
    """Return a value of all that has no area of its own."""
    camera, table = scene.camera, scene.stage.seen
    return (
        (camera.left, camera.top, camera.ppi),
        id(table.board),
        [*table.ground],
        # The ground around the table is drawn once all of the table is painted.
        scene.ground.progress == 1.0,
        [*scene.zone_outlines()],
    )


def _looks(effect: Effect, scene: Scene) -> Iterator[tuple[object, pygame.Rect | None]]:
    """Yield keys of how an effect looks, with its areas; None if an area is unknown.

    What leaves, falls, lunges or drifts is among the pictures; words have their own keys.
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


def _words(scene: Scene) -> Iterator[tuple[object, pygame.Rect]]:
    """Yield keys of how the words of effects look, with their areas."""
    effects, still = scene.stage.effects, scene.stage.reduced
    worded = [effect for effect in begun(effects) if effect.words]
    dice = scene.dice_places() if worded else ()
    areas = words_areas(scene.camera, scene.look, effects, dice, still=still)
    for effect, area in zip(worded, areas, strict=True):
        yield (effect.words, effect.colour, shown_share(effect, still=still), *area), area
