"""The watch for models out of coherency as each phase begins (FF-19, FF-24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.cores.kit.coherency import is_detached, is_scattered
from game.cores.kit.core import Core
from game.cores.kit.marks import MAY_BREAK, OUT_OF_COHERENCY, SCATTERED, marked
from game.cores.kit.units import holders
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, Step
from game.play.moves.base_placement import chains
from game.systems.flood.rules import PAGE
from game.table.events import Unmarked
from game.table.records import Clock, Mark, Model, ModelId, Unit, UnitId
from game.table.state import Table

APART = 2.0
CUT_OFF = "cut off"
"""``FF-24``  A model that came in contact with the enemy unit that the mark is *about*."""
FLOOD = "flood"
MOVEMENT = "movement"


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
            Option(group[0], these, "FF-19", group[0], does=f"Choose {these.lower()}")
            for group in groups
            for these in (f"These {len(group)} models",)
        ),
        about=unit_id,
        kind=CommonKind.MAIN_BODY,
    )
    return list(next(group for group in groups if group[0] == answer))


async def _note(game: Game, unit_id: UnitId, main: Sequence[ModelId]) -> None:
    """``FF-19``, ``FF-21``, ``FF-22``  Mark the models outside, and a scattered unit."""
    models = game.table.of(unit_id)
    for model in models:
        _set(game, model, OUT_OF_COHERENCY, "FF-19", "FF-20", on=model.id not in main)
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
