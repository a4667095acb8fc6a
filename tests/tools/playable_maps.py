"""Games of steady bots on drawn, generated and imported maps that pass the check.

``python -m tests.tools.playable_maps --count 200 --seed 1`` makes 200 maps, each with random
measures, and plays every scenario that *Playable as* lists for it. It names each game that
raises, has no end, leaves a unit without room or costs more than its budget, and exits with 1
if there are any. With ``--steady SCENARIO ...`` random bots play all other scenarios, with
``--random SCENARIO ...`` only those.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from game.bots.match import play, seated
from game.bots.watchdog import Watchdog
from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, read_map
from game.content.maps.uvtt_import import OWN_KEY, imported
from game.content.maps.writer import canonical
from game.content.safe_writing import write_whole
from game.content.scenarios import FREE
from game.cores.kit.deployment import without_room
from game.editor.findings import CheckReport, Severity
from game.editor.map_checks import judge
from game.mapgen.makers import MAKERS
from game.rules.battles import prepare
from game.systems.flood.content.map_classes import Lane
from tests.editor.tool_driver import Desk, dig_corridor
from tests.tools.costs import Cost, cost_of, is_too_much
from tests.tools.variety import write_random_map

SECONDS = 300
"""Maximum CPU seconds of a game."""
DAY = 24 * 3600.0
TRIES = 60
"""Maps made until one passes the check."""
Corner = tuple[float, float]


def corridors(rng: Random) -> MapFile:
    """Return a sewer of crossing corridors with zones at two edges, drawn with the tools."""
    width, height = rng.choice(((48, 48), (60, 44), (72, 48)))
    desk = Desk(map_of(width, height), mirror=rng.choice(("", "turned")))
    desk.space.corridor = type(desk.space.corridor)(width=rng.choice((4.0, 5.0, 6.0)))
    rows, columns = _lines(rng, height), _lines(rng, width)
    for y in rows:
        dig_corridor(desk, (0, y), (width, y))
    for x in columns:
        ends = (0, height) if rng.random() < 0.5 else (rows[0], rows[-1])
        dig_corridor(desk, (x, ends[0]), (x, ends[1]))
    desk.space.mirror = ""
    lane = next(one.outline for one in desk.objects if isinstance(one.what, Lane))
    if rng.random() < 0.8:
        desk.draw("Point", "FloodOrigin", (lane[0].x, lane[0].y))
    _zones(desk, rng, width, height, depth=rng.choice((4, 6, 6, 8, 10)))
    places = [(x, y) for x in columns for y in rows]
    _markers(desk, rng, places)
    return desk.space.map


def _lines(rng: Random, side: int) -> list[float]:
    """Return the middles of two to four corridors across a side."""
    many = rng.randint(2, 4)
    gap = side / many
    return [round((n + 0.5) * gap + rng.uniform(-1.5, 1.5), 1) for n in range(many)]


def _zones(desk: Desk, rng: Random, width: int, height: int, depth: int) -> None:
    """Draw a zone at two opposite edges; at times reserve them for sides."""
    if rng.random() < 0.5:
        boxes = ((0, 0), (depth, height)), ((width - depth, 0), (width, height))
    else:
        boxes = ((0, 0), (width, depth)), ((0, height - depth), (width, height))
    for box in boxes:
        desk.draw("Rectangle", "DeploymentZone", *box)


def _markers(desk: Desk, rng: Random, places: list[Corner]) -> None:
    """Draw three to five objective markers at some of the places, or none."""
    many = rng.choice((0, 3, 4, 5))
    for at in rng.sample(places, min(many, len(places))) if many <= len(places) else ():
        desk.draw("Point", "Objective", at)


AREAS = (
    "Wall",
    "Block",
    "Ruin",
    "Wood",
    "Rubble",
    "Crater",
    "DeepWater",
    "Weeds",
    "Fortification",
)
LINES = ("Wall", "LowWall", "Hedge", "Pipe", "Barricade", "Rail")


def battlefield(rng: Random) -> MapFile:
    """Return a field of features drawn one by one, with a mirror, zones and markers."""
    width, height = rng.choice(((48, 48), (44, 60), (72, 48)))
    desk = Desk(map_of(width, height), mirror=rng.choice(("", "turned")))
    for _ in range(rng.randint(4, 16)):
        x, y = rng.uniform(0, width - 8), rng.uniform(0, height - 8)
        far, low = x + rng.uniform(1, 8), y + rng.uniform(1, 8)
        match rng.randrange(4):
            case 0:
                desk.draw("Polyline", rng.choice(LINES), (x, y), (far, y), (far, low))
            case 1:
                desk.draw("Polygon", rng.choice(AREAS), (x, y), (far, y), (x, low))
            case 2:
                desk.draw("Ellipse", rng.choice(AREAS), (x, y), (far, low))
            case _:
                desk.draw("Rectangle", rng.choice(AREAS), (x, y), (far, low))
    desk.space.mirror = ""
    _zones(desk, rng, width, height, depth=rng.choice((6, 9, 12)))
    places = [(rng.uniform(6, width - 6), rng.uniform(6, height - 6)) for _ in range(5)]
    _markers(desk, rng, places)
    return desk.space.map


def rooms(rng: Random) -> MapFile:
    """Return rooms with doors and windows from Universal VTT data, with zones and markers."""
    across, down, side = rng.randint(3, 6), rng.randint(3, 5), rng.choice((8, 10, 12))
    width, height = across * side, down * side
    raw: dict[str, Any] = {
        "resolution": {"map_size": {"x": width, "y": height}},
        "line_of_sight": [],
        "portals": [],
        OWN_KEY: {"windows": []},
    }
    for n in range(1, across):
        for m in range(down):
            _wall(rng, (n * side, m * side), (n * side, (m + 1) * side), raw)
    for m in range(1, down):
        for n in range(across):
            _wall(rng, (n * side, m * side), ((n + 1) * side, m * side), raw)
    desk = Desk(imported(raw, "rooms", 1.0).mapfile)
    _zones(desk, rng, width, height, depth=rng.choice((6, side)))
    middles = [((n + 0.5) * side, (m + 0.5) * side) for n in range(across) for m in range(down)]
    _markers(desk, rng, middles)
    return desk.space.map


def _wall(rng: Random, a: Corner, b: Corner, raw: dict[str, Any]) -> None:
    """Add a wall between two rooms: whole, with an opening, a door or a window, or none."""
    spots = [{"x": a[0] + (b[0] - a[0]) * t, "y": a[1] + (b[1] - a[1]) * t} for t in (0, 1)]
    roll = rng.random()
    if roll < 0.25:
        return
    if roll < 0.45:
        raw["line_of_sight"].append(spots)
        return
    ends = [0.0, 0.35, 0.65, 1.0]
    first, start, end, last = (
        {"x": a[0] + (b[0] - a[0]) * t, "y": a[1] + (b[1] - a[1]) * t} for t in ends
    )
    raw["line_of_sight"] += [[first, start], [end, last]]
    if roll < 0.6:
        raw["portals"].append({"bounds": [start, end], "closed": rng.random() < 0.5})
    elif roll < 0.65:
        raw[OWN_KEY]["windows"].append([start, end])


def _generated(name: str, rng: Random) -> MapFile:
    with TemporaryDirectory() as folder:
        return read_map(write_random_map(MAKERS[name], rng, Path(folder)))


ORIGINS: Mapping[str, Callable[[Random], MapFile]] = {
    "corridors": corridors,
    "battlefield": battlefield,
    "rooms": rooms,
    **{f"generated {name}": partial(_generated, name) for name in MAKERS},
}
"""Ways to make a map, in turn."""


def checked(mapfile: MapFile) -> CheckReport:
    """Return the whole report of a map's check."""
    *_, last = (report for report in judge(mapfile) if report)
    return last


def passes(report: CheckReport) -> bool:
    return not any(one.severity is Severity.FAULT for one in report.findings)


def a_map(origin: str, seed: int) -> tuple[MapFile, list[str]] | None:
    """Return a map that passes the check, and the scenarios that it is playable as."""
    for n in range(TRIES):
        try:
            mapfile = ORIGINS[origin](Random(f"{origin} {seed} {n}"))
        except UnusableFile:
            continue  # a plan that the generator refuses
        report = checked(mapfile)
        if passes(report):
            listed = [p.scenario for p in report.playable if not p.reasons]
            if scenarios := [one for one in listed if one != FREE]:
                return mapfile, scenarios
    return None


def summary_of_game(scenario: str, file: Path, seed: int, bot: str = "steady") -> str:
    """Play a game of two equal bots; return a summary, or raise AssertionError."""
    battle = prepare(scenario, seed=seed, map_=str(file))
    session = battle.session()
    seats = seated(battle.opening.sides, [bot, bot])
    match = play(session, seats, Watchdog(wall=DAY))  # it may run below all other work
    assert session.table.result, f"{scenario} on {file.stem} has no end"
    left = without_room(session.table)
    assert not left, f"{scenario} on {file.stem}: no room for {left.name if left else ''}"
    return match.reason


class Game(NamedTuple):
    """A game that was played on a map."""

    scenario: str
    bot: str
    cost: Cost


def games(
    found: tuple[MapFile, list[str]],
    file: Path,
    seed: int,
    steady: Sequence[str],
    random: Sequence[str],
) -> Iterator[Game]:
    """Write a map to a file; yield a game of each of its scenarios.

    Steady bots play those in *steady*, or all if there are none; random bots play the others,
    or of these only those in *random* if there are any.
    """
    mapfile, scenarios = found
    write_whole(file, canonical(mapfile))
    for scenario in scenarios:
        bot = "steady" if not steady or scenario in steady else "random"
        if bot == "random" and random and scenario not in random:
            continue
        work = partial(summary_of_game, scenario, file, seed, bot)
        yield Game(scenario, bot, cost_of(f"{scenario} {bot} {file.name}", work, SECONDS))


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--origin", choices=[*ORIGINS], help="only maps of this origin")
    parser.add_argument("--steady", nargs="+", default=[], help="all scenarios by default")
    parser.add_argument("--random", nargs="+", default=[], help="all others by default")
    parser.add_argument("--keep", type=Path, help="folder in which the maps are kept")
    args = parser.parse_args()
    origins = [args.origin] if args.origin else [*ORIGINS]
    counted = {what: Counter[str]() for what in ("maps", "terrain", "steady", "random", "ends")}
    wrong = 0
    with TemporaryDirectory() as folder:
        for n in range(args.count):
            origin, seed = origins[n % len(origins)], args.seed + n
            played = 0
            if found := a_map(origin, seed):
                counted["terrain"].update({p.kind.value for p in to_board(found[0]).terrain})
                file = (args.keep or Path(folder)) / f"{origin.replace(' ', '-')}-{seed}.tmj"
                for scenario, bot, cost in games(found, file, seed, args.steady, args.random):
                    played += 1
                    counted[bot][scenario] += 1
                    if is_too_much(cost, SECONDS):
                        wrong += 1
                        sys.stdout.write(f"{json.dumps(cost)}\n")
                    else:
                        counted["ends"][cost["said"].removeprefix("told: ")] += 1
            counted["maps"][origin if played else f"no {origin}"] += 1
            sys.stdout.write(f"{n + 1}: {origin}, {played} games\n")
            sys.stdout.flush()
    for what, times in counted.items():
        text = ", ".join(f"{name} {many}" for name, many in sorted(times.items()))
        sys.stdout.write(f"{what}: {text}\n")
    played = sum(counted[bot].total() for bot in ("steady", "random"))
    sys.stdout.write(f"{played} games on {args.count} maps; {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
