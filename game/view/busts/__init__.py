"""Engraved busts of profiles, drawn from parts that follow from a profile's traits."""

from __future__ import annotations

import pygame

from game.content.palettes import Team
from game.picture_cache import PICTURES
from game.table.records import Profile
from game.view.busts.bust_plate import draw_behind, draw_ground
from game.view.busts.bust_traits import Traits, traits_of
from game.view.busts.engraving import Engraving, tones_of
from game.view.busts.heads import draw_head
from game.view.busts.shoulders import draw_shoulders
from game.view.colours import HALO
from game.view.style import draw_svg


def draw_bust(profile: Profile, team: Team, pixels: int) -> pygame.Surface:
    """Return the bust of a profile in a side's colour, *pixels* square."""
    return _drawn(traits_of(profile), team, pixels)


def draw_framed_bust(
    canvas: pygame.Surface, profile: Profile, team: Team, place: pygame.Rect
) -> None:
    """Draw the bust of a profile at a square place, in a frame of its side's colour."""
    canvas.blit(draw_bust(profile, team, place.width), place)
    line = max(1, place.width // 40)
    pygame.draw.rect(canvas, HALO, place.inflate(2, 2), 2, border_radius=3)
    pygame.draw.rect(canvas, team.plain, place, line, border_radius=3)


@PICTURES.keeps
def _drawn(traits: Traits, team: Team, pixels: int) -> pygame.Surface:
    return draw_svg(bust_svg(traits, team), "0 0 100 100", pixels, pixels)


def bust_svg(traits: Traits, team: Team) -> str:
    """Return the SVG elements of a bust, 100 units square."""
    bust = Engraving(tones_of(team))
    draw_ground(bust)
    draw_behind(bust, traits)
    draw_shoulders(bust, traits)
    draw_head(bust, traits)
    return bust.svg
