"""Enlarges parts of valid files: long lists, many keys, long words, deep nesting.

``python -m tests.content.enlarging`` makes a file of each part of each kind of file, reads each
in a process of its own, names those that raise or cost more than their budget, and exits with
1 if any does. ``--only ROSTER`` takes the kinds whose names contain a word, or one of several.
"""

from __future__ import annotations

import json
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from game.content.library_kinds import kind_of
from tests.content.mangling import PACKING, samples, toml_file
from tests.content.weighing import SECONDS, read_summary, weigh
from tests.tools.costs import is_too_much

ENTRIES = 20_000
"""Number of entries of a list, of keys of a table, and of equal elements."""
LETTERS = 1_000_000
"""Number of characters of a word."""
LEVELS = 900
"""Number of lists inside one another."""
MOST = {".toml": (45_000, 900_000)}
"""Values and characters that a file of a kind has at most, so that it is read at all."""
USUALLY = 90_000, 3_800_000

NAMED_BY_FILE = {"option"}
"""Tables in which a file gives names to its entries, so that one reader reads them all."""

Steps: TypeAlias = tuple[str | int, ...]


class Enlarged(NamedTuple):
    """A file of which one part was enlarged."""

    name: str
    make: Callable[[], bytes]
    unchanged: bytes
    """The file that it is made of."""


def _places(raw: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield each value inside another with its path."""
    if not isinstance(raw, dict | list):
        return
    for step, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
        yield (*steps, step), value
        yield from _places(value, (*steps, step))


def _spelt(steps: Steps) -> str:
    """Return a path in which entries of a list are alike, and keys of `NAMED_BY_FILE`."""
    holders = ("", *steps)
    return ".".join(
        "*" if isinstance(step, int) or holder in NAMED_BY_FILE else step
        for holder, step in zip(holders, steps, strict=False)
    )


def _count(value: Any) -> int:
    """Return the number of values in a value, itself included."""
    return 1 + sum(1 for _ in _places(value))


def _room(ending: str, entry: Any) -> int:
    """Return the number of entries that fit into a file of a kind."""
    values, letters = MOST.get(ending, USUALLY)
    by_values = values // max(1, 2 * _count(entry))
    return max(2, min(ENTRIES, by_values, letters // (len(json.dumps(entry)) + 8)))


def _numbered(value: Any, n: int) -> Any:
    """Return a copy of an entry that has another name or id than all others."""
    if isinstance(value, str):
        return f"{value}-{n}"
    if isinstance(value, dict):
        one: Any = {
            key: part + n + 1
            if key == "id" and isinstance(part, int)
            else f"{part}-{n}"
            if key in {"id", "name", "title"} and isinstance(part, str)
            else deepcopy(part)
            for key, part in value.items()
        }
        return one
    return deepcopy(value)


def _larger(value: Any, ending: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield ways to make a larger value instead of a value, each with a word for the change."""
    match value:
        case str():
            yield "long", lambda: "x" * min(LETTERS, MOST.get(ending, USUALLY)[1])
        case [first, *_]:
            yield "equal", lambda: [first] * _room(ending, first)
            yield (
                "numbered",
                lambda: [_numbered(first, n) for n in range(_room(ending, first))],
            )
        case dict() if value:
            yield "keys", partial(_more_keys, value, ending)
        case _:
            pass
    yield "nested", partial(_nested, ending)


def _more_keys(value: dict[str, Any], ending: str) -> dict[str, Any]:
    """Return a table with many keys like its first."""
    key = next(iter(value))
    room = _room(ending, value[key])
    return value | {f"{key}-{n}": _numbered(value[key], n) for n in range(room)}


def _put(whole: Any, steps: Steps, value: Any) -> Any:
    """Return a copy of a value with a part of it replaced."""
    copy = deepcopy(whole)
    holder = copy
    for step in steps[:-1]:
        holder = holder[step]
    holder[steps[-1]] = value
    return copy


def _nested(ending: str) -> Any:
    value: Any = []
    for _ in range(LEVELS if ending != ".toml" else LEVELS // 10):
        value = [value]
    return value


def enlarged_tables(ending: str, texts: list[str]) -> Iterator[Enlarged]:
    """Yield files of JSON or TOML, one for each part of any of the texts."""
    seen = set[tuple[str, str]]()
    for text in texts:
        lines = _lines(ending, text)
        unchanged = PACKING.get(ending, str.encode)(text)
        for at, raw in enumerate(lines):
            kind = _kind(ending, raw)
            for steps, value in _places(raw):
                place = kind, _spelt(steps)
                if place in seen:
                    continue
                seen.add(place)
                for change, larger in _larger(value, ending):
                    make = partial(_changed, ending, lines, at, steps, larger)
                    yield Enlarged(f"{kind} {place[1]} {change}", make, unchanged)


def _changed(
    ending: str, lines: list[Any], at: int, steps: Steps, larger: Callable[[], Any]
) -> bytes:
    """Return a file in which a part of one line was replaced."""
    changed = [*lines]
    changed[at] = _put(lines[at], steps, larger())
    return _file(ending, changed)


def _lines(ending: str, text: str) -> list[Any]:
    """Return the tables of a file: one, or for a save one for each line."""
    if ending == ".toml":
        return [tomllib.loads(text)]
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def _kind(ending: str, raw: Any) -> str:
    if ending == ".toml":
        return kind.name if (kind := kind_of(raw)) else "other"
    return f"{ending.strip('.')}{'-' + raw['line'] if 'line' in raw else ''}"


def _file(ending: str, lines: list[Any]) -> bytes:
    if ending == ".toml":
        return toml_file(lines[0]).encode()
    text = "\n".join(json.dumps(one) for one in lines)
    return PACKING[ending](text) if ending in PACKING else text.encode()


def enlarged_xml(ending: str, texts: list[str]) -> Iterator[Enlarged]:
    """Yield files of XML, one for each kind of element and of attribute in any of the texts."""
    seen = set[str]()
    for text in texts:
        root = ET.fromstring(text)  # noqa: S314  it is a file of ours
        for path, parent, element in _elements(root, root.tag):
            if path not in seen:
                seen.add(path)
                yield from _many_elements(ending, path, root, parent, element)
            for key in element.attrib:
                if (name := f"{path} {key}") not in seen:
                    seen.add(name)

                    def make(
                        root: ET.Element = root,
                        element: ET.Element = element,
                        key: str = key,
                    ) -> bytes:
                        before = element.get(key, "")
                        element.set(key, "x" * LETTERS)
                        text = ET.tostring(root)
                        element.set(key, before)
                        return text

                    yield Enlarged(f"{ending.strip('.')} {name} long", make, text.encode())


def _many_elements(
    ending: str,
    path: str,
    root: ET.Element,
    parent: ET.Element,
    element: ET.Element,
) -> Iterator[Enlarged]:
    size = len(ET.tostring(element)) + 1
    inside = sum(1 for _ in element.iter())
    room = max(2, min(ENTRIES, 140_000 // (2 * inside), USUALLY[1] // size))
    at, own = [*parent].index(element), element.attrib
    for change in ("equal", "numbered"):

        def make(change: str = change) -> bytes:
            for n in range(room):
                copy = deepcopy(element)
                if change == "numbered":
                    named = {"id", "name"} & own.keys()
                    copy.attrib |= {key: f"{own[key]}{n}" for key in named}
                parent.insert(at, copy)
            text = ET.tostring(root)
            del parent[at : at + room]
            return text

        yield Enlarged(f"{ending.strip('.')} {path} {change}", make, ET.tostring(root))


def _elements(whole: ET.Element, path: str) -> Iterator[tuple[str, ET.Element, ET.Element]]:
    """Yield each element with its path and the one around it."""
    for part in [*whole]:
        inner = f"{path}.{part.tag.rpartition('}')[2]}"
        yield inner, whole, part
        yield from _elements(part, inner)


def enlarged(kinds: dict[str, list[str]]) -> Iterator[tuple[str, Enlarged]]:
    """Yield each enlarged file with its ending."""
    for ending, texts in kinds.items():
        if ending in {".tmx", ".ros"}:
            found = enlarged_xml(ending, texts)
        elif ending in {".rosz", ".unsaved", ".map.png", ".save.png"}:
            continue  # they hold files of other kinds
        else:
            found = enlarged_tables(ending, texts)
        for one in found:
            yield ending, one


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[""])
    args = parser.parse_args()
    wrong, most, slowest, number, known = 0, 0.0, 0.0, 0, set[bytes]()
    with TemporaryDirectory() as folder:
        for ending, (name, make, unchanged) in enlarged(samples()):
            if not any(word in name for word in args.only):
                continue
            number += 1
            file = Path(folder) / (f"{number}{ending}" if ending[0] == "." else ending)
            if unchanged not in known:
                # What reading any such file prepares once is not part of a measurement.
                known.add(unchanged)
                file.write_bytes(unchanged)
                read_summary(file)
            file.write_bytes(make())
            cost = weigh(file)
            file.unlink()
            most, slowest = max(most, cost["MB"]), max(slowest, cost["CPU"])
            if is_too_much(cost, SECONDS):
                wrong += 1
                sys.stdout.write(f"{name}: {json.dumps(cost)[:400]}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{number} files, {wrong} wrong; {most:.0f} MB, {slowest:.1f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
