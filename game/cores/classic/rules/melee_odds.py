"""Odds of a round of close combat, its result included (CC-24 to CC-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TypeAlias

from game.cores.classic.rules.combat import OUTCOME, blow_group, blow_roll
from game.cores.classic.rules.melee_attacks import blows_of, fighters
from game.cores.classic.rules.odds import (
    CountedAttacks,
    Futures,
    Ranks,
    WoundSlot,
    passes,
    start_new_volley,
    total_wounds,
)
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.attack_odds import roll_figure
from game.cores.kit.probability import Spread, average
from game.cores.kit.queries import ForecastFigure, counted
from game.cores.kit.traits import majority, trait
from game.cores.kit.units import in_turn
from game.play.game import GameView
from game.table.events import Reason
from game.table.records import Model, Side, UnitId, Weapon

Field: TypeAlias = tuple[Ranks, ...]
"""The remaining models of each unit of a combat, in the order of the units."""


@dataclass(frozen=True, slots=True)
class AttackChoices:
    """Choices of a player for the blows of units, or of single models, by their ids.

    Without a choice, the best weapon and the first enemy unit are assumed.
    """

    targets: Mapping[str, UnitId] = field(default_factory=dict)
    weapons: Mapping[str, str] = field(default_factory=dict)


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
    view: GameView, unit_id: UnitId, combat: Sequence[UnitId], choices: AttackChoices
) -> MeleeUnit:
    blows = _blows(view, unit_id, combat, choices)
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
    view: GameView, unit_id: UnitId, combat: Sequence[UnitId], choices: AttackChoices
) -> dict[str, tuple[MeleeAttack, ...]]:
    """Return the blows in the round of each model of a unit that fights."""
    blows = dict[str, tuple[MeleeAttack, ...]]()
    for (_, weapons, foes), models in fighters(view.table, unit_id, combat).items():
        single = [m for m in models if m.id in choices.targets or m.id in choices.weapons]
        others = [m for m in models if m not in single]
        for about, some in [*((m.id, [m]) for m in single), (unit_id, others)]:
            if some:
                chosen = choices.targets.get(about)
                target = chosen if chosen in foes else foes[0]
                weapon = _weapon(view, some[0], weapons, target, choices.weapons.get(about))
                blows |= {m.id: tuple(blows_of(view, m, weapon, target)) for m in some}
    return blows


def _weapon(
    view: GameView, model: Model, weapons: Sequence[Weapon], target: UnitId, chosen: str | None
) -> Weapon:
    """Return the chosen weapon, or else the most harmful one."""
    victim = view.table.of(target)[:1]

    def worth(weapon: Weapon) -> float:
        each = [blow_group(view, [b]) for b in blows_of(view, model, weapon, target)]
        batches = [CountedAttacks.of(view, group, victim).batch for group in each]
        return max([average(batch.attacks[0]) * batch.harm(0) for batch in batches])

    named = [w for w in weapons if w.name == chosen]
    return named[0] if named else max(weapons, key=worth)


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
    _: KW_ONLY
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
            figures.append(
                ForecastFigure("wins the round", value=chance, clause="CC-29", about=side)
            )
        for unit, spread in self.lost.items():
            figures.append(counted("models lost", spread, "CC-17", unit))
            if self.tested:
                figures.append(
                    ForecastFigure(
                        "breaks", value=self.breaks[unit], clause="CC-29", about=unit
                    )
                )
            figures.append(
                ForecastFigure(
                    "is destroyed", value=self.destroyed(unit), clause="CC-29", about=unit
                )
            )
        return tuple(figures)


@dataclass(frozen=True, slots=True)
class _Group:
    """Blows that are struck together in one step (``CC-36``)."""

    by: int
    """Index of the unit that strikes."""
    at: int
    attacks: tuple[int, ...]
    """Dice of each model, by its kind in the striking unit."""
    _: KW_ONLY
    harm: CountedAttacks
    figure: ForecastFigure


def round_odds(
    view: GameView, combat: Sequence[UnitId], acting: Side, choices: AttackChoices | None = None
) -> RoundOdds:
    """Return the odds of the round that the units of a combat are about to fight."""
    table, choices = view.table, choices or AttackChoices()
    squads = [
        squad(view, unit.id, combat, choices)
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
    return _result(squads, futures, tuple(strikes), tested=OUTCOME not in view.rules.hooks)


def _result(
    squads: Sequence[MeleeUnit],
    futures: Mapping[Field, float],
    strikes: tuple[ForecastFigure, ...],
    *,
    tested: bool,
) -> RoundOdds:
    """Return the odds of a round's result; *futures*: those of all blows."""
    done = dict[Side, list[float]]()
    for side in dict.fromkeys([squad.side for squad in squads]):
        most = sum([total_wounds(s.start) for s in squads if s.side != side])
        done[side] = [0.0] * (most + 1)
    lost = {squad.id: [0.0] * (len(squad.start) + 1) for squad in squads}
    wins, breaking = dict.fromkeys(done, 0.0), dict.fromkeys(lost, 0.0)
    caught = dict.fromkeys(lost, 0.0)
    for stand, chance in futures.items():
        wounds = {side: inflicted(squads, stand, side) for side in done}
        for side, many in wounds.items():
            done[side][many] += chance
        for squad, ranks in zip(squads, stand, strict=True):
            lost[squad.id][len(squad.start) - len(ranks)] += chance
        by = max(wounds.values()) - min(wounds.values())
        if not by:
            continue
        winner = max(wounds, key=wounds.__getitem__)
        wins[winner] += chance
        for squad, ranks in zip(squads, stand, strict=True):
            if tested and squad.side != winner and ranks:
                fails = chance * breaks(squad, ranks, by)
                breaking[squad.id] += fails
                caught[squad.id] += fails * _is_caught(squads, stand, squad, ranks)
    return RoundOdds(
        {side: tuple(spread) for side, spread in done.items()},
        wins=wins,
        lost={unit_id: tuple(spread) for unit_id, spread in lost.items()},
        breaks=breaking,
        caught=caught,
        strikes=strikes,
        tested=tested,
    )


def _is_caught(
    squads: Sequence[MeleeUnit], stand: Field, squad: MeleeUnit, ranks: Ranks
) -> float:
    """Return the chance that a breaking unit is destroyed by the winners."""
    pairs = zip(squads, stand, strict=True)
    chasers = [initiative(o, left) for o, left in pairs if o.side != squad.side and left]
    return caught_chance(initiative(squad, ranks), max(chasers)) if chasers else 0.0


def _groups(view: GameView, squads: Sequence[MeleeUnit], step: int) -> list[_Group]:
    """Return the groups of blows of one step, unit by unit."""
    numbers = {s.id: n for n, s in enumerate(squads)}
    groups = list[_Group]()
    for n, unit in enumerate(squads):
        alike = dict[object, list[tuple[int, MeleeAttack]]]()
        for k, kind in enumerate(unit.kinds):
            for b in kind.blows:
                if b.initiative == step:
                    need = blow_roll(view, b).need
                    alike.setdefault((b.weapon, b.target, b.strength, need), []).append((k, b))
        for blows in alike.values():
            lead, each = blows[0][1], [0] * len(unit.kinds)
            for k, b in blows:
                each[k] += b.attacks
            at, group = numbers[lead.target], blow_group(view, [lead])
            harm = CountedAttacks.of(view, group, [kind.model for kind in squads[at].kinds])
            why = (Reason(0, f"{lead.weapon.name}, Initiative {lead.initiative}", "CC-26"),)
            figure = roll_figure(replace(group.to_hit, reasons=why), lead.unit)
            groups.append(_Group(n, at=at, attacks=tuple(each), harm=harm, figure=figure))
    return groups


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
    return start_new_volley(group.harm.after(ordered, dice))


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
