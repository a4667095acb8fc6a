"""TOML text as statements, which are found or changed by their paths."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from game.content.faults import UnusableFile, did_you_mean, spelt
from game.content.strict_toml import parse_toml

TomlPath: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead to a value: ``("unit", 0, "name")``."""

TomlValue: TypeAlias = bool | int | float | str
"""A single value."""
LINE = 88
"""Maximum number of characters of a list on one line."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"[ \t]*")
_STRINGS = ('"""', "'''", '"', "'")


@dataclass(frozen=True, slots=True)
class Statement:
    """A header or a key with its value; offsets are into the text."""

    path: TomlPath
    start: int
    """The beginning of its first line."""
    end: int
    """The beginning of the line after it."""
    keys: tuple[str, ...]
    """The keys as they are written: dotted keys, or those of the header."""
    key: tuple[int, int]
    """Where the keys are, without brackets."""
    value: tuple[int, int] | None = None
    """Where the value is; None for a header."""


def statements_of(text: str) -> Iterator[Statement]:
    """Yield the statements of a valid text, with the paths that they lead to."""
    section: TomlPath = ()
    counts = dict[TomlPath, int]()
    at = 0
    while at < len(text):
        start = at
        at = _past_space(text, at)
        if at >= len(text) or text[at] in "#\r\n":
            at = _line_end(text, at)
        elif text[at] == "[":
            brackets = 2 if text.startswith("[[", at) else 1
            first = at + brackets
            last = _key_end(text, first, "]")
            keys = _keys(text[first:last])
            section = _section(keys, counts, is_list=brackets == 2)
            at = _line_end(text, last)
            yield Statement(section, start, at, keys, (first, last))
        else:
            last = _key_end(text, at, "=")
            keys, where = _keys(text[at:last]), (at, at + len(text[at:last].rstrip()))
            first = _past_space(text, last + 1)
            end = _value_end(text, first)
            at = _line_end(text, end)
            yield Statement((*section, *keys), start, at, keys, where, (first, end))


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _keys(text: str) -> tuple[str, ...]:
    """Return the keys of a dotted key."""
    if _BARE.fullmatch(text.strip()):
        return (text.strip(),)
    found, keys = tomllib.loads(f"{text} = 0"), list[str]()
    while isinstance(found, dict):
        key, found = next(iter(found.items()))
        keys.append(key)
    return tuple(keys)


def _section(keys: tuple[str, ...], counts: dict[TomlPath, int], *, is_list: bool) -> TomlPath:
    """Return the path of a header; *counts* has the entries of each list so far."""
    path: TomlPath = ()
    for key in keys[:-1]:
        path = (*path, key)
        if path in counts:
            path = (*path, counts[path] - 1)
    path = (*path, keys[-1])
    if is_list:
        counts[path] = counts.get(path, 0) + 1
        path = (*path, counts[path] - 1)
    return path


def _key_end(text: str, at: int, sign: str) -> int:
    """Return the offset of the sign after a key."""
    while text[at] != sign:
        at = _string_end(text, at) if text[at] in "\"'" else at + 1
    return at


def _string_end(text: str, at: int) -> int:
    """Return the end of the text in quotes that begins at an offset."""
    quotes = next(q for q in _STRINGS if text.startswith(q, at))
    at += len(quotes)
    while not text.startswith(quotes, at):
        at += 2 if text[at] == "\\" and quotes[0] == '"' else 1
    at += len(quotes)
    # Up to two more quotes may precede those that end a text of several lines.
    while len(quotes) == 3 and text.startswith(quotes[0], at):
        at += 1
    return at


def _value_end(text: str, at: int) -> int:
    """Return the end of the value that begins at an offset, without space after it."""
    depth, end = 0, at
    while at < len(text):
        sign = text[at]
        if sign in "\"'":
            at = end = _string_end(text, at)
            continue
        if sign == "#":
            if not depth:
                return end
            at = _line_end(text, at)
            continue
        if sign == "\n" and not depth:
            return end
        depth += (sign in "[{") - (sign in "]}")
        at += 1
        end = end if sign in " \t\r\n" else at
    return end


def format_toml(value: Any, newline: str = "\n", *, is_long: bool = False) -> str:
    """Return a value as TOML; a long list, or one with *is_long*, has a line for each entry."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        items = [format_toml(one, newline) for one in value]
        line = f"[{', '.join(items)}]"
        if items and (is_long or len(line) > LINE):
            rows = "".join([f"    {item},{newline}" for item in items])
            return f"[{newline}{rows}]"
        return line
    if isinstance(value, dict):
        pairs = [f"{dotted([k])} = {format_toml(v, newline)}" for k, v in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    return str(value)


def dotted(keys: Iterable[str]) -> str:
    """Return keys as one dotted key, with quotes where they are needed."""
    return ".".join([key if _BARE.fullmatch(key) else format_toml(key) for key in keys])


def with_value(text: str, key: str, value: TomlValue, name: str) -> str:
    """Return TOML text with another value at a key, and all else as it was.

    Raise UnusableFile for the file *name* if there is no such value, or it is a table or list.
    """
    raw = parse_toml(text, name)
    places = {spelt(path): path for path in _paths(raw, ())}
    if key not in places:
        begun = max((one for one in places if _begins(key, one)), key=len)
        near = [one for one, path in places.items() if path and path[:-1] == places[begun]]
        words = f"there is no such value{did_you_mean(key, near)}"
        raise UnusableFile(name, [(key, words)])
    path = places[key]
    if isinstance(there := _at(raw, path), dict | list):
        words = f"is a {'table' if isinstance(there, dict) else 'list'}, not a single value"
        raise UnusableFile(name, [(key, words)])
    for one in statements_of(text):
        if one.value and path[: len(one.path)] == one.path:
            start, end = one.value
            if rest := path[len(one.path) :]:
                whole = _at(raw, one.path)
                _at(whole, rest[:-1])[rest[-1]] = value
            else:
                whole = value
            newline = "\r\n" if "\r\n" in text else "\n"
            is_long = "\n" in text[start:end]
            words = format_toml(whole, newline, is_long=is_long)
            return text[:start] + words + text[end:]
    raise AssertionError


def _begins(key: str, place: str) -> bool:
    """Return whether a key leads to a place, or into it."""
    return key.startswith(place) and (not place or key[len(place) :][:1] in {"", ".", "["})


def _paths(raw: Any, path: TomlPath) -> Iterator[TomlPath]:
    yield path
    if isinstance(raw, dict | list):
        for step, inner in raw.items() if isinstance(raw, dict) else enumerate(raw):
            yield from _paths(inner, (*path, step))


def _at(raw: Any, path: TomlPath) -> Any:
    for step in path:
        raw = raw[step]
    return raw
