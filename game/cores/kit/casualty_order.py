"""The order in which players give up the models of a unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from game.play.decisions import Choose
from game.play.moves.base_placement import out_of_chain
from game.table.records import Model, ModelId
from game.table.state import Table

CHAIN = 2.0
"""Inches between neighbours of a unit in coherency."""


class Rank(IntEnum):
    """The ranks of a unit's models, in the order in which a player gives them up."""

    FILE = 0
    """One of the most numerous models of the unit."""
    SPECIAL = 1
    """A model with other weapons or another profile."""
    LEADER = 2
    """A character, or a model with a higher Ld than the rank and file."""


def rank_of(table: Table, model: Model) -> Rank:
    """Return a model's rank in the unit as it started."""
    kin = [table.models[m].profile for m in table.units[model.unit].models]
    names = Counter([profile.name for profile in kin])
    common = max(kin, key=lambda profile: names[profile.name])
    own = model.profile
    if own.name == common.name:
        return Rank.FILE
    leads = own.ld > common.ld or own.has("CHARACTER")
    return Rank.LEADER if leads else Rank.SPECIAL


def suggested_casualties(table: Table, asked: Choose) -> list[ModelId]:
    """Return the models that a question of casualties suggests, one for each of its series.

    Rank and file come first, leaders last; among equals those whose loss breaks no coherency,
    then those that do not stand in cover.
    """
    left = [table.models[ModelId(o.id)] for o in asked.options]
    bases, found = {m.id: m.disc for m in table.of(left[0].unit)}, list[ModelId]()
    ranks = {m.id: rank_of(table, m) for m in left}
    covered = _in_cover(table, left)

    def price(model: Model) -> tuple[Rank, int, bool]:
        rest = {m: disc for m, disc in bases.items() if m != model.id}
        return ranks[model.id], len(out_of_chain(rest, CHAIN)), covered[model.id]

    while left and len(found) < max(1, asked.series):
        falls = min(left, key=price)
        found.append(falls.id)
        left.remove(falls)
        del bases[falls.id]
        if falls.wounds > 1:
            return found  # it may stand, and the next question can offer it alone
    return found


def kept_by_losses(table: Table, fallen: Sequence[ModelId]) -> tuple[bool, bool]:
    """Return whether a unit keeps its coherency and the models in cover without *fallen*."""
    models = table.of(table.models[fallen[0]].unit)
    left = {m.id: m.disc for m in models if m.id not in fallen}
    before = len(out_of_chain({m.id: m.disc for m in models}, CHAIN))
    covered = _in_cover(table, [table.models[m] for m in fallen])
    return len(out_of_chain(left, CHAIN)) <= before, not any(covered.values())


def _in_cover(table: Table, models: Sequence[Model]) -> dict[ModelId, bool]:
    """Return whether each model stands in ground that covers it."""
    shelters = [area for area in table.areas if area.cover or area.bonus]
    return {m.id: any(area.holds(m.disc) for area in shelters) for m in models}


def falls_whole(table: Table, asked: Choose) -> bool:
    """Return whether a question of casualties ends the same way whatever is answered.

    All models of the unit are alike, and the wounds to come remove all of them.
    """
    models = table.of(table.models[ModelId(asked.options[0].id)].unit)
    kinds = {(m.profile, m.wounds, m.marks) for m in models}
    return len(kinds) == 1 and sum([m.wounds for m in models]) <= asked.series
