"""The card of a scenario, which is shown over the board until that is painted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pygame

from game.table.records import Profile
from game.table.state import Table
from game.text.clusters import spaced_words
from game.view.busts import draw_framed_bust
from game.view.busts.bust_traits import traits_of
from game.view.colours import AMBER, CREAM, HALO, TEAMS
from game.view.style import DrawingTheme

WORDS = "Preparing the table"
GROUND, EDGE, QUIET = "#12171A", "#3F4D56", "#A7B2B8"
WIDE, FACE, PAD, LINE = 620, 132, 26, 22
"""Units: width of the card, size of a face, space at its edges, and pitch of the lines."""


class OpeningForce(NamedTuple):
    """A side on the card."""

    name: str
    strength: str
    """Words for the size of the force."""
    lead: Profile


class OpeningCard(NamedTuple):
    """The contents of the card: the battle that is about to begin."""

    title: str
    stake: str
    """A sentence or two about what the sides fight for."""
    forces: tuple[OpeningForce, ...]
    """The sides in the order of the table's."""
    foot: str = WORDS
    """The words above the bar at its foot."""


def forces_of(table: Table, names: Mapping[str, str]) -> tuple[OpeningForce, ...]:
    """Return the sides of a table by their ids' names; their leaders stand for them."""
    found = list[OpeningForce]()
    for side in table.sides:
        models = [model for model in table.models.values() if model.side == side]
        if models:
            profiles = [model.profile for model in models]
            lead = next((p for p in profiles if traits_of(p).is_leader), profiles[0])
            units = sum(unit.side == side for unit in table.units.values())
            strength = f"{units} units, {len(models)} models"
            if units == len(models):
                strength = f"{units} model" if units == 1 else f"{units} models"
            found.append(OpeningForce(names.get(side, side.capitalize()), strength, lead))
    return tuple(found)


class OpeningPainter:
    """Draws the card of a scenario, which is painted once for each size of the window."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._painted: tuple[object, pygame.Surface] | None = None

    def draw(
        self, canvas: pygame.Surface, window: pygame.Rect, card: OpeningCard, share: float
    ) -> None:
        """Draw a card in the middle of a window; *share* of the table is painted already."""
        px, key = self.look.px, (card, window.size, self.look.scale)
        if self._painted is None or self._painted[0] != key:
            self._painted = key, self._paint(card, min(px(WIDE), window.width - px(16)))
        picture = self._painted[1]
        place = picture.get_rect(center=window.center)
        canvas.blit(picture, place)
        groove = pygame.Rect(0, 0, place.width - 2 * px(PAD), px(5))
        groove.midbottom = place.centerx, place.bottom - px(18)
        canvas.fill("#2A333A", groove)
        canvas.fill(AMBER, (*groove.topleft, round(groove.width * share), groove.height))

    def _paint(self, card: OpeningCard, wide: int) -> pygame.Surface:
        look, px = self.look, self.look.px
        title = look.text(card.title.upper(), 36, CREAM, "title")
        stake = [*wrapped(card.stake, 15, wide - 2 * px(PAD), look)]
        faces = px(FACE + 60) if card.forces else 0
        high = px(64) + faces + px(LINE) * len(stake) + px(66)
        picture = pygame.Surface((wide, high))
        picture.fill(GROUND)
        middle = wide // 2
        if title.get_width() > wide - 2 * px(PAD):
            title = look.text(card.title.upper(), 24, CREAM, "title")
        picture.blit(title, title.get_rect(center=(middle, px(36))))
        for n, force in enumerate(card.forces):
            centre = middle + px(150) * (2 * n - len(card.forces) + 1)
            self._paint_force(picture, force, n, (centre, px(66)))
        if len(card.forces) > 1:
            word = look.text("against", 17, QUIET, "heading")
            picture.blit(word, word.get_rect(center=(middle, px(66 + FACE // 2))))
        top = px(70) + faces
        for line in stake:
            words = look.text(line, 15, CREAM)
            picture.blit(words, words.get_rect(midtop=(middle, top)))
            top += px(LINE)
        words = look.text(card.foot, 13, QUIET, "heading")
        picture.blit(words, words.get_rect(midbottom=(middle, high - px(29))))
        pygame.draw.rect(picture, HALO, picture.get_rect(), px(3))
        pygame.draw.rect(picture, EDGE, picture.get_rect(), max(1, px(1)))
        return picture

    def _paint_force(
        self, picture: pygame.Surface, force: OpeningForce, n: int, top: tuple[int, int]
    ) -> None:
        """Draw a face with the name of its side and the size of its force below."""
        px, team = self.look.px, TEAMS[n]
        face = pygame.Rect(0, 0, px(FACE), px(FACE))
        face.midtop = top
        draw_framed_bust(picture, force.lead, team, face)
        for words, size, colour, drop in (
            (force.name.upper(), 22, team.plain, 16),
            (force.strength, 13, QUIET, 38),
        ):
            line = self.look.text(words, size, colour, "title" if size > 20 else "body")
            picture.blit(line, line.get_rect(center=(top[0], face.bottom + px(drop))))


def wrapped(words: str, size: float, width: int, look: DrawingTheme) -> Iterator[str]:
    """Yield the lines of a text that is broken between words."""
    line = ""
    for word in spaced_words(" ".join(words.split())):
        longer = f"{line} {word}".strip()
        if line and look.text(longer, size, CREAM).get_width() > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
