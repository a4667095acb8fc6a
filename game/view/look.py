"""What the view borrows from whoever opens the window."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

import pygame

from game.content.palettes import Colour

Face: TypeAlias = Literal["body", "strong", "heading", "title", "mono"]


class Look(Protocol):
    """Words and icons at the window's UI scale, each kept once it is rendered."""

    @property
    def scale(self) -> float:
        """Return the pixels of a unit."""
        ...

    def px(self, units: float) -> int: ...

    def text(
        self, words: str, size: float, colour: Colour = ..., face: Face = ...
    ) -> pygame.Surface: ...

    def icon(self, name: str, size: int, colour: Colour = ...) -> pygame.Surface:
        """Return an icon such as ``units/rifle``, *size* pixels square."""
        ...
