"""What objects and classes are called in labels, hints and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.content.maps.class_base import MapClass, Shape
from game.content.maps.map_file import MapObject

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ALIKE = {"rubble", "debris", "spines", "weeds", "venom plants", "deep water", "ground"}
"""One or many, the word is the same."""

SHAPES: tuple[Shape, ...] = ("rectangle", "polygon", "ellipse", "polyline", "point")


def class_words(kind: type[MapClass]) -> str:
    """Return what a class is called in a sentence: ``low wall``."""
    return _HUMP.sub(" ", kind.__name__).lower()


def several(word: str) -> str:
    """Return the plural of a class's word."""
    if word in _ALIKE:
        return word
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def a(word: str) -> str:
    """Return a class's word with its article, if it has one."""
    if word in _ALIKE:
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def object_words(one: MapObject) -> str:
    """Return what one object is called: by its name, or its class and number: ``ruin 4``."""
    return one.name or f"{class_words(type(one.what))} {one.id}"


def counted(objects: Sequence[MapObject]) -> str:
    """Return what several are called: ``3 walls``, ``5 objects``; of one, what it is called."""
    if len(objects) == 1:
        return object_words(objects[0])
    kinds = {type(one.what) for one in objects}
    word = several(class_words(kinds.pop())) if len(kinds) == 1 else "objects"
    return f"{len(objects)} {word}"


def inches(value: float) -> str:
    """Return a length in words: ``6.5"``."""
    return f'{round(value, 2):g}"'


def shape_refusal(kind: type[MapClass], shape: Shape) -> str:
    """Return why a class is not drawn in a shape; empty if it is."""
    if shape in kind.shapes:
        return ""
    wanted = " or ".join(f"{a(one)}" for one in SHAPES if one in kind.shapes)
    word = class_words(kind)
    return f"{a(word)[:1].upper()}{a(word)[1:]} is no {shape}: draw it as {wanted}"
