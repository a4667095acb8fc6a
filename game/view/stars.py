"""What lies below a board in space: stars, and faint clouds between them."""

from __future__ import annotations

import pygame

from game.view.brush import Easel, blurred
from game.view.grain import grained, mixed
from game.view.plan import Plan, Scrap

CLOUDS = ("#1B2B45", "#2A1F3D", "#123438")
STARS = ("#FFFFFF", "#CFE2FF", "#FFE9C9", "#FFD2B0")


def paint_stars(easel: Easel, plan: Plan) -> None:
    """Paint the dark, clouds of light in it, and stars: the larger with a glow."""
    easel.canvas.blit(easel.paper(grained(plan.materials.floor, 1.4)), (0, 0))
    clouds = blurred(easel.mask(plan.patches), 1.1 * easel.ppi)
    for n, cloud in enumerate(CLOUDS):
        light = easel.paper(mixed(11 + 4 * n))
        light.blit(clouds, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        easel.lighten(light, cloud)
    glow = pygame.Surface(easel.canvas.get_size())
    near = [s for s in enumerate(plan.stars) if _near(easel, s[1])]
    for n, (at, radius, _, _) in near:
        if radius > 0.05:
            pygame.draw.aacircle(
                glow, STARS[n % len(STARS)], easel.spot(at), 2 * radius * easel.ppi
            )
    easel.lighten(blurred(glow, 0.1 * easel.ppi), (150, 150, 150))
    for n, (at, radius, shade, _) in near:
        tint = pygame.Color(STARS[n % len(STARS)]).lerp((10, 14, 23), 0.75 * (1.0 - shade))
        # However far away, a star is never less than a pixel.
        easel.disc(at, max(radius * 0.8, 0.8 / easel.ppi), (tint.r, tint.g, tint.b))


def _near(easel: Easel, star: Scrap) -> bool:
    (x, y), far = star.at, 0.5
    return easel.sees((x - far, y - far, x + far, y + far))
