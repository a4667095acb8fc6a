"""Units out of coherency, their restrictions, and their ways back (FF-19 to FF-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.cores.kit.attempts import Attempt
from game.cores.kit.coherency import detached_models, is_detached, is_scattered, main_body
from game.cores.kit.core import Core
from game.cores.kit.difficult_ground import (
    GroundPermission,
    difficult_ground_limit,
    difficult_near,
    goes_over,
    reach_of,
)
from game.cores.kit.marks import LOOSE, MAY_BREAK, SCATTERED, marked
from game.cores.kit.units import holders, sorted_by_distance
from game.geometry.limits import is_within, just_beyond
from game.geometry.points import Disc, Path, gap, length, segments_of
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.base_placement import chains, impassable_under, on_table
from game.play.decisions import PASS, Choose, CommonKind, Option, Refusal, pass_option
from game.play.game import Game, GameView, Step
from game.play.path_goals import ContactGoal
from game.play.pathfinding import UNREACHABLE, ShortestPath, shortest_path
from game.play.paths import PULL_BACK, cut, furthest
from game.play.wording import unit_does
from game.systems.flood.rules import PAGE, FloodKind
from game.systems.flood.rules.flights import CLEAR, OFF, flight_to_landing
from game.table.events import Act, Acted, RollKind
from game.table.events.models import Unmarked
from game.table.records import Clock, Mark, Model, ModelId, Unit, UnitId
from game.table.state import Table

APART = 2.0
CUT_OFF = "cut off"
"""``FF-24``  A model that came in contact with the enemy unit that the mark is *about*."""
FLOOD = "flood"
MOVEMENT = "movement"


def is_incoherent(table: Table, unit: UnitId) -> bool:
    """Return whether some model of a unit is out of coherency."""
    return bool(detached_models(table, unit))


class CoherencyWatch:
    """Checks every unit as soon as a phase has begun."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def todo(self, table: Table) -> Step | None:
        note, clock = PAGE.of(table), table.clock
        if not note.came or clock.phase == FLOOD or note.looked == _at(clock):
            return None
        return self.look

    async def look(self, game: Game) -> None:
        """``FF-19``  As a phase begins, find each main body and mark the models outside."""
        table = game.table
        game.do(PAGE.write("FF-19", replace(PAGE.of(table), looked=_at(table.clock))))
        for unit in [u.id for u in table.fielded()]:
            await _note(game, unit, await _main_body(game, unit))
        self.core.lock(game, "FF-19")
        for model in table.standing():
            if mark := model.mark(CUT_OFF):
                self._still_cut_off(game, model, UnitId(mark.about))

    def _still_cut_off(self, game: Game, model: Model, foe: UnitId) -> None:
        """``FF-24``  Update a model that was cut off; in its next Movement phase it may leave.

        That is its only chance. It has none if contact was lost, or with another enemy in
        contact as well.
        """
        table, clock = game.table, game.table.clock
        apart = is_detached(model) or is_scattered(table.units[model.unit])
        near = holders(table, model, self.core.holds) if apart else ()
        own = clock.phase == MOVEMENT and clock.side == model.side
        if own or foe not in near:
            game.do(Unmarked("FF-24", model.id, CUT_OFF))
        if own and near == (foe,):
            game.do(marked("FF-24", model.id, MAY_BREAK, foe))


def _at(clock: Clock) -> str:
    return f"{clock.round} {clock.phase} {clock.side or ''}"


async def _main_body(game: Game, unit_id: UnitId) -> list[ModelId]:
    """``FF-19``  Return the largest group of two or more; of equal ones the owner chooses.

    A last survivor is its own main body. As long as a tie stands, so does the choice.
    """
    table = game.table
    models = table.of(unit_id)
    if len(models) == 1:
        return [models[0].id]
    groups = chains({m.id: m.disc for m in models}, APART)
    most = max([len(group) for group in groups])
    if most == 1:
        return []
    largest = [group for group in groups if len(group) == most]
    standing = sorted([m.id for m in models if not is_detached(m)])
    kept = [group for group in largest if sorted(group) == standing]
    if kept or len(largest) == 1:
        return (kept or largest)[0]
    return await _choose(game, unit_id, largest)


async def _choose(
    game: Game, unit_id: UnitId, groups: Sequence[Sequence[ModelId]]
) -> list[ModelId]:
    unit = game.table.units[unit_id]
    answer = await Choose(
        unit.side,
        clause="FF-19",
        asks=f"{unit.name}: which group is the main body?",
        options=tuple(
            Option(group[0], f"These {len(group)} models", "FF-19", group[0])
            for group in groups
        ),
        about=unit_id,
        kind=CommonKind.MAIN_BODY,
    )
    return list(next(group for group in groups if group[0] == answer))


async def _note(game: Game, unit_id: UnitId, main: Sequence[ModelId]) -> None:
    """``FF-19``, ``FF-21``, ``FF-22``  Mark the models outside, and a scattered unit."""
    models = game.table.of(unit_id)
    for model in models:
        _set(game, model, LOOSE, "FF-19", "FF-20", on=model.id not in main)
    scattered = len(main) * 2 < len(models)
    _set(game, game.table.units[unit_id], SCATTERED, "FF-21", "FF-21", on=scattered)


def _set(
    game: Game, thing: Unit | Model, mark: str, clause: str, about: str, *, on: bool
) -> None:
    found: Mark | None = thing.mark(mark)
    if on and not found:
        game.do(marked(clause, thing.id, mark, about))
    elif found and not on:
        game.do(Unmarked(clause, thing.id, mark))


def movable_stragglers(table: Table, core: Core, unit: UnitId) -> list[ModelId]:
    """Return the models out of coherency that are not locked."""
    return [
        m
        for m in detached_models(table, unit)
        if not holders(table, table.models[m], core.holds)
    ]


def must_move(view: GameView, unit: Unit, core: Core) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Yield why the phase may not end: models are out of coherency."""
    if movable_stragglers(view.table, core, unit.id):
        scattered = is_scattered(unit)
        what = "is scattered" if scattered else "has models out of coherency"
        clause = "FF-21" if scattered else "FF-20"
        no = unit_does(view.table, unit, f"{what} and must regroup first")
        yield Refusal(no, clause)


def scattered_may_not(view: GameView, attempt: Attempt, may: str) -> Iterator[Refusal]:
    """``FF-21``  Yield why a scattered unit does not shoot or charge; *may*: its only move."""
    unit = view.table.units[attempt.unit]
    if is_scattered(unit) and attempt.act is Act.SHOOTS:
        no = unit_does(view.table, unit, f"is scattered and may only {may}")
        yield Refusal(no, "FF-21")
    elif is_scattered(unit) and attempt.act is Act.CHARGES:
        yield Refusal("it is scattered", "FF-21")


def models_that_must_move(table: Table, core: Core, unit_id: UnitId) -> list[ModelId]:
    """``FF-20``, ``FF-21``  Return the models that must go back; of a scattered unit all.

    Locked models stay.
    """
    whole = is_scattered(table.units[unit_id]) and not core.locked(table, unit_id)
    return [
        *movable_stragglers(table, core, unit_id),
        *(m.id for m in main_body(table, unit_id) if whole),
    ]


async def models_that_break_off(game: Game, unit_id: UnitId) -> list[ModelId]:
    """``FF-24``  Return the survivors of the second round that break contact, as chosen."""
    off = list[ModelId]()
    for model in [m.id for m in game.table.of(unit_id) if m.mark(MAY_BREAK)]:
        answer = await Choose(
            game.table.units[unit_id].side,
            clause="FF-24",
            asks="Break off from the enemy?",
            options=(
                Option("break", "Break off (through them if necessary)", "FF-24", model),
                pass_option("Stay in the combat", "FF-24"),
            ),
            about=model,
            kind=FloodKind.BREAK_OFF,
        )
        if answer != PASS:
            off.append(model)
    return off


def compulsory_move_limits(
    game: Game, core: Core, unit_id: UnitId, goers: Sequence[ModelId]
) -> GroundPermission:
    """``FF-20``, ``CC-20``  Return the limits; 2d6 for all if Difficult ground is near one."""
    table = game.table
    distances = {m: core.pace(game, table.models[m]) for m in goers}
    near, inside = difficult_near(table, unit_id, distances, core.rough(game))
    if not near:
        return GroundPermission(reach_of(table, unit_id, distances))
    if not inside:
        game.do(Acted("CC-20", unit_id, Act.ENTERS_DIFFICULT))
    side = table.units[unit_id].side
    return difficult_ground_limit(
        table,
        unit_id,
        distances,
        max(
            game.throw(
                "CC-20", side, "difficult ground", 2, id_=unit_id, kind=RollKind.DIFFICULT
            )
        ),
    )


async def stragglers_want(game: Game, unit_id: UnitId, label: str, asks: str) -> bool:
    """``FF-20``  Ask whether models out of coherency run back to their unit."""
    options = (Option("run", label, "FF-20"), pass_option("Stay", "FF-20"))
    side = game.table.units[unit_id].side
    answer = await Choose(
        side,
        clause="FF-20",
        asks=asks,
        options=options,
        about=unit_id,
        kind=FloodKind.STRAGGLERS,
    )
    return answer != PASS


SPARE = 0.012
"""Inches that a model comes nearer to its mate than it must."""
BACK = APART - SPARE


def path_back_to_unit(
    table: Table,
    model_id: ModelId,
    mates: Sequence[ModelId],
    distance: float,
    *,
    first: bool = False,
    through: UnitId | None = None,
    off: float = OFF,
    apart: float = BACK,
) -> ShortestPath | None:
    """``CC-38``  Return the shortest path to within 2" of a mate, up to *distance*, or None.

    A model that moves over others flies straight to the nearest place where it may land.
    *first*: take the first mate that a path leads to, in their order; *through*: a unit that is
    no obstacle; *off*: inches to exceed from other enemies, less than 0 to ignore them;
    *apart*: inches from a mate at the end.
    """
    model, best = table.models[model_id], None
    order = mates if first else sorted_by_distance(mates, lambda m: _gap(table, model, m))
    for mate in order:
        if best and _gap(table, model, mate) - apart >= length(best.path):
            break
        found = _to(table, model, mate, through, off, apart)
        if found and (best is None or length(found.path) < length(best.path)):
            best = found
        if best and first:
            break
    if best is None:
        return None
    whole = length(best.path)
    return best if whole <= distance else ShortestPath(cut(best.path, distance), arrived=False)


def _gap(table: Table, model: Model, mate: ModelId) -> float:
    return gap(model.disc, table.models[mate].disc)


def _to(
    table: Table, model: Model, mate: ModelId, through: UnitId | None, off: float, apart: float
) -> ShortestPath | None:
    at, radius = table.models[mate].disc
    goal = Disc(at, radius + apart)
    if gap(model.disc, goal) <= SPARE:
        return ShortestPath((model.at,), arrived=True)
    if goes_over(model):
        return flight_to_landing(
            table, model, goal, bases_to_avoid(table, model, off, through), through
        )
    others = bases_to_avoid(table, model, off, through)
    others.pop(mate, None)
    size = table.board.width, table.board.height
    walls = table.board.walls
    return shortest_path(
        model.disc, ContactGoal(goal), walls, others, size, UNREACHABLE, partly=True
    )


def bases_to_avoid(
    table: Table, model: Model, off: float, through: UnitId | None = None
) -> dict[str, Disc]:
    """Return the bases that a path goes round, more than *off* inches from enemies."""
    others = dict[str, Disc]()
    for m in table.standing():
        if m.id == model.id or m.unit == through:
            continue
        if m.side == model.side:
            others[m.id] = m.disc
        elif off >= 0.0:
            others[m.id] = m.disc._replace(radius=m.base + just_beyond(off))
    return others


def enemy_in_the_way(
    table: Table, model_id: ModelId, mates: Sequence[ModelId]
) -> UnitId | None:
    """``FF-23``  Return the first enemy unit on the shortest path back; None if there is none.

    That path ignores enemies; it meets one where it would come within 1" of it.
    """
    found = path_back_to_unit(table, model_id, mates, UNREACHABLE, off=-1.0)
    if found is None:
        return None
    model = table.models[model_id]
    foes = {m.id: m.disc for m in table.standing(table.enemy(model.side))}
    if goes_over(model):
        # Only those count that keep it from landing there, not those that it flies over.
        end = model.disc._replace(at=found.path[-1])
        foes = {foe: disc for foe, disc in foes.items() if is_within(gap(end, disc), OFF)}
    for start, toward, distance in segments_of(found.path):
        touch = sweep(start, toward, distance, model.base, NO_WALLS, foes, gap=just_beyond(OFF))
        if touch and touch.disc:
            return table.models[ModelId(touch.disc)].unit
    near = sorted_by_distance([*foes], lambda foe: gap(model.disc, foes[foe]))
    close = [
        foe for foe in near if goes_over(model) or is_within(gap(model.disc, foes[foe]), OFF)
    ]
    return table.models[close[0]].unit if close else None


def is_near(table: Table, base: Disc, foe: UnitId) -> bool:
    """``FF-23``  Return whether a base is within 1" of any model of a unit."""
    return any(is_within(gap(base, m.disc), OFF) for m in table.of(foe))


def as_far_as(table: Table, model_id: ModelId, path: Path, off: Mapping[UnitId, float]) -> Path:
    """Return the longest beginning of a path at the end of which a model may stand.

    It may not stand on other models or on Impassable terrain. *off*: least inches from the
    units named; from other enemies it keeps 0.02".
    """
    model = table.models[model_id]

    def fits(part: Path) -> bool:
        base = model.disc._replace(at=part[-1])
        return (
            on_table(table.board, base)
            and impassable_under(table.board, base) is None
            and all(
                gap(base, m.disc) >= _least(model, m, off)
                for m in table.standing()
                if m.id != model_id
            )
        )

    return path if fits(path) else furthest(path, fits)


def _least(model: Model, other: Model, off: Mapping[UnitId, float]) -> float:
    if other.side == model.side:
        return -PULL_BACK / 2
    return off.get(other.unit, CLEAR)
