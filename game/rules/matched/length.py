"""How long a battle lasts, and how it ends: ``MP-27``, ``MP-30``, ``MP-31``."""

from __future__ import annotations

from functools import partial

from game.play.game import Game, Step, Todo
from game.rules.matched.victory import Bonus
from game.table.events import Ended, PhaseOver, Scored
from game.table.records import Side
from game.table.state import Table

GOES_ON = {5: 3, 6: 4}
"""``MP-27``  What the die must show after these rounds for the battle to go on."""
LAST = 7
SUDDEN_FROM = 2


def ending(bonuses: tuple[Bonus, ...]) -> Todo:
    """``MP-27``  Make the to-do list of the end of a round."""

    def todo(table: Table) -> Step | None:
        if table.clock.over or table.clock.round < min(GOES_ON):
            return None
        return partial(round_over, bonuses=bonuses)

    return todo


async def round_over(game: Game, *, bonuses: tuple[Bonus, ...]) -> None:
    """``MP-27``  A die says whether there is another round; the seventh is the last."""
    if goes_on(game):
        game.do(PhaseOver("MP-27"))
    else:
        tally(game, bonuses)


def goes_on(game: Game) -> bool:
    """``MP-27``  After round 5 the player with the first turn rolls, after 6 the other."""
    table = game.table
    need = GOES_ON.get(table.clock.round)
    if need is None:
        return table.clock.round < LAST
    first = table.first or table.sides[0]
    by = first if table.clock.round == min(GOES_ON) else table.enemy(first)
    (face,) = game.throw("MP-27", by, "does the battle go on?", need=need)
    return face >= need


def tally(game: Game, bonuses: tuple[Bonus, ...]) -> None:
    """``MP-31``  What counts at the end is scored; more victory points win."""
    for side in game.table.sides:
        for bonus in bonuses:
            for points, what in bonus.earned(game.table, side):
                game.do(Scored(bonus.clause, side, points, what))
    scores = game.table.scores
    one, other = game.table.sides
    lead = scores.get(one, 0) - scores.get(other, 0)
    winner = None if lead == 0 else one if lead > 0 else other
    game.do(Ended("MP-31", winner, "victory points"))


def sudden_death(table: Table) -> Step | None:
    """``MP-30``  At the end of a player turn from round 2 on, who has no models has lost."""
    if table.clock.over or table.clock.round < SUDDEN_FROM:
        return None
    gone = [side for side in table.sides if not table.standing(side)]
    return partial(dies, gone=gone) if gone else None


async def dies(game: Game, *, gone: list[Side]) -> None:
    """``MP-30``  Who has no models on the table loses at once; both: nobody wins."""
    winner = None if len(gone) == 2 else game.table.enemy(gone[0])
    game.do(Ended("MP-30", winner, "sudden death"))
