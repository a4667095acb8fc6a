"""Odds of a round of close combat and of its result (CC-24 to CC-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from game.play.game import GameView
from game.rules.classic.combat import OUTCOME, hit_of
from game.rules.classic.melee_attacks import BARE_HANDS, MeleeAttack, blows_of, fighters
from game.rules.classic.odds.wounds import (
    DieHarm,
    Futures,
    Ranks,
    WoundSlot,
    after,
    harm_of,
    passes,
    start_new_volley,
    total_wounds,
)
from game.rules.classic.unit_state import majority, to_strike, unit_trait
from game.rules.kit.core_api import trait
from game.rules.kit.distances import in_turn
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import Spread, chance_of_face
from game.table.events import Reason
from game.table.records import Model, Side, UnitId, Weapon


@dataclass(frozen=True, slots=True)
class AttackChoices:
    """Choices of a player for the blows of units.

    Without a choice, the best weapon and the first enemy unit are assumed.
    """

    targets: Mapping[UnitId, UnitId] = field(default_factory=dict)
    weapons: Mapping[UnitId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FighterGroup:
    """Models of a unit that fight, save and flee alike."""

    model: Model
    """One model of the group."""
    blows: tuple[MeleeAttack, ...]
    ld: int
    initiative: int

    @property
    def fearless(self) -> bool:
        return self.model.profile.has("fearless")

    @property
    def attacks(self) -> int:
        return sum([b.attacks for b in self.blows])

    def pending(self, step: int) -> int:
        """Return the number of blows still to come after an Initiative step."""
        return sum([b.attacks for b in self.blows if b.initiative < step])


@dataclass(frozen=True, slots=True)
class MeleeUnit:
    """A unit of the combat as it stands before the round."""

    id: UnitId
    side: Side
    kinds: tuple[FighterGroup, ...]
    start: Ranks

    def ordered(self, ranks: Ranks, step: int) -> Ranks:
        """Return the models in the order in which their owner gives them up in a step.

        Models with no blows left come first; then those with the fewest blows, then those with
        the lowest Leadership.
        """
        worth = [(k.pending(step), k.attacks, k.ld, n) for n, k in enumerate(self.kinds)]
        return tuple(sorted(ranks, key=lambda body: (worth[body.kind], body.wounds)))


def squad(
    view: GameView, unit_id: UnitId, combat: Sequence[UnitId], wishes: AttackChoices
) -> MeleeUnit:
    blows = _blows(view, unit_id, combat, wishes)
    numbers, kinds, bodies = dict[object, int](), list[FighterGroup](), list[WoundSlot]()
    for model in view.table.of(unit_id):
        mine = blows.get(model.id, ())
        key = model.profile, tuple((b.weapon, b.target, b.initiative) for b in mine)
        if key not in numbers:
            numbers[key] = len(kinds)
            ld, initiative = trait(view, model, "ld").now, trait(view, model, "i").now
            kinds.append(FighterGroup(model, mine, ld, initiative))
        bodies.append(WoundSlot(numbers[key], model.wounds))
    return MeleeUnit(unit_id, view.table.units[unit_id].side, tuple(kinds), tuple(bodies))


def _blows(
    view: GameView, unit_id: UnitId, combat: Sequence[UnitId], wishes: AttackChoices
) -> dict[str, tuple[MeleeAttack, ...]]:
    """Return the blows in the round of each model of a unit that fights."""
    blows = dict[str, tuple[MeleeAttack, ...]]()
    for (_, weapons, foes), models in fighters(view.table, unit_id, combat).items():
        wish = wishes.targets.get(unit_id)
        target = wish if wish in foes else foes[0]
        weapon = _weapon(view, models[0], weapons, target, wishes.weapons.get(unit_id))
        blows |= {m.id: tuple(blows_of(view, m, weapon, target)) for m in models}
    return blows


def _weapon(
    view: GameView, model: Model, weapons: Sequence[Weapon], target: UnitId, wish: str | None
) -> Weapon:
    """Return the chosen weapon, or else the most harmful one."""
    if not weapons:
        return BARE_HANDS
    victim = view.table.of(target)[:1]

    def worth(weapon: Weapon) -> float:
        each = blows_of(view, model, weapon, target)
        done = [b.attacks * blow_harm(view, b, victim).harms(0) for b in each]
        return max(done)

    named = [w for w in weapons if w.name == wish]
    return named[0] if named else max(weapons, key=worth)


def blow_harm(view: GameView, blow: MeleeAttack, leads: Sequence[Model]) -> DieHarm:
    """Return the harm of one blow to each kind of model."""
    toughness = unit_trait(view, blow.target, "t")
    return harm_of(
        view, chance_of_face(strike_need(view, blow)), hit_of(blow), toughness, leads
    )


def strike_need(view: GameView, blow: MeleeAttack) -> int:
    """``CC-27``  Return the roll that a blow needs to hit; 1 if it hits without a roll."""
    if blow.sure:
        return 1
    ws = trait(view, view.table.models[blow.model], "ws").now
    return to_strike(ws, unit_trait(view, blow.target, "ws"))


Field: TypeAlias = tuple[Ranks, ...]
"""The remaining models of each unit of a combat, in the order of the units."""


@dataclass(slots=True)
class CombatResultOdds:
    """Accumulates the probabilities of a round's results, one final state at a time."""

    squads: Sequence[MeleeUnit]
    tested: bool = True
    """True if the beaten side takes break tests."""
    inflicted: dict[Side, dict[int, float]] = field(default_factory=dict)
    lost: dict[UnitId, dict[int, float]] = field(default_factory=dict)
    wins: dict[Side, float] = field(default_factory=dict)
    breaks: dict[UnitId, float] = field(default_factory=dict)
    caught: dict[UnitId, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for squad in self.squads:
            self.inflicted[squad.side], self.lost[squad.id] = {}, {}
            self.wins[squad.side] = self.breaks[squad.id] = self.caught[squad.id] = 0.0

    def add(self, stand: Field, chance: float) -> None:
        """Add one final state of the blows with its probability."""
        done = {side: inflicted(self.squads, stand, side) for side in self.inflicted}
        for side, wounds in done.items():
            _more(self.inflicted[side], wounds, chance)
        for squad, ranks in zip(self.squads, stand, strict=True):
            _more(self.lost[squad.id], len(squad.start) - len(ranks), chance)
        most, least = max(done.values()), min(done.values())
        if most == least:
            return
        winner = max(done, key=lambda side: done[side])
        self.wins[winner] += chance
        if not self.tested:
            return
        for squad, ranks in zip(self.squads, stand, strict=True):
            if squad.side != winner and ranks:
                fails = chance * breaks(squad, ranks, most - least)
                self.breaks[squad.id] += fails
                self.caught[squad.id] += fails * self._caught(squad, ranks, stand)

    def _caught(self, squad: MeleeUnit, ranks: Ranks, stand: Field) -> float:
        """Return the chance that a breaking unit is destroyed by the winners."""
        chasers = [
            initiative(other, left)
            for other, left in zip(self.squads, stand, strict=True)
            if other.side != squad.side and left
        ]
        return caught_chance(initiative(squad, ranks), max(chasers)) if chasers else 0.0


def _more(counts: dict[int, float], n: int, chance: float) -> None:
    counts[n] = counts.get(n, 0.0) + chance


def spread_of(counts: dict[int, float], most: int = 0) -> Spread:
    return tuple(counts.get(n, 0.0) for n in range(max(most, *counts) + 1))


def inflicted(squads: Sequence[MeleeUnit], stand: Field, side: Side) -> int:
    """Return the number of wounds that a side inflicted."""
    return sum(
        [
            total_wounds(squad.start) - total_wounds(ranks)
            for squad, ranks in zip(squads, stand, strict=True)
            if squad.side != side
        ]
    )


def breaks(squad: MeleeUnit, ranks: Ranks, by: int) -> float:
    """``CC-29``  Return the chance that the rest of a unit, beaten by *by* wounds, breaks."""
    kinds = [squad.kinds[body.kind] for body in ranks]
    if all([kind.fearless for kind in kinds]):
        return 0.0
    return 1.0 - passes(max([kind.ld for kind in kinds]) - by)


def initiative(squad: MeleeUnit, ranks: Ranks) -> int:
    return majority([squad.kinds[body.kind].initiative for body in ranks])


def caught_chance(fleeing: int, chasing: int) -> float:
    """``CC-29``  Return the chance that d6 + Initiative of the winner is not lower."""
    faces = range(1, 7)
    return len([1 for a in faces for b in faces if b + chasing >= a + fleeing]) / 36


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """Odds of one round of a combat."""

    inflicted: Mapping[Side, Spread]
    """Distribution of the wounds that each side inflicts (``CC-29``)."""
    wins: Mapping[Side, float]
    lost: Mapping[UnitId, Spread]
    """Distribution of the models that each unit loses to blows."""
    breaks: Mapping[UnitId, float]
    """Chance that a unit is beaten, has models left, and fails its test."""
    caught: Mapping[UnitId, float]
    """Chance that it breaks and is then destroyed."""
    strikes: tuple[ForecastFigure, ...]
    """The roll to hit of each group of blows."""
    tested: bool = True
    """True if the beaten side takes break tests."""

    def destroyed(self, unit: UnitId) -> float:
        """Return the chance that no model of a unit is left after the round."""
        return self.lost[unit][-1] + self.caught[unit]

    def figures(self) -> tuple[ForecastFigure, ...]:
        """Return the forecast of the round: rolls to hit, wounds, losses and breaks."""
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
    """Blows that are struck together in one step (``CC-36``)."""

    by: int
    """Index of the unit that strikes."""
    at: int
    attacks: tuple[int, ...]
    """Dice of each model, by its kind in the striking unit."""
    harm: DieHarm
    figure: ForecastFigure


def round_odds(
    view: GameView, combat: Sequence[UnitId], acting: Side, wishes: AttackChoices | None = None
) -> RoundOdds:
    """Return the odds of the round that the units of a combat are about to fight."""
    table, wishes = view.table, wishes or AttackChoices()
    squads = [
        squad(view, unit.id, combat, wishes)
        for side in in_turn(table, acting)
        for unit in table.units.values()
        if unit.id in combat and unit.side == side
    ]
    futures: dict[Field, float] = {tuple(s.start for s in squads): 1.0}
    strikes = list[ForecastFigure]()
    for step in range(10, 0, -1):
        if groups := _groups(view, squads, step):
            futures = _after_step(squads, futures, groups, step)
            strikes += [group.figure for group in groups]
    # A module that replaces the outcome of combats has no break tests.
    fates = CombatResultOdds(squads, tested=OUTCOME not in view.rules.hooks)
    for stand, chance in futures.items():
        fates.add(stand, chance)
    return _round_odds(fates, tuple(strikes))


def _round_odds(fates: CombatResultOdds, strikes: tuple[ForecastFigure, ...]) -> RoundOdds:
    full = {s.id: len(s.start) for s in fates.squads}
    most = {
        side: sum([total_wounds(s.start) for s in fates.squads if s.side != side])
        for side in fates.wins
    }
    return RoundOdds(
        {side: spread_of(counts, most[side]) for side, counts in fates.inflicted.items()},
        fates.wins,
        {unit_id: spread_of(counts, full[unit_id]) for unit_id, counts in fates.lost.items()},
        fates.breaks,
        fates.caught,
        strikes,
        fates.tested,
    )


def _groups(view: GameView, squads: Sequence[MeleeUnit], step: int) -> list[_Group]:
    """Return the groups of blows of one step, unit by unit."""
    numbers = {s.id: n for n, s in enumerate(squads)}
    groups = list[_Group]()
    for n, unit in enumerate(squads):
        alike = dict[object, list[tuple[int, MeleeAttack]]]()
        for k, kind in enumerate(unit.kinds):
            for b in kind.blows:
                if b.initiative == step:
                    key = b.weapon, b.target, b.strength, strike_need(view, b)
                    alike.setdefault(key, []).append((k, b))
        for blows in alike.values():
            lead, each = blows[0][1], [0] * len(unit.kinds)
            for k, b in blows:
                each[k] += b.attacks
            at = numbers[lead.target]
            harm = blow_harm(view, lead, [kind.model for kind in squads[at].kinds])
            groups.append(_Group(n, at, tuple(each), harm, _figure(view, lead)))
    return groups


def _figure(view: GameView, blow: MeleeAttack) -> ForecastFigure:
    need = strike_need(view, blow)
    why = (Reason(0, f"{blow.weapon.name}, Initiative {blow.initiative}", "CC-26"),)
    return ForecastFigure("to hit", chance_of_face(need), "CC-27", blow.unit, need, why)


def _after_step(
    squads: Sequence[MeleeUnit],
    futures: Mapping[Field, float],
    groups: Sequence[_Group],
    step: int,
) -> dict[Field, float]:
    """``CC-26``  Return the futures after a step; all models left at its start strike."""
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


def _struck(squad: MeleeUnit, futures: Futures, dice: int, group: _Group, step: int) -> Futures:
    ordered: Futures = {}
    for ranks, chance in futures.items():
        now = squad.ordered(ranks, step)
        ordered[now] = ordered.get(now, 0.0) + chance
    return start_new_volley(after(ordered, dice, group.harm))


def _crossed(parts: Sequence[Futures]) -> list[tuple[Field, float]]:
    """Return the joint outcomes of several units, which are independent."""
    fields: list[tuple[Field, float]] = [((), 1.0)]
    for part in parts:
        fields = [
            ((*stand, ranks), chance * share)
            for stand, chance in fields
            for ranks, share in part.items()
        ]
    return fields
