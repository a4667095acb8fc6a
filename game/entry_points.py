"""Objects that are imported when they are first looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name
from typing import TypeVar, cast

T = TypeVar("T")


class EntryPoints(Mapping[str, T]):
    """A mapping from names to objects, each imported when it is first looked up.

    It is made of entry points, ``"module:name"``. Its names are known without any import;
    looking up one name imports one module. Imports are locked, so any thread may look up.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = dict(entries)
        self._found = dict[str, T]()

    def __getitem__(self, name: str) -> T:
        """Return the imported object of a name; raise KeyError if there is none.

        Type checkers do not read entry points: it is not verified that the object is a T.
        """
        if name not in self._found:
            self._found[name] = cast("T", resolve_name(self._entries[name]))
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        """Return whether there is such a name, without importing anything."""
        return name in self._entries
