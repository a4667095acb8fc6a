"""Which heat maps there are, and what their colours mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour, palette
from game.lab.trial_game import Counts, Heat
from game.view.overlays.heat_map import LEAST, MOST
from game.view.style import AMBER, COOL
from game.widgets.theme import DEEP, LINE, MUTED, Box
from game.widgets.widget import Visible, Widget

STEPS = 24


@dataclass(frozen=True, slots=True)
class Kind:
    label: str
    counts: Callable[[Heat], Counts]
    paint: Callable[[], Colour]
    each: str
    """What it is counted by, in a few words."""
    by_looks: bool = False
    """Whether it is counted by how often games were looked at, not by games."""

    @property
    def colour(self) -> Colour:
        return self.paint()

    def shares(self, heat: Heat) -> npt.NDArray[np.float64]:
        """Return how hot each square is, from 0 to 1."""
        counts = self.counts(heat).astype(np.float64)
        found: npt.NDArray[np.float64] = counts / max(1.0, float(counts.max()))
        # Few squares are very hot: by roots one sees the others, too.
        return found if self.by_looks else np.sqrt(found)

    def most(self, heat: Heat, games: int) -> float:
        """Return what the hottest square had, in each game or at each look."""
        many = heat.looks if self.by_looks else games
        return float(self.counts(heat).max()) / max(1, many)


HEATS = (
    Kind("Casualties", lambda heat: heat.fallen, lambda: palette().bad, "lost a game"),
    Kind("Traffic", lambda heat: heat.passed, lambda: AMBER, "moves over it a game"),
    Kind("Sight", lambda heat: heat.seen, lambda: COOL, "models see it at once", by_looks=True),
)


class HeatLegend(Widget):
    words = Visible[str]()
    kind = Visible["Kind | None"]()

    def __init__(self, box: Box) -> None:
        super().__init__(box, "From nothing to the most that any square of the map has")
        self.words, self.kind = "", None

    def show(self, kind: Kind | None, heat: Heat | None, games: int) -> None:
        self.kind = kind
        self.words = ""
        if kind and heat:
            self.words = f"{kind.most(heat, games):.2g} {kind.each}"

    def paint(self, canvas: pygame.Surface) -> None:
        if not self.kind or not self.words:
            return
        theme, px = self.theme, self.theme.px
        track = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, px(12))
        pygame.draw.rect(canvas, DEEP, track)
        wide = track.width / STEPS
        for n in range(STEPS):
            place = pygame.Rect(track.left + round(n * wide), track.top, 0, track.height)
            place.width = track.left + round((n + 1) * wide) - place.left
            ink = pygame.Surface(place.size, pygame.SRCALPHA)
            colour = pygame.Color(self.kind.colour)
            colour.a = round(LEAST + (n + 0.5) / STEPS * (MOST - LEAST))
            ink.fill(colour)
            canvas.blit(ink, place)
        pygame.draw.rect(canvas, LINE, track, 1)
        none = theme.text("0", 12, MUTED)
        canvas.blit(none, (track.left, track.bottom + px(3)))
        most = theme.text(self.words, 12, MUTED)
        canvas.blit(most, most.get_rect(topright=(track.right, track.bottom + px(3))))
