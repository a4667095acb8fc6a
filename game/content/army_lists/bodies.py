"""The selections of an army list's unit that are its models.

A list marks most models by their type, but not all: a squad's men may be "upgrades" that are
named after a profile of the squad, and a model may hold others, such as a tank its drones.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from game.content.army_lists.list_schema import ListedProfile, Selection

MODEL = "model"
"""Type of a selection that the list marks as a model."""
MAX_PROFILES = 20
"""Maximum number of profiles after which the models of a unit may be named."""
_NOTE = re.compile(r"\s*[(\[].*")
"""Brackets after the name of a profile, as in ``Marine (Jump Pack)``."""
_APART = re.compile(r"\s*(?:$|w/|with\b|[(\[,:]|[-–]\s)")
"""Text after a model's name that says how it is armed."""
_TIMES = re.compile(r"(\d{1,2}) ?[x×] ")
_NUMBERS = ("one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Body:
    """A selection that is one or several equal models."""

    part: Selection
    profile: ListedProfile | None
    """The model's profile; None if the list has none for it."""
    holder: Selection | None = None
    """The model whose selection holds this one; None if it stands in its unit."""
    is_guessed: bool = False
    """Whether it is a model by its name or place only."""

    @property
    def number(self) -> int:
        return number_of(self.part)


@dataclass(slots=True)
class Bodies:
    """The models of a unit, in the order of the list."""

    found: list[Body] = field(default_factory=list)
    lost: list[Selection] = field(default_factory=list)
    """Selections marked as models for which there is no profile."""

    @property
    def number(self) -> int:
        return sum(body.number for body in self.found)

    def held(self, part: Selection) -> Iterator[Selection]:
        """Yield a selection and those within it that belong to no model in it."""
        return _held(part, {id(body.part) for body in self.found})

    def is_only(self, unit: Selection) -> bool:
        """Return whether the unit itself is its only model, or its only kind of models."""
        return len(self.found) == 1 and self.found[0].part is unit


def number_of(part: Selection) -> int:
    """Return the number of a selection; for a single one, the number with which it is named.

    Lists have one ``2x Flamer`` or ``Two Flamers`` where they mean two flamers.
    """
    words = part.name.strip().lower()
    if part.number != 1:
        return part.number
    if found := _TIMES.match(words):
        return max(1, int(found[1]))
    first, _, rest = words.partition(" ")
    return _NUMBERS.index(first) + 1 if rest and first in _NUMBERS else 1


def is_named(name: str, after: str) -> bool:
    """Return whether a selection is named after a profile, as ``Man w/ gun`` after ``Man``."""
    words, model = name.strip().lower(), after.strip().lower()
    shorter = _NOTE.sub("", model)
    return any(
        short and words.startswith(short) and bool(_APART.match(words[len(short) :]))
        for short in (model, shorter)
    )


def marked(unit: Selection) -> int:
    """Return how many models a unit has by the list's own marks: types and profiles."""
    inner = sum(_marked(unit, outside=unit.type != MODEL))
    return inner + (unit.number if unit.type == MODEL else 0)


def _marked(part: Selection, *, outside: bool) -> Iterator[int]:
    for one in part.selections:
        is_model = one.type == MODEL
        inner = list(_marked(one, outside=outside and not is_model))
        yield from inner
        if is_model or (outside and one.own and not inner):
            yield one.number


def bodies(unit: Selection) -> Bodies:
    """Return the models of a unit: selections in it, or else the unit itself."""
    search = _Search()
    found = search.model(unit, (), None)
    return Bodies(found or [Body(unit, next(unit.models(), None))], search.lost)


@dataclass(slots=True)
class _Search:
    """A search for models, with the selections that it had to give up."""

    lost: list[Selection] = field(default_factory=list)

    def within(
        self, part: Selection, known: tuple[ListedProfile, ...], holder: Selection | None
    ) -> list[Body]:
        """Return the models in the selections of *part*.

        *known*: the profiles that its units and models have themselves. *holder*: the
        model around it.
        """
        return [
            body
            for one in part.selections
            if one.number
            for body in (
                self.model(one, known, holder)
                if _stands(one, known, holder)
                else self.within(one, known, holder)
            )
        ]

    def model(
        self, part: Selection, known: tuple[ListedProfile, ...], holder: Selection | None
    ) -> list[Body]:
        """Return a model with those it holds, or only these if it is merely their group."""
        is_model = part.type == MODEL
        near = (*known, *part.own)[-MAX_PROFILES:]
        inner = self.within(part, near, part if is_model else holder)
        profile = _profile(part, known, holder, {id(body.part) for body in inner})
        if inner and (
            profile is None
            or any(body.profile and body.profile.name == profile.name for body in inner)
            or not (is_model or is_named(part.name, profile.name))
        ):
            return inner
        if profile is None and holder is not None:
            self.lost.append(part)
            return []
        is_guessed = not is_model and (bool(inner) or holder is not None or not part.own)
        return [Body(part, profile, holder, is_guessed), *inner]


def _stands(
    part: Selection, known: tuple[ListedProfile, ...], holder: Selection | None
) -> bool:
    """Return whether a selection is a model, or a group with a profile of its models."""
    if part.type == MODEL:
        return True
    if holder is None:
        return bool(part.own) or any(is_named(part.name, one.name) for one in known)
    # A weapon or a mount may state how its bearer changes: that is not another model.
    bearer = holder.name.strip().lower()
    return any(
        is_named(part.name, one.name) and not one.name.strip().lower().startswith(bearer)
        for one in part.own
    )


def _profile(
    part: Selection,
    known: tuple[ListedProfile, ...],
    holder: Selection | None,
    inner: Container[int],
) -> ListedProfile | None:
    """Return the profile of a model: its own, or one that it is named after, or the first."""
    own = part.own or tuple(p for one in _held(part, inner) for p in one.own)
    if own:
        return named_after(part, own) or own[0]
    if found := named_after(part, known):
        return found
    return None if holder is not None and holder.own else next(iter(known), None)


def named_after(part: Selection, profiles: Iterable[ListedProfile]) -> ListedProfile | None:
    """Return the profile after which a selection is named, the one with the longest name."""
    fits = [one for one in profiles if is_named(part.name, one.name)]
    return max(fits, key=lambda one: len(_NOTE.sub("", one.name)), default=None)


def _held(part: Selection, models: Container[int]) -> Iterator[Selection]:
    yield part
    for one in part.selections:
        if id(one) not in models:
            yield from _held(one, models)
