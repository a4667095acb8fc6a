"""Badges beside units whose models are drawn small."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import pygame

from game.geometry.points import Disc, Point, distance
from game.picture_cache import OwnPictures
from game.table.records import Model, ModelId, Unit, UnitId
from game.table.state import Table
from game.view.camera import Camera, Pixel
from game.view.colours import AMBER, CREAM, HALO, TEAMS
from game.view.overlays import UnitLabel
from game.view.squad_signs import SquadNumbers, draw_sign
from game.view.style import DrawingTheme, kept_svg, small_text

SMALL_UNIT: Final = 30
SMALL_MODEL: Final = 24
"""Units (of the UI scale) of base below which a unit, or a model alone, has a badge."""
APART, APART_ALONE = 6.0, 3.0
"""Inches between models from which on they are separate groups of their unit, or, if each is
a unit of its own, have badges of their own."""
FADED: Final = 64
"""Alpha, of 255, of a badge under the mouse."""
SIGNS: Final[Mapping[str, str]] = {
    "scattered": "ui/waves",
    "locked in combat": "ui/swords",
    "falling back": "ui/flag",
}
"""Icons of a unit's marks; the first one that the unit has is shown."""

HIGH, ICON, SIGN, SQUAD, EDGE = 26, 20, 14, 13, 6
"""Height of a badge, size of its icons, and space at its ends, in units."""
LABEL_HIGH: Final = 45
RINGS: Final = (2, 9, 18, 30, 46, 66)
"""Distances from a group, in units, at which places are tried, nearest first."""
BESIDE: Final = 0.6
"""Units of distance by which each place of a ring is worse than the one before it."""
OUTSIDE, OVER_BADGE, OVER_NOTE, OVER_TOKEN, NEAR_OTHERS = 400, 240, 160, 24, 11
"""Units of distance that a place is worse for what it covers, or for what it is near."""
NEAR: Final = 7
"""Units from a badge within which models of other units make it ambiguous."""
NONE_LARGE: Final[Mapping[ModelId, Disc]] = MappingProxyType({})


class BadgeFace(NamedTuple):
    """Everything that a badge's picture depends on."""

    icon: str
    team: int
    many: int
    sign: str = ""
    label: UnitLabel | None = None
    asked: bool = False
    """True if the open question is about the unit."""
    squad: int = 0
    """Number of the sign of its squad; 0 for none."""


class UnitGroup(NamedTuple):
    """Models that stand together, and the badge beside them."""

    unit: UnitId
    """Their unit, or that of the first."""
    models: tuple[Model, ...]
    face: BadgeFace


class Badge(NamedTuple):
    """The place of a group's badge, in pixels from the board's corner."""

    group: UnitGroup
    place: pygame.Rect


class BadgePainter:
    """Lays out and draws badges; they are laid out anew only when the table has changed."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self.squads = SquadNumbers()
        self._plates = OwnPictures()
        self._known: object = None
        self._laid: tuple[Badge, ...] = ()
        self._drawn: list[tuple[UnitId, pygame.Rect]] = []
        self.covered: Sequence[pygame.Rect] = ()
        """Panels over the board, in pixels of the window, which badges are moved away from."""

    def draw(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        badges: Sequence[Badge],
        *,
        shown: Mapping[ModelId, Point],
        pointer: Pixel,
        planned: Sequence[pygame.Rect] = (),
    ) -> None:
        """Draw badges within the window; those under the pointer or over a plan are faint.

        *shown*: places of models that are not where the table has them, because they move;
        *planned*: the squares of models in a planned move.
        """
        self._drawn = []
        pictures = list[tuple[pygame.Surface, Pixel]]()
        for group, laid in badges:
            place = laid.move(camera.left, camera.top)
            if moved := [m for m in group.models if m.id in shown] if shown else ():
                off = _shift(group, moved, shown)
                place.move_ip(round(off.x * camera.ppi), round(off.y * camera.ppi))
            if not camera.window.contains(place):
                at = group.models[0].at
                if not camera.window.collidepoint(camera.pixel(at)):
                    continue
                place.clamp_ip(camera.window)
            if place.collidelist(self.covered) >= 0:
                spots = [camera.pixel(shown.get(m.id, m.at)) for m in group.models]
                if all(_is_under(spot, self.covered) for spot in spots):
                    continue
                place = beside_panels(place, self.covered, camera.window, self.places)
            self._drawn.append((group.unit, place))
            faint = bool(place.collidepoint(pointer)) or place.collidelist(planned) >= 0
            pictures.append((self._plate(group.face, faint=faint), place.topleft))
        canvas.fblits(pictures, pygame.BLEND_PREMULTIPLIED)

    @property
    def places(self) -> list[pygame.Rect]:
        """Return where badges were drawn last, in the window."""
        return [place for _, place in self._drawn]

    def under(self, pixel: Pixel) -> UnitId | None:
        """Return the unit whose badge was drawn under a pixel of the window."""
        return next((unit for unit, place in self._drawn if place.collidepoint(pixel)), None)

    def laid_out(
        self,
        table: Table,
        camera: Camera,
        labels: Mapping[UnitId, UnitLabel],
        left_out: Collection[UnitId],
        notes: Sequence[pygame.Rect],
        asked: str = "",
        large: Mapping[ModelId, Disc] = NONE_LARGE,
        crowded: Collection[UnitId] = (),
    ) -> tuple[Badge, ...]:
        """Return the badges of a table.

        *left_out*: units without one; *notes*: places of words, from the board's corner;
        *asked*: the unit that the open question is about; *large*: models with larger tokens,
        which need no badge; *crowded*: units that have one even if they are alone.
        """
        # Records are replaced, never changed: comparing them is a comparison of identities.
        known = (
            *(tuple(table.models.values()), tuple(table.units.values()), camera.ppi),
            *(tuple(labels.items()), frozenset(left_out), tuple(map(tuple, notes)), asked),
            *(frozenset(large.items()), frozenset(crowded)),
        )
        if known != self._known:
            self._known = known
            groups = [
                group
                for unit in table.fielded()
                if unit.id not in left_out
                for group in self._groups(table, unit, labels.get(unit.id), camera.ppi)
            ]
            with_badge = [*merged(groups, asked, large, crowded)]
            laid = self._places(with_badge, table, camera, notes, large)
            self._laid = tuple(_marked(badge, asked) for badge in laid)
        return self._laid

    def _groups(
        self, table: Table, unit: Unit, label: UnitLabel | None, ppi: int
    ) -> Iterator[UnitGroup]:
        """Yield the groups of a unit that get a badge; the largest one has its label."""
        groups = grouped(table.of(unit.id))
        largest = max(groups, key=len)
        sign = sign_of(unit)
        for models in groups:
            its = label if models is largest else None
            lead, least = models[0], SMALL_UNIT if len(models) > 1 else SMALL_MODEL
            if its or 2 * lead.base * ppi < self.look.px(least):
                team, icon = table.sides.index(unit.side), lead.profile.icon or "person"
                squad = self.squads.of(table).get(unit.id, 0)
                face = BadgeFace(f"units/{icon}", team, len(models), sign, its, squad=squad)
                yield UnitGroup(unit.id, tuple(models), face)

    def _places(
        self,
        groups: Sequence[UnitGroup],
        table: Table,
        camera: Camera,
        notes: Sequence[pygame.Rect],
        large: Mapping[ModelId, Disc],
    ) -> Iterator[Badge]:
        ppi = camera.ppi
        tokens = [(m.unit, disc_rect(large.get(m.id) or m.disc, ppi)) for m in table.standing()]
        room = pygame.Rect(0, 0, round(camera.width * ppi), round(camera.height * ppi))
        taken = list[pygame.Rect]()
        # Labels matter most, so they choose first.
        for group in sorted(groups, key=lambda group: group.face.label is None):
            size = self._plate(group.face).get_size()
            bases = [base_rect(m, ppi) for m in group.models]
            units = {m.unit for m in group.models}
            own = [base for unit, base in tokens if unit in units]
            others = [base for unit, base in tokens if unit not in units]
            covers = Surroundings(taken, notes, own, others)
            place = best_place(bases, size, room, covers, self.look.scale)
            taken.append(place)
            yield Badge(group, place)

    def _plate(self, face: BadgeFace, *, faint: bool = False) -> pygame.Surface:
        return self._plates.made((face, faint), lambda: self._paint(face, faint=faint))

    def _paint(self, face: BadgeFace, *, faint: bool) -> pygame.Surface:
        px, look, team, label = self.look.px, self.look, TEAMS[face.team], face.label
        row = [draw_sign(face.squad, px(SQUAD))] if face.squad else []
        row.append(look.icon(face.icon, px(ICON), team.light))
        if face.many > 1:
            row.append(look.text(str(face.many), 15, CREAM, "title"))
        if face.sign:
            row.append(look.icon(face.sign, px(SIGN), AMBER))
        edge, below = team.plain, None
        if label:
            edge = label.tone.value.colour
            row += [pygame.Surface((px(1), 1), pygame.SRCALPHA)] * (face.many > 1)  # a space
            row.append(look.text(label.figure, 18, edge, "title"))
            below = small_text(look, label.detail, 12, CREAM, "strong")
        gap, high = px(4), px(LABEL_HIGH if label else HIGH)
        wide = sum(one.get_width() + gap for one in row) - gap
        edge_wide = px(EDGE + 2 if label else EDGE)
        wide = max(wide, below.get_width() if below else 0) + 2 * edge_wide
        fill, edge = (team.dark, team.light) if face.asked else (HALO, edge)
        plate = _plate(wide, high, (fill, edge), look.scale, broken=face.team > 0)
        x, middle = edge_wide, px(HIGH) // 2 + (px(2) if label else 0)
        for one in row:
            plate.blit(one, one.get_rect(left=x, centery=middle))
            x += one.get_width() + gap
        if below:
            plate.blit(below, below.get_rect(centerx=wide // 2, bottom=high - px(4)))
        plate = plate.premul_alpha()
        if faint:
            plate.fill((FADED,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        return plate


def sign_of(unit: Unit) -> str:
    """Return the icon of what has become of a unit, which its badge shows; empty for none."""
    return next((icon for name, icon in SIGNS.items() if unit.mark(name)), "")


def _marked(badge: Badge, asked: str) -> Badge:
    """Return a badge that shows whether its unit is the one that is asked."""
    group = badge.group
    if group.unit != asked:
        return badge
    return Badge(group._replace(face=group.face._replace(asked=True)), badge.place)


def _plate(
    wide: int, high: int, colours: tuple[str, str], scale: float, *, broken: bool
) -> pygame.Surface:
    """Return an empty badge of a fill and an edge; that of the second side is broken."""
    fill, edge = colours
    line = 1.8 * scale
    dash = f' stroke-dasharray="{6 * scale:.1f} {3 * scale:.1f}"' if broken else ""
    shape = (
        f'x="{line}" y="{line}" width="{wide - 2 * line}" height="{high - 2 * line}" '
        f'rx="{min(high / 2, 11 * scale)}"'
    )
    parts = (
        f'<rect {shape} fill="{fill}" fill-opacity=".92" stroke="{HALO}" '
        f'stroke-opacity=".7" stroke-width="{2 * line}"/>'
        f'<rect {shape} fill="none" stroke="{edge}" stroke-width="{line}"{dash}/>'
    )
    return kept_svg(parts, f"0 0 {wide} {high}", wide, high).copy()


def _is_under(spot: Pixel, panels: Iterable[pygame.Rect]) -> bool:
    return any(panel.collidepoint(spot) for panel in panels)


def beside_panels(
    place: pygame.Rect,
    panels: Sequence[pygame.Rect],
    window: pygame.Rect,
    badges: Sequence[pygame.Rect],
) -> pygame.Rect:
    """Return the place beside panels that is nearest to one that they cover.

    Places without other *badges* are preferred. If panels leave no room in the window, the
    place stays.
    """

    def cost(spot: pygame.Rect) -> tuple[bool, int]:
        moved = abs(spot.x - place.x) + abs(spot.y - place.y)
        return spot.collidelist(badges) >= 0, moved

    tried = list[pygame.Rect]()
    for panel in panels:
        across, down = place.clamp(window), place.clamp(window)
        for x in (panel.left - place.width, panel.right):
            tried.append(across.move(x - across.x, 0))
        for y in (panel.top - place.height, panel.bottom):
            tried.append(down.move(0, y - down.y))
    free = [t for t in tried if window.contains(t) and t.collidelist(panels) < 0]
    return min(free, key=cost, default=place)


def _shift(group: UnitGroup, moved: Sequence[Model], shown: Mapping[ModelId, Point]) -> Point:
    """Return how far a group is shown from where the table has it, in inches."""
    many = len(group.models)
    right = sum(shown[m.id].x - m.at.x for m in moved) / many
    return Point(right, sum(shown[m.id].y - m.at.y for m in moved) / many)


def merged(
    groups: Iterable[UnitGroup],
    asked: str,
    large: Collection[ModelId],
    crowded: Collection[UnitId],
) -> Iterator[UnitGroup]:
    """Yield the groups that have a badge.

    Like models close together, each a unit of its own, are one group. A model alone has a badge
    only if that says more than the model: how it is, or the odds of an answer; or if its unit
    is *crowded*, so that its token cannot be *large*.
    """
    alone = dict[BadgeFace, list[Model]]()
    for group in groups:
        face = group.face
        if face.many > 1 or face.sign or face.label or group.unit in crowded:
            yield group
        elif group.unit != asked and group.models[0].id not in large:
            alone.setdefault(face, []).extend(group.models)
    for face, models in alone.items():
        for near in (near for near in grouped(models, APART_ALONE) if len(near) > 1):
            yield UnitGroup(near[0].unit, tuple(near), face._replace(many=len(near)))


def grouped(models: Sequence[Model], apart: float = APART) -> list[list[Model]]:
    """Return models in groups, each less than *apart* inches from another of its group."""
    groups, left = list[list[Model]](), [*models]
    while left:
        group = [left.pop(0)]
        for one in group:  # it grows
            near = [m for m in left if distance(m.at, one.at) < apart]
            group += near
            left = [m for m in left if m not in near] if near else left
        groups.append(group)
    return groups


def base_rect(model: Model, ppi: int) -> pygame.Rect:
    """Return the square around a model's base, in pixels from the board's corner."""
    return disc_rect(model.disc, ppi)


def disc_rect(disc: Disc, ppi: int) -> pygame.Rect:
    """Return the square around a disc, in pixels from the board's corner."""
    radius = max(4, round(disc.radius * ppi))
    x, y = round(disc.at.x * ppi), round(disc.at.y * ppi)
    return pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)


class Surroundings(NamedTuple):
    """Things that a badge should not cover, in pixels from the board's corner."""

    badges: Sequence[pygame.Rect]
    notes: Sequence[pygame.Rect]
    own: Sequence[pygame.Rect]
    """Bases of its unit."""
    others: Sequence[pygame.Rect]
    """Bases of other units, which it should not be near either."""


def best_place(
    bases: Sequence[pygame.Rect],
    size: tuple[int, int],
    room: pygame.Rect,
    around: Surroundings,
    scale: float,
) -> pygame.Rect:
    """Return the place beside some bases that is near and covers least."""
    near = 2 * round(NEAR * scale)
    best, least = pygame.Rect((0, 0), size), float("inf")
    for distance_, place in _tried(bases, size, scale):
        cost = distance_
        if cost >= least:
            break
        if not room.contains(place):
            cost += OUTSIDE
        if place.collidelist(around.badges) >= 0:
            cost += OVER_BADGE
        cost += OVER_NOTE * len(place.collidelistall(around.notes))
        cost += OVER_TOKEN * len(place.collidelistall(around.own))
        if place.inflate(near, near).collidelist(around.others) >= 0:
            cost += NEAR_OTHERS + OVER_TOKEN * len(place.collidelistall(around.others))
        if cost < least:
            best, least = place, cost
    return best


def _tried(
    bases: Sequence[pygame.Rect], size: tuple[int, int], scale: float
) -> Iterator[tuple[float, pygame.Rect]]:
    """Yield places around bases with their distance in units, the nearest first."""
    around = bases[0].unionall(bases[1:])
    top, low = min(bases, key=lambda b: b.top), max(bases, key=lambda b: b.bottom)
    left, right = min(bases, key=lambda b: b.left), max(bases, key=lambda b: b.right)
    for ring in RINGS:
        off = round(ring * scale)
        tried = (
            ("midbottom", (top.centerx, top.top - off)),
            ("midtop", (low.centerx, low.bottom + off)),
            ("midleft", (right.right + off, right.centery)),
            ("midright", (left.left - off, left.centery)),
            ("midbottom", (around.centerx, around.top - off)),
            ("midtop", (around.centerx, around.bottom + off)),
            ("bottomleft", (around.right + off // 2, around.top - off // 2)),
            ("bottomright", (around.left - off // 2, around.top - off // 2)),
            ("topleft", (around.right + off // 2, around.bottom + off // 2)),
            ("topright", (around.left - off // 2, around.bottom + off // 2)),
        )
        for n, (corner, at) in enumerate(tried):
            place = pygame.Rect((0, 0), size)
            setattr(place, corner, at)
            yield ring + n * BESIDE, place
