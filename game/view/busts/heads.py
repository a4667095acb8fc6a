"""The heads of busts."""

from __future__ import annotations

from game.view.busts.bust_traits import Kin, Traits
from game.view.busts.engraving import (
    INK,
    MIDDLE,
    SHADE,
    Dot,
    Engraving,
    bar,
    flipped,
    mirrored,
    mixed,
    oval,
    smooth,
)


def draw_head(bust: Engraving, traits: Traits) -> None:
    """Draw the head of a bust."""
    if traits.kin is Kin.BEAST:
        _beast(bust, traits)
    elif traits.kin is Kin.MACHINE:
        _machine(bust, traits)
    elif traits.armour == 3:
        _crest(bust, traits)
        _closed_helmet(bust, traits)
    else:
        _face(bust, traits)
        _headgear(bust, traits)


def _face(bust: Engraving, traits: Traits) -> None:
    """Draw an open face, whose jaw, brow, nose and mouth vary."""
    tones = bust.tones
    jaw, chin = (15.5, 17.0, 14.0)[traits.pick("jaw", 3)], (66, 68, 65)[traits.pick("chin", 3)]
    skin = mixed(tones.bright, tones.light, 0.35)
    face: list[Dot] = [(50, 26), (35, 28), (33, 42), (MIDDLE - jaw, 55), (42, chin - 2)]
    shape = smooth(mirrored([*face, (50, chin)]))
    bust.solid(shape, skin, shine=tones.bright)
    _eyes(bust, traits)
    bust.line([(50, 43), (47.5, 51), (50.5, 52.5)], 1.3)
    mouth = traits.pick("mouth", 5)
    if traits.armour == 2 and mouth < 3:
        _respirator(bust, traits)
        return
    bust.line([(45, 58.5), (50, 57.5 + (mouth == 1)), (55, 58.5)], 1.4)
    bust.line([(47, 61.5), (53, 61.5)], 0.8)
    if mouth == 2:
        bust.solid(smooth([(42, 57), (50, 53.5), (58, 57), (56, 58.5), (44, 58.5)]), tones.deep)
    elif mouth == 3:
        beard: list[Dot] = [(50, 60), (40, 54), (34.5, 50), (37, 62), (44, chin + 1)]
        bust.solid(smooth(mirrored([*beard, (50, chin + 6)])), tones.deep, shine=tones.mid)
        bust.line([(46, 58.8), (54, 58.8)], 1.3, tones.bright)
    elif mouth == 4:
        bust.line([(59, 36), (56.5, 44), (58, 52)], 1.3)
        bust.line([(56, 41), (59.5, 40)], 0.9)
        bust.line([(55.5, 47), (59, 46.5)], 0.9)


def _eyes(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    if traits.is_rider or (traits.is_fleet and traits.pick("goggles", 2)):
        bust.solid(bar((32, 41), (68, 41), 6), tones.deep, line=1.0)
        for x in (42.5, 57.5):
            bust.solid(oval(x, 41.5, 6.4, 5.4), INK, line=2.0)
            bust.edge(oval(x, 41.5, 6.4, 5.4), 1.4, tones.light)
            bust.line([(x - 3, 41), (x - 0.5, 38.5)], 1.2, tones.bright)
        return
    bust.hatch(oval(50, 40, 14, 4.5), SHADE[0]._replace(start=0.0, width=0.7), INK)
    for x, side in ((42.8, 1), (57.2, -1)):
        bust.flat(smooth([(x - 4, 42), (x, 39.6), (x + 4, 42), (x, 43.8)]), "#FFF8EA")
        bust.dot((x + 0.4, 41.7), 1.9, INK)
        bust.line([(x - 4.6, 41.4), (x, 38.9), (x + 4.4, 41.4)], 1.5)
        tilt = (0.0, 1.6, -1.0)[traits.pick("brow", 3)]
        bust.line([(x - 5 * side, 36.4 - tilt * 0.3), (x + 4 * side, 36.6 + tilt)], 2.2)


def _respirator(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    mask: list[Dot] = [(50, 50), (41, 52), (36, 58), (40, 67), (50, 71)]
    bust.solid(smooth(mirrored(mask)), tones.deep, shine=tones.mid)
    if traits.pick("filter", 2):
        for x in (40.0, 60.0):
            bust.solid(oval(x, 64, 5.2, 5.2), tones.mid, line=1.2)
            bust.dot((x, 64), 1.8, INK)
    for n in range(3):
        bust.line([(46.5, 58 + 3.4 * n), (53.5, 58 + 3.4 * n)], 1.2, tones.light)


def _headgear(bust: Engraving, traits: Traits) -> None:
    """Draw what an open face wears: a helmet, a hood, a cap, or hair."""
    if traits.is_psychic or (traits.is_fleet and not traits.is_rider):
        _hood(bust)
    elif traits.armour or traits.is_rider:
        _crest(bust, traits)
        _open_helmet(bust, traits)
    elif traits.is_leader or traits.pick("cap", 2):
        _cap(bust)
    else:
        _hair(bust, traits)


def _hood(bust: Engraving) -> None:
    tones = bust.tones
    outer: list[Dot] = [(50, 8), (38, 13), (27, 28), (25, 50), (28, 74), (36, 78)]
    inner: list[Dot] = [(36, 66), (33, 50), (34, 34), (41, 25), (50, 22)]
    left = [*outer, *inner]
    right = flipped(left)[::-1]
    hood = [*left, *right]
    bust.solid(hood, tones.mid)
    bust.line([*inner, *flipped(inner)[::-1]], 2.6, tones.deep)
    bust.line([*inner, *flipped(inner)[::-1]], 0.9, tones.light)
    bust.line([(50, 8), (50, 21)], 1.1)


def _open_helmet(bust: Engraving, traits: Traits) -> None:
    tones, kind = bust.tones, traits.pick("helmet", 3)
    dome: list[Dot] = [(50, 10), (38, 13), (30, 23), (29, 33), (50, 33)]
    bust.solid(mirrored(dome) if kind else smooth(mirrored(dome)), tones.mid)
    if kind == 0:  # a wide brim
        brim: list[Dot] = [(50, 30), (34, 31), (20, 36), (24, 39), (50, 36)]
        bust.solid(mirrored(brim), tones.light, shine=tones.bright)
    elif kind == 1:  # cheek guards and a peak
        guard: list[Dot] = [(29, 30), (28, 46), (32, 60), (38, 62), (36, 46), (36, 32)]
        for side in (guard, flipped(guard)):
            bust.solid(side, tones.mid)
        bust.solid(mirrored([(50, 29), (32, 30), (30, 36), (50, 36)]), tones.light, line=1.2)
    else:  # a band, a lamp and straps
        bust.solid(mirrored([(50, 28), (30, 29), (29, 35), (50, 35)]), tones.deep, line=1.2)
        bust.solid(oval(50, 28, 4.4, 4.4), tones.bright, line=1.3)
        for strap in ([(31, 35), (40, 64)], flipped([(31, 35), (40, 64)])):
            bust.line(strap, 2.4)
            bust.line(strap, 1.0, tones.mid)
    bust.line([(50, 11), (50, 27)], 1.1)
    if traits.pick("rivets", 2):
        for x in (35.0, 42.0, 58.0, 65.0):
            bust.dot((x, 25), 1.0, tones.bright)


def _cap(bust: Engraving) -> None:
    tones = bust.tones
    crown: list[Dot] = [(50, 12), (38, 11), (24, 18), (30, 28), (50, 29)]
    bust.solid(smooth(mirrored(crown)), tones.mid)
    bust.solid(mirrored([(50, 26), (32, 26), (31, 33), (50, 34)]), tones.deep, line=1.2)
    bust.solid(smooth(mirrored([(50, 32), (34, 32), (33, 37), (50, 39)])), INK, line=1.0)
    bust.solid([(50, 15), (54, 20), (50, 25), (46, 20)], tones.bright, line=1.0)


def _hair(bust: Engraving, traits: Traits) -> None:
    tones = bust.tones
    if traits.pick("hair", 2):
        mane: list[Dot] = [(50, 14), (37, 17), (29, 30), (28, 50), (33, 58), (35, 36), (50, 27)]
        bust.solid(smooth(mirrored(mane)), tones.deep, shine=tones.mid)
    else:
        crop: list[Dot] = [(50, 19), (38, 21), (32, 31), (33, 38), (38, 29), (50, 28)]
        bust.solid(smooth(mirrored(crop)), tones.deep, shine=tones.mid)


def _closed_helmet(bust: Engraving, traits: Traits) -> None:
    """Draw a helmet that hides the face; its visor and grille vary."""
    tones = bust.tones
    shell: list[Dot] = [(50, 12), (37, 15), (29, 28), (29, 48), (34, 62), (42, 70), (50, 71)]
    bust.solid(smooth(mirrored(shell)), tones.mid)
    visor, glow = traits.pick("visor", 3), tones.bright
    if visor == 0:  # eye slits
        lens: list[Dot] = [(33, 38), (47, 41), (46, 46), (35, 44.5)]
        glass: list[Dot] = [(34.4, 39.2), (46, 41.6), (45.2, 44.8), (36, 43.7)]
        for slit, pane in ((lens, glass), (flipped(lens), flipped(glass))):
            bust.solid(slit, INK, line=2.2)
            bust.flat(pane, glow)
    elif visor == 1:  # a cross
        bust.solid(
            mirrored([(50, 38), (33, 38), (33, 44), (47.6, 45), (47.6, 66), (50, 66)]), INK
        )
        bust.line([(36, 41), (46, 41.5)], 1.6, glow)
        bust.line([(54, 41.5), (64, 41)], 1.6, glow)
    else:  # a band of glass
        band: list[Dot] = [(50, 36), (36, 35), (31, 40), (33, 46), (50, 48)]
        bust.solid(smooth(mirrored(band)), INK, line=2.0)
        bust.flat([(36, 38), (44, 37.6), (41, 45), (35, 44)], glow)
        bust.flat([(47, 37.6), (49, 37.6), (46, 45.6), (44, 45.5)], glow)
    if visor != 1:
        snout: list[Dot] = [(50, 49), (44, 50), (39, 60), (43, 70), (50, 72)]
        bust.solid(mirrored(snout), tones.deep, shine=tones.mid)
        for n in range(3 + traits.pick("grille", 2)):
            bust.line(
                [(45 - 0.4 * n, 54 + 4 * n), (55 + 0.4 * n, 54 + 4 * n)], 1.5, tones.light
            )
    ears = traits.pick("ears", 2)
    for x in (29.0, 71.0):
        bust.solid(oval(x, 47, 4.2, 6.5 if ears else 4.6), tones.light, line=1.2)
    bust.line([(50, 13), (50, 34)], 1.2)


def _crest(bust: Engraving, traits: Traits) -> None:
    """Draw the crest of a leader, behind the helmet."""
    if not traits.is_leader:
        return
    tones, kind = bust.tones, traits.pick("crest", 3)
    if kind == 0:
        fan: list[Dot] = [(50, 1), (38, 2), (29, 9), (26, 20), (36, 22), (50, 16)]
        bust.solid(smooth(mirrored(fan)), tones.bright, shine="#FFFFFF")
        for x in (32.0, 38.0, 44.0, 50.0, 56.0, 62.0, 68.0):
            bust.line([(MIDDLE + (x - MIDDLE) * 0.7, 16), (x, 4 + abs(x - MIDDLE) * 0.3)], 0.9)
    elif kind == 1:
        plume: list[Dot] = [(50, 14), (44, 4), (54, 1), (70, 5), (80, 18), (78, 34), (72, 20)]
        bust.solid(smooth([*plume, (60, 12)]), tones.bright, shine="#FFFFFF")
        bust.line([(52, 7), (66, 9), (75, 22)], 0.9)
    else:
        bust.solid([(44, 15), (48.6, 1), (51.4, 1), (56, 15)], tones.bright, shine="#FFFFFF")
        wing: list[Dot] = [(30, 30), (25, 24), (20, 6), (27, 14), (33, 22)]
        for side in (wing, flipped(wing)):
            bust.solid(side, tones.bright, line=1.3, shine="#FFFFFF")
            bust.line(side[:3], 0.8)


def _beast(bust: Engraving, traits: Traits) -> None:
    """Draw the head of a beast: crest, skull, eyes and jaws vary."""
    tones = bust.tones
    _horns(bust, traits)
    wide = 1.0 + 0.14 * (traits.bulk - 1) - 0.12 * traits.is_fleet
    skulls: tuple[list[Dot], ...] = (
        [(50, 8), (36, 12), (28, 28), (31, 44), (38, 54), (42, 64), (50, 68)],
        [(50, 14), (40, 14), (30, 24), (26, 40), (34, 50), (40, 62), (50, 64)],
        [(50, 6), (42, 10), (37, 24), (33, 38), (37, 52), (43, 66), (50, 71)],
    )
    skull = [(MIDDLE - (MIDDLE - x) * wide, y) for x, y in skulls[traits.pick("skull", 3)]]
    bust.solid(smooth(mirrored(skull)), tones.mid)
    for n in range(2 + traits.pick("plates", 3)):
        y = 14.0 + 6 * n
        bust.line([(40 - n, y + 5), (45, y + 1), (50, y), (55, y + 1), (60 + n, y + 5)], 1.1)
    pairs = 1 + traits.pick("eyes", 3)
    for n in range(pairs):
        x, y, size = 42.0 - 3.4 * n, 42.0 - 5.4 * n, 1.0 - 0.22 * n
        eye: list[Dot] = [
            (x - 5 * size, y - 3 * size),
            (x + 4 * size, y + 1.5),
            (x, y + 3.2 * size),
        ]
        for side in (eye, flipped(eye)):
            bust.solid(side, INK, line=2.0)
            bust.flat(side, "#FFF3C4" if n == 0 else tones.bright)
        for spot in (x, 2 * MIDDLE - x):
            bust.line([(spot, y - 1.2), (spot, y + 1.8)], 1.2 * size)
    bust.line([(47.5, 50), (46.5, 54)], 1.3)
    bust.line([(52.5, 50), (53.5, 54)], 1.3)
    _jaws(bust, traits)


def _horns(bust: Engraving, traits: Traits) -> None:
    tones, kind = bust.tones, 2 if traits.bulk == 2 else traits.pick("horns", 4)
    if traits.is_leader or kind == 1:
        for n, tip in enumerate(((10, 30), (14, 14), (28, 3))):
            spike: list[Dot] = [(34 + 2 * n, 40 - 8 * n), tip, (42 + n, 26 - 6 * n)]
            for side in (spike, flipped(spike)):
                bust.solid(side, tones.light, line=1.3, shine=tones.bright)
    elif kind == 2:
        horn: list[Dot] = [(34, 34), (20, 32), (10, 18), (14, 6), (19, 19), (28, 24), (38, 22)]
        for side in (horn, flipped(horn)):
            bust.solid(smooth(side), tones.light, shine=tones.bright)
            bust.line(side[1:4], 0.8)
    elif kind == 3:
        frill: list[Dot] = [(50, 2), (36, 2), (22, 14), (17, 32), (24, 50), (40, 52), (50, 50)]
        bust.solid(mirrored(frill), tones.deep, shine=tones.mid)
        for tip in ((36, 3), (23, 15), (18, 32)):
            for line in ([(46.0, 40.0), tip], flipped([(46.0, 40.0), tip])):
                bust.line(line, 1.1, tones.light)


def _jaws(bust: Engraving, traits: Traits) -> None:
    tones, kind = bust.tones, traits.pick("jaws", 4)
    if kind == 0:  # pincers
        claw: list[Dot] = [(42, 56), (32, 60), (30, 72), (38, 82), (37, 72), (46, 64)]
        for side in (claw, flipped(claw)):
            bust.solid(smooth(side), tones.light, shine=tones.bright)
    elif kind == 1:  # teeth
        maw: list[Dot] = [(50, 57), (40, 56), (38, 62), (44, 72), (50, 74)]
        bust.solid(smooth(mirrored(maw)), INK, line=2.0)
        for x in (41.5, 45.8, 50.0, 54.2, 58.5):
            drop = 3 - abs(x - MIDDLE) / 4
            bust.flat([(x - 2, 57.4), (x + 2, 57.4), (x, 63 + drop)], tones.bright)
            bust.flat(
                [
                    (x - 1.6, 72.4 - abs(x - 50) * 0.7),
                    (x + 1.6, 72.4 - abs(x - 50) * 0.7),
                    (x, 68 - abs(x - 50) * 0.6),
                ],
                tones.bright,
            )
    elif kind == 2:  # feelers
        for n, x in enumerate((40.0, 44.5, 50.0, 55.5, 60.0)):
            lean = (x - MIDDLE) * 0.7
            tail = [(x, 58), (x + lean * 0.3, 68), (x + lean, 78 + 3 * (n % 2))]
            bust.line(tail, 5.2)
            bust.line(tail, 3.2, tones.light)
    else:  # tusks
        bust.solid(smooth(mirrored([(50, 58), (40, 58), (41, 68), (50, 73)])), tones.deep)
        bust.line([(42, 62), (58, 62)], 1.6)
        tusk: list[Dot] = [(40, 66), (33, 62), (31, 50), (36, 58), (44, 61)]
        for side in (tusk, flipped(tusk)):
            bust.solid(side, tones.bright, line=1.3, shine="#FFFFFF")


def _machine(bust: Engraving, traits: Traits) -> None:
    """Draw the head of a machine: its housing, lenses and aerials vary."""
    tones, kind = bust.tones, traits.pick("housing", 3)
    bust.solid([(43, 56), (57, 56), (59, 72), (41, 72)], tones.deep)
    for n in range(1 + traits.pick("aerials", 2)):
        x = 34.0 - 4 * n if n % 2 == 0 else 68.0
        bust.line([(x, 26), (x - 3, 4)], 2.6)
        bust.line([(x, 26), (x - 3, 4)], 1.0, tones.light)
        bust.dot((x - 3, 4), 2.0, tones.bright)
    shells: tuple[list[Dot], ...] = (
        [(50, 16), (36, 16), (27, 26), (27, 52), (36, 60), (50, 60)],
        [(50, 22), (30, 24), (20, 38), (24, 54), (40, 60), (50, 60)],
        smooth(mirrored([(50, 13), (34, 18), (26, 36), (34, 54), (50, 60)])),
    )
    shell = shells[kind] if kind == 2 else mirrored(shells[kind])
    bust.solid(shell, tones.mid)
    bust.line([(30, 30), (70, 30)] if kind else [(28, 27), (72, 27)], 1.2)
    if traits.pick("lens", 2):
        bust.solid(oval(50, 42, 11, 11), tones.deep, line=1.8)
        bust.solid(oval(50, 42, 7.4, 7.4), INK, line=1.0)
        bust.dot((50, 42), 4.4, tones.light)
        bust.dot((48.2, 40.2), 1.8, "#FFFFFF")
    else:
        bust.solid(bar((30, 42), (70, 42), 10), INK)
        for x in (39.0, 50.0, 61.0):
            bust.dot((x, 42), 3.0, tones.light)
            bust.dot((x - 0.8, 41.2), 1.1, "#FFFFFF")
    for x in (33.0, 67.0):
        bust.dot((x, 52), 1.2, tones.bright)
        bust.dot((x, 34), 1.2, tones.bright)
    bust.line([(43, 56), (57, 56)], 1.4, tones.light)
