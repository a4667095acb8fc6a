"""Words for map objects in labels or messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.content.maps.map_file import MapObject

_ALIKE = {"rubble", "debris", "spines", "weeds", "venom plants", "deep water", "ground"}
"""Words with the same form in singular and plural."""
MAX_KINDS = 4
"""Maximum number of classes that a summary names."""


def plural(word: str) -> str:
    """Return the plural of the name of a class, or of a kind of files."""
    if word in _ALIKE:
        return word
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def with_article(word: str) -> str:
    """Return a class's name with its article, if it takes one."""
    if word in _ALIKE:
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def object_words(one: MapObject) -> str:
    """Return an object's name, or its class and id: ``ruin 4``."""
    return one.name or f"{one.what.words()} {one.id}"


def counted(objects: Sequence[MapObject]) -> str:
    """Return a count of objects: ``3 walls``, ``5 objects``; for one, ``object_words``."""
    if len(objects) == 1:
        return object_words(objects[0])
    kinds = {type(one.what) for one in objects}
    word = plural(kinds.pop().words()) if len(kinds) == 1 else "objects"
    return f"{len(objects)} {word}"


def summary(objects: Sequence[MapObject]) -> str:
    """Return how many objects there are of what: ``9 objects (5 walls, 3 ruins, 1 lamp)``."""
    kinds = Counter(one.what.words() for one in objects).most_common()
    if len(kinds) < 2:
        return counted(objects)
    words = [f"{many} {kind if many == 1 else plural(kind)}" for kind, many in kinds]
    others = sum(many for _, many in kinds[MAX_KINDS:])
    more = [f"{others} of other classes"] if others else []
    return f"{counted(objects)} ({', '.join(words[:MAX_KINDS] + more)})"


def inches(value: float) -> str:
    """Return a length as text: ``6.5"``."""
    return f'{round(value, 2):g}"'
