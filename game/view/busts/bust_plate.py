"""The plate behind the head of a bust, with wings, jets, a halo or a weapon."""

from __future__ import annotations

from game.view.busts.bust_traits import Kin, ShownWeapon, Traits
from game.view.busts.engraving import (
    INK,
    MIDDLE,
    Dot,
    Engraving,
    Hatching,
    bar,
    flipped,
    mixed,
    oval,
    smooth,
)

RULED = Hatching(0.0, 1.0, 0.55, 2.6)
"""Lines of the ground."""


def draw_ground(bust: Engraving) -> None:
    """Draw the plate behind the bust: dark, ruled, with light from the upper left."""
    tones = bust.tones
    plate = [(2.0, 2.0), (98.0, 2.0), (98.0, 98.0), (2.0, 98.0)]
    bust.flat([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)], tones.ground)
    bust.hatch(plate, RULED, mixed(tones.ground, tones.mid, 0.45))
    bust.hatch(plate, Hatching(0.75, 0.0, 0.9, 2.6, 45.0), mixed(tones.ground, tones.mid, 0.6))


def draw_behind(bust: Engraving, traits: Traits) -> None:
    """Draw what is behind the shoulders: wings, jets, a halo, a weapon."""
    if traits.is_psychic:
        _halo(bust, traits)
    if traits.is_winged:
        _wings(bust, traits)
    if traits.is_jetted:
        _jets(bust)
    if traits.kin is not Kin.BEAST:
        _arm(bust, traits)


def _halo(bust: Engraving, traits: Traits) -> None:
    tones, many = bust.tones, 10 + 4 * traits.pick("rays", 3)
    bust.flat(oval(MIDDLE, 40, 35, 35), tones.deep)
    for n in range(many):
        start = oval(MIDDLE, 40, 20, 20, 360 / many * n)[0]
        end = oval(MIDDLE, 40, 38, 38, 360 / many * n)[0]
        bust.flat(bar(start, end, 3.2, 0.4), tones.light)
    bust.edge(oval(MIDDLE, 40, 33, 33), 1.2, tones.bright)
    bust.edge(oval(MIDDLE, 40, 29.5, 29.5), 0.8, tones.light)


def _wings(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    if traits.kin is Kin.BEAST:
        wing: list[Dot] = [(40, 74), (22, 46), (3, 18), (6, 40), (1, 52), (9, 60), (5, 74)]
        wing += [(18, 74), (20, 90)]
        ribs = [(3, 18), (1, 52), (5, 74)]
    else:
        wing = [(40, 80), (26, 52), (8, 20), (5, 34), (3, 48), (6, 60), (10, 72), (22, 84)]
        ribs = [(5, 34), (3, 48), (6, 60), (10, 72)]
    for side in (wing, flipped(wing)):
        bust.solid(side, tones.deep, shine=tones.mid)
    for rib in ribs:
        for line in ([(36.0, 74.0), rib], flipped([(36.0, 74.0), rib])):
            bust.line(line, 1.6, INK)
            bust.line(line, 0.7, tones.light)


def _jets(bust: Engraving) -> None:
    tones = bust.tones
    for x in (18.0, 82.0):
        bust.solid(
            [(x - 8, 52), (x - 6, 40), (x + 6, 40), (x + 8, 52), (x + 8, 86), (x - 8, 86)],
            tones.mid,
        )
        bust.solid(oval(x, 40, 6, 2.6), tones.deep, line=1.2)
        bust.line([(x - 8, 58), (x + 8, 58)], 1.2)


def _arm(bust: Engraving, traits: Traits) -> None:
    tones, arm = bust.tones, traits.arm
    if arm is ShownWeapon.LONG:
        bust.solid(bar((70, 96), (88, 22), 7, 5), tones.mid)
        bust.solid(bar((87, 26), (91, 8), 3.4), tones.deep, line=1.2)
        bust.solid(bar((80, 38), (89, 40), 4), tones.deep, line=1.0)
    elif arm is ShownWeapon.HEAVY:
        bust.solid(bar((72, 98), (83, 44), 15, 13), tones.mid)
        for shift in (-4.4, 0.0, 4.4):
            bust.solid(bar((83 + shift, 46), (88 + shift, 10), 3.6), tones.deep, line=1.1)
        bust.solid(bar((79, 33), (93, 36), 5), tones.light, line=1.2)
    elif arm is ShownWeapon.BLADE:
        curved = traits.pick("blade", 2)
        edge: list[Dot] = [(79, 62), (83, 30), (89 if curved else 87, 6), (92, 30), (87, 63)]
        bust.solid(smooth(edge) if curved else edge, tones.light, shine=tones.bright)
        bust.line([(84, 60), (87.5, 16)], 0.8)
        bust.solid(bar((72, 62), (94, 65), 5), tones.deep, line=1.2)
    elif arm is ShownWeapon.BLUNT:
        bust.solid(bar((76, 96), (84, 30), 5), tones.deep)
        bust.solid(bar((78, 14), (92, 16), 20), tones.mid)
        bust.line([(78, 10), (92, 12)], 1.2)
        bust.line([(77, 21), (91, 23)], 1.2)
    elif arm is ShownWeapon.STAFF:
        bust.solid(bar((80, 99), (86, 22), 4), tones.mid, line=1.2)
        bust.solid([(86, 24), (80.5, 16), (87.5, 2), (93, 17)], tones.bright)
