"""The legend of a heat map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour, palette
from game.lab.heat_maps import Heat
from game.lab.squares import Counts
from game.view.colours import AMBER, COOL
from game.view.overlays.heat_layer import MAX_ALPHA, MIN_ALPHA
from game.widgets.sizes import EDGE, FIELD, MEDIUM, NOTE_TEXT
from game.widgets.theme import DEEP, LINE, MUTED, Theme
from game.widgets.widget import Visible, Widget

STEPS = 24


@dataclass(frozen=True, slots=True)
class HeatKind:
    label: str
    counts: Callable[[Heat], Counts]
    paint: Callable[[], Colour]
    _: KW_ONLY
    each: str
    """The unit of its counts, in a few words."""
    by_looks: bool = False
    """True if counts are per look at the game, false if they are per game."""

    @property
    def colour(self) -> Colour:
        return self.paint()

    def shares(self, heat: Heat) -> npt.NDArray[np.float64]:
        """Return the heat of each square, from 0 to 1."""
        counts = self.counts(heat).astype(np.float64)
        found: npt.NDArray[np.float64] = counts / max(1.0, float(counts.max()))
        # Few squares are very hot; square roots make others visible.
        return found if self.by_looks else np.sqrt(found)

    def most(self, heat: Heat, games: int) -> float:
        """Return the count of the hottest square, per game or per look."""
        many = heat.looks if self.by_looks else games
        return float(self.counts(heat).max()) / max(1, many)


HEATS = (
    HeatKind(
        "Casualties",
        counts=lambda heat: heat.fallen,
        paint=lambda: palette().bad,
        each="lost per game",
    ),
    HeatKind(
        "Traffic",
        counts=lambda heat: heat.passed,
        paint=lambda: AMBER,
        each="moves over it per game",
    ),
    HeatKind(
        "Sight",
        counts=lambda heat: heat.seen,
        paint=lambda: COOL,
        each="models see it at a time",
        by_looks=True,
    ),
)


class HeatLegend(Widget):
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    words = Visible[str]()
    kind = Visible["HeatKind | None"]()

    def __init__(self, kind: HeatKind | None, heat: Heat | None, games: int) -> None:
        super().__init__("From zero to the highest value of any square of the map")
        self.kind, self.words = kind, ""
        if kind and heat:
            self.words = f"{kind.most(heat, games):.2g} {kind.each}"

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for the scale and the numbers below it."""
        return FIELD, MEDIUM

    def paint(self, canvas: pygame.Surface) -> None:
        if not self.kind or not self.words:
            return
        theme, px = self.theme, self.theme.px
        track = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, px(EDGE))
        pygame.draw.rect(canvas, DEEP, track)
        wide = track.width / STEPS
        for n in range(STEPS):
            place = pygame.Rect(track.left + round(n * wide), track.top, 0, track.height)
            place.width = track.left + round((n + 1) * wide) - place.left
            ink = pygame.Surface(place.size, pygame.SRCALPHA)
            colour = pygame.Color(self.kind.colour)
            colour.a = round(MIN_ALPHA + (n + 0.5) / STEPS * (MAX_ALPHA - MIN_ALPHA))
            ink.fill(colour)
            canvas.blit(ink, place)
        pygame.draw.rect(canvas, LINE, track, 1)
        none = theme.text("0", NOTE_TEXT, MUTED)
        canvas.blit(none, (track.left, track.bottom + px(3)))
        most = theme.text(self.words, NOTE_TEXT, MUTED)
        canvas.blit(most, most.get_rect(topright=(track.right, track.bottom + px(3))))
