"""Who fires what at whom, as its player says it: ``MC-12``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game
from game.rules.modern.targeting import (
    Aimed,
    Close,
    aimed,
    aims,
    all_ways,
    close_by,
    one_grenade,
    targets,
)
from game.rules.modern.wounds import alike
from game.table.records import Model, UnitId, Weapon

SPLIT = "split"
EACH = "each"


class Barrel(NamedTuple):
    """One weapon of a model, and all at whom it may be fired."""

    model: Model
    weapon: Weapon
    at: tuple[Aimed, ...]


async def take_aim(game: Game, who: UnitId) -> list[Aimed]:
    """``MC-12``  Shoot at one unit with all that can, split the fire, or hold it."""
    units = game.table.units
    close = close_by(game.table)
    legal, refused = targets(game, who, close)
    options = [Option(t, units[t].name, "MC-12", t) for t in legal]
    if len(legal) > 1 and len(all_ways(game.table, who)) > 1:
        options.append(Option(SPLIT, "Split fire", "MC-12"))
    answer = await Choose(
        units[who].side,
        "MC-12",
        f"{units[who].name}: shoot at whom?",
        (*options, pass_option("Hold fire", "MC-12")),
        tuple((Option(t, units[t].name, "MC-12", t), no) for t, no in refused),
        about=who,
        kind="target",
    )
    if answer == PASS:
        return []
    if answer == SPLIT:
        return await _split(game, who, legal, close)
    return aims(game, who, UnitId(answer), close)


async def _split(game: Game, who: UnitId, legal: Sequence[UnitId], close: Close) -> list[Aimed]:
    """``MC-12``  Each kind of weapon picks a target of its own, or each model by itself."""
    barrels = list[Barrel]()
    for model, weapon in all_ways(game.table, who):
        found = [aimed(game, model, weapon, target, close) for target in legal]
        if at := tuple(aim for aim in found if isinstance(aim, Aimed)):
            barrels.append(Barrel(model, weapon, at))
    keys = [(b.model.profile, b.weapon, tuple(aim.target for aim in b.at)) for b in barrels]
    shots = list[Aimed]()
    for kind in alike(barrels, keys):
        answer = await _whom(game, kind, each=len(kind) > 1 and len(kind[0].at) > 1)
        if answer != EACH:
            shots += [aim for barrel in kind for aim in barrel.at if aim.target == answer]
            continue
        for barrel in kind:
            answer = await _whom(game, [barrel], each=False)
            shots += [aim for aim in barrel.at if aim.target == answer]
    order = {m: n for n, m in enumerate(game.table.units[who].models)}
    return one_grenade(sorted(shots, key=lambda shot: order[shot.model]))


async def _whom(game: Game, kind: Sequence[Barrel], *, each: bool) -> str:
    """Ask at whom one kind of weapon fires; ``"pass"`` for nobody."""
    model, weapon, at = kind[0]
    units = game.table.units
    options = [Option(aim.target, units[aim.target].name, "MC-12", aim.target) for aim in at]
    if each:
        options.append(Option(EACH, "Each model by itself", "MC-12"))
    many = f" × {len(kind)}" if len(kind) > 1 else ""
    return await Choose(
        model.side,
        "MC-12",
        f"{model.profile.name}{many}, {weapon.name}: shoot at whom?",
        (*options, pass_option("Hold fire", "MC-12")),
        about=model.unit if many else model.id,
        weapon=weapon.name,
        kind="target",
    )
