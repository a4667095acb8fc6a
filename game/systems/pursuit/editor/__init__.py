"""The street in the editor.

It has fixes, and a probe that rolls the street.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.cores.kit.dice_branches import run_to_end
from game.editor.editor_part import EditorPart
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import Fix, having, objects_of, with_new
from game.editor.outline_edits import area_of
from game.editor.passages import Passages
from game.editor.probes import SIDES, Probe, ProbeResult, trails
from game.editor.transforms import box_of, moved
from game.editor.zone_fixes import Preset
from game.geometry.points import LOOSE_EPSILON, Point
from game.play.decisions import Decision
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.systems.pursuit.content.map_classes import Arrival, CityPiece
from game.systems.pursuit.editor import street_fixes
from game.systems.pursuit.mapgen import GENERATOR
from game.systems.pursuit.rules.pursuit_phase import begins, handles_next
from game.systems.pursuit.rules.street_checks import MIN_STREET, SIZES
from game.systems.pursuit.rules.street_pieces import is_on_table
from game.table.board import Board
from game.table.events import Event, PieceLeft
from game.table.records import Clock
from game.table.state import PieceKind, Table
from game.table.system_additions import pieces_of
from game.view.overlays import BoardNote, Overlay, OverlayTone, VisibleArea

GAP = 0.01
"""Inches left between pieces that are pushed apart."""
ROLLS = 4
STREETS, EACH = 60, 6
"""Number of streets from which chances are computed, and between two results."""
SEED = 1
"""Seed of the generated street of a new map."""


def arrival_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Draw one Arrival along the whole short edge that is nearest to the old one."""
    return _arrival_at(mapfile, nearest=True)


def arrival_opposite(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Draw one Arrival along the other short edge."""
    return _arrival_at(mapfile, nearest=False)


def _arrival_at(mapfile: MapFile, *, nearest: bool) -> MapFile:
    old = mapfile.all_of(Arrival)
    w, h = float(mapfile.width), float(mapfile.height)
    level = w >= h
    ends = [(Point(0, 0), Point(0, h)), (Point(w, 0), Point(w, h))]
    if not level:
        ends = [(Point(0, 0), Point(w, 0)), (Point(0, h), Point(w, h))]
    axis = 0 if level else 1
    at = sum(box_of(old)[axis::2]) / 2 if old else 0.0
    by_distance = sorted(ends, key=lambda end: abs(end[0][axis] - at))
    edge = by_distance[0 if nearest else 1]
    beside = old[0].id if old else 0
    after = with_new(mapfile, [(Arrival(), "polyline", edge)], beside)
    return after.removed({one.id for one in old})


def lengthened(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Lengthen the board as a pursuit requires; redraw the Arrival at its end."""
    side = "width" if mapfile.width >= mapfile.height else "height"
    after = mapfile.model_copy(update={side: int(MIN_STREET)})
    return arrival_drawn(after, finding) if after.all_of(Arrival) else after


def sized(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Give equally many pieces each size; as many as possible keep theirs.

    The larger of the others get the larger sizes. If their number is no multiple of three, the
    smallest ones are removed.
    """
    pieces = sorted(mapfile.all_of(CityPiece), key=lambda one: (area_of(one).area, one.id))
    extra = len(pieces) % len(SIZES)
    kept, each = pieces[extra:], len(pieces) // len(SIZES)
    if not each:
        raise EditRefusedError("there are too few pieces; draw at least three")
    lacking = dict.fromkeys(SIZES, each)
    surplus = list[MapObject]()
    for one in kept:
        size = getattr(one.what, "size", 0)
        if lacking.get(size):
            lacking[size] -= 1
        else:
            surplus.append(one)
    sizes = [size for size in SIZES for _ in range(lacking[size])]
    new = [having(one, size=size) for one, size in zip(surplus, sizes, strict=True)]
    return mapfile.replaced(new).removed({one.id for one in pieces[:extra]})


def pushed_apart(mapfile: MapFile, finding: Finding) -> MapFile:
    """Push a piece off another by the shortest distance at which it overlaps nothing."""
    one, other = objects_of(mapfile, finding)[:2]
    for mover, stays in ((one, other), (other, one)):
        left, top, right, low = box_of([mover])
        x, y, to_x, to_y = box_of([stays])
        gap = LOOSE_EPSILON + GAP
        ways = [(x - right - gap, 0.0), (to_x - left + gap, 0.0)]
        ways += [(0.0, y - low - gap), (0.0, to_y - top + gap)]
        for dx, dy in sorted(ways, key=lambda direction: abs(direction[0]) + abs(direction[1])):
            new = moved(mover, dx, dy)
            if _fits(mapfile, new):
                return mapfile.replaced([new])
    raise EditRefusedError("there is no room beside it; move it by hand")


def _fits(mapfile: MapFile, one: MapObject) -> bool:
    left, top, right, low = box_of([one])
    if left < 0.0 or top < 0.0 or right > mapfile.width or low > mapfile.height:
        return False
    others = [o for o in mapfile.all_of(CityPiece) if o.id != one.id]
    return all(area_of(one).distance(area_of(o)) > LOOSE_EPSILON for o in others)


FIXES = {
    "arrival": (
        Fix("Draw the Arrival along a short edge", arrival_drawn),
        Fix("Draw it along the other short edge", arrival_opposite),
    ),
    "short street": (Fix("Lengthen the board", lengthened),),
    "unequal sizes": (Fix("Even out the sizes", sized),),
    "overlap": (Fix("Push them apart", pushed_apart),),
    **street_fixes.FIXES,
}


@dataclass(frozen=True, slots=True)
class StreetProbe(Probe):
    name: ClassVar[str] = "Roll the street"
    noun: ClassVar[str] = "a roll"
    hint: ClassVar[str] = "Where the pieces of the street lie after some rolls, and pass over"
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} roll{'s' * (n > 1)}" for n in range(1, ROLLS + 1)
    )
    lucky: ClassVar[bool] = True
    subject: ClassVar[type[MapClass] | None] = Arrival
    about: ClassVar[tuple[type[MapClass], ...]] = (CityPiece,)
    every: ClassVar[str] = "All pieces"

    def targets(self, board: Board) -> Iterable[str]:
        """``PU-02``  Return the pieces of the street."""
        return pieces_of(board, (PieceKind.CITY,))

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``PU-07`` to ``PU-10``  Roll a street without models, then many more of them.

        The first ones are shown; of all, the ground that pieces pass over is counted: of the
        chosen piece only, if there is one.
        """
        if faults := rules_of("pursuit").unfit(board):
            yield ProbeResult(refused=str(faults[0]))
            return
        table = Table(board, SIDES, pieces=pieces_of(board, (PieceKind.CITY,)))
        overlays, words = list[Overlay](), list[str]()
        for n in range(1, self.asked.many + 2):
            story = roll(table, n, self.asked.seed)
            overlays += trails(story)
            words.append(_progress(n, sum(isinstance(event, PieceLeft) for event in story)))
        shown = ProbeResult((*overlays, *_drawn_street(table)), words=tuple(words), done=0.0)
        yield shown
        only, passages = {self.asked.target} - {""}, Passages(board)
        for n in range(1, STREETS + 1):
            table = Table(board, SIDES, pieces=pieces_of(board, (PieceKind.CITY,)))
            shapes, story = dict(table.pieces), list[Event]()
            for round_ in range(1, self.asked.many + 2):
                story += roll(table, round_, self.asked.seed + n)
            passages.count(shapes, story, only)
            if n % EACH == 0:
                yield shown._replace(warm=(passages.heat(),), done=n / STREETS)


def roll(table: Table, round_: int, seed: int) -> list[Event]:
    """``PU-07``  Play one Pursuit phase on a table without models; return the events."""
    table.clock = Clock(round_, "pursuit")
    game = Game(rules_of("pursuit"), table, SeededDice(seed))
    run_to_end(begins(game), table, _first)
    while table.queue:
        run_to_end(handles_next(game), table, _first)
    return game.story


def _first(asked: Decision[Any], table: Table) -> Any:
    return next(asked.samples(table, 1))


def _progress(n: int, left: int) -> str:
    if not left:
        return f"Roll {n}: no piece leaves over the rear edge."
    many = "1 piece leaves" if left == 1 else f"{left} pieces leave"
    back = "comes" if left == 1 else "come"
    return f"Roll {n}: {many} over the rear edge and {back} back ahead."


def _drawn_street(table: Table) -> Iterator[Overlay]:
    for piece in table.pieces.values():
        if is_on_table(piece):
            tone = OverlayTone.BAD if piece.impassable else OverlayTone.CHOSEN
            yield VisibleArea((piece.corners,), tone, fill=0.16)
            yield BoardNote(piece.at, piece.id.replace("-", " "), tone)


def _street_drawn(mapfile: MapFile) -> MapFile:
    """``PU-02``  Draw a generated street on a map: a street has no form of its own."""
    long, wide = max(mapfile.width, mapfile.height), min(mapfile.width, mapfile.height)
    made = GENERATOR.make(GENERATOR.plan(length=long, width=wide), SEED)
    return made.model_copy(update={"board": mapfile.board})


PRESET = Preset(
    "Street",
    "An Arrival and houses, for a pursuit; the street runs left to right.",
    (72, 48),
    "street",
    draw=_street_drawn,
    least=(60, 42),
    most=(120, 60),
)
PART = EditorPart(3, fixes=FIXES, probes=(StreetProbe,), preset=PRESET)
