"""Set-up of a game from a situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from game.content.event_json import page_reader
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_words import named
from game.content.library_kinds import MAP
from game.content.maps.inline_objects import RawObjects
from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of, parse_map
from game.content.schemas import Spot
from game.content.situations.situation_files import LoadedSituation
from game.content.situations.situation_schema import (
    BoardAt,
    LossAt,
    MarkAt,
    ModelAt,
    PieceAt,
    Situation,
)
from game.content.user_files import DISK
from game.cores.kit.game_rules import GameRules
from game.cores.kit.marks import MARK_DURATIONS
from game.cores.modern.content import SYSTEM
from game.geometry.points import Point, thousandths
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.rules import ARMED_AS, PLAYED, SITUATION_PARTS
from game.rules.battles import Battle, prepare
from game.rules.catalog import modules_on, rules_of
from game.table.board import Board, ObjectiveMarker
from game.table.command_points import give_points
from game.table.records import (
    Clock,
    Loss,
    Mark,
    Model,
    ModelId,
    Side,
    Spare,
    Unit,
    UnitId,
    Until,
    Where,
)
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import brought_piece, pieces_of


def set_up(opened: LoadedSituation) -> tuple[GameRules, Table]:
    """Return the rules and the table of a situation at its opening; raise UnusableFile."""
    s = opened.situation
    if s.scenario is not None:
        battle = prepare(s.scenario, seed=0, map_=s.map, options=s.options)
        table = battle.opening
        map_: str | None = battle.map
        system = battle.scenario.system
    else:
        if faults := list(_not_played(s)):
            raise UnusableFile(opened.file, faults)
        battle, system = None, s.system or ""
        table, map_ = Table(), s.map
    if s.scenario is None or s.board or s.object:
        table.board = _board(opened, map_)
    if battle:
        rules = battle.rules(table.board)
    else:
        modules = modules_on(table.board, system, s.modules)
        rules = rules_of(system, s.mission, modules, s.options)
    if s.scenario is None or s.board or s.object:
        # Without a mission all pieces of the map are set up.
        kinds = rules.pieces if s.scenario or s.mission else tuple(PieceKind)
        table.pieces = pieces_of(table.board, kinds)
    if faults := [
        *_armed_otherwise(opened, system),
        *_unknown_names(s, rules, table),
        *(fault for part in SITUATION_PARTS.values() for fault in part.faults(s, table)),
    ]:
        raise UnusableFile(opened.file, faults)
    _lay(opened, table)
    # Positions of models imply which units are locked.
    rules.settle(Game(rules, table, ScriptedDice(())), "CC-31")
    if faults := [*_unwritten(s, rules, table)]:
        raise UnusableFile(opened.file, faults)
    return rules, table


def battle_from(opened: LoadedSituation, seed: int, title: str) -> Battle:
    """Return a battle that continues from a situation of a scenario; raise UnusableFile.

    It cannot be saved: a save would open at the scenario's beginning.
    """
    s = opened.situation
    assert s.scenario is not None
    _, table = set_up(opened)
    battle = prepare(s.scenario, seed=seed, map_=s.map, options=s.options)
    called = battle.scenario.model_copy(update={"title": title})
    return replace(battle, scenario=called, opening=table)


def _not_played(s: Situation) -> Iterator[Fault]:
    found = [("system", s.system), ("mission", s.mission), *(("modules", m) for m in s.modules)]
    for key, word in found:
        if word:
            yield from _unknown(key, "", word, PLAYED[key])


def _unknown(place: str, what: str, name: str, known: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for a name that is not known."""
    if name not in known:
        yield Fault(place, f"there is no {what}{name!r}{did_you_mean(name, known)}")


def _unknown_names(s: Situation, rules: GameRules, table: Table) -> Iterator[Fault]:
    """Yield a fault for each phase, zone or piece that there is not."""
    if s.clock:
        names = [phase.name for phase in rules.phases.all]
        yield from _unknown("clock.phase", "phase ", s.clock.phase, names)
    for side, zone in s.zones.items():
        yield from _unknown(f"zones.{side}", "zone ", zone, table.board.all_zones)
    for n, piece in enumerate(s.piece):
        if piece.kind is None:
            yield from _unknown(f"piece[{n}]", "piece ", piece.id, table.pieces)


def _armed_otherwise(opened: LoadedSituation, system: str) -> Iterator[Fault]:
    """Yield a fault if the models' armoury is of the other core, as its numbers differ."""
    armed, armoury = ARMED_AS.get(system, system), opened.armoury.system
    if opened.situation.models and (armed == SYSTEM) != (armoury == SYSTEM):
        yield Fault("armoury", f"is for the {armoury} rules, not {armed}")


def _unwritten(s: Situation, rules: GameRules, table: Table) -> Iterator[Fault]:
    """Set the stored states of modules; yield a fault for each that is unknown or invalid."""
    for name, raw in s.pages.items():
        if faults := [*_unknown(f"pages.{name}", "page ", name, rules.pages)]:
            yield from faults
            continue
        kind: Any = type(rules.pages[name].blank)
        try:
            table.notes[name] = page_reader(kind).validate_python(raw)
        except ValidationError as error:
            yield from (Fault(f"pages.{name}", str(e["msg"])) for e in error.errors())


def _board(opened: LoadedSituation, map_: str | None) -> Board:
    """Return the bare board, or the map, with the objects that the situation adds."""
    s = opened.situation
    if s.board or map_ is None:
        size = s.board or BoardAt()
        return _dressed(size, s.object, opened.file) if s.object else _bare(size)
    name = named(map_, MAP)
    return to_board(parse_map(DISK.read(name), name, s.object))


@lru_cache(maxsize=16)
def _bare(size: BoardAt) -> Board:
    """Return a board without objects, which all situations of its size share."""
    return _dressed(size)


def _dressed(size: BoardAt, objects: RawObjects = (), name: str = "a bare board") -> Board:
    bare = map_of(size.width, size.height, objects, name)
    look = bare.board.model_copy(update={"look": size.look})
    return to_board(bare.model_copy(update={"board": look}))


def _lay(opened: LoadedSituation, table: Table) -> None:
    """Put everything on the table as the situation describes it."""
    s = opened.situation
    table.sides = Side(s.sides[0]), Side(s.sides[1])
    if models := s.models:
        units = _units(s, models)
        table.units = {unit.id: unit for unit in units}
        laid = {m.id: _model(opened, m) for m in models}
        table.models = {m: laid[m] for unit in units for m in unit.models}
        for found in [found for found in s.unit if found.spare]:
            unit = table.units.pop(UnitId(found.id))
            kept = [replace(table.models.pop(m), where=Where.RESERVE) for m in unit.models]
            table.spares[unit.id] = Spare(unit, tuple(kept))
    for part in SITUATION_PARTS.values():
        part.lay(s, table)
    for piece in s.piece:
        there = table.pieces.get(piece.id) or brought_piece(piece.kind or "", piece.id)
        table.pieces[piece.id] = _piece(there, piece)
    table.zones = {Side(side): zone for side, zone in s.zones.items()}
    give_points(table, {Side(side): points for side, points in s.command.items()})
    table.markers = {m.id: ObjectiveMarker(m.id, _at(m.at), m.number) for m in s.marker}
    table.scores |= {Side(side): points for side, points in s.scores.items()}
    for n, loss in enumerate(s.lost):
        _lose(table, loss, n)
    if s.clock:
        c = s.clock
        table.clock = Clock(c.round, c.phase, Side(c.side) if c.side else None, c.over)
        table.first = table.sides[0] if c.round else None
    if s.first:
        table.first = Side(s.first)


def _at(found: Spot) -> Point:
    return thousandths(Point(float(found[0]), float(found[1])))


def _lose(table: Table, loss: LossAt, n: int) -> None:
    """Record an earlier loss of a model; its moment defaults to *n*, a moment of its own."""
    model = table.models[ModelId(loss.model)]
    table.models[model.id] = replace(model, where=Where.GONE)
    when = Clock(loss.round, loss.phase, Side(loss.side) if loss.side else None)
    moment = n if loss.moment is None else loss.moment
    table.losses += (
        Loss(
            model.id,
            unit=model.unit,
            side=model.side,
            how=loss.how,
            when=when,
            moment=moment,
            by=loss.by,
        ),
    )


def _units(s: Situation, models: Sequence[ModelAt]) -> list[Unit]:
    """Return the units in the order of the file, those of the first side first."""
    mates = dict[str, list[ModelId]]()
    for m in models:
        mates.setdefault(m.unit, []).append(ModelId(m.id))
    side_of = {m.unit: m.side for m in models}
    found = {unit.id: unit for unit in s.unit}
    return [
        Unit(
            UnitId(id_),
            side=Side(side),
            name=(found[id_].name if id_ in found else None) or id_,
            models=tuple(mates[id_]),
            marks=_marks(found[id_].marks if id_ in found else ()),
        )
        for side in s.sides
        for id_ in mates
        if side_of[id_] == side
    ]


def _model(opened: LoadedSituation, m: ModelAt) -> Model:
    kind = opened.armoury.kinds[m.profile]
    overridden: Mapping[str, Any] = m.overridden(opened.armoury)
    profile = replace(kind.profile, **overridden)
    return Model(
        ModelId(m.id),
        unit=UnitId(m.unit),
        side=Side(m.side),
        profile=profile,
        base=kind.base if m.base is None else m.base,
        at=_at(m.at),
        facing=m.facing,
        where=Where(m.where),
        wounds=profile.w if m.wounds is None else m.wounds,
        marks=_marks(m.marks),
        arrows=m.arrows,
        heading=m.heading,
    )


def _piece(piece: Piece, found: PieceAt) -> Piece:
    return replace(
        piece,
        at=thousandths(Point(*map(float, found.at))) if found.at else piece.at,
        arrows=found.arrows,
        heading=found.heading,
        holder=ModelId(found.holder) if found.holder else None,
        turned=found.turned,
        where=Where.RESERVE if found.away else Where.TABLE,
        on=found.on,
    )


def _marks(marks: Sequence[MarkAt]) -> tuple[Mark, ...]:
    return tuple(Mark(m.name, MARK_DURATIONS.get(m.name, Until.BATTLE), m.about) for m in marks)
