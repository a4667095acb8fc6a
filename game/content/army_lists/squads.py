"""The models of an army list's unit with the weapons that the list gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field

from game.content.army_lists.bodies import Bodies, Body, is_named, marked, number_of
from game.content.army_lists.list_schema import ListedProfile, Selection
from game.table.records import many

KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "CHARACTER", "FLY")
PSYKER = "PSYKER"
"""``MC-08``  Keyword that goes with psychic powers."""
_LIGHT = ("pistol", "grenade")
"""``MC-14``  Types of weapons that a model carries beside another one."""
UNIT = "the list gives it to the unit, so all its models have it"
GRENADES = "all models of a unit have its grenades"
CHOICE = "it is the choice of the squad, so all without other than pistols and grenades have it"
NAMED = "its name says how many it is"
MELEE = "a model has one of a kind to fight with"


@dataclass(slots=True)
class ListedModel:
    """A model of an army list."""

    of: ListedProfile | None
    """The model's profile; None if the list has none for it."""
    name: str
    keywords: tuple[str, ...]
    where: Selection
    """The selection whose abilities apply to it: its unit, or its own if a model holds it."""
    _: KW_ONLY
    arms: dict[ListedProfile, int] = field(default_factory=dict)
    """Number of its weapons by profile."""
    dealt: int = 0
    """Number of selections of which it has more than other models of its kind."""
    powers: int = 0
    warlord: bool = False

    def take(self, weapons: Sequence[ListedProfile], copies: int = 1) -> None:
        for profile in weapons:
            self.arms[profile] = self.arms.get(profile, 0) + copies

    @property
    def is_armed(self) -> bool:
        """Return whether it has more than pistols and grenades."""
        return any(not _is_light(profile) for profile in self.arms)


@dataclass(slots=True)
class Squad:
    """The models of a unit."""

    models: list[ListedModel] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    """Reason why the number of a weapon differs from the list's, by its name."""
    assumed: list[str] = field(default_factory=list)
    """One sentence for each number of models, and each place, that the list does not state."""

    def explain(self, holder: Selection) -> None:
        """Keep it as the reason if the name of a selection says how many weapons it is."""
        if number_of(holder) != holder.number:
            self.reasons |= {weapon.name: NAMED for weapon in holder.weapons}


def _kind(weapon: ListedProfile) -> str:
    values = weapon.values()
    if values.get("RANGE", "").lower() == "melee":
        return "melee"
    return (values.get("TYPE") or values.get("KEYWORDS", "")).lower()


def _is_light(weapon: ListedProfile) -> bool:
    return _kind(weapon).startswith(_LIGHT)


def _is_grenade(weapon: ListedProfile) -> bool:
    return _kind(weapon).startswith("grenade")


def _is_melee(weapon: ListedProfile) -> bool:
    return _kind(weapon).startswith("melee")


def squad(unit: Selection, found: Bodies) -> Squad:
    """Return the models of a unit, in the order of the list."""
    made = Squad()
    for body in found.found:
        group = _group(body, unit)
        own = list(found.held(body.part))
        for holder in own:
            number = len(group) if holder is body.part else number_of(holder)
            _deal(group, holder.weapons, number)
            made.explain(holder)
        _empower(group, own)
        if group and _leads(own):
            group[0].warlord = True
        made.models += group
    if not any(body.part is unit for body in found.found):
        _share(unit, found, made)
    models = made.models
    if models and PSYKER in _categories(unit) and not any(body.powers for body in models):
        models[0].powers = 1
    made.assumed += [*_model_words(unit, found), *_profile_words(unit, found)]
    return made


def _group(body: Body, unit: Selection) -> list[ListedModel]:
    where = unit if body.holder is None else body.part
    part = body.part
    words = _keywords(part) if body.holder else _keywords(part, unit)
    return [ListedModel(body.profile, part.name, words, where) for _ in range(body.number)]


def _keywords(*parts: Selection) -> tuple[str, ...]:
    found = _categories(*parts)
    return tuple(word for word in KEYWORDS if word in found)


def _categories(*parts: Selection) -> set[str]:
    return {c.name.strip().upper() for part in parts for c in part.categories}


def _leads(parts: Iterable[Selection]) -> bool:
    return any(
        word.strip().lower() == "warlord"
        for one in parts
        for word in (one.name, *(c.name for c in one.categories))
    )


def _deal(group: Sequence[ListedModel], weapons: Sequence[ListedProfile], number: int) -> None:
    """Distribute *number* copies; surplus ones go to the models that were dealt the fewest."""
    if not weapons or not group:
        return
    each, left = divmod(number, len(group))
    fewest = sorted(range(len(group)), key=lambda n: group[n].dealt)[:left]
    for n, body in enumerate(group):
        if copies := each + (n in fewest):
            body.take(weapons, copies)
    for n in fewest:
        group[n].dealt += 1


def _empower(group: Sequence[ListedModel], parts: Iterable[Selection]) -> None:
    casts = [p.values()["CAST"] for one in parts for p in one.profiles if p.is_psyker]
    for cast in casts:
        for body in group:
            body.powers = int(cast) if cast.isdecimal() and len(cast) == 1 else 1


def _share(unit: Selection, found: Bodies, made: Squad) -> None:
    """Distribute the selections that belong to no model.

    Each weapon goes to as many models as the list has of it. Three kinds go to more, because
    lists state them once for a whole unit: what the unit has itself; grenades; and the weapon
    of models that have nothing but pistols and grenades. The first model gets the powers, and
    is WARLORD if the unit is.
    """
    group = made.models
    outside = [one for one in found.held(unit) if one.number]
    beside = [one for one in outside if one is not unit and one.weapons]
    for one in beside:
        made.explain(one)
    _give(group, unit.weapons, made, UNIT)
    grenades = [one for one in beside if any(map(_is_grenade, one.weapons))]
    for one in grenades:
        if number_of(one) == 1 < len(group):
            _give(group, one.weapons, made, GRENADES)
        else:
            _deal(group, one.weapons, number_of(one))
    others = [one for one in beside if one not in grenades]
    for one in (one for one in others if number_of(one) >= len(group)):
        _deal(group, one.weapons, number_of(one))
    few = [one for one in others if number_of(one) < len(group)]
    bare = [body for body in group if not body.is_armed]
    is_choice = all(number_of(one) == 1 for one in few) and len(few) < len(bare)
    for one in few:
        if is_choice:
            _give(bare, one.weapons, made, CHOICE)
        else:
            _deal(bare or group, one.weapons, number_of(one))
            words = f"{number_of(one)} of {len(group)} models, the list does not say which"
            made.assumed.append(f"{unit.name}: {one.name} is carried by {words}")
    for one in outside:
        if any(p.is_psyker for p in one.profiles) and not any(body.powers for body in group):
            _empower(group[:1], [one])
    if group and _leads(unit.all()) and not any(body.warlord for body in group):
        group[0].warlord = True


def _give(
    group: Sequence[ListedModel], weapons: Sequence[ListedProfile], made: Squad, why: str
) -> None:
    """Give weapons to all models that have none of them."""
    for weapon in weapons:
        for body in group:
            body.arms.setdefault(weapon, 1)
        made.reasons[weapon.name] = why


def _model_words(unit: Selection, found: Bodies) -> Iterator[str]:
    """Yield in a sentence why there are more or fewer models than the list marks."""
    models, stated = found.number, marked(unit)
    if models == stated or (not stated and found.is_only(unit)):
        return
    reasons = list[str]()
    if guessed := dict.fromkeys(body.part.name for body in found.found if body.is_guessed):
        reasons.append(f"by name or place these are models, too: {_listed(guessed)}")
    if named := dict.fromkeys(b.part.name for b in found.found if b.number != b.part.number):
        reasons.append(f"by name these are several: {_listed(named)}")
    if lost := dict.fromkeys(part.name for part in found.lost):
        reasons.append(f"these have no profile: {_listed(lost)}")
    reasons = reasons or ["some of those marked are groups of others"]
    made = many(models, "model")
    yield f"{unit.name}: {made}, where the list marks {stated}; {'; '.join(reasons)}"


def _profile_words(unit: Selection, found: Bodies) -> Iterator[str]:
    """Yield a sentence for each model for which one of several profiles was chosen."""
    if len({profile.name for profile in unit.own}) < 2:
        return
    for body in found.found:
        profile = body.profile
        if (
            profile in unit.own
            and body.part is not unit
            and not is_named(body.part.name, profile.name)
        ):
            yield f"{unit.name}: {body.part.name} has the profile {profile.name}"


def _listed(names: dict[str, None]) -> str:
    return ", ".join(repr(name) for name in names)


def weapon_words(unit: Selection, made: Squad, unread: Container[str]) -> Iterator[str]:
    """Yield a sentence for each weapon of which the models have more or fewer than the list.

    *unread*: the names of weapons that no model can have.
    """
    stated, carried = Counter[str](), Counter[str]()
    for part in unit.all():
        for weapon in part.weapons:
            stated[weapon.name] += part.number
    for body in made.models:
        for weapon, copies in body.arms.items():
            carried[weapon.name] += min(1, copies) if _is_melee(weapon) else copies
    for name, number in stated.items():
        if number != carried[name] and name not in unread:
            why = made.reasons.get(name, MELEE)
            yield f"{unit.name}: {carried[name]} x {name}, where the list has {number}: {why}"
