"""The Shooting phase (PU-24, PU-27 to PU-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.cores.classic.rules import BARRED, SKILL
from game.cores.classic.rules.shooting import fire
from game.cores.classic.rules.targeting import can_shoot, targets
from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.traits import trait
from game.geometry.limits import is_within
from game.geometry.points import EPSILON, Point, gap, heading_of_vector, unit_vector
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    LazySequence,
    Option,
    Refusal,
    pass_option,
)
from game.play.game import Game, GameView, Step
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.mines import explode
from game.systems.pursuit.rules.state import (
    ACCELERATED,
    PAGE,
    is_on_street,
    is_over,
    pursuit_of,
    quickest_first,
    settled_order,
)
from game.systems.pursuit.rules.street_pieces import is_on_table, mines
from game.table.events import Act, Acted, Handled, PhaseOver, Queued, Reason
from game.table.records import Model, ModelId, UnitId
from game.table.state import Piece, Table

ARC = 90.0
"""``PU-27``  Degrees of the firing arc, centred on the model's facing."""
NEAR_MINES = 2.0
"""``PU-24``  Inches from a cluster to a firer or target that set it off."""
LEADER = "leader"
OVER_THE_SHOULDER = "over the shoulder"
SHOULDER_BS = 3
"""``PU-28``  Highest BS over the shoulder."""


def shooting(table: Table) -> Step | None:
    """``PU-29``  Return the next step of the Shooting phase; None when it is over."""
    if table.queue:
        return _next
    return _ends if pursuit_of(table).shot == table.clock.round else _begins


async def _begins(game: Game) -> None:
    """``PU-29``  Fix the order: closest to the Arrival, then highest Initiative, then dice."""
    table, order = game.table, settled_order(game, "PU-29", quickest_first(game))
    game.do(PAGE.write("PU-29", replace(pursuit_of(table), shot=table.clock.round)))
    game.do(Queued("PU-29", order))


async def _next(game: Game) -> None:
    model_id = ModelId(game.table.queue[0])
    game.do(Handled("PU-29"))
    if is_on_street(game, model_id) and can_shoot(game, game.table.models[model_id].unit):
        await takes_aim(game, game.table.models[model_id])


async def _ends(game: Game) -> None:
    game.do(PhaseOver("PU-29"))


async def takes_aim(game: Game, model: Model) -> None:
    """``PU-27``  Let a model's player shoot at one enemy, or hold fire."""
    units, unit_id = game.table.units, model.unit
    legal, refused = targets(game, unit_id)
    answer = await Choose(
        model.side,
        clause="PU-27",
        asks=f"{units[unit_id].name}: shoot at whom?",
        options=(
            *(Option(foe, units[foe].name, "PU-27", foe) for foe in legal),
            pass_option("Hold fire", "PU-27"),
        ),
        greyed=LazySequence(
            lambda: [(Option(foe, units[foe].name, no.clause, foe), no) for foe, no in refused]
        ),
        about=unit_id,
        kind=CommonKind.TARGET,
    )
    if answer == PASS:
        game.do(Acted("PU-27", unit_id, Act.HOLDS_FIRE))
    else:
        await _shoots(game, model.id, UnitId(answer))


async def _shoots(game: Game, model_id: ModelId, target: UnitId) -> None:
    """``PU-24``, ``PU-27``  Resolve the shots, then explode mines close to firer or target."""
    table = game.table
    losses = len(table.losses)
    close = mines_set_off(table, [table.models[model_id], *table.of(target)])
    await fire(game, table.models[model_id].unit, target)
    for cluster in close:
        if is_on_table(table.pieces[cluster.id]) and not is_over(table, losses):
            await explode(game, cluster.id)


def mines_set_off(table: Table, at_risk: Sequence[Model]) -> list[Piece]:
    """``PU-24``  Return the clusters that shots of a firer at a target set off."""
    return [
        c
        for c in mines(table)
        if any([is_within(gap(c.disc, m.disc), NEAR_MINES) for m in at_risk])
    ]


def refusals(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``PU-27``  Yield why a unit may not shoot at another, with any weapon."""
    table = view.table
    if attempt.act is not Act.SHOOTS or attempt.target is None:
        return
    for model in table.of(attempt.unit):
        if model.mark(ACCELERATED):
            yield Refusal("it accelerated this turn and may not shoot", "PU-27")
        if foes_of(table, model.id):
            yield Refusal("it is in base contact with an enemy", "PU-27")
    for foe in table.of(attempt.target):
        if foes_of(table, foe.id):
            yield Refusal("in base contact with an enemy", "PU-27")


def is_ahead(view: GameView, shot: Shot) -> bool:
    """``PU-27``  Return whether a target is in the 90° arc ahead of the firer.

    From centre to centre; the rim of the arc belongs to it.
    """
    model = view.table.models[shot.model]
    (foe,) = view.table.of(shot.target)
    return is_in_arc(model.at, model.facing, foe.at)


def is_in_arc(at: Point, facing: float, foe: Point) -> bool:
    """``PU-27``  Return whether a place is in the firing arc of a model *at* another."""
    aside = abs((heading_of_vector(unit_vector(at, foe)) - facing + 180.0) % 360.0 - 180.0)
    return aside <= ARC / 2 + EPSILON


def is_over_the_shoulder(view: GameView, shot: Shot) -> bool:
    """``PU-28``  Return whether a shot uses the extra weapon of a leader."""
    profile = view.table.models[shot.model].profile
    return profile.has(LEADER) and any(
        w.name == shot.weapon and OVER_THE_SHOULDER in w.rules for w in profile.weapons
    )


def barred(view: GameView, shot: Shot) -> Iterator[Refusal]:
    """``PU-27``, ``PU-28``  Yield why a model may not fire this weapon at a target."""
    if not is_ahead(view, shot) and not is_over_the_shoulder(view, shot):
        yield Refusal("outside the 90° arc ahead of it", "PU-27")


def skill(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``PU-28``  Yield the penalty over the shoulder: BS 3, or the model's own if lower."""
    if is_over_the_shoulder(view, shot) and not is_ahead(view, shot):
        own = trait(view, view.table.models[shot.model], "bs").now
        yield Reason(min(0, SHOULDER_BS - own), "over the shoulder", "PU-28")


HOOKS = (REFUSED.gets(refusals), BARRED.gets(barred), SKILL.gets(skill))
