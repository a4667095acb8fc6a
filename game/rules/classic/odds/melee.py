"""The odds of a round of close combat: ``CC-24`` to ``CC-29``.

Exact by Initiative steps over all that may be left of each unit, with plain assumptions: the
owner of a unit gives up those first who have struck already or do not fight, and those who
have yet to strike last; majority values stay what they are at the start; and where a player
has a choice of blows, he takes the weapon that does most and the first foe, unless it is said
otherwise. What modules and players may do to dice that have fallen is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.play.game import GameView
from game.rules.classic.melee_attacks import Blow
from game.rules.classic.odds.fates import Fates, Field, spread_of
from game.rules.classic.odds.squads import Squad, Wishes, blow_harm, squad, strike_need
from game.rules.classic.odds.wounds import Futures, Harm, after, fresh, total_wounds
from game.rules.classic.outcome import OUTCOME
from game.rules.kit.distances import in_turn
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import Spread, chance_of_face
from game.table.events import Reason
from game.table.records import Side, UnitId


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """What comes of one round of a combat."""

    inflicted: Mapping[Side, Spread]
    """How many wounds each side inflicts (``CC-29``)."""
    wins: Mapping[Side, float]
    lost: Mapping[UnitId, Spread]
    """How many models each unit loses to blows."""
    breaks: Mapping[UnitId, float]
    """The chance that a unit is beaten, stands, and fails its test."""
    caught: Mapping[UnitId, float]
    """The chance that it breaks and is destroyed as it runs."""
    strikes: tuple[ForecastFigure, ...]
    """What each group of blows needs to hit."""
    tested: bool = True
    """Whether who is beaten takes a break test."""

    def destroyed(self, unit: UnitId) -> float:
        """Return the chance that nobody of a unit is left after the round."""
        return self.lost[unit][-1] + self.caught[unit]

    def figures(self) -> tuple[ForecastFigure, ...]:
        figures = [*self.strikes]
        for side, chance in self.wins.items():
            figures.append(counted("wounds inflicted", self.inflicted[side], "CC-29", side))
            figures.append(ForecastFigure("wins the round", chance, "CC-29", side))
        for unit, spread in self.lost.items():
            figures.append(counted("models lost", spread, "CC-17", unit))
            if self.tested:
                figures.append(ForecastFigure("breaks", self.breaks[unit], "CC-29", unit))
            figures.append(ForecastFigure("is destroyed", self.destroyed(unit), "CC-29", unit))
        return tuple(figures)


@dataclass(frozen=True, slots=True)
class _Group:
    """Blows that are struck alike in one step (``CC-36``)."""

    by: int
    """The number of the unit that strikes."""
    at: int
    attacks: tuple[int, ...]
    """By kind of the striking unit: the dice of each of its models."""
    harm: Harm
    figure: ForecastFigure


def round_odds(
    look: GameView, combat: Sequence[UnitId], acting: Side, wishes: Wishes | None = None
) -> RoundOdds:
    """Return the odds of the round that the units of a combat are about to fight."""
    table, wishes = look.table, wishes or Wishes()
    squads = [
        squad(look, unit.id, combat, wishes)
        for side in in_turn(table, acting)
        for unit in table.units.values()
        if unit.id in combat and unit.side == side
    ]
    futures: dict[Field, float] = {tuple(s.start for s in squads): 1.0}
    strikes = list[ForecastFigure]()
    for step in range(10, 0, -1):
        if groups := _groups(look, squads, step):
            futures = _after_step(squads, futures, groups, step)
            strikes += [group.figure for group in groups]
    # A system that ends combats in its own way has no break tests.
    fates = Fates(squads, tested=OUTCOME not in look.rules.hooks)
    for stand, chance in futures.items():
        fates.add(stand, chance)
    return _told(fates, tuple(strikes))


def _told(fates: Fates, strikes: tuple[ForecastFigure, ...]) -> RoundOdds:
    full = {s.id: len(s.start) for s in fates.squads}
    most = {
        side: sum([total_wounds(s.start) for s in fates.squads if s.side != side])
        for side in fates.wins
    }
    return RoundOdds(
        {side: spread_of(counts, most[side]) for side, counts in fates.inflicted.items()},
        fates.wins,
        {who: spread_of(counts, full[who]) for who, counts in fates.lost.items()},
        fates.breaks,
        fates.caught,
        strikes,
        fates.tested,
    )


def _groups(look: GameView, squads: Sequence[Squad], step: int) -> list[_Group]:
    """Return the blows of one step, unit by unit."""
    numbers = {s.id: n for n, s in enumerate(squads)}
    groups = list[_Group]()
    for n, unit in enumerate(squads):
        alike = dict[object, list[tuple[int, Blow]]]()
        for k, kind in enumerate(unit.kinds):
            for b in kind.blows:
                if b.initiative == step:
                    key = b.weapon, b.target, b.strength, strike_need(look, b)
                    alike.setdefault(key, []).append((k, b))
        for blows in alike.values():
            lead, each = blows[0][1], [0] * len(unit.kinds)
            for k, b in blows:
                each[k] += b.attacks
            at = numbers[lead.target]
            harm = blow_harm(look, lead, [kind.model for kind in squads[at].kinds])
            groups.append(_Group(n, at, tuple(each), harm, _figure(look, lead)))
    return groups


def _figure(look: GameView, blow: Blow) -> ForecastFigure:
    need = strike_need(look, blow)
    why = (Reason(0, f"{blow.weapon.name}, Initiative {blow.initiative}", "CC-26"),)
    return ForecastFigure("to hit", chance_of_face(need), "CC-27", blow.unit, need, why)


def _after_step(
    squads: Sequence[Squad], futures: Mapping[Field, float], groups: Sequence[_Group], step: int
) -> dict[Field, float]:
    """``CC-26``  All who stand when a step begins strike in it."""
    left = dict[Field, float]()
    for stand, chance in futures.items():
        parts: list[Futures] = [{ranks: 1.0} for ranks in stand]
        for group in groups:
            dice = sum([group.attacks[body.kind] for body in stand[group.by]])
            if dice:
                parts[group.at] = _struck(squads[group.at], parts[group.at], dice, group, step)
        for end, share in _crossed(parts):
            left[end] = left.get(end, 0.0) + chance * share
    return left


def _struck(squad: Squad, futures: Futures, dice: int, group: _Group, step: int) -> Futures:
    ordered: Futures = {}
    for ranks, chance in futures.items():
        now = squad.ordered(ranks, step)
        ordered[now] = ordered.get(now, 0.0) + chance
    return fresh(after(ordered, dice, group.harm))


def _crossed(parts: Sequence[Futures]) -> list[tuple[Field, float]]:
    """Return all that may be left of several units, who fare apart from one another."""
    fields: list[tuple[Field, float]] = [((), 1.0)]
    for part in parts:
        fields = [
            ((*stand, ranks), chance * share)
            for stand, chance in fields
            for ranks, share in part.items()
        ]
    return fields
