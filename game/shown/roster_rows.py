"""The rows of the units in the rosters of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.play.log.wording import mark_text, side_name
from game.table.records import How, Model, Side, Unit, Where
from game.table.state import Table

NOTED = (
    "scattered",
    "locked in combat",
    "falling back",
    "may not charge",
    "fired",
    "ran",
    "moved",
)
"""Marks that a row can show; the first one that the unit has is shown."""
SHORT = {"locked in combat": "in combat", "may not charge": "no charge"}
"""Words for marks that are too long beside the strength of a unit of ten or more."""
ENDS = {How.LEFT: "has left", How.LOST: "lost", How.FLED: "fled"}
"""Words for a destroyed unit, by the way in which its last model left the table."""
READY, TARGET = "ready", "target"
"""Words for a unit among the options: ready to act, or a target."""
IN_RESERVE = "in reserve"
ALIKE = 3
"""Number of lone models alike from which they share a row while they are off the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    id: str
    name: str
    state: str
    """Remaining strength and the most important mark."""
    option: str
    """Word for a unit among the options; empty if it is none."""
    lead: Model
    """The model whose portrait stands for the unit."""
    left: int
    """Number of models left."""
    wounds: tuple[int, int]
    """Remaining and all wounds of a single model with several; zeros for any other unit."""
    chosen: bool
    marks: tuple[str, ...]
    alone: bool = False
    """True for a unit of one model."""
    stands: bool = True
    """False if it is not on the table yet, or no more."""
    units: int = 1
    """Number of units that the row stands for; the first is its own."""

    @property
    def faded(self) -> bool:
        """Return whether the unit can neither act nor be of interest."""
        return not (self.left or self.chosen or self.option)

    @property
    def number(self) -> str:
        """Return the number for a narrow row: wounds of a single model, else models."""
        wounds, _ = self.wounds
        if self.units > 1:
            return f"×{self.units}"
        return f"{wounds}w" if wounds else str(self.left)

    @property
    def in_short(self) -> str:
        """Return all that a narrow row leaves out."""
        return " · ".join(word for word in (self.name, self.state, self.option) if word)


@dataclass(frozen=True, slots=True)
class SideRoster:
    """The units of a side, in the order of its roster."""

    side: Side
    rows: tuple[RosterRow, ...]
    standing: int
    """Number of models that stand on the table."""
    models: int
    """Number of models that it began with."""

    @property
    def chosen(self) -> str:
        """Return the id of the highlighted unit; empty if it is not among them."""
        return next((row.id for row in self.rows if row.chosen), "")

    @property
    def strength(self) -> str:
        return f"{self.standing} / {self.models}"

    @property
    def count(self) -> str:
        """Return how many units are ready to act; if none is, how many models are left."""
        ready = sum(row.option == READY for row in self.rows)
        return f"{ready} ready" if ready else self.strength

    @property
    def hint(self) -> str:
        return f"{side_name(self.side)}: {self.standing} of {self.models} models left"


def side_rosters(
    table: Table,
    offered: Mapping[str, str],
    chosen: str,
    in_reserve: str = IN_RESERVE,
    *,
    hides_reserve: bool = False,
) -> tuple[SideRoster, ...]:
    """Return the rosters of both sides; lone models alike that are off the table share a row.

    *offered*: a word for each unit among the options; *chosen*: the highlighted unit;
    *in_reserve*: words for units that are not on the table yet; *hides_reserve*: they have no
    rows once the battle has begun.
    """
    rosters = list[SideRoster]()
    for side in table.sides:
        units = [unit for unit in table.units.values() if unit.side == side]
        rows = [_row(table, u, offered, chosen, in_reserve) for u in units]
        if hides_reserve:
            rows = [r for r in rows if r.stands or r.state != in_reserve or not r.faded]
        whole = sum(len(unit.models) for unit in units)
        rosters.append(SideRoster(side, _grouped(rows), len(table.standing(side)), whole))
    return tuple(rosters)


def _grouped(rows: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
    """Return rows in which lone models alike that are off the table share one."""
    groups = dict[tuple[str, ...], list[RosterRow]]()
    for row in rows:
        is_spare = row.faded and row.alone and not row.stands
        key = (row.lead.profile.name, row.state) if is_spare else (row.id,)
        groups.setdefault(key, []).append(row)
    shown = list[RosterRow]()
    for alike in groups.values():
        if len(alike) < ALIKE:
            shown += alike
        else:
            name = f"{len(alike)} × {alike[0].lead.profile.name}"
            shown.append(replace(alike[0], name=name, units=len(alike)))
    return tuple(shown)


def _row(
    table: Table, unit: Unit, offered: Mapping[str, str], chosen: str, in_reserve: str
) -> RosterRow:
    models = table.of(unit.id)
    return RosterRow(
        id=unit.id,
        name=unit.name or unit.id,
        state=standing(table, unit, in_reserve),
        option=offered.get(unit.id, ""),
        lead=models[0] if models else table.models[unit.models[0]],
        left=len(models),
        wounds=_wounds(models),
        chosen=unit.id == chosen,
        marks=tuple(mark_text(m.name, m.about) for m in unit.marks if m.name != "handled"),
        stands=bool(models),
        alone=len(unit.models) == 1,
    )


def standing(table: Table, unit: Unit, in_reserve: str = IN_RESERVE) -> str:
    """Return a unit's remaining strength and its most important mark.

    *in_reserve*: words for a unit that is not on the table yet.
    """
    left, many = len(table.of(unit.id)), len(unit.models)
    if not left:
        waits = any(table.models[m].where is Where.RESERVE for m in unit.models)
        if not waits:
            return fate(table, unit)
        if not table.clock.round:
            return "undeployed"
        return in_reserve
    words = f"{left} of {many}" if many > 1 else ""
    found = next((mark for name in NOTED if (mark := unit.mark(name))), None)
    if found is None:
        return words or "unharmed" if many > 1 else words
    short = SHORT.get(found.name, found.name)
    return f"{left}/{many} · {short}" if many > 1 else found.name


def fate(table: Table, unit: Unit) -> str:
    """Return how a destroyed unit ended, in a word or two."""
    last = next((loss.how for loss in reversed(table.losses) if loss.unit == unit.id), None)
    return ENDS.get(last, "destroyed") if last else "destroyed"


def _wounds(models: Sequence[Model]) -> tuple[int, int]:
    if len(models) == 1 and models[0].profile.w > 1:
        return models[0].wounds, models[0].profile.w
    return 0, 0
