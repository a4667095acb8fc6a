"""Choices of both cores: lines of sight, aimed weapons, targets, and units to act with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.dice import Again, Roll
from game.cores.kit.queries import Hide, Sightline, UnitPair
from game.geometry.limits import is_more_than, last_within
from game.geometry.line_of_sight import seen_point
from game.geometry.points import Disc, Point, distance, gap
from game.geometry.polygons import Box, Segment, boxes_meet, crossing, edges
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    DecisionKind,
    LazySequence,
    Option,
    Refusal,
    pass_option,
)
from game.play.game import Game, GameView, Snapshot
from game.play.wording import excess_text, name, plain_name, with_article
from game.table.board import Board, Terrain
from game.table.events import Act, Acted, PhaseOver, Reason, RollKind
from game.table.records import (
    NO_DICE,
    DiceExpression,
    Fire,
    Model,
    ModelId,
    Side,
    UnitId,
    Weapon,
)
from game.table.state import Piece, Table

Stood: TypeAlias = tuple[tuple[str, Point, float], ...]
"""Id, position and rotation of each piece that blocks sight; part of the cache key."""
_MEMO: dict[tuple[Board, Disc, Disc, Stood], bool] = {}
_MEMO_SIZE = 20_000


def sees(table: Table, eye: Disc, base: Disc) -> bool:
    """``CC-08``  Return whether *eye* sees *base*.

    Some straight line from the centre of *eye* to any part of *base* must be clear.
    """
    pieces = pieces_blocking_sight(table)
    line = table.board, eye, base, tuple([(p.id, p.at, p.turned) for p in pieces])
    known = _MEMO.get(line)
    if known is None:
        if len(_MEMO) >= _MEMO_SIZE:
            _MEMO.clear()
        known = seen_point(eye.at, base, in_between(table.board, pieces, eye, base)) is not None
        _MEMO[line] = known
    return known


def nearest_seen(table: Table, model: Model, target: UnitId, reach: float) -> float | None:
    """``CC-07``, ``MC-12``  Return the distance of a unit's nearest model in reach and sight.

    It is in inches, from edge to edge; None if there is no such model.
    """
    here, base, foes = model.at, model.base, table.of(target)
    far = [(distance(here, foe.at) - base - foe.base, n) for n, foe in enumerate(foes)]
    most = last_within(reach)
    near = [one for one in far if one[0] <= most]
    near.sort()
    return next((off for off, n in near if sees(table, model.disc, foes[n].disc)), None)


def in_between(board: Board, pieces: Sequence[Piece], eye: Disc, base: Disc) -> list[Segment]:
    """Return the sides of terrain and *pieces* that may block the line from *eye* to *base*."""
    sides = [side for terrain in screens(board, eye, base) for side in terrain.sides()]
    around = _around(eye, base)
    for piece in pieces:
        if boxes_meet(piece.box, around):
            sides += edges(piece.corners)
    return sides


def _around(eye: Disc, base: Disc) -> Box:
    """Return the box around the centre of one base and the whole of another."""
    (ex, ey), ((bx, by), r) = eye.at, base
    return min(ex, bx - r), min(ey, by - r), max(ex, bx + r), max(ey, by + r)


def pieces_blocking_sight(table: Table) -> list[Piece]:
    """Return the pieces on a table that block sight."""
    return [p for p in table.pieces.values() if p.blocks_sight]


def screens(board: Board, eye: Disc, base: Disc) -> list[Terrain]:
    """Return the terrain that may block the line from *eye* to *base*.

    ``CC-37``  Models see into and out of a ruin or wood, but not through it. It blocks unless
    one of the two stands in it.
    """
    left, top, right, low = _around(eye, base)
    return [
        piece
        for piece in board.opaque
        for x, y, end_x, end_y in (piece.box,)
        if x <= right and left <= end_x and y <= low and top <= end_y
        if not (piece.area and (piece.holds(eye) or piece.holds(base)))
    ]


def first_block(table: Table, eye: Disc, base: Disc) -> tuple[Point, Terrain | Piece] | None:
    """Return where the line between two centres is first blocked, and the obstacle."""
    best: tuple[float, Terrain | Piece] | None = None
    solid: list[tuple[Terrain | Piece, Iterable[Segment]]]
    solid = [(piece, piece.sides()) for piece in screens(table.board, eye, base)]
    solid += [(piece, edges(piece.corners)) for piece in pieces_blocking_sight(table)]
    for thing, sides in solid:
        for a, b in sides:
            share = crossing(eye.at, base.at, a, b)
            if share is not None and (best is None or share < best[0]):
                best = (share, thing)
    if best is None:
        return None
    (x, y), (bx, by) = eye.at, base.at
    return Point(x + best[0] * (bx - x), y + best[0] * (by - y)), best[1]


def hidden_by_text(table: Table, eye: Disc, base: Disc) -> str:
    """Return a phrase for the obstacle that hides a base: ``"hidden by the mill"``."""
    if not (block := first_block(table, eye, base)):
        return "no clear line"
    thing = block[1]
    called = thing.name if isinstance(thing, Terrain) else plain_name(thing.id)
    return f"hidden by {with_article(called)}"


def sight_lines(view: GameView, pair: UnitPair, clause: str) -> Iterator[Sightline]:
    """Yield the sight line of each model to the nearest visible model of another unit.

    If it sees none, the line to the nearest model is yielded, with its block.
    """
    foes = view.table.of(pair.target)
    for model in view.table.of(pair.unit_id):
        if near := sorted(foes, key=lambda foe: gap(model.disc, foe.disc)):
            seen = (foe for foe in near if sees(view.table, model.disc, foe.disc))
            yield _line(view, model, next(seen, near[0]), clause)


def _line(view: GameView, model: Model, foe: Model, clause: str) -> Sightline:
    table = view.table
    sides = in_between(table.board, pieces_blocking_sight(table), model.disc, foe.disc)
    end = seen_point(model.at, foe.disc, sides)
    if end is not None:
        return Sightline(model.id, target=foe.id, start=model.at, end=end, clause=clause)
    block = first_block(table, model.disc, foe.disc)
    at, by = (block[0], block[1].id) if block else (foe.at, "")
    return Sightline(
        model.id, target=foe.id, start=model.at, end=foe.at, clause=clause, block=at, by=by
    )


def sight_obstacles(view: GameView, eye: Disc) -> Iterator[Hide]:
    """``CC-37``  Yield obstacles that hide ground; a model in a ruin or wood sees out of it."""
    for piece in view.table.board.opaque:
        if not (piece.area and piece.holds(eye)):
            yield Hide(piece.sides(), into=piece.area)
    for thing in pieces_blocking_sight(view.table):
        yield Hide(tuple(edges(thing.corners)))


@dataclass(frozen=True, slots=True)
class AimedWeapon:
    """A weapon that a model may fire at a unit, with the rolls needed."""

    model: ModelId
    weapon: Weapon
    target: UnitId
    _: KW_ONLY
    shots: int
    need: int
    dice: DiceExpression = NO_DICE
    """Rolled and added to *shots*."""
    doubled: bool = False
    """``MC-14``  True if the total counts twice: rapid fire within half range."""
    again: Again | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class MeleeAttack:
    """Attacks of one model with one weapon on one unit, in close combat."""

    model: ModelId
    unit: UnitId
    side: Side
    _: KW_ONLY
    target: UnitId
    weapon: Weapon
    attacks: int
    dice: DiceExpression = NO_DICE
    """Rolled and added to *attacks*."""
    initiative: int = 0
    """``CC-26``  Step in which they are struck."""
    strength: int = 0
    """``CC-28``  With the weapon; the modern core computes it when they hit."""
    sure: bool = False
    """True if they hit without a roll."""


def shooting_weapons(model: Model) -> Iterator[Weapon]:
    """Yield a model's weapons except those of close combat."""
    return (w for w in model.profile.weapons if w.fire is not Fire.MELEE)


def all_shots(models: Sequence[Model]) -> list[tuple[Model, Weapon]]:
    """Return each of some models with each of its shooting weapons."""
    return [(m, w) for m in models for w in shooting_weapons(m)]


def out_of_reach(
    table: Table, model: Model, target: UnitId, reach: float, far: str, hidden: str
) -> Refusal:
    """Return the refusal of a shot: by the distance in excess, or the obstacle.

    *far*, *hidden*: the clauses of range and sight.
    """
    nearest = min(table.of(target), key=lambda foe: gap(model.disc, foe.disc))
    if is_more_than(distance := gap(model.disc, nearest.disc), reach):
        off, beyond = excess_text(distance, reach)
        return Refusal(f'{off}" away; range is {reach:g}" ({beyond}" too far)', far)
    return Refusal(hidden_by_text(table, model.disc, nearest.disc), hidden)


Foes: TypeAlias = tuple[Sequence[UnitId], Sequence[tuple[UnitId, Refusal]]]
"""The enemy units that a unit may act against, and the others with refusals."""


def sorted_foes(
    view: GameView,
    unit: UnitId,
    refuses: Callable[[GameView, UnitId], Refusal | None],
    may: Callable[[UnitId], bool] | None = None,
) -> Foes:
    """Return the enemy units that a unit may act against, and the others with refusals.

    *may*: a quicker test for having no refusal. Refusals are made when they are read.
    """
    foes = [u.id for u in view.table.fielded(view.table.enemy(view.table.units[unit].side))]
    legal = [foe for foe in foes if (may(foe) if may else refuses(view, foe) is None)]
    if not (refused := [foe for foe in foes if foe not in legal]):
        return legal, ()
    now = Snapshot.of(view)
    return legal, LazySequence(
        lambda: [(foe, no) for foe in refused if (no := refuses(now, foe))]
    )


async def ask_foe(
    game: Game,
    unit_id: UnitId,
    foes: Foes,
    *,
    clause: str,
    asks: str,
    passes: str,
    kind: DecisionKind,
    more: Sequence[Option] = (),
    greyed: Sequence[tuple[Option, Refusal]] = (),
) -> str:
    """Ask against which enemy unit a unit acts; return the answer.

    *foes*: the legal ones, and the others with refusals; *passes*: the label of acting against
    none; *more*, *greyed*: options besides the enemy units.
    """
    units = game.table.units

    def option(foe: UnitId) -> Option:
        return Option(foe, units[foe].name, clause, foe)

    return await Choose(
        units[unit_id].side,
        clause=clause,
        asks=f"{units[unit_id].name}: {asks}",
        options=(*map(option, foes[0]), *more, pass_option(passes, clause)),
        greyed=LazySequence(lambda: (*[(option(foe), no) for foe, no in foes[1]], *greyed)),
        about=unit_id,
        kind=kind,
    )


async def ask_unit(
    game: Game,
    options: Sequence[Option],
    greyed: Sequence[tuple[Option, Refusal]],
    *,
    clause: str,
    asks: str,
    ends: Option,
    kind: DecisionKind,
    idle: Act,
    stuck: Refusal | None = None,
) -> UnitId | None:
    """Ask with which unit the active side acts next; None if it ends the phase.

    *ends*: the option to do so; *stuck*: why the phase may not end; *idle*: logged for each
    unit that might have acted.
    """
    side = game.table.clock.side
    assert side
    may_end = () if stuck else (ends,)
    greyed = (*greyed, (ends, stuck)) if stuck else greyed
    answer = await Choose(
        side, clause=clause, asks=asks, options=(*options, *may_end), greyed=greyed, kind=kind
    )
    if answer != PASS:
        return UnitId(answer)
    for option in options:
        game.do(Acted(option.clause, UnitId(option.id), idle))
    game.do(PhaseOver(ends.clause))
    return None


async def ask_each(
    game: Game,
    models: Sequence[Model],
    options: Sequence[Option],
    *,
    clause: str,
    asks: str,
    kind: DecisionKind,
    as_unit: bool,
) -> list[str]:
    """Ask one question for several models that are alike: for all together, or one by one.

    *as_unit*: even a single model is first asked about as its unit.
    """
    lead, many = models[0], len(models) > 1
    if len(options) == 1:
        return [options[0].id] * len(models)
    if many or as_unit:
        called = f"{lead.profile.name} × {len(models)}" if many else lead.profile.name
        apart = [pass_option("Choose model by model", clause)] if many else []
        answer = await Choose(
            lead.side,
            clause=clause,
            asks=f"{called}: {asks}",
            options=(*options, *apart),
            about=lead.unit,
            kind=kind,
        )
        if answer != PASS:
            return [answer] * len(models)
    return [
        await Choose(
            model.side,
            clause=clause,
            asks=f"{name(game.table, model.id)}: {asks}",
            options=tuple(options),
            about=model.id,
            kind=kind,
        )
        for model in models
    ]


async def ask_weapons(
    game: Game,
    models: Sequence[Model],
    weapons: Sequence[Weapon],
    *,
    clause: str,
    cited: str,
    as_unit: bool,
) -> list[Weapon]:
    """Return the weapon for all attacks of each model; *cited*: the clause of the options."""
    options = [Option(w.name, w.name, cited) for w in weapons]
    asks, kind = "attack with which weapon?", CommonKind.STRIKE_WITH
    answers = await ask_each(
        game, models, options, clause=clause, asks=asks, kind=kind, as_unit=as_unit
    )
    return [next(w for w in weapons if w.name == answer) for answer in answers]


def to_hit_roll(view: GameView, clause: str, lead: AimedWeapon) -> Roll:
    """Return the roll to hit of shots that are rolled together."""
    firer = view.table.models[lead.model]
    return Roll(
        clause,
        by=firer.side,
        what=AttackStage.HIT,
        need=lead.need,
        who=firer.unit,
        target=lead.target,
        weapon=lead.weapon.name,
        reasons=lead.reasons,
        again=lead.again,
        kind=RollKind.HIT,
    )
