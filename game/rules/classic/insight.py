"""What the classic core tells whoever looks: ``CC-01``, ``CC-08``, ``CC-15``, ``CC-37``."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Disc, gap
from game.geometry.shapes import edges
from game.geometry.sight import seen_point
from game.play.game import Look
from game.rules.classic.aim import may_target
from game.rules.classic.bearing import combat_of, is_locked
from game.rules.classic.cover import cover_of
from game.rules.classic.movement import COHERENCY
from game.rules.classic.odds.rounds import round_odds
from game.rules.classic.odds.volleys import volley
from game.rules.kit.forecast import Figure
from game.rules.kit.insight import (
    CHAINS,
    CHARACTERISTICS,
    GROUND,
    HIDES,
    PROSPECTS,
    SIGHTLINES,
    Characteristic,
    Hide,
    Pair,
    Sightline,
)
from game.rules.kit.sight import blinds, first_block, in_between, sees
from game.rules.kit.traits import trait
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId
from game.table.terrain import Terrain

TRAITS = ("ws", "bs", "s", "t", "w", "i", "a", "ld")


def told(look: Look, who: ModelId) -> Iterator[Characteristic]:
    """``CC-01``  Yield a model's characteristics with what modifies them."""
    model = look.table.models[who]
    for name in TRAITS:
        value = trait(look, model, name)
        yield Characteristic(name, value.base, value.now, value.reasons)


def sightlines(look: Look, pair: Pair) -> Iterator[Sightline]:
    """``CC-08``  Yield whom of another unit each model sees: the nearest, if any."""
    foes = look.table.of(pair.target)
    for model in look.table.of(pair.who):
        if near := sorted(foes, key=lambda foe: gap(model.disc, foe.disc)):
            seen = (foe for foe in near if sees(look.table, model.disc, foe.disc))
            yield _line(look, model, next(seen, near[0]))


def _line(look: Look, model: Model, foe: Model) -> Sightline:
    table = look.table
    end = seen_point(model.at, foe.disc, in_between(table, model.disc, foe.disc))
    if end is not None:
        # Cover is judged along the line from centre to centre, as the shot is.
        cover = cover_of(look, model.at, model.unit, foe)
        clause = cover.clause if cover.save else "CC-08"
        return Sightline(model.id, foe.id, model.at, end, clause, by=cover.by, cover=cover.save)
    block = first_block(table, model.disc, foe.disc)
    at, by = (block[0], block[1].id) if block else (foe.at, "")
    return Sightline(model.id, foe.id, model.at, foe.at, "CC-08", at, by)


def hides(look: Look, eye: Disc) -> Iterator[Hide]:
    """``CC-37``  Yield what hides ground; who stands in a ruin or wood sees out of it."""
    for piece in look.table.board.terrain:
        if piece.blocks_sight and not (piece.area and piece.holds(eye)):
            yield Hide(piece.sides(), into=piece.area)
    for thing in blinds(look.table):
        yield Hide(tuple(edges(thing.corners)))


def prospects(look: Look, pair: Pair) -> Iterator[Figure]:
    """Yield the odds of the round that two units fight, else of one's fire at the other."""
    table, who = look.table, look.table.units[pair.who]
    if is_locked(who) and pair.target in (combat := combat_of(table, who.id)):
        yield from round_odds(look, combat, table.clock.side or who.side).figures()
    elif may_target(look, pair.who, pair.target) is None and (
        odds := volley(look, pair.who, pair.target)
    ):
        yield from odds.figures()


def chains(look: Look, unit: UnitId) -> Iterator[float]:
    """``CC-19``  Yield how far apart neighbours of a unit may be."""
    yield COHERENCY


def ground(look: Look, piece: Terrain) -> Iterator[Reason]:
    """``CC-37``  Yield what a piece of terrain does, each with its clause."""
    if piece.impassable:
        yield Reason(0, "Impassable: no base may overlap it", "CC-37")
    if piece.blocks_sight:
        seen = "Seen into and out of, not through" if piece.area else "Blocks sight"
        yield Reason(0, seen, "CC-37" if piece.area else "CC-08")
    if piece.difficult:
        yield Reason(0, "Difficult: who enters moves the higher of 2d6", "CC-20")
    if piece.dangerous:
        yield Reason(0, "Dangerous: a 1 costs a wound", "CC-21")
    if piece.cover:
        where = "in it" if piece.area else "behind it"
        yield Reason(0, f"Cover save {piece.cover}+ {where}", "CC-15")


INSIGHTS = (
    CHAINS.gets(chains),
    CHARACTERISTICS.gets(told),
    SIGHTLINES.gets(sightlines),
    GROUND.gets(ground),
    HIDES.gets(hides),
    PROSPECTS.gets(prospects),
)
