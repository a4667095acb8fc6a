"""The models of one unit of an army list: which there are, and what each carries.

Of the types that such files give to what was chosen only ``model`` is believed, and only where
there are no profiles to go by. A number is that of the whole unit: 4 models, 4 rifles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from game.content.army_lists.shape import ListedProfile, Selection

KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "CHARACTER", "FLY")
PSYKER = "PSYKER"
"""Who has powers has this one too (``MC-08``)."""


@dataclass(slots=True)
class Body:
    """One model."""

    of: ListedProfile | None
    """None if nothing says what it is."""
    name: str
    keywords: tuple[str, ...]
    arms: list[tuple[ListedProfile, int]] = field(default_factory=list)
    """Weapons, and how many of each."""
    powers: int = 0
    warlord: bool = False


def is_weapon(profile: ListedProfile) -> bool:
    return {"RANGE", "S", "AP"} <= profile.values().keys()


def is_psyker(profile: ListedProfile) -> bool:
    return "CAST" in profile.values()


def bodies(unit: Selection) -> Iterator[tuple[Selection, int]]:
    """Return what stands for models in a unit, and for how many."""
    inner = list(_inside(unit))
    if not inner:
        yield unit, max(1, unit.number)
    yield from ((part, part.number) for part in inner if part.number)


def _inside(unit: Selection) -> Iterator[Selection]:
    for part in unit.selections:
        if part.type == "model" or any(p.is_model for p in part.profiles):
            yield part
        else:
            yield from _inside(part)


def models(unit: Selection) -> list[Body]:
    """Return the models of a unit, in its order."""
    found = list[Body]()
    parts = list(bodies(unit))
    for part, many in parts:
        profile = _profile(part, unit)
        group = [Body(profile, part.name, _keywords(part, unit)) for _ in range(many)]
        _arm(group, part)
        _empower(group, part)
        if _leads(part):
            group[0].warlord = True
        found += group
    _share(unit, [part for part, _ in parts], found)
    if found and PSYKER in _categories(unit) and not any(body.powers for body in found):
        found[0].powers = 1
    return found


def _profile(part: Selection, unit: Selection) -> ListedProfile | None:
    """Return what a part is: by its own profile, by one of its name, by the unit's first."""
    own = next(part.models(), None)
    like = [p for p in unit.models() if p.name.strip().lower() == part.name.strip().lower()]
    return own or next(iter(like), None) or next(unit.models(), None)


def _keywords(*parts: Selection) -> tuple[str, ...]:
    told = _categories(*parts)
    return tuple(word for word in KEYWORDS if word in told)


def _categories(*parts: Selection) -> set[str]:
    return {c.name.strip().upper() for part in parts for c in part.categories}


def _leads(part: Selection) -> bool:
    return any(
        word.strip().lower() == "warlord"
        for one in part.all()
        for word in (one.name, *(c.name for c in one.categories))
    )


def _arm(group: Sequence[Body], part: Selection) -> None:
    """Hand out a part's weapons: what is not for all goes to those who have least of it."""
    more = [0] * len(group)
    for holder in part.all():
        many = len(group) if holder is part else max(1, holder.number)
        each, left = divmod(many, len(group))
        fewest = sorted(range(len(group)), key=lambda n: more[n])[:left]
        for profile in filter(is_weapon, holder.profiles):
            for n, body in enumerate(group):
                if copies := each + (n in fewest):
                    body.arms.append((profile, copies))
        if left and any(map(is_weapon, holder.profiles)):
            for n in fewest:
                more[n] += 1


def _empower(group: Sequence[Body], part: Selection) -> None:
    casts = [p.values()["CAST"] for one in part.all() for p in one.profiles if is_psyker(p)]
    for cast in casts:
        for body in group:
            body.powers = int(cast) if cast.isdecimal() and len(cast) == 1 else 1


def _share(unit: Selection, parts: Sequence[Selection], group: Sequence[Body]) -> None:
    """Hand out what the whole unit has: weapons to all, powers and command to the first."""
    if parts == [unit] or not group:
        return
    for holder in _outside(unit, parts):
        for profile in filter(is_weapon, holder.profiles):
            for body in group:
                body.arms.append((profile, 1))
        if any(map(is_psyker, holder.profiles)) and not any(body.powers for body in group):
            _empower(group[:1], holder.model_copy(update={"selections": ()}))
    if _leads(unit) and not any(body.warlord for body in group):
        group[0].warlord = True


def _outside(unit: Selection, parts: Sequence[Selection]) -> Iterator[Selection]:
    """Return the unit and what was chosen for it beside its models."""
    yield unit
    for part in unit.selections:
        if not any(part is one for one in parts):
            yield from _outside(part, parts)
