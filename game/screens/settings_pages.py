"""What can be set, page by page: a word for each thing, and the values that it can have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from game.content.palettes import PALETTES
from game.content.settings import SPEEDS, TEXTS, Curtain, Settings
from game.screens.scaling import SCALES, largest_scale

NO_YES = ((False, "Off"), (True, "On"))
STEP = 5
"""Percent from one place of a slider to the next."""


class Page(Enum):
    LOOK = ("Look", "eye")
    SOUND = ("Sound", "volume-2")
    TABLE = ("Table", "users")
    KEYS = ("Keys", "keyboard")

    def __init__(self, label: str, icon: str) -> None:
        self.label = label
        self.icon = icon


@dataclass(frozen=True, slots=True)
class Pick:
    """One of a few values."""

    field: str
    label: str
    values: Sequence[tuple[Any, str]]
    hint: str = ""

    def at(self, settings: Settings) -> int:
        """Return which value is set, or the nearest where it is none of them."""
        now = getattr(settings, self.field)
        values = [value for value, _ in self.values]
        if now in values:
            return values.index(now)
        numbers = [abs(v - now) if isinstance(v, float) else 1e9 for v in values]
        return numbers.index(min(numbers))


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage."""

    field: str
    label: str
    hint: str = ""


Line: TypeAlias = Pick | Share


def look(size: tuple[int, int]) -> list[Line]:
    most = largest_scale(size)
    scales = [(s, f"{s:.0%}") for s in SCALES if s <= most]
    return [
        Pick("scale", "Size of everything", [(None, "As it suits the window"), *scales]),
        Pick(
            "text",
            "Size of running text",
            [(t, f"{t:.0%}") for t in TEXTS],
            "Log, rulebook, help and questions",
        ),
        Pick("palette", "Colours", [(name, p.label) for name, p in PALETTES.items()]),
        Pick("fullscreen", "Full screen", NO_YES),
        Pick("still", "Less motion", NO_YES, "Nothing glides, tumbles or scrolls by itself"),
    ]


def sound(size: tuple[int, int]) -> list[Line]:
    return [
        Pick("mute", "Mute", NO_YES),
        Share("volume", "Volume"),
        Share("effects", "Effects", "What happens on the table"),
        Pick("captions", "Captions", NO_YES, "What can be heard is written, too"),
    ]


def table(size: tuple[int, int]) -> list[Line]:
    curtains = (
        (Curtain.OFF, "Never"),
        (Curtain.HIDDEN, "When something is hidden"),
        (Curtain.ALWAYS, "Always"),
    )
    return [
        Pick("speed", "What happens is shown", [(s, f"× {s:g}") for s in SPEEDS]),
        Pick("curtain", "Curtain at the hand-over", curtains, "Between two people"),
    ]


LINES: dict[Page, Callable[[tuple[int, int]], list[Line]]] = {
    Page.LOOK: look,
    Page.SOUND: sound,
    Page.TABLE: table,
}
"""The lines of a page for a window of a size in pixels; keys have a list of their own."""
