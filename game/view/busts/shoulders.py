"""The shoulders of a bust."""

from __future__ import annotations

from game.view.busts.bust_traits import Kin, Traits
from game.view.busts.engraving import (
    INK,
    MIDDLE,
    Dot,
    Engraving,
    bar,
    flipped,
    mirrored,
    oval,
    smooth,
)


def draw_shoulders(bust: Engraving, traits: Traits) -> None:
    """Draw neck, chest, and collar."""
    if traits.kin is Kin.BEAST:
        _carapace(bust, traits)
    elif traits.kin is Kin.MACHINE:
        _hull(bust, traits)
    else:
        _chest(bust, traits)


def _chest(bust: Engraving, traits: Traits) -> None:
    tones, wide = bust.tones, 2.0 * traits.bulk
    bust.solid([(41, 56), (59, 56), (61, 80), (39, 80)], tones.deep)
    left: list[Dot] = [(50, 76), (40, 73), (26 - wide, 79), (16 - wide, 88), (13 - wide, 101)]
    bust.solid(mirrored([*left, (50, 101)]), tones.mid)
    _collar(bust, traits)
    if traits.armour > 1:
        _pauldrons(bust, traits)
    elif traits.pick("straps", 2):
        strap = bar((30, 79), (44, 100), 5)
        for side in (strap, flipped(strap)):
            bust.solid(side, tones.deep, line=1.0)
    if traits.is_rider or (traits.is_fleet and traits.armour < 3):
        scarf: list[Dot] = [(34, 72), (50, 68), (66, 72), (68, 80), (50, 86), (32, 80)]
        bust.solid(smooth(scarf), tones.light, shine=tones.bright)
        bust.line([(36, 78), (50, 82), (65, 77)], 1.0)
        bust.line([(40, 73), (52, 76)], 0.8)


def _collar(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    if traits.armour == 3:
        ring: list[Dot] = [(50, 74), (33, 70), (27, 76), (31, 84), (50, 89)]
        bust.solid(smooth(mirrored(ring)), tones.deep, shine=tones.mid)
        bust.line([(31, 80), (40, 84), (50, 85.5), (60, 84), (69, 80)], 1.0, tones.light)
    elif traits.pick("collar", 2):
        flap: list[Dot] = [(50, 88), (36, 70), (40, 66), (50, 80)]
        for side in (flap, flipped(flap)):
            bust.solid(side, tones.light, line=1.2, shine=tones.bright)
    else:
        band: list[Dot] = [(50, 72), (38, 68), (37, 76), (50, 81)]
        bust.solid(mirrored(band), tones.light, line=1.2, shine=tones.bright)
        bust.line([(50, 81), (50, 99)], 1.0)
    if traits.is_leader:
        for n in range(3):
            bust.dot((50, 86 + 5 * n), 1.5, tones.bright)
        for x in (22.0, 78.0):
            bust.solid(oval(x, 83, 10, 3.6, -18 if x < MIDDLE else 18), tones.bright, line=1.2)


def _pauldrons(bust: Engraving, traits: Traits) -> None:
    tones, size = bust.tones, 12.0 + 2.5 * traits.armour + traits.bulk
    for x in (20.0 - traits.bulk, 80.0 + traits.bulk):
        bust.solid(oval(x, 91, size, size * 0.95), tones.mid)
        bust.edge(oval(x, 91, size - 3.2, size * 0.95 - 3.2), 0.9, tones.light)
    marks, x = traits.pick("mark", 4), 20.0 - traits.bulk
    if marks == 0:
        bust.line([(x - 4, 84), (x, 90), (x + 4, 84)], 2.0, tones.bright)
    elif marks == 1:
        bust.edge(oval(x, 89, 3.6, 3.6), 1.8, tones.bright)
    elif marks == 2:
        bust.line([(x, 83), (x, 95)], 2.0, tones.bright)
        bust.line([(x - 5, 88), (x + 5, 88)], 2.0, tones.bright)
    else:
        bust.flat([(x, 83), (x + 4, 89), (x, 95), (x - 4, 89)], tones.bright)


def _carapace(bust: Engraving, traits: Traits) -> None:
    tones, wide = bust.tones, 3.0 * traits.bulk
    neck: list[Dot] = [(50, 50), (40, 54), (37, 72), (36, 86), (50, 90)]
    bust.solid(mirrored(neck), tones.deep)
    for y in (66.0, 72.0, 78.0):
        bust.line([(38, y), (50, y + 3), (62, y)], 0.9, tones.mid)
    plate: list[Dot] = [(46, 101), (42, 84), (30, 74), (16 - wide, 78), (5 - wide, 101)]
    for side in (plate, flipped(plate)):
        bust.solid(side, tones.mid)
    for n in range(2 + traits.pick("ridges", 2)):
        rib: list[Dot] = [(38 - 2 * n, 101), (32 - 6 * n, 86), (22 - 7 * n - wide, 80 + 4 * n)]
        for line in (rib, flipped(rib)):
            bust.line(line, 1.2)
    for n in range(traits.pick("spines", 3) + traits.bulk):
        x = 28.0 - 8 * n
        spine: list[Dot] = [(x + 3, 77 + n), (x - 5, 62 + 3 * n), (x - 4, 80 + n)]
        for side in (spine, flipped(spine)):
            bust.solid(side, tones.light, line=1.1, shine=tones.bright)


def _hull(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    hull: list[Dot] = [(50, 68), (30, 68), (24, 74), (20, 101), (50, 101)]
    bust.solid(mirrored(hull), tones.deep)
    arm: list[Dot] = [(24, 66), (8, 66), (3, 73), (3, 96), (22, 96)]
    for side in (arm, flipped(arm)):
        bust.solid(side, tones.mid)
    for y in (80.0, 85.0, 90.0):
        bust.line([(40, y), (60, y)], 2.2, tones.mid if traits.bulk else tones.light)
    for x in (8.0, 19.0, 81.0, 92.0):
        bust.dot((x, 71), 1.3, tones.bright)
    for x in (12.0, 88.0):
        bust.solid(oval(x, 88, 4.6, 4.6), INK, line=1.0)
        bust.edge(oval(x, 88, 4.6, 4.6), 1.3, tones.light)
