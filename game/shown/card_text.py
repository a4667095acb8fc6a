"""The contents of the card of a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from game.cores.kit.queries import Characteristic
from game.play.log.wording import mark_text, short_name
from game.shown.characteristic_words import characteristic_words
from game.table.events import Reason
from game.table.records import (
    DiceExpression,
    Fire,
    Mark,
    Model,
    ModelId,
    Profile,
    Unit,
    Until,
    Weapon,
    many,
)
from game.table.state import Table

ROLLED = {"WS", "BS", "INV"}
"""Characteristics that in the modern core are the result needed on a die."""
FIRST = "WARLORD"
"""The keyword that is shown before all others."""
HIDDEN = {"handled", "pushed off", "snap shots only", "may part"}
"""Marks that only keep the order of play, or are shown as facts."""
LASTING = {Until.PHASE: "this phase", Until.TURN: "this turn", Until.ROUND: "this turn"}
"""Words for the duration of a mark that does not last for the whole battle."""


@dataclass(frozen=True, slots=True)
class CardSubject:
    """The model that a card is about."""

    model: Model
    unit: Unit
    name: str
    """The model's short name; the unit's is shown separately."""
    _: KW_ONLY
    standing: int
    """Number of models of the unit that are left."""
    team: int
    squad: tuple[Profile, ...] = ()
    """The profiles of the models that are left, or of all if none stands; empty if alone."""

    @property
    def wounds(self) -> tuple[int, int]:
        """Return remaining wounds and all, which may be more than the profile's."""
        return self.model.wounds, max(self.model.profile.w, self.model.wounds)

    @property
    def kinds_text(self) -> str:
        """Return the unit, unless it is the model alone, and the model's kinds."""
        squad = (self.unit.name or self.unit.id,) if len(self.unit.models) > 1 else ()
        return " · ".join((*squad, *kinds(self.model.profile)))

    @property
    def strength_text(self) -> str:
        """Return the model's wounds, and how many of its unit are left."""
        left, most = self.wounds
        words = f"{left} / {most} {'wound' if most == 1 else 'wounds'}"
        size = len(self.unit.models)
        if size <= 1:
            return words
        mates = f"{self.standing} of {size} left" if self.standing else f"{size} models"
        return f"{words} · {mates}"


@dataclass(frozen=True, slots=True)
class CardCell:
    """A characteristic in its box."""

    name: str
    value: str
    changed: bool = False
    """True if it differs from the profile."""


class WeaponLine(NamedTuple):
    """A weapon on a card."""

    name: str
    """With the number of models that bear it: ``"10 rifles"``; without one for a lone model."""
    text: str
    """Its characteristics in one short line."""
    own: bool = True
    """True if the model of the card bears it."""


def card_subject(table: Table, model_id: str) -> CardSubject | None:
    """Return the subject of a model's card; None if there is no such model."""
    model = table.models.get(ModelId(model_id))
    if model is None or model.unit not in table.units:
        return None
    unit = table.units[model.unit]
    left = table.of(unit.id)
    squad = left or [table.models[m] for m in unit.models]
    return CardSubject(
        model,
        unit,
        short_name(table, model.id),
        standing=len(left),
        team=table.sides.index(model.side),
        squad=tuple([m.profile for m in squad]) if len(unit.models) > 1 else (),
    )


def card_cells(profile: Profile, numbers: Mapping[str, Characteristic]) -> tuple[CardCell, ...]:
    """Return the boxes of a card, with the characteristics as they are now.

    A characteristic that the profile does not have, such as a save from ``MP-10``, is added.
    """
    cells = dict(characteristics(profile))
    others = dict(changed(profile, c) for c in numbers.values() if c.now != c.base)
    return tuple(
        CardCell(name, value, changed=name in others)
        for name, value in (cells | others).items()
    )


def weapon_lines(subject: CardSubject) -> tuple[WeaponLine, ...]:
    """Return the weapons of the model's unit, with the number of models that bear each.

    The model's own come first, then those of most models.
    """
    own = subject.model.profile
    borne = Counter(
        [
            (weapon, profile.is_modern)
            for profile in subject.squad or (own,)
            for weapon in dict.fromkeys(profile.weapons)
        ]
    )
    order = sorted(borne.items(), key=lambda found: (found[0][0] not in own.weapons, -found[1]))
    return tuple(
        WeaponLine(
            _counted(weapon.name, count) if subject.squad else weapon.name.capitalize(),
            described(weapon, modern=is_modern),
            own=weapon in own.weapons,
        )
        for (weapon, is_modern), count in order
    )


def weapon_names(lines: Sequence[WeaponLine]) -> str:
    """Return the names of weapons in one line: ``"9 rifles · 1 pistol"``."""
    return " · ".join([line.name for line in lines])


def _counted(weapon: str, count: int) -> str:
    """Return a number of weapons: ``"1 pistol"``, ``"2 grenade launchers, frag"``."""
    noun, comma, kind = weapon.partition(",")
    several = noun if noun.endswith("s") else f"{noun}s"
    return many(count, noun, several) + comma + kind


def cell_tip(profile: Profile, cell: CardCell, numbers: Mapping[str, Characteristic]) -> str:
    """Return a characteristic's full name with a sentence about it, and why it is changed."""
    number = numbers.get(cell.name.lower())
    words = characteristic_words(profile, cell.name).text
    return "\n".join([words, *changes({cell.name: number} if number else {})])


def card_lines(
    subject: CardSubject, numbers: Mapping[str, Characteristic], facts: Sequence[Reason]
) -> list[str]:
    """Return reasons of changed characteristics, facts, and each mark's duration."""
    known = [f"{fact.why} ({fact.clause})" for fact in facts]
    return [*changes(numbers), *known, *marks(subject, known)]


def short_card_line(
    subject: CardSubject, numbers: Mapping[str, Characteristic], facts: Sequence[Reason]
) -> str:
    """Return the lines of a card in one, for a card without room for them all."""
    names = dict.fromkeys(mark.name for mark in _marks(subject))
    return " · ".join([*changes(numbers), *(fact.why for fact in facts), *names])


def characteristics(profile: Profile) -> list[tuple[str, str]]:
    """Return names and values of the boxes of a card (``CC-01``, ``MC-01``)."""
    p = profile
    if p.is_modern:
        cells = [("M", f'{p.m}"'), ("WS", _needed(p.ws)), ("BS", _needed(p.bs))]
        cells += [("S", str(p.s)), ("T", str(p.t)), ("W", str(p.w))]
        cells += [("A", with_dice(p.a, p.a_dice)), ("LD", str(p.ld))]
    else:
        tough = f"{p.t}({p.own_t})" if p.own_t else str(p.t)
        cells = [("WS", str(p.ws)), ("BS", str(p.bs)), ("S", str(p.s)), ("T", tough)]
        cells += [("W", str(p.w)), ("I", str(p.i)), ("A", str(p.a)), ("LD", str(p.ld))]
    cells.append(("SV", f"{p.sv}+" if p.sv else "–"))
    return [*cells, ("INV", f"{p.inv}+")] if p.inv else cells


def changed(profile: Profile, number: Characteristic) -> tuple[str, str]:
    """Return name and current value of a characteristic that differs from the profile."""
    name = number.name.upper()
    if profile.is_modern and name in ROLLED:
        return name, _needed(number.now)
    if profile.is_modern and name == "M":
        return name, f'{number.now}"'
    return name, with_dice(number.now, profile.a_dice) if name == "A" else str(number.now)


def kinds(profile: Profile) -> tuple[str, ...]:
    """Return a model's types and special rules, or its keywords in the modern core."""
    if not profile.is_modern:
        return (*profile.types, *profile.rules)
    words = sorted(profile.keywords, key=lambda word: word != FIRST)
    powers = (f"{profile.powers} powers",) if profile.powers > 1 else ()
    return (*words, *profile.rules, *powers)


def described(weapon: Weapon, *, modern: bool = False) -> str:
    """Return a weapon's range, strength, AP and type in one short line.

    Rules contained in its name are left out; *modern* adds its damage (``MC-14``, ``MC-18``).
    """
    parts = [f'{weapon.range:g}"'] if weapon.fire is not Fire.MELEE else []
    more = f" + {weapon.more}" if weapon.more else ""
    times = f" x{weapon.times}" if weapon.times > 1 else ""
    parts.append(f"S{weapon.strength}" if weapon.strength else f"S user{times}{more}")
    parts.append(f"AP{weapon.ap}" if weapon.ap is not None else "AP–")
    if modern:
        parts.append(f"D{with_dice(weapon.damage, weapon.damage_dice)}")
        shots = f" {with_dice(weapon.shots, weapon.shots_dice)}"
    else:
        shots = f" {weapon.shots}" if weapon.fire in {Fire.ASSAULT, Fire.HEAVY} else ""
    kind = [] if weapon.fire is Fire.MELEE else [f"{weapon.fire}{shots}"]
    blast = [f'blast {weapon.blast:g}"'] if weapon.blast else []
    rules = [rule for rule in weapon.rules if rule not in weapon.name]
    return " ".join([*parts, *kind, *blast, *rules])


def with_dice(plain: int, dice: DiceExpression) -> str:
    """Return a number with the dice added to it: ``"d6"``, ``"2+d3"``, ``"2d6"``."""
    if not dice.many:
        return str(plain)
    rolled = f"{dice.many if dice.many > 1 else ''}d{dice.sides}"
    return f"{plain}+{rolled}" if plain else rolled


def _needed(roll: int) -> str:
    return f"{roll}+" if roll else "–"


def changes(numbers: Mapping[str, Characteristic]) -> list[str]:
    """Return each characteristic that differs from the profile, with the reasons."""
    return [
        f"{c.name.upper()} {c.now}, not {c.base}: {', '.join(map(_because, c.reasons))}"
        for c in numbers.values()
        if c.now != c.base
    ]


def _because(reason: Reason) -> str:
    clause = f" ({reason.clause})" if reason.clause else ""
    return f"{reason.amount:+d} {reason.why}{clause}"


def marks(subject: CardSubject, known: Sequence[str] = ()) -> list[str]:
    """Return the marks of a model and its unit, and how long each lasts.

    A mark that begins a line of *known* is left out.
    """
    found = ((mark, mark_text(mark.name, mark.about)) for mark in _marks(subject))
    return [
        f"{words[:1].upper()}{words[1:]}"
        + (f" {LASTING[m.until]}" if m.until in LASTING else "")
        for m, words in found
        if not any(line.lower().startswith(words) for line in known)
    ]


def _marks(subject: CardSubject) -> list[Mark]:
    all_ = (*subject.unit.marks, *subject.model.marks)
    return list({m.name: m for m in all_ if m.name not in HIDDEN}.values())
