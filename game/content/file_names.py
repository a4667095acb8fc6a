"""Names of files inside other files, which may come from anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import AfterValidator

from game.content.faults import Fault, UnusableFile
from game.content.parsing import shortened, shown, spelt
from game.content.storage import is_device_name

_LEADS_OUT = (
    (re.compile(r"^[/\\]{2}"), "is a path to another computer"),
    (re.compile(r"^[/\\]"), "is an absolute path"),
    (re.compile(r"^[A-Za-z]:"), "is a path on a drive"),
    (re.compile(r"^~"), "begins in a home folder"),
    (re.compile(r"(^|[/\\])\.\.([/\\]|$)"), "leads out of its folder by '..'"),
)
"""Beginnings and steps with which a name leads out of any folder, on some system."""
_UNSAFE = (
    (re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]"), "has a control character"),
    (re.compile(r"\\"), "has a backslash: write / between folders"),
    (re.compile(r":"), "has a colon, which stands for a drive or a stream"),
)
"""Characters with which a name is another one, or none, on some system."""
_ODD = re.compile(r'[*?"<>|]')
ONLY_INSIDE = "files name only files of the library, or beside them"


def naming_fault(name: str) -> str:
    """Return why a name in a file is refused, after *its name*; empty if it is not.

    A name has one or more steps with slashes between them. It leads into a folder on every
    system, and never out of it, whichever folder it is joined to.
    """
    if not name:
        return "is empty: write the name of a file"
    found = [words for pattern, words in _LEADS_OUT if pattern.search(name)]
    if found:
        return f"{found[0]}; {ONLY_INSIDE}"
    found = [words for pattern, words in _UNSAFE if pattern.search(name)]
    for step in name.split("/"):
        if step.endswith((".", " ")) and step != ".":
            found.append(f"has a step that ends in a dot or a space: {step!r}")
        if is_device_name(step):
            found.append(f"is that of a device on some systems: {step!r}")
    return found[0] if found else ""


def is_portable(name: str) -> bool:
    """Return whether a name that has no fault can be the name of a file on every system."""
    return (
        not _ODD.search(name)
        and name.isprintable()
        and all(step == step.strip() and step.strip(".") for step in name.split("/"))
    )


def joined(folder: Path, name: str) -> Path:
    """Return the path of a name in a folder; raise UnusableFile if it may lead elsewhere.

    No other code makes a path out of what a file says.
    """
    if no := naming_fault(name):
        raise UnusableFile(name, [("", f"there can be no such file: its name {no}")])
    return folder / name


def is_local_path(name: str) -> bool:
    """Return whether a text is an absolute path on this computer without steps outwards."""
    path = Path(name)
    is_elsewhere = name.startswith(("//", "\\\\")) or ".." in path.parts
    return path.is_absolute() and not is_elsewhere


def refusal_of(name: str, fault: str, kind: str) -> str:
    """Return a sentence that refuses a name in a file for a fault."""
    return f"no {kind} called {shown(name)}: the name {fault}"


def single_naming_fault(name: str) -> str:
    """Return why a text is no name of a file in one folder; empty if it is."""
    return naming_fault(name) or ("has a folder in it" if "/" in name else "")


def _single(name: str) -> str:
    if name and (no := single_naming_fault(name)):
        raise ValueError(refusal_of(name, no, "file"))
    return name


SingleName: TypeAlias = Annotated[str, AfterValidator(_single)]
"""The name of a file in one folder, or nothing."""

_FOR_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|]')


def single_name(text: str) -> str:
    """Return a text as the beginning of a file's name, in the nearest form that is one."""
    found = _FOR_FILE_NAMES.sub("-", text)
    return f"my-{found}" if found.startswith("~") or is_device_name(found) else found


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
    return shortened(faults, len(faults))
