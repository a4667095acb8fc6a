"""A table of entries, each imported when it is first used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name
from typing import TypeVar, cast

T = TypeVar("T")


class EntryPoints(Mapping[str, T]):
    """A mapping from names to things, each imported when it is looked up for the first time.

    It is made of entry points, ``"module:name"``. Its names are known without any import, and
    looking up one name imports one module. Python locks imports, so any thread may look up.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = dict(entries)
        self._found = dict[str, T]()

    def __getitem__(self, name: str) -> T:
        """Return the thing of a name, imported; raise KeyError where there is none.

        No type checker reads entry points: that the thing is of type T is taken on trust.
        """
        if name not in self._found:
            self._found[name] = cast("T", resolve_name(self._entries[name]))
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        """Return whether there is such a name; nothing is imported."""
        return name in self._entries
