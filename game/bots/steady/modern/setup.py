"""Before the battle: zones, markers, where units start, and who begins."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.modern.assessment import Troop
from game.bots.steady.modern.scene import Scene
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import box
from game.play.arrange import Arrange
from game.play.decisions import Choose
from game.play.placement import Place
from game.rules.matched.objective_markers import centre_of
from game.table.records import UnitId

SPREAD = 24
COVERED = 0.4
NEARER = 0.03
FORWARD = 0.02


def zone_map(scene: Scene, asked: Choose) -> Thoughts:
    """``MP-23``  An army that fights hand to hand wants to begin near, any other far off."""
    yield
    mine = sum([t.strikes - t.shoots for t in _army(scene)])
    name = "arrowhead" if mine > 0 else "long-edges"
    names = [o.id for o in asked.options]
    return name if name in names else names[0]


def _army(scene: Scene) -> list[Troop]:
    table = scene.look.table
    return [scene.troop(u.id) for u in table.units.values() if u.side == scene.side]


def zone(scene: Scene, asked: Choose) -> Thoughts:
    """Take the zone in which there is more cover; of equal ones the first."""
    yield
    board = scene.look.table.board

    def shelter(name: str) -> float:
        left, top, right, low = box(board.zone(name).outline)
        return sum(
            1.0
            for piece in board.areas
            if piece.bonus
            and left <= (piece.box[0] + piece.box[2]) / 2 <= right
            and top <= (piece.box[1] + piece.box[3]) / 2 <= low
        )

    return max((o.id for o in asked.options), key=shelter)


def next_to_deploy(scene: Scene, asked: Choose) -> Thoughts:
    """Set the largest unit up first: it needs most room."""
    yield
    troops = [scene.troop(UnitId(o.id)) for o in asked.options]
    return max(troops, key=lambda troop: len(troop.models)).id


def first_turn(scene: Scene, asked: Choose) -> Thoughts:
    """``MP-24``  Begin: the first volley is free."""
    yield
    names = [o.id for o in asked.options]
    return scene.side if scene.side in names else names[0]


def marker(scene: Scene, asked: Place) -> Thoughts:
    """``MP-37``  Put a marker down as far from the enemy as it may lie."""
    yield
    table = scene.look.table
    centre = centre_of(table.board)
    spots = [Point(*at[:2]) for at in asked.samples(table, SPREAD)]
    best = max(spots, key=lambda at: distance(at, centre))
    return [*best]


def arrange(scene: Scene, asked: Arrange) -> Thoughts:
    """Weigh places spread over the zone: near to what pays, in cover, forward if it fights."""
    table = scene.look.table
    best, most = None, float("-inf")
    for k in range(SPREAD):
        yield
        answer = asked.sample(table, k, SPREAD)
        if answer is None:
            continue
        worth = _worth(scene, asked, [Point(*at) for _, at in answer])
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(table) if best is None else best


def _worth(scene: Scene, asked: Arrange, spots: list[Point]) -> float:
    table, troop = scene.look.table, scene.troop(asked.unit)
    middle = Point(
        sum([at.x for at in spots]) / len(spots), sum([at.y for at in spots]) / len(spots)
    )
    taken = [m.at for mate in scene.mine for m in mate.models]
    worth = 0.0
    for aim in scene.aims:
        near = min([distance(at, aim.at) for at in taken], default=99.0)
        worth += NEARER * aim.value * max(0.0, near - distance(middle, aim.at))
    forward = distance(middle, centre_of(table.board))
    worth -= FORWARD * forward * (1.0 if troop.strikes >= troop.shoots else 0.4)
    bases = [Disc(at, troop.base) for at in spots]
    sheltered = any(
        all(piece.holds(base) for base in bases) for piece in table.board.areas if piece.bonus
    )
    return worth + (COVERED if sheltered else 0.0)


def edge(scene: Scene, asked: Choose) -> Thoughts:
    """``MP-22``  Arrive at the edge that is nearest to most of the enemies."""
    yield
    board, spots = scene.look.table.board, [m.at for foe in scene.foes for m in foe.models]
    many = max(1, len(spots))
    x, y = sum([spot.x for spot in spots]) / many, sum([spot.y for spot in spots]) / many
    offs = {"north": y, "south": board.height - y, "west": x, "east": board.width - x}
    return min([option.id for option in asked.options], key=lambda name: offs[name])
