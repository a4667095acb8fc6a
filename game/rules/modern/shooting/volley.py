"""A unit's fire, from its groups to what it does: ``MC-12`` to ``MC-19``."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.game import Game, GameView
from game.rules.kit.core_api import Attempt, Shot
from game.rules.kit.dice import Roll, roll
from game.rules.kit.unit_marks import FIRED
from game.rules.modern.cover import cover_of
from game.rules.modern.dice_tables import thrown
from game.rules.modern.hooks import UNIT_SHOT, marked
from game.rules.modern.targeting import Aimed, aims, close_by, snaps
from game.rules.modern.wounds import Hit, alike, hit_with, strike_unit
from game.table.events import Act, Acted
from game.table.records import UnitId, Where

TO_HIT = "to hit"
ATTACKS = "attacks"


async def fire(game: Game, who: UnitId, shots: Sequence[Aimed]) -> None:
    """``MC-12``  A unit fires at its targets, group by group."""
    fired_at = list(dict.fromkeys([shot.target for shot in shots]))
    for target in fired_at:
        game.do(Acted("MC-12", who, Act.SHOOTS, target))
    game.do(marked("MC-12", who, FIRED, " ".join(fired_at)))
    await _fire_groups(game, shots)
    alone = fired_at[0] if len(fired_at) == 1 else None
    await UNIT_SHOT.has_come(game, Attempt(who, Act.SHOOTS, alone))


def may_overwatch(look: GameView, who: UnitId, charger: UnitId) -> bool:
    """``MC-21``  Return whether a unit has anything to fire at who charges it."""
    return bool(snaps(look, who, charger))


async def overwatch(game: Game, who: UnitId, charger: UnitId) -> None:
    """``MC-21``  A unit that is charged shoots first, hitting on unmodified 6s only."""
    game.do(Acted("MC-21", who, Act.FIRES_OVERWATCH, charger))
    await _fire_groups(game, snaps(game, who, charger))
    await UNIT_SHOT.has_come(game, Attempt(who, Act.FIRES_OVERWATCH, charger))


async def _fire_groups(game: Game, shots: Sequence[Aimed]) -> None:
    for group in grouped(shots):
        able = [s for s in group if game.table.models[s.model].where is Where.TABLE]
        if able and game.table.of(able[0].target):
            await _volley(game, able)


def grouped(shots: Sequence[Aimed]) -> list[list[Aimed]]:
    """``CC-36``  Who fires the same weapon at one unit with the same need is in a group."""
    return alike(shots, [(s.weapon.name, s.target, s.need, s.again) for s in shots])


async def _volley(game: Game, group: Sequence[Aimed]) -> None:
    """``MC-15``, ``CC-36``  All the dice of a group to hit; then what they do."""
    lead = group[0]
    firer = game.table.models[lead.model]
    each = [shot for shot in group for _ in range(_attacks(game, shot))]
    name = lead.weapon.name
    cast = Roll(
        "MC-15",
        firer.side,
        TO_HIT,
        lead.need,
        firer.unit,
        lead.target,
        name,
        lead.reasons,
        lead.again,
    )
    cast = await roll(game, len(each), cast)
    kinds = {shot.model: hit_of(game, shot) for shot in group}
    await strike_unit(game, [kinds[each[n].model] for n in cast.successes], lead.target)


def _attacks(game: Game, shot: Aimed) -> int:
    """``MC-01``, ``MC-14``  Return how often a model fires a weapon; some of it is rolled."""
    side, name = game.table.models[shot.model].side, shot.weapon.name
    many = shot.shots + thrown(game, "MC-01", side, ATTACKS, shot.dice, shot.model, name)
    return 2 * many if shot.doubled else many


def hit_of(look: GameView, shot: Aimed) -> Hit:
    """Return what a hit of this shot is, with the cover that its target has against it."""
    cover = cover_of(look, Shot(shot.model, shot.weapon.name, shot.target), shot.weapon)
    return hit_with(look, look.table.models[shot.model], shot.weapon, cover=cover)


def volley_of(look: GameView, who: UnitId, target: UnitId) -> list[list[Aimed]]:
    """Return the groups in which all that may of a unit would fire at another; for odds."""
    return grouped(aims(look, who, target, close_by(look.table)))


def overwatch_of(look: GameView, who: UnitId, charger: UnitId) -> list[list[Aimed]]:
    """``MC-21``  Return the same of Overwatch."""
    return grouped(snaps(look, who, charger))
