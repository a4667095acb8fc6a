"""The places in files that name other files, and the refusal of names that lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import AfterValidator

from game.content.faults import Fault, first_faults, shown, spelt
from game.content.file_names import naming_fault, single_naming_fault


def refusal_of(name: str, fault: str, kind: str) -> str:
    """Return a sentence that refuses a name in a file for a fault."""
    return f"no {kind} called {shown(name)}: the name {fault}"


def _single(name: str) -> str:
    if name and (no := single_naming_fault(name)):
        raise ValueError(refusal_of(name, no, "file"))
    return name


SingleName: TypeAlias = Annotated[str, AfterValidator(_single)]
"""The name of a file in one folder, or nothing."""


class NamePlace(NamedTuple):
    """A place in the files of one kind that names a file of another kind."""

    kind: str
    """Kind of the other file."""
    steps: str
    """Path of the value; a star stands for all parts of a table or list."""
    may_be_empty: bool = False
    is_id: bool = False
    """Whether the schema allows an id only, which leads nowhere."""


NAMES: Mapping[str, Sequence[NamePlace]] = {
    "armoury": [NamePlace("icon", "profile.*.icon", is_id=True)],
    "roster": [
        NamePlace("armoury", "armoury"),
        NamePlace("icon", "profile.*.icon", is_id=True),
        NamePlace("icon", "unit.*.model.*.icon"),
    ],
    "scenario": [
        NamePlace("map", "map"),
        NamePlace("map", "maps.*"),
        NamePlace("roster", "side.*.roster", may_be_empty=True),
        NamePlace("roster", "side.*.rosters.*", may_be_empty=True),
    ],
    "campaign": [
        NamePlace("scenario", "battle.*.scenario"),
        NamePlace("map", "battle.*.map", may_be_empty=True),
        NamePlace("roster", "battle.*.rosters.*", may_be_empty=True),
        NamePlace("roster", "battle.*.result.*.extra.*.roster"),
    ],
    "situation": [
        NamePlace("scenario", "scenario"),
        NamePlace("map", "map"),
        NamePlace("armoury", "armoury"),
    ],
    "page": [
        NamePlace("scenario", "part.*.picture.situation.scenario"),
        NamePlace("map", "part.*.picture.situation.map"),
        NamePlace("armoury", "part.*.picture.situation.armoury"),
    ],
    "lesson": [
        NamePlace("scenario", "situation.scenario"),
        NamePlace("map", "situation.map"),
        NamePlace("armoury", "situation.armoury"),
    ],
    "experiment": [
        NamePlace("scenario", "scenarios.*"),
        NamePlace("map", "maps.*", may_be_empty=True),
        NamePlace("roster", "rosters.*", may_be_empty=True),
        NamePlace("roster", "rosters.*.*", may_be_empty=True),
        NamePlace("scenario", "variant.*.scenario", may_be_empty=True),
        NamePlace("map", "variant.*.map", may_be_empty=True),
        NamePlace("roster", "variant.*.rosters.*", may_be_empty=True),
        NamePlace("file", "tune.file", may_be_empty=True),
    ],
}
"""All places in TOML files that name other files, by the kind of the file."""


def named_at(raw: Any, steps: str) -> Iterator[tuple[str, str]]:
    """Yield the texts at a place of a file, each with its path as in the file."""
    for path, value in _values_at(raw, steps.split("."), ()):
        if isinstance(value, str):
            yield spelt(path), value


def _values_at(
    value: Any, steps: Sequence[str], path: tuple[int | str, ...]
) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    if not steps:
        yield path, value
        return
    step, *rest = steps
    if step == "*":
        if isinstance(value, dict | list):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            for key, part in parts:
                yield from _values_at(part, rest, (*path, key))
    elif isinstance(value, dict) and step in value:
        yield from _values_at(value[step], rest, (*path, step))


def name_faults(kind: str, raw: Any) -> list[Fault]:
    """Return a fault for each name in the data of a file that may lead out of the library.

    *kind* is the kind of the file, such as ``roster``.
    """
    faults = [
        Fault(place, refusal_of(name, no, one.kind))
        for one in NAMES[kind]
        if not one.is_id
        for place, name in named_at(raw, one.steps)
        if (name or not one.may_be_empty) and (no := naming_fault(name))
    ]
    return first_faults(faults)
