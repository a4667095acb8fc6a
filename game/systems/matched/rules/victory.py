"""The end of a matched battle (MP-27, MP-30 to MP-35).

It comes by length or by sudden death, and brings bonuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.cores.kit.battle_end import ALIVE, end_by, end_without, has_models, is_destroyed
from game.cores.kit.declarations import Mission, Options
from game.cores.kit.modules import Module
from game.cores.kit.score import Bonus, Open, Score
from game.geometry.polygons import box, box_within, overlaps
from game.play.game import Game, Step
from game.play.phases import END, NEXT, Phase, When
from game.systems.matched.rules.objective_markers import controller
from game.table.events import PhaseOver, Scored
from game.table.records import Loss, Side, Unit
from game.table.state import Table

NEED_FOR_ANOTHER_ROUND = {5: 3, 6: 4}
"""``MP-27``  Roll needed after these rounds for the battle to go on."""
LAST = 7
SUDDEN_FROM = 2
BY_POINTS = "victory points"
"""``MP-31``  Reason of a result by points: all bonuses have been scored then."""


def last_losses(table: Table) -> list[tuple[Unit, Loss]]:
    """Return the destroyed units, each with the loss that finished it, in the order lost."""
    last = {loss.unit: loss for loss in table.losses}
    finished = [
        (unit, last[unit.id])
        for unit in table.units.values()
        if is_destroyed(table, unit) and unit.id in last
    ]
    order = {loss.model: n for n, loss in enumerate(table.losses)}
    return sorted(finished, key=lambda found: order[found[1].model])


def lost_in(table: Table, side: Side, round_: int) -> list[Unit]:
    """``MP-33``  Return the units that a side lost in a battle round."""
    return [u for u, loss in last_losses(table) if u.side == side and loss.when.round == round_]


def first_unit_destroyed(table: Table) -> list[Unit]:
    """``MP-34``  Return the first unit destroyed, and all that fell at the same moment."""
    fallen = last_losses(table)
    if not fallen:
        return []
    moment = fallen[0][1].moment
    return [unit for unit, loss in fallen if loss.moment == moment]


def _bonus(
    name: str, clause: str, words: str, many: Callable[[Table, Side], int], may: Open
) -> Bonus:
    """Return a bonus of as many points as *many* counts."""

    def earned(table: Table, side: Side) -> Iterator[tuple[int, str]]:
        return ((1, name.lower()) for _ in range(many(table, side)))

    return Bonus(name, clause=clause, words=f"{words}: 1 point.", earned=earned, may=may)


def breaks_line(table: Table, side: Side) -> bool:
    """``MP-35``  Return whether a side has a model in the enemy's zone."""
    enemy = table.enemy(side)
    if enemy not in table.zones:
        return False
    outline = table.board.zone(table.zones[enemy]).outline
    around = box(outline)
    return any(
        box_within(around, model.at, model.base) and overlaps(model.disc, outline)
        for model in table.standing(side)
    )


def _units_destroyed_by(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    for unit in table.units.values():
        if unit.side != side and is_destroyed(table, unit):
            yield 1, unit.id


def _warlords(table: Table, side: Side, *, alive: bool) -> int:
    """Return the number of a side's enemy WARLORDs that are alive, or that are slain."""
    foes = [m for m in table.models.values() if m.side != side and m.profile.has("WARLORD")]
    return [foe.where in ALIVE for foe in foes].count(alive)


def _in_round_one(table: Table, side: Side) -> bool:
    return table.clock.round <= 1 and not lost_in(table, table.enemy(side), 1)


def _foes_left(table: Table, side: Side) -> bool:
    return any(u.side != side and not is_destroyed(table, u) for u in table.units.values())


SLAY_THE_WARLORD = _bonus(
    "Slay the warlord",
    "MP-32",
    "Slay the enemy WARLORD",
    lambda table, side: _warlords(table, side, alive=False),
    lambda table, side: _warlords(table, side, alive=True) > 0,
)
FIRST_STRIKE = _bonus(
    "First strike",
    "MP-33",
    "Destroy a unit in the first round",
    lambda table, side: bool(lost_in(table, table.enemy(side), 1)),
    _in_round_one,
)
FIRST_BLOOD = _bonus(
    "First blood",
    "MP-34",
    "Destroy the first unit of the battle",
    lambda table, side: any(unit.side != side for unit in first_unit_destroyed(table)),
    lambda table, _: not first_unit_destroyed(table),
)
LINEBREAKER = _bonus(
    "Linebreaker",
    "MP-35",
    "Have a model in the enemy's zone at the end",
    breaks_line,
    has_models,
)
NO_MERCY = Bonus(
    "No mercy",
    clause="MP-38",
    words="Destroy enemy units: 1 point each.",
    earned=_units_destroyed_by,
    may=_foes_left,
)


def rounds_end(bonuses: tuple[Bonus, ...]) -> Phase:
    """``MP-27``  Return the phase at the end of a round, which may end the battle."""

    def todo(table: Table) -> Step | None:
        if table.clock.round < min(NEED_FOR_ANOTHER_ROUND):
            return None
        return partial(round_over, bonuses=bonuses)

    return Phase("round's end", clause="MP-27", todo=todo, when=When.END, then=(NEXT, END))


async def round_over(game: Game, *, bonuses: tuple[Bonus, ...]) -> None:
    """``MP-27``  Start another round if a die says so, else end the battle.

    The seventh round is the last.
    """
    if is_another_round(game):
        game.do(PhaseOver("MP-27"))
    else:
        tally(game, bonuses)


def is_another_round(game: Game) -> bool:
    """``MP-27``  Return whether there is another round; after 5 and 6 a player rolls for it.

    After round 5 it is the player with the first turn, after 6 the other.
    """
    table = game.table
    need = NEED_FOR_ANOTHER_ROUND.get(table.clock.round)
    if need is None:
        return table.clock.round < LAST
    first = table.first or table.sides[0]
    by = first if table.clock.round == min(NEED_FOR_ANOTHER_ROUND) else table.enemy(first)
    (face,) = game.throw("MP-27", by, "does the battle go on?", need=need)
    return face >= need


def tally(game: Game, bonuses: tuple[Bonus, ...]) -> None:
    """``MP-31``  Score all bonuses and end the battle; more victory points win."""
    for side in game.table.sides:
        for bonus in bonuses:
            for points, what in bonus.earned(game.table, side):
                game.do(Scored(bonus.clause, side, points, what, bonus=bonus.name))
    end_by(game, "MP-31", game.table.scores, BY_POINTS)


def sudden_death(table: Table) -> Step | None:
    """``MP-30``  Return the step that ends the battle for a side without models, or None.

    It is due at the end of player turns from round 2 on.
    """
    if table.clock.round < SUDDEN_FROM:
        return None
    gone = [side for side in table.sides if not table.standing(side)]
    lose = partial(end_without, clause="MP-30", gone=gone, reason="sudden death")
    return lose if gone else None


SUDDEN_DEATH = Phase("sudden death", "MP-30", sudden_death, then=(NEXT, END))


def matched_mission(
    build: Callable[[Options], Module], bonuses: tuple[Bonus, ...], *goals: tuple[str, str]
) -> Mission:
    """Return the declaration of a mission of matched play."""
    earned = partial(_with_bonuses, bonuses=bonuses)
    score = Score(goals, bonuses, earned, holder_of=controller, unscored="bonuses at the end")
    return Mission(build, ("matched",), score, LAST)


def _with_bonuses(table: Table, side: Side, *, bonuses: tuple[Bonus, ...]) -> int:
    """``MP-31``  Return the points of a side, including those due at the end of the game.

    A battle that ends before its length, as by sudden death, never scores them as events.
    """
    scored, result = table.scores.get(side, 0), table.result
    if table.clock.round == 0 or (result is not None and result.reason == BY_POINTS):
        return scored
    return scored + sum(points for b in bonuses for points, _ in b.earned(table, side))
