"""Random tables for the flood's referee, and their text as situations of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from tests.systems.flood.referee.flood_referee import Model
from tests.systems.flood.referee.flood_shapes import (
    STORED,
    At,
    Line,
    Side,
    along,
    covers,
    cross,
    long,
    meeting,
    off,
    off_side,
    passes,
    sides,
    stored,
    toward,
)
from tests.systems.flood.referee.flood_water import SHUT, SOLID, Ground, Joints, Lane, Piece

RIM = 1.5
"""Inches that lanes keep off the edge of the table, except where they begin."""
FACES = 400
"""Number of dice for each flood; a long one takes about a hundred."""
SIZES = (24, 30, 36)
BASES = (0.25, 0.5, 0.5, 0.5, 0.63, 0.8, 1.2)


@dataclass(frozen=True)
class FloodTable:
    """A random table, its models in roster order, and the dice to come."""

    seed: int
    ground: Ground
    models: tuple[Model, ...]
    faces: tuple[int, ...]
    modern: bool


class _Maker:
    """Random places, on a half-inch grid in every second table: so exact ties come up."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.width = float(self.rng.choice(SIZES))
        self.height = float(self.rng.choice(SIZES))
        self.step = self.rng.choice([0.5, 0.001])

    def put(self, inches: float) -> float:
        return round(round(inches / self.step) * self.step, 3)

    def point(self, x: float, y: float) -> At:
        x = min(self.width, max(0.0, x))
        y = min(self.height, max(0.0, y))
        return self.put(x), self.put(y)

    def anywhere(self, rim: float = 0.0) -> At:
        rng = self.rng
        return self.point(
            rng.uniform(rim, self.width - rim), rng.uniform(rim, self.height - rim)
        )

    def box(self, at: At, wide: float, high: float) -> tuple[At, ...]:
        """Return a rectangle around a point."""
        left, top = self.point(at[0] - wide / 2, at[1] - high / 2)
        right, low = self.point(at[0] + wide / 2, at[1] + high / 2)
        return (left, top), (right, top), (right, low), (left, low)

    def shape(self, at: At, wide: float, high: float) -> tuple[At, ...]:
        """Return a rectangle or a triangle around a point."""
        corners = self.box(at, wide, high)
        if self.rng.random() < 0.25:
            start = self.rng.randrange(4)
            corners = tuple(c for n, c in enumerate(corners) if n != start)
        return corners


def random_table(seed: int) -> FloodTable:
    """Return a table with models that a flood may reach."""
    maker = _Maker(seed)
    rng = maker.rng
    ground = _sewer(maker) if rng.random() < 0.7 else _open_ground(maker)
    if ground.lanes and Joints(ground).has_circle:
        return random_table(seed + 100_000)
    modern = rng.random() < 0.2
    models = [*_models(maker, ground, modern=modern)]
    rng.shuffle(models)
    for n, model in enumerate(models):  # in units of two
        model.id = f"unit-{n // 2}-{n % 2 + 1}"
    faces = tuple(rng.choices(range(1, 7), k=FACES))
    return FloodTable(seed, ground, tuple(models), faces, modern)


def _sewer(maker: _Maker) -> Ground:
    """Return a table with lanes that bend, part, cross and meet again."""
    rng, lanes = maker.rng, list[Lane]()
    while not lanes:
        _add_lane(lanes, _lane(maker, _start(maker)))
    for _ in range(rng.choice([0, 2, 3, 4, 6, 8])):
        host = rng.choice(lanes).line
        at = rng.choice(host) if rng.random() < 0.7 else along(host, rng.random() * long(host))
        _add_lane(lanes, _lane(maker, at if at in host else stored(at)))
    if rng.random() < 0.4:  # a way round
        a, b = rng.choice(lanes[0].line), rng.choice(rng.choice(lanes).line)
        _add_lane(lanes, Lane((a, maker.anywhere(RIM), b)))
    if rng.random() < 0.2:  # a lane apart from the others
        _add_lane(lanes, _lane(maker, maker.anywhere(RIM)))
    rng.shuffle(lanes)
    return Ground(
        maker.width,
        maker.height,
        _origin(maker, lanes),
        tuple(lanes),
        tuple(_gantries(maker)),
        tuple(_pieces(maker, lanes)),
    )


def _add_lane(lanes: list[Lane], lane: Lane) -> None:
    """Add a lane, unless it runs along another, or where it joins one is unclear."""
    legs = [side for one in (*lanes, lane) for side in sides(one.line, closed=False)]
    pairs = [(a, b) for n, a in enumerate(legs) for b in legs[:n]]
    fits = all(_is_clear_cut(a, b) and _is_clear_cut(b, a) for a, b in pairs)
    met = [at for a, b in pairs if (at := meeting(*a, *b))]
    fits &= not any(STORED < off(a, b) < 0.1 for n, a in enumerate(met) for b in met[:n])
    if fits and all(off(*leg) > 1 for leg in legs):
        lanes.append(lane)


def _is_clear_cut(leg: Side, other: Side) -> bool:
    """Return whether the ends of a leg are on another or well off it, and not along it."""
    apart = [off_side(at, other) for at in leg]
    if abs(cross(toward(*leg), toward(*other))) < 0.05 and min(apart) <= 0.3:
        # They lie along each other, or one goes on where the other ends.
        joins = [(a, b) for a in leg for b in other if off(a, b) <= STORED]
        far = [at for at in leg if at not in [a for a, _ in joins]]
        return len(joins) == 1 and min(off_side(at, other) for at in far) > 0.3
    is_clear = all(inches <= STORED or inches > 0.3 for inches in apart)
    return (
        is_clear
        and max(apart) > 0.3
        and all(off(at, end) <= STORED or off(at, end) > 0.3 for at in leg for end in other)
    )


def _start(maker: _Maker) -> At:
    rng = maker.rng
    return rng.choice(
        [
            (0.0, maker.put(rng.uniform(3, maker.height - 3))),
            (maker.put(rng.uniform(3, maker.width - 3)), 0.0),
            (0.0, 0.0),
            maker.anywhere(3),
        ]
    )


def _lane(maker: _Maker, start: At) -> Lane:
    """Return a lane of one to four legs; it leaves the edge of the table at once."""
    rng = maker.rng
    points, angle = [start], rng.randrange(8) * pi / 4
    for _ in range(rng.choice([1, 2, 2, 3, 4])):
        for _ in range(20):
            inches = rng.uniform(3, 14)
            x, y = points[-1]
            x, y = x + cos(angle) * inches, y + sin(angle) * inches
            angle += rng.choice([-0.5, 0.5, -0.25, 0.25, 0, rng.uniform(-0.6, 0.6)]) * pi
            if RIM <= x <= maker.width - RIM and RIM <= y <= maker.height - RIM:
                points.append(maker.point(x, y))
                break
    if len(points) == 1:
        points.append((maker.width / 2, maker.height / 2))
    if rng.random() < 0.3:
        points.reverse()
    flow = rng.choice(["usual"] * 8 + ["as drawn", "against"])
    return Lane(tuple(points), flow)


def _origin(maker: _Maker, lanes: list[Lane]) -> tuple[At, ...]:
    """Return an origin on a lane, beside one, across some, or along an edge."""
    rng, line = maker.rng, lanes[0].line
    kind = rng.random()
    if kind < 0.5:
        return (rng.choice([line[0], line[-1]]),)
    if kind < 0.6:
        return (stored(along(line, rng.random() * long(line))),)
    if kind < 0.7:
        return (maker.anywhere(),)
    across = maker.anywhere(), maker.anywhere()  # it may meet a lane more than once
    return across if kind < 0.82 and off(*across) > 4 else _edge(maker)


def _edge(maker: _Maker) -> tuple[At, ...]:
    width, height = maker.width, maker.height
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    n = maker.rng.randrange(4)
    return corners[n], corners[(n + 1) % 4]


def _off_lanes(outline: Line, lanes: list[Lane]) -> float:
    """Return how far an outline is from all lanes; 0 if it meets one."""
    legs = [side for lane in lanes for side in sides(lane.line, closed=False)]
    corners = [off_side(at, leg) for at in outline for leg in legs]
    ends = [off_side(at, edge) for leg in legs for at in leg for edge in sides(outline)]
    if any(passes(*leg, outline) for leg in legs):
        return 0.0
    return min([*corners, *ends])


def _gantries(maker: _Maker) -> Iterator[tuple[At, ...]]:
    rng = maker.rng
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        outline = maker.shape(maker.anywhere(1), rng.uniform(1.5, 6), rng.uniform(1.5, 6))
        if len({*outline}) == len(outline) and not _is_thin(outline):
            yield outline


def _is_thin(outline: Line) -> bool:
    """Return whether an outline has hardly any area."""
    return min(off(a, b) for a, b in sides(outline)) < 0.4


def _pieces(maker: _Maker, lanes: list[Lane]) -> Iterator[Piece]:
    """Yield barriers across lanes, and walls, blocks and canals beside them."""
    rng = maker.rng
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        line = rng.choice(lanes).line
        at = along(line, rng.random() * long(line))
        at = at[0] + rng.choice([0, 0, rng.uniform(-2, 2)]), at[1] + rng.choice([0, 0, 1])
        outline = maker.shape(at, *rng.choice([(1, 4), (4, 1), (2, 2), (3, 5)]))
        legs = [side for lane in lanes for side in sides(lane.line, closed=False)]
        # Whether a lane that runs along an edge or through a corner is cut is not said.
        touches = any(off_side(c, leg) < 0.1 for c in outline for leg in legs)
        if not _is_thin(outline) and not touches:
            yield _barrier(maker, outline)
    for _ in range(rng.choice([0, 1, 2, 4])):
        kind = rng.choice(["Wall", "Block", "Block", "DeepWater", "Wall"])
        outline = maker.shape(maker.anywhere(), rng.uniform(1, 7), rng.uniform(1, 7))
        if not _is_thin(outline) and _off_lanes(outline, lanes) > 0.2:
            yield Piece(kind, outline)
    for _ in range(rng.choice([0, 0, 1, 2])):
        a = maker.anywhere()
        b = maker.point(a[0] + rng.uniform(-6, 6), a[1] + rng.uniform(-6, 6))
        if off(a, b) > 1 and _off_lanes((a, b), lanes) > 0.2:
            yield Piece("Wall", (a, b), closed=False)
    for _ in range(rng.choice([0, 0, 1, 2])):
        line = rng.choice(lanes).line
        at = along(line, rng.random() * long(line))
        yield from _thin_door(maker, at)


def _thin_door(maker: _Maker, at: At) -> Iterator[Piece]:
    """Yield a door that is drawn as a line, through or beside a point."""
    rng, angle = maker.rng, maker.rng.choice([0, 0.25, 0.5, 0.75, maker.rng.random()]) * pi
    x, y = at[0] + rng.choice([0, rng.uniform(-2, 2)]), at[1] + rng.choice([0, 1])
    dx, dy = cos(angle) * 2, sin(angle) * 2
    a, b = maker.point(x - dx, y - dy), maker.point(x + dx, y + dy)
    if off(a, b) > 1:
        yield Piece("Door", (a, b), closed=False, is_open=rng.random() < 0.25)


def _barrier(maker: _Maker, outline: tuple[At, ...]) -> Piece:
    rng = maker.rng
    kind = rng.choice(["Grate", "SluiceGate", "CaveIn", "Door"])
    if kind == "Door":
        return Piece(kind, outline, is_open=rng.random() < 0.4)
    return Piece(kind, outline, watertight=rng.random() < 0.3)


def _open_ground(maker: _Maker) -> Ground:
    """Return a table without lanes, now and then with a room on it."""
    rng = maker.rng
    width, height = maker.width, maker.height
    origin: tuple[At, ...] = rng.choice(
        [
            (rng.choice([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]),),
            (maker.anywhere(4),),
            _edge(maker),
            _edge(maker),
            (maker.anywhere(4), maker.anywhere(4)),
        ]
    )
    if len(origin) == 2 and off(*origin) < 2:
        origin = origin[:1]
    pieces = [piece for piece in _room(maker) if rng.random() < 0.95]
    for _ in range(rng.choice([0, 0, 1, 2])):
        pieces += _thin_door(maker, maker.anywhere(3))
    for _ in range(rng.choice([0, 1, 2, 4, 6])):
        kind = rng.choice(["Wall", "Block", "DeepWater", "Grate", "CaveIn", "Door"])
        outline = maker.shape(maker.anywhere(), rng.uniform(1, 6), rng.uniform(1, 6))
        if not _is_thin(outline):
            is_solid = kind in SOLID
            pieces.append(Piece(kind, outline) if is_solid else _barrier(maker, outline))
    solid = [p for p in pieces if p.kind in SOLID or p.watertight]
    if any(_is_in_any(at, solid) for at in origin):
        pieces = [p for p in pieces if p not in solid]
    return Ground(width, height, origin, (), tuple(_gantries(maker)), tuple(pieces))


def _is_in_any(at: At, pieces: list[Piece]) -> bool:
    return any(covers(at, 0.3, p.outline) for p in pieces)


def _room(maker: _Maker) -> list[Piece]:
    """Return the walls of a room, with a door or gate in one of them; or nothing."""
    rng = maker.rng
    if rng.random() < 0.5:
        return []
    left, top = maker.put(rng.uniform(3, 9)), maker.put(rng.uniform(3, 9))
    right, low = left + 10, top + 9
    door = ((left + 3, top - 0.4), (left + 6, top - 0.4), (left + 6, top), (left + 3, top))
    return [
        _barrier(maker, door),
        Piece("Wall", ((left + 3, top), (left, top), (left, low)), closed=False),
        Piece("Wall", ((left, low), (right, low), (right, top)), closed=False),
        Piece("Wall", ((right, top), (left + 6, top)), closed=False),
    ]


def _models(maker: _Maker, ground: Ground, *, modern: bool) -> Iterator[Model]:
    """Yield models of both sides, many of them near a lane or in a crowd."""
    rng, stands = maker.rng, list[Model]()
    solid = [p for p in ground.pieces if p.stops and p.kind not in SHUT]
    crowd, many = maker.anywhere(4), rng.choice([5, 8, 12, 14])
    for _ in range(60):
        if len(stands) == many:
            break
        base = rng.choice(BASES)
        at = maker.point(*_place(maker, ground, stands, crowd, base))
        free = base <= at[0] <= ground.width - base and base <= at[1] <= ground.height - base
        if not free or any(_blocks(piece, at, base) for piece in solid):
            continue
        if any(off(at, m.at) < base + m.base for m in stands) or is_on_a_rim(ground, at):
            continue
        tough = rng.choice([2, 3, 3, 4, 5])
        own = tough if modern or rng.random() < 0.8 else max(1, tough - 1)
        model = Model(
            id="",
            at=at,
            base=base,
            strength=rng.choice([0, 1, 2, 3, 3, 3, 4, 5, 10]),
            toughness=tough,
            own=own,
            wounds=rng.choice([1, 1, 2, 3]),
        )
        stands.append(model)
        yield model


def is_on_a_rim(ground: Ground, at: At) -> bool:
    """Return whether a point is just on an outline, where no clause says what that means."""
    rims = [edge for piece in ground.pieces for edge in piece.edges]
    rims += [edge for outline in ground.gantries for edge in sides(outline)]
    return any(off_side(at, edge) <= 0.02 for edge in rims)


def _place(maker: _Maker, ground: Ground, stands: list[Model], crowd: At, base: float) -> At:
    rng, kind = maker.rng, maker.rng.random()
    if kind < 0.25 and stands:  # in contact with another, or nearly
        other = rng.choice(stands)
        angle = rng.randrange(16) * pi / 8 if rng.random() < 0.5 else rng.random() * 2 * pi
        apart = base + other.base + rng.choice([0, 0.006, 0.5, 1, 2])
        return other.at[0] + cos(angle) * apart, other.at[1] + sin(angle) * apart
    thin = [p.outline for p in ground.pieces if not p.closed and not p.is_open]
    if kind < 0.4 and thin:  # beside a wall or door without thickness
        a, b = rng.choice(thin)[:2]
        way = toward(a, b)
        x, y = along((a, b), rng.random() * off(a, b))
        apart = (base + rng.choice([0, 0.005, 0.5])) * rng.choice([-1, 1])
        return x - way[1] * apart, y + way[0] * apart
    if kind < 0.8 and ground.lanes:
        line = rng.choice(ground.lanes).line
        x, y = along(line, rng.choice([0, 1, *(rng.random() for _ in range(6))]) * long(line))
        wide = rng.choice([0, 0, 0.5, 1, 2.5])
        return x + rng.uniform(-wide, wide), y + rng.uniform(-wide, wide)
    if kind < 0.9:
        return crowd[0] + rng.uniform(-4, 4), crowd[1] + rng.uniform(-4, 4)
    return maker.anywhere()


def _blocks(piece: Piece, at: At, base: float) -> bool:
    if piece.closed:
        return covers(at, base, piece.outline)
    return min(off_side(at, edge) for edge in piece.edges) < base


def situation_text(table: FloodTable) -> str:
    """Return a table as a situation of the game, just before the flood comes."""
    ground = table.ground
    lines = [
        'title = "A random flood"',
        'clauses = ["FF-07"]',
        f'system = "{"modern" if table.modern else "classic"}"',
        'modules = ["flood"]',
        f"board = {{ width = {ground.width:g}, height = {ground.height:g} }}",
        f'armoury = "{"modern" if table.modern else "classic"}"',
        f'dice = "{" ".join(map(str, table.faces))}"',
        "answers = []",
        "object = [",
        *(f"    {{ {one} }}," for one in _objects(ground)),
        "]",
        "unit = [",
        *(f'    {{ id = "unit-{n}" }},' for n in range((len(table.models) + 1) // 2)),
        "]",
        "model = [",
        *(f"    {{ {_model_text(m, table)} }}," for m in table.models),
        "]",
        "[clock]",
        'phase = "flood"',
        "round = 5",
        "[expect]",
    ]
    return "\n".join(lines)


def _objects(ground: Ground) -> Iterator[str]:
    origin = ground.origin
    shape = f"polyline = {_corners(origin)}" if len(origin) > 1 else f"point = {[*origin[0]]}"
    yield f'class = "FloodOrigin", {shape}'
    for lane in ground.lanes:
        yield f'class = "Lane", polyline = {_corners(lane.line)}, flow = "{lane.flow}"'
    for outline in ground.gantries:
        yield f'class = "Gantry", polygon = {_corners(outline)}'
    for piece in ground.pieces:
        more = ", watertight = true" if piece.watertight else ""
        if piece.kind == "Door":
            more = f', state = "{"open" if piece.is_open else "closed"}"'
        shape = "polygon" if piece.closed else "polyline"
        yield f'class = "{piece.kind}", {shape} = {_corners(piece.outline)}{more}'


def _corners(line: Line) -> list[list[float]]:
    return [[*at] for at in line]


def _model_text(model: Model, table: FloodTable) -> str:
    unit, _, _ = model.id.rpartition("-")
    # The units of the first side stand first in the rosters.
    is_first = int(unit.removeprefix("unit-")) * 4 < len(table.models)
    side = "wardens" if is_first else "brood"
    own = f", own_t = {model.own}" if model.own != model.toughness else ""
    return (
        f'id = "{model.id}", unit = "{unit}", side = "{side}", profile = "warden", '
        f"at = {[*model.at]}, base = {model.base}, S = {model.strength}, "
        f"T = {model.toughness}, W = {model.wounds}{own}"
    )
