"""The totals of the sides of a game, as its results show them."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.log.wording import name
from game.rules.catalog import points, score_of
from game.screens.live_game import LiveGame
from game.table.events import Scored
from game.table.records import Side, Where, many
from game.text.capitals import capital


@dataclass(frozen=True, slots=True)
class SideTotals:
    """The points and the remaining forces of a side."""

    side: Side
    points: int
    lines: tuple[str, ...]


def tally(live_game: LiveGame, side: Side) -> SideTotals:
    """Return a side's points, their sources, and its remaining models and units."""
    table = live_game.session.table
    story = live_game.session.game.story
    scored = [e for e in story if isinstance(e, Scored) and e.side == side]
    total = points(live_game.mission, table)[side]
    each = dict.fromkeys([e.what for e in scored], 0)
    for event in scored:
        each[event.what] += event.points
    lines = [f"{capital(name(table, what))}: {many(n, 'point')}" for what, n in each.items()]
    # After sudden death, a concession or an agreed draw, some points are in no event.
    score, more = score_of(live_game.mission), total - sum(e.points for e in scored)
    if score.bonuses and more:
        sums = [(b.name, sum(n for n, _ in b.earned(table, side))) for b in score.bonuses]
        lines += [f"{title}: {many(earned, 'point')}" for title, earned in sums if earned]
    elif score.unscored and more:
        number = many(more, "point") if score.unit == "points" else more
        lines.append(f"{capital(score.unscored)}: {number}")
    mine = [u for u in table.units.values() if u.side == side]
    came = [m for m in table.models.values() if m.side == side and m.where != Where.RESERVE]
    units = {m.unit for m in came}
    lines.append(f"{len(table.standing(side))} of {len(came)} models left")
    if len(units) < len(came):
        lines.append(f"{sum(1 for u in mine if table.of(u.id))} of {len(units)} units left")
    if away := sum(len(u.models) for u in mine) - len(came):
        lines.append(f"{many(away, 'model')} not fielded")
    return SideTotals(side, total, tuple(lines))
