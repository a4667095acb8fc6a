"""Edits of TOML text that change nothing else, not even a comment.

A library that keeps comments as items of the table before them would move and delete the
comment above ``[[unit]]`` with the unit before it. Here a block of lines is a table with the
comments directly above it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from game.content.faults import spelt
from game.content.toml_statements import Statement, TomlPath, dotted, format_toml, statements_of
from game.editor.edits import EditRefusedError

ELSEWHERE = "This part is written in a way that only a text editor can change"


@dataclass(frozen=True)
class TomlText:
    """A valid TOML file as text; an edit returns another one, or raises EditRefusedError."""

    text: str

    @cached_property
    def raw(self) -> dict[str, Any]:
        """Return the data; do not change it."""
        return tomllib.loads(self.text)

    def at(self, path: TomlPath) -> Any:
        """Return the value at a path; None if there is none."""
        here: Any = self.raw
        for step in path:
            if isinstance(here, dict):
                here = here.get(str(step))
            elif isinstance(here, list) and isinstance(step, int) and step < len(here):
                here = here[step]
            else:
                return None
        return here

    def locate(self, place: str) -> TomlPath:
        """Return the path of a fault's place, or of the innermost table that contains it."""
        known = {spelt(path): path for path in _paths(self.raw, ())}
        rest = place
        while rest and rest not in known:
            rest = rest[: max(rest.rfind("."), rest.rfind("["), 0)]
        path = known.get(rest, ())
        more = place[len(rest) :].lstrip(".")
        return (*path, more) if more and more.isidentifier() else path

    def put(self, path: TomlPath, value: Any) -> TomlText:
        """Set the value at a path, and make the tables that are missing on the way."""
        wanted = deepcopy(self.raw)
        parent = _table_at(wanted, path[:-1])
        parent[path[-1]] = value
        if inline := self._inline(path):
            return self._rewritten(inline, wanted)
        if _is_tables(value):
            self._refuse_if_written(path)
            return self._checked(self._appended(path, value), wanted)
        if len(path) > 1 and self.at(path[:-1]) is None:
            return self.put(path[:-1], {path[-1]: value})
        return self._checked(self._with_key(path, value), wanted)

    def drop(self, path: TomlPath) -> TomlText:
        """Delete the value, table or list entry at a path."""
        wanted = deepcopy(self.raw)
        del _table_at(wanted, path[:-1])[path[-1]]
        if (inline := self._inline(path)) and inline.path != path:
            return self._rewritten(inline, wanted)
        block = self._block(path)
        gone = [block] if block else []
        gone += [(s.start, s.end) for s in self._statements if s.value and _is_in(s, path)]
        text = self.text
        for start, end in sorted(_merged(gone), reverse=True):
            text = text[:start] + text[end:]
        if not text[min(start for start, _ in gone) :].strip():
            text = text.rstrip() + self._newline
        return self._checked(text, wanted)

    def insert(self, path: TomlPath, index: int, value: Any) -> TomlText:
        """Insert an entry into the list at a path, which may be missing."""
        wanted = deepcopy(self.raw)
        there = _table_at(wanted, path[:-1]).setdefault(path[-1], [])
        there.insert(index, value)
        if inline := self._inline(path):
            return self._rewritten(inline, wanted)
        blocks = self._blocks(path)
        if not blocks:
            return self.put(path, [value])
        entry = self._written((*path, index), value)
        if index < len(blocks):
            gap = self._gap(path)
            text = self.text[: blocks[index][0]] + entry + gap + self.text[blocks[index][0] :]
        else:
            text = self._after(blocks[-1][1], entry, self._gap(path))
        return self._checked(text, wanted)

    def move(self, path: TomlPath, index: int, to: int) -> TomlText:
        """Move an entry of a list, or a table of a table of tables, to another place."""
        wanted = deepcopy(self.raw)
        there = _table_at(wanted, path)
        if isinstance(there, list):
            there.insert(to, there.pop(index))
        if inline := self._inline(path):
            if isinstance(there, dict):
                pairs = list(there.items())
                pairs.insert(to, pairs.pop(index))
                _table_at(wanted, path[:-1])[path[-1]] = dict(pairs)
            return self._rewritten(inline, wanted)
        blocks = self._blocks(path)
        if len(blocks) != len(there) or any(b[0] < a[1] for a, b in pairwise(blocks)):
            raise EditRefusedError(ELSEWHERE)
        bodies = [self.text[start:end].rstrip() for start, end in blocks]
        gaps = [
            self.text[start + len(body) : end]
            for (start, end), body in zip(blocks, bodies, strict=True)
        ]
        between = [self.text[a[1] : b[0]] for a, b in pairwise(blocks)] + [""]
        bodies.insert(to, bodies.pop(index))
        middle = "".join(map("".join, zip(bodies, gaps, between, strict=True)))
        return self._checked(
            self.text[: blocks[0][0]] + middle + self.text[blocks[-1][1] :], wanted
        )

    def rename(self, path: TomlPath, key: str) -> TomlText:
        """Give a table in a table of tables another key."""
        wanted = deepcopy(self.raw)
        parent = _table_at(wanted, path[:-1])
        if key in parent:
            raise EditRefusedError(f"There is a {key!r} already")
        parent = {key if k == path[-1] else k: v for k, v in parent.items()}
        _table_at(wanted, path[:-2])[path[-2]] = parent
        if (inline := self._inline(path)) and inline.path != path:
            return self._rewritten(inline, wanted)
        text, number = self.text, len([s for s in path if isinstance(s, str)])
        for one in reversed(self._statements):
            if _is_in(one, path):
                # Of a dotted key only the last steps are in this statement.
                depth = len([s for s in one.path if isinstance(s, str)])
                at = number - 1 - (depth - len(one.keys))
                if at >= 0:
                    keys = [*one.keys[:at], key, *one.keys[at + 1 :]]
                    start, end = one.key
                    text = text[:start] + dotted(keys) + text[end:]
        return self._checked(text, wanted)

    # Places in the text.

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    @cached_property
    def _statements(self) -> list[Statement]:
        return [*statements_of(self.text)]

    @property
    def _headers(self) -> list[Statement]:
        return [one for one in self._statements if one.value is None]

    def _inline(self, path: TomlPath) -> Statement | None:
        """Return the statement whose value is at the path or contains it."""
        found = (s for s in self._statements if s.value and path[: len(s.path)] == s.path)
        return next(found, None)

    def _block(self, path: TomlPath) -> tuple[int, int] | None:
        """Return the lines of a table with headers: from the comments above it to the next."""
        headers = self._headers
        mine = [n for n, one in enumerate(headers) if _is_in(one, path)]
        if not mine:
            return None
        if mine != [*range(mine[0], mine[-1] + 1)]:
            raise EditRefusedError(ELSEWHERE)
        last = mine[-1] + 1
        end = self._top(headers[last]) if last < len(headers) else len(self.text)
        return self._top(headers[mine[0]]), end

    def _blocks(self, path: TomlPath) -> list[tuple[int, int]]:
        """Return the lines of each entry of a list, or of each table of a table."""
        there = self.at(path)
        steps = range(len(there)) if isinstance(there, list) else there or ()
        return [block for step in steps if (block := self._block((*path, step)))]

    def _top(self, header: Statement) -> int:
        """Return the beginning of the comments directly above a header."""
        before = self.text[: header.start].splitlines(keepends=True)
        top = header.start
        while before and before[-1].lstrip().startswith("#"):
            top -= len(before.pop())
        return top

    def _gap(self, path: TomlPath) -> str:
        """Return the lines above an entry of a list or of a table, as the file has them."""
        blocks = self._blocks(path) if isinstance(self.at(path), list | dict) else []
        if blocks:
            above = self.text[: blocks[-1][0]]
            return self._newline if re.search(r"\n[ \t]*\r?\n\Z", above) else ""
        return "" if any(isinstance(step, int) for step in path) else self._newline

    # New text.

    def _checked(self, text: str, wanted: Mapping[str, Any]) -> TomlText:
        """Return the text, if it has the wanted data."""
        made = TomlText(text)
        try:
            is_right = _full(made.raw) == _full(wanted)
        except tomllib.TOMLDecodeError:
            is_right = False
        if not is_right:
            raise EditRefusedError(ELSEWHERE)
        return made

    def _rewritten(self, inline: Statement, wanted: dict[str, Any]) -> TomlText:
        assert inline.value
        value = _table_at(wanted, inline.path)
        start, end = inline.value
        is_long = "\n" in self.text[start:end]
        words = format_toml(value, self._newline, is_long=is_long)
        return self._checked(self.text[:start] + words + self.text[end:], wanted)

    def _with_key(self, path: TomlPath, value: Any) -> str:
        """Return the text with a key more, in the innermost table that has a header."""
        section: TomlPath = ()
        after = self._end_of_keys(None)
        for header in self._headers:
            if path[: len(header.path)] == header.path and len(header.path) >= len(section):
                section, after = header.path, self._end_of_keys(header)
        steps = path[len(section) :]
        if any(isinstance(step, int) for step in steps):
            raise EditRefusedError(ELSEWHERE)
        line = f"{dotted(map(str, steps))} = {format_toml(value, self._newline)}"
        return self._after(after, line + self._newline, "")

    def _end_of_keys(self, header: Statement | None) -> int:
        """Return the end of the last key of a table; without a header, of the file itself."""
        end, inside = (header.end, False) if header else (0, True)
        for one in self._statements:
            if one is header:
                inside = True
            elif inside and one.value is None:
                break
            elif inside:
                end = one.end
        return end

    def _refuse_if_written(self, path: TomlPath) -> None:
        if any(_is_in(one, path) for one in self._statements):
            raise EditRefusedError(ELSEWHERE)

    def _appended(self, path: TomlPath, value: Any) -> str:
        """Return the text with new tables, at the end of the table that they belong to."""
        entries = (
            [((*path, n), one) for n, one in enumerate(value)]
            if isinstance(value, list)
            else [(path, value)]
        )
        gap = self._gap(path if isinstance(value, list) else path[:-1] or path)
        written = gap.join([self._written(at, one) for at, one in entries])
        end, above = len(self.text), path[:-1]
        while above and (block := self._block(above)) is None:
            above = above[:-1]
        if above and block:
            end = block[1]
        return self._after(end, written, gap)

    def _after(self, end: int, lines: str, gap: str) -> str:
        """Return the text with lines inserted at an offset, below the last line that is full.

        *gap* is put before the lines.
        """
        full = len(self.text[:end].rstrip())
        if full:
            at = self.text.find("\n", full) + 1 if "\n" in self.text[full:end] else end
            above, below = self.text[:at], self.text[at:]
            above += "" if above.endswith("\n") else self._newline
        else:
            above, below, gap = self.text[:end], self.text[end:], ""
            if not lines.startswith("[") and below.strip():
                lines += self._newline
        return above + gap + lines + below

    def _written(self, path: TomlPath, value: Mapping[str, Any]) -> str:
        keys = dotted(step for step in path if isinstance(step, str))
        head = f"[[{keys}]]" if isinstance(path[-1], int) else f"[{keys}]"
        plain = {k: v for k, v in value.items() if not _is_tables(v)}
        lines = [head]
        lines += [f"{dotted([k])} = {format_toml(v, self._newline)}" for k, v in plain.items()]
        text = "".join([line + self._newline for line in lines])
        for key, inner in value.items():
            if isinstance(inner, dict) and key not in plain:
                text += self._written((*path, key), inner)
            elif key not in plain:
                for n, one in enumerate(inner):
                    text += self._written((*path, key, n), one)
        return text


def _paths(raw: Any, path: TomlPath) -> Iterator[TomlPath]:
    yield path
    pairs = (
        raw.items()
        if isinstance(raw, dict)
        else enumerate(raw)
        if isinstance(raw, list)
        else ()
    )
    for step, inner in pairs:
        yield from _paths(inner, (*path, step))


def _is_in(one: Statement, path: TomlPath) -> bool:
    return one.path[: len(path)] == path


def _is_tables(value: Any) -> bool:
    """Return whether a value is written with headers: a table, or a list of tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, dict) for one in value)
    return isinstance(value, dict) and bool(value)


def _table_at(raw: Any, path: TomlPath) -> Any:
    """Return what is at a path, making tables that are missing."""
    for step in path:
        if isinstance(raw, list) and isinstance(step, int) and step < len(raw):
            raw = raw[step]
        elif isinstance(raw, dict) and isinstance(step, str):
            raw = raw.setdefault(step, {})
        else:
            raise EditRefusedError(ELSEWHERE)
    return raw


def _full(raw: Any) -> Any:
    """Return data without empty tables and lists, which have no text if they have headers."""
    if isinstance(raw, dict):
        return {k: full for k, v in raw.items() if (full := _full(v)) not in ({}, [])}
    return [_full(one) for one in raw] if isinstance(raw, list) else raw


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans without those inside others."""
    return [
        s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)
    ]
