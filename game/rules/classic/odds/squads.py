"""Units in a close combat as odds see them: who fights how, and whom the owner gives up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.play.game import GameView
from game.rules.classic.combat import hit_of
from game.rules.classic.melee_attacks import BARE_HANDS, Blow, blows_of, fighters
from game.rules.classic.needs import to_strike
from game.rules.classic.odds.harms import harm_of
from game.rules.classic.odds.wounds import Body, Harm, Ranks
from game.rules.classic.traits import unit_trait
from game.rules.kit.core_api import trait
from game.rules.kit.probability import chance_of_face
from game.table.records import Model, Side, UnitId, Weapon


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player says about the blows of his units; left out: the best weapon, any foe."""

    targets: Mapping[UnitId, UnitId] = field(default_factory=dict)
    weapons: Mapping[UnitId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """Models of a unit that fight, save and flee alike."""

    model: Model
    """One of them."""
    blows: tuple[Blow, ...]
    ld: int
    initiative: int

    @property
    def fearless(self) -> bool:
        return self.model.profile.has("fearless")

    @property
    def attacks(self) -> int:
        return sum([b.attacks for b in self.blows])

    def pending(self, step: int) -> int:
        """Return how many blows are still to come after an Initiative step."""
        return sum([b.attacks for b in self.blows if b.initiative < step])


@dataclass(frozen=True, slots=True)
class Squad:
    """A unit of the combat as it stands before the round."""

    id: UnitId
    side: Side
    kinds: tuple[Kind, ...]
    start: Ranks

    def ordered(self, ranks: Ranks, step: int) -> Ranks:
        """Return who stands, in the order in which the owner gives them up in a step.

        Those first who have nothing to strike any more; then the fewest blows, the least
        Leadership.
        """
        worth = [(k.pending(step), k.attacks, k.ld, n) for n, k in enumerate(self.kinds)]
        return tuple(sorted(ranks, key=lambda body: (worth[body.kind], body.wounds)))


def squad(look: GameView, who: UnitId, combat: Sequence[UnitId], wishes: Wishes) -> Squad:
    blows = _blows(look, who, combat, wishes)
    numbers, kinds, bodies = dict[object, int](), list[Kind](), list[Body]()
    for model in look.table.of(who):
        mine = blows.get(model.id, ())
        key = model.profile, tuple((b.weapon, b.target, b.initiative) for b in mine)
        if key not in numbers:
            numbers[key] = len(kinds)
            ld, initiative = trait(look, model, "ld").now, trait(look, model, "i").now
            kinds.append(Kind(model, mine, ld, initiative))
        bodies.append(Body(numbers[key], model.wounds))
    return Squad(who, look.table.units[who].side, tuple(kinds), tuple(bodies))


def _blows(
    look: GameView, who: UnitId, combat: Sequence[UnitId], wishes: Wishes
) -> dict[str, tuple[Blow, ...]]:
    """Return what each model of a unit that fights does in the round."""
    blows = dict[str, tuple[Blow, ...]]()
    for (_, weapons, foes), models in fighters(look.table, who, combat).items():
        wish = wishes.targets.get(who)
        target = wish if wish in foes else foes[0]
        weapon = _weapon(look, models[0], weapons, target, wishes.weapons.get(who))
        blows |= {m.id: tuple(blows_of(look, m, weapon, target)) for m in models}
    return blows


def _weapon(
    look: GameView, model: Model, weapons: Sequence[Weapon], target: UnitId, wish: str | None
) -> Weapon:
    """Return the weapon wished for, or the one that does most."""
    if not weapons:
        return BARE_HANDS
    victim = look.table.of(target)[:1]

    def worth(weapon: Weapon) -> float:
        each = blows_of(look, model, weapon, target)
        done = [b.attacks * blow_harm(look, b, victim).harms(0) for b in each]
        return max(done)

    named = [w for w in weapons if w.name == wish]
    return named[0] if named else max(weapons, key=worth)


def blow_harm(look: GameView, blow: Blow, leads: Sequence[Model]) -> Harm:
    """Return what one blow does to each kind of model."""
    toughness = unit_trait(look, blow.target, "t")
    return harm_of(
        look, chance_of_face(strike_need(look, blow)), hit_of(blow), toughness, leads
    )


def strike_need(look: GameView, blow: Blow) -> int:
    """``CC-27``  Return what a blow needs to hit; 1 if it hits without a roll."""
    if blow.sure:
        return 1
    ws = trait(look, look.table.models[blow.model], "ws").now
    return to_strike(ws, unit_trait(look, blow.target, "ws"))
