"""The registry of what maps may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from pkgutil import resolve_name
from typing import cast

from game.content.maps import classes
from game.content.maps.board_check import BoardCheck
from game.content.maps.class_additions import ClassAdditions, MapCheck
from game.content.maps.map_class import Board, MapClass
from game.content.maps.member_types import Choice
from game.systems import Parts

_ADDED = (classes.ADDED, *Parts[ClassAdditions]("content.map_classes", "ADDED").values())
_BY_RANK = attrgetter("rank")
_LISTED = sorted((some for added in _ADDED for some in added.listed), key=_BY_RANK)
CLASSES: Mapping[str, type[MapClass]] = {
    one.__name__: one for some in _LISTED for one in some.classes
}
"""All map object classes, by their names in map files and Tiled."""
_GROUPS = sorted((group for added in _ADDED for group in added.groups), key=_BY_RANK)
GROUPS: Mapping[str, tuple[type[MapClass], ...]] = {
    title: tuple(one for group in groups for one in group.classes)
    for title, groups in groupby(_GROUPS, attrgetter("title"))
}
"""The same classes, in the groups and the order of the editor's palette."""
_MAP: tuple[type[MapClass]] = (Board,)
CHOICES: Mapping[str, object] = {
    mark.name: field.annotation
    for kind in (*CLASSES.values(), *_MAP)
    for field in kind.model_fields.values()
    for mark in field.metadata
    if isinstance(mark, Choice)
}
"""All choices of members, by the names that Tiled shows."""
_BY_KEY = {key: one for added in _ADDED for key, one in added.keys.items()}
KEYS = tuple(_BY_KEY[key] for key in "1234567890")
"""The classes that the keys 1 to 9 and 0 of the editor select."""
MAP_CHECKS: tuple[MapCheck, ...] = tuple(added.check for added in _ADDED if added.check)
"""Checks of all objects together; their faults make a map unusable."""


def board_checks() -> Iterator[BoardCheck]:
    """Yield the checks of boards, imported only now: Shapely loads more slowly than maps."""
    yield cast("BoardCheck", resolve_name("game.content.maps.battle_checks:CHECK"))
    yield from Parts[BoardCheck]("content.map_checks", "CHECK").values()
