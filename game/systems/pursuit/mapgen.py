"""Generator of streets for the pursuit (PU-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from random import Random
from typing import Any

from game.content.faults import Fault
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import drawn_map
from game.geometry.points import Path
from game.mapgen.generator import Generator, NoRoomError, number, retry_until_fit
from game.mapgen.piece_placement import FILL_ATTEMPTS, area_of, lying_in, scattered
from game.mapgen.piece_shapes import Feature, building, round_to_eighth, ruin
from game.systems.pursuit.content.map_classes import CityPiece
from game.systems.pursuit.rules import street_checks
from game.systems.pursuit.rules.free_space import FROM_ARRIVAL

REAR = 1.25
"""Inches between houses on the same side."""
OVERLAP = 1.25
"""Inches by which the two houses of a row overlap, so that no gap shows between them."""
FIRST = (8.0, 9.0)
"""Minimum and maximum distance in inches from the Arrival to the first row."""
PITCH = (15.0, 16.2)
"""Minimum and maximum distance in inches between rows; three fit within 48 inches."""
SQUARE = 24.0
"""Length in inches of the open end, where both sides deploy out of immediate reach."""
AT_SQUARE = 8.0
"""Maximum depth in inches of houses beside the open end."""
LONG = {3: (7.0, 8.5), 2: (5.5, 7.0), 1: (4.5, 5.5)}
"""Minimum and maximum length in inches of a house along the street, by size."""
DEEP = {3: (10.0, 13.0), 2: (8.0, 10.5), 1: (5.0, 7.0)}
ROLL = 12
PAVEMENT = 9.0
"""Width in inches of the pavement on each side of the road."""
KERB = 0.375
ATTEMPTS = 200
NAMES = {
    3: "chapel foundry granary theatre depot mill hospital station brewery library bank "
    "courthouse",
    2: "tannery school tenement workshop arcade smithy inn bakery guardhouse laundry market "
    "print-shop",
    1: "shed kiosk garage wash-house coal-store stable pump-house toolshed shelter booth lodge "
    "stall",
}


@dataclass(frozen=True, slots=True)
class StreetPlan:
    """Parameters of a street; lengths in inches."""

    length: int = number(72, 60, 120, "Length")
    width: int = number(48, 42, 60, "Width")
    pieces: int = number(15, 12, 36, "Pieces (a third of each size)", "pieces", 3)
    _: KW_ONLY
    street: float = number(8.0, 4, 9, "Minimum street width", step=0.5)
    bend: float = number(1.5, 0.5, 3, "How far houses reach past the centre line", step=0.5)
    ruins: int = number(100, 0, 100, "Ruins among the pieces", "percent", 5)

    @property
    def beside(self) -> float:
        """Return the maximum depth of houses opposite a row, so that the street stays wide."""
        return self.width / 2 - self.bend - self.street

    @property
    def square(self) -> float:
        """Return the length of the open end; it begins at least 48 inches from the Arrival."""
        return min(SQUARE, self.length - FROM_ARRIVAL)


def usual_pieces(length: int) -> int:
    """Return the default number of pieces for a table of *length* inches.

    More would leave riders hardly a way: the swarm walls up the Arrival with those that come
    back (``PU-09``).
    """
    return 3 * (length // 14)


def street_plan(**asked: Any) -> StreetPlan:
    """Return a plan with a default number of pieces that fits the length of the table."""
    length = asked.get("length", StreetPlan().length)
    if asked.get("pieces") is None:
        asked["pieces"] = usual_pieces(length)
    return StreetPlan(**asked)


def plan_faults(plan: StreetPlan) -> Iterator[Fault]:
    """``PU-02``  Yield a fault if the sizes cannot be equally many."""
    if plan.pieces % 3:
        text = f"must be a multiple of 3, not {plan.pieces}: a third of each size"
        yield Fault("--pieces", text)


@dataclass(frozen=True, slots=True)
class Plot:
    """The ground of one house: *x* from the rear edge, *y* from the top, in inches."""

    x: float
    y: float
    long: float
    _: KW_ONLY
    deep: float
    size: int
    top: bool
    """True if the house stands at the upper edge."""


@dataclass(slots=True)
class _Lot:
    """A free stretch of one side of the street."""

    top: bool
    start: float
    end: float
    deep: float


def plots(plan: StreetPlan, rng: Random) -> list[Plot]:
    """Return the plots of all houses; raise NoRoomError if they do not fit."""
    rows = list(_rows(plan, rng))
    if len(rows) // 2 > plan.pieces // 3:
        text = f"{len(rows) // 2} rows are more than {plan.pieces} houses can make"
        raise NoRoomError(f"{text}: ask for more, or for a shorter table")
    left = [size for size in (3, 2, 1) for _ in range(plan.pieces // 3 - _in_rows(rows, size))]
    lots = [lot for top in (True, False) for lot in _lots(plan, rows, top=top)]
    return [*rows, *(_fill(rng, lots, size, plan) for size in left)]


def _in_rows(rows: list[Plot], size: int) -> int:
    return sum(plot.size == size for plot in rows)


def _rows(plan: StreetPlan, rng: Random) -> Iterator[Plot]:
    """Yield the houses of each row: one at the edge, one beside it that passes the middle."""
    off, top = rng.uniform(*FIRST), rng.random() < 0.5
    while off < plan.length - plan.square:
        yield from _row(plan, rng, plan.length - off, top=top)
        off, top = off + rng.uniform(*PITCH), not top


def _row(plan: StreetPlan, rng: Random, middle: float, *, top: bool) -> Iterator[Plot]:
    reach = plan.width / 2 + plan.bend
    at_edge, beyond = rng.choice(((3, 2), (3, 2), (2, 3)))
    share = 0.54 if at_edge == 3 else 0.46
    deep = round_to_eighth(min((reach + OVERLAP) * share, plan.beside))
    long = min(rng.uniform(*LONG[beyond]), PITCH[0] - plan.street)
    inner = Plot(
        0.0,
        y=round_to_eighth(deep - OVERLAP),
        long=round_to_eighth(long),
        deep=0.0,
        size=beyond,
        top=top,
    )
    inner = replace(
        inner, x=round_to_eighth(middle - inner.long / 2), deep=round_to_eighth(reach - inner.y)
    )
    outer = Plot(
        0.0,
        y=0.0,
        long=round_to_eighth(rng.uniform(*LONG[at_edge])),
        deep=deep,
        size=at_edge,
        top=top,
    )
    ahead, behind = inner.x + inner.long + REAR, inner.x - REAR - outer.long
    fits = [x for x in (ahead, behind) if 0.5 <= x <= plan.length - outer.long - 0.5]
    if not fits:
        raise NoRoomError("a row of houses does not fit")
    for plot in (replace(outer, x=rng.choice(fits)), inner):
        yield plot if top else replace(plot, y=plan.width - plot.y - plot.deep)


def _lots(plan: StreetPlan, rows: list[Plot], *, top: bool) -> Iterator[_Lot]:
    """Yield the free stretches of a side, and the shallow ones behind inner houses."""
    start, deep = 0.5, plan.beside
    for plot in sorted([p for p in rows if p.top is top], key=lambda p: p.x):
        if plot.x - REAR > start:
            yield _Lot(top, start, plot.x - REAR, deep)
        start = plot.x + plot.long + REAR
        off = plot.y if top else plan.width - plot.y - plot.deep
        if off > 0.0:
            yield _Lot(top, plot.x, plot.x + plot.long, min(deep, off - REAR))
    yield _Lot(top, start, plan.length - 0.5, deep)


def _fill(rng: Random, lots: list[_Lot], size: int, plan: StreetPlan) -> Plot:
    """Take the plot of a house from one of the lots; raise NoRoomError.

    The smallest houses prefer lots that are too shallow for others.
    """
    long = round_to_eighth(rng.uniform(*LONG[size]))
    least = min(DEEP[size][0], plan.beside)
    fits = [lot for lot in lots if lot.end - lot.start >= long and lot.deep >= least]
    if not fits:
        text = f"one of the {plan.pieces} houses (size {size}) does not fit"
        raise NoRoomError(f"{text}: ask for fewer, or for a longer table")
    shallow = [lot for lot in fits if lot.deep < DEEP[2][1]] if size == 1 else []
    lot = rng.choice(shallow or fits)
    spare = lot.end - lot.start - long
    # At either end of the lot, or with room for other houses on both sides.
    x = round_to_eighth(lot.start + spare * rng.choice((0.0, rng.uniform(0.3, 0.7), 1.0)))
    most = AT_SQUARE if x < plan.square - REAR else lot.deep
    deep = round_to_eighth(min(most, lot.deep, rng.uniform(*DEEP[size])))
    lots.remove(lot)
    for start, end in ((lot.start, x - REAR), (x + long + REAR, lot.end)):
        if end - start >= LONG[1][0]:
            lots.append(_Lot(lot.top, start, end, lot.deep))
    return Plot(
        x, y=0.0 if lot.top else plan.width - deep, long=long, deep=deep, size=size, top=lot.top
    )


def ground(length: float, width: float) -> list[dict[str, Any]]:
    """Return the road with pavements and kerbs."""
    road = width - 2 * PAVEMENT
    return [
        _laid("upper pavement", "paving", 0.0, 0.0, length, PAVEMENT),
        _laid("lower pavement", "paving", 0.0, width - PAVEMENT, length, PAVEMENT),
        _laid("upper kerb", "deck", 0.0, PAVEMENT - KERB, length, KERB),
        _laid("lower kerb", "deck", 0.0, width - PAVEMENT, length, KERB),
        _laid("road", "road", 0.0, PAVEMENT, length, road),
    ]


def lamps(length: float, width: float) -> list[dict[str, Any]]:
    """Return two rows of lamps along the kerbs."""
    rows = PAVEMENT - 0.5, width - PAVEMENT + 0.5
    return [
        {"class": "Lamp", "point": [x, y], "radius": 9.0, "brightness": 1.0}
        for x in range(ROLL // 2, int(length), ROLL)
        for y in rows
    ]


def _laid(
    name: str, material: str, x: float, y: float, wide: float, high: float
) -> dict[str, Any]:
    rectangle = [x, y, wide, high]
    return {"class": "Ground", "name": name, "rectangle": rectangle, "material": material}


def make_street(plan: StreetPlan, seed: int) -> MapFile:
    """Return a street that is fit for a pursuit; equal seeds give equal maps.

    Raise NoRoomError if no attempt was fit.
    """
    return retry_until_fit(
        str(seed),
        ATTEMPTS,
        partial(_drawn, plan, seed),
        partial(street_checks.unfit, wide=plan.street),
    )


def _drawn(plan: StreetPlan, seed: int, rng: Random) -> MapFile:
    laid = plots(plan, rng)
    layers = {
        "ground": ground(plan.length, plan.width),
        "ends": [_arrival(plan)],
        "city": _houses(plan, rng, laid),
        "lamps": lamps(plan.length, plan.width),
    }
    return drawn_map(plan.length, plan.width, layers, title=f"Street {seed}", look="street")


def _arrival(plan: StreetPlan) -> dict[str, Any]:
    ends = [[plan.length, 0], [plan.length, plan.width]]
    return {"class": "Arrival", "name": "arrival", "polyline": ends}


def _houses(plan: StreetPlan, rng: Random, laid: list[Plot]) -> list[dict[str, Any]]:
    """Return the pieces, those nearest to the rear first."""
    kinds = {size: _conditions(rng, plan, size) for size in NAMES}
    return [
        _house(rng, plot, kinds[plot.size].pop()) for plot in sorted(laid, key=lambda p: p.x)
    ]


def _conditions(rng: Random, plan: StreetPlan, size: int) -> list[tuple[str, str]]:
    """Return the names and conditions of all pieces of a size, in random order."""
    many = plan.pieces // 3
    ruined = round(many * plan.ruins / 100)
    conditions = ["ruin"] * ruined + ["intact"] * (many - ruined)
    rng.shuffle(conditions)
    return list(zip(rng.sample(NAMES[size].split(), many), conditions, strict=True))


def _house(rng: Random, plot: Plot, called: tuple[str, str]) -> dict[str, Any]:
    name, condition = called
    drawn = (ruin if condition == "ruin" else building)(rng, plot.long, plot.deep)
    corners = [[plot.x + x, plot.y + y] for x, y in drawn]
    return {
        "class": "CityPiece",
        "name": name.replace("-", " "),
        "polygon": corners,
        "size": plot.size,
        "condition": condition,
    }


def street_into(mapfile: MapFile, outline: Path, plan: StreetPlan, seed: int) -> MapFile:
    """``PU-02``  Return a map with houses in an area; raise NoRoomError.

    Pieces of the street that are wholly in the area are replaced by as many of each size.
    If there are none, the plan and the size of the area determine the number. The result is
    fit for a pursuit if one of the attempts was.
    """
    rng = Random(f"houses {seed}")  # noqa: S311  a street, no secret
    area = area_of(outline, mapfile)
    stood = [one.what for one in lying_in(mapfile, area, (CityPiece,))]
    sizes = Counter(what.size for what in stood if isinstance(what, CityPiece))
    if not sizes:
        many = plan.pieces / 3 * area.area / (plan.length * plan.width)
        sizes = Counter(dict.fromkeys((3, 2, 1), max(1, round(many))))
    numbers = list[tuple[Feature, int]]()
    for size in (3, 2, 1):
        ruined = round(sizes[size] * plan.ruins / 100)
        numbers.append((_house_feature(size, "ruin"), ruined))
        numbers.append((_house_feature(size, "intact"), sizes[size] - ruined))
    found = list[MapFile]()
    for _ in range(FILL_ATTEMPTS):
        found.append(scattered(mapfile, area, (CityPiece,), numbers, "city", rng, rim=0.0))
        if not street_checks.unfit(to_board(found[-1])):
            return found[-1]
    return found[0]


def _house_feature(size: int, condition: str) -> Feature:
    drawn = ruin if condition == "ruin" else building
    said = {"size": size, "condition": condition}
    return Feature(
        "CityPiece",
        1,
        lambda rng: drawn(rng, rng.uniform(*LONG[size]), rng.uniform(*DEEP[size])),
        solid=True,
        level=True,
        names=NAMES[size],
        said=said,
    )


GENERATOR = Generator(
    "street",
    label="Street",
    about="A winding street for a chase, wide enough to ride.",
    plan=street_plan,
    make=make_street,
    make_into=street_into,
    own_faults=plan_faults,
)
