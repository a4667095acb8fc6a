"""Random disturbances of sound maps, after which a scenario cannot be played on them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import NamedTuple

from game.content.maps.classes import DeploymentZone, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.map_library import read_map
from game.content.shipped_folders import ROOT
from game.editor import board_commands, object_commands
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.fixes import with_new
from game.editor.transforms import middle, moved, scaled, turned
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.rules.battles import prepare, refusals

PLAYED_ON = {
    "first_patrol": ("weir-yard", "void-drift", "sewer-cross"),
    "combat_patrol": ("ruined-crossing", "old-quarter", "sewer-springs"),
    "the_nest": ("sewer-bend", "sewer-canal", "sewer-cross", "sewer-springs"),
    "crossing": ("sewer-bend", "sewer-canal", "sewer-cross", "sewer-springs"),
    "adrift": ("hulk-hold", "hulk-spine", "void-wreckage"),
    "salvage": ("hulk-hold", "hulk-spine", "void-drift", "void-wreckage"),
    "pursuit": ("broken-mile", "foundry-bend", "kiln-road", "slate-row"),
    "cage": ("great-cage", "training-cage"),
    "no_mercy": ("plasma-works", "shattered-parish", "sunken-quarter", "venom-glade"),
    "deadlock": ("long-orchard", "plasma-works"),
}
"""Maps on which each scenario can be played."""
ATTEMPTS = 200


class Disturbed(NamedTuple):
    """A map on which a scenario cannot be played any more."""

    scenario: str
    name: str
    """Name of the shipped map."""
    what: str
    map: MapFile


@cache
def shipped(name: str) -> MapFile:
    return read_map(ROOT / f"maps/{name}.tmj")


def disturbed(seed: int) -> Disturbed:
    """Return a map that a single disturbance, drawn with a seed, has made unplayable."""
    rng = Random(seed)
    for _ in range(ATTEMPTS):
        scenario = rng.choice([*PLAYED_ON])
        name = rng.choice(PLAYED_ON[scenario])
        disturb = rng.choice(DISTURBANCES)
        work = Workspace(History(shipped(name)))
        with suppress(EditRefusedError):
            disturb(work, rng)
            if refusals(prepare(scenario, seed=0), to_board(work.map)):
                return Disturbed(scenario, name, disturb.__name__, work.map)
    raise AssertionError(f"no disturbance of seed {seed} mattered")


def _any(work: Workspace, rng: Random, *kinds: type) -> MapObject:
    found = [one for _, one in work.map.objects() if not kinds or isinstance(one.what, kinds)]
    if not found:
        raise EditRefusedError("there is nothing of the kind")
    # Each class as often as any other: of walls there are many.
    kind = rng.choice(list(dict.fromkeys(type(one.what) for one in found)))
    return rng.choice([one for one in found if type(one.what) is kind])


def _replace(work: Workspace, one: MapObject) -> None:
    work.do("disturb", work.map.replaced([one]), mirrored=False)


def zone_shrunk(work: Workspace, rng: Random) -> None:
    zone = _any(work, rng, DeploymentZone)
    share = rng.uniform(0.1, 0.6)
    _replace(work, scaled(zone, middle(zone), share, share))


def removed(work: Workspace, rng: Random) -> None:
    object_commands.delete(work, [_any(work, rng).id])


def shifted(work: Workspace, rng: Random) -> None:
    one = _any(work, rng)
    _replace(work, moved(one, rng.uniform(-10, 10), rng.uniform(-10, 10)))


def rotated(work: Workspace, rng: Random) -> None:
    one = _any(work, rng)
    _replace(work, turned(one, middle(one), rng.uniform(10, 170)))


def walled_across(work: Workspace, rng: Random) -> None:
    w, h = work.map.width, work.map.height
    x, y = rng.uniform(0.2, 0.8) * w, rng.uniform(0.2, 0.8) * h
    ways = (Point(x, 0), Point(rng.uniform(0.2, 0.8) * w, h)), (Point(0, y), Point(w, y))
    after = with_new(work.map, [(Wall(), "polyline", rng.choice(ways))])
    work.do("wall", after, mirrored=False)


def walled_in(work: Workspace, rng: Random) -> None:
    """Put a point into a block."""
    points = [one for _, one in work.map.objects() if one.shape == "point"]
    if not points:
        raise EditRefusedError("there is none")
    at = rng.choice(points).outline[0]
    a, b = rng.uniform(0.5, 2), rng.uniform(0.5, 2)
    box = (
        Point(max(at.x - a, 0), max(at.y - a, 0)),
        Point(min(at.x + b, work.map.width), min(at.y + b, work.map.height)),
    )
    work.do("block", with_new(work.map, [(Wall(), "rectangle", box)]), mirrored=False)


def table_cut(work: Workspace, rng: Random) -> None:
    w, h = work.map.width, work.map.height
    less = rng.choice(((rng.randrange(1, w // 3), 0), (0, rng.randrange(1, h // 3))))
    board_commands.resize(work, w - less[0], h - less[1], drop=True)


DISTURBANCES: tuple[Callable[[Workspace, Random], None], ...] = (
    zone_shrunk,
    removed,
    shifted,
    rotated,
    walled_across,
    walled_in,
    table_cut,
)
