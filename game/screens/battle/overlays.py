"""The general overlays of a battle with the buttons that switch them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import pygame

from game.background import BackgroundValue
from game.content.table_actions import Action
from game.cores.kit.queries import (
    CHAINS,
    FIRE_ARCS,
    GOAL_PLACES,
    HIDES,
    MOUTHS,
    NATURES,
    SIGHTLINES,
    STAKES,
    TOKENS,
    Sightline,
    TableView,
    UnitPair,
)
from game.geometry.points import Path, Point
from game.play.decisions import Choose
from game.play.game import Rules
from game.play.log.wording import name
from game.play.moves.march import March
from game.prompts.choose import ChoosePrompt, base_at
from game.prompts.march import MarchPrompt, links
from game.prompts.prompt import AnyPrompt, PointerState
from game.screens.battle.window_additions import (
    OverlayFocus,
    OverlayKind,
    ShownMoment,
    WindowAdditions,
)
from game.table.events import Reason
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Table
from game.view.colours import INKS
from game.view.overlays import (
    BoardNote,
    Grid,
    Overlay,
    OverlayLayers,
    OverlayLine,
    OverlayTone,
    Pin,
    RangeRing,
    TargetBrackets,
    VisibleArea,
)
from game.view.overlays.ground_outlines import reach, reach_of_all, reach_query, visible_area
from game.view.overlays.threat_areas import ThreatOverlay, area_of, loops, smoothed
from game.widgets.key_bindings import key_for
from game.widgets.theme import DIM, MUTED, TEXT, focus_ring, plate
from game.widgets.toggle import OFF, OFF_LIT, ON, Toggle

RANGE = OverlayKind(
    "Range", Action.RANGES, "The model's weapon ranges, where it has line of sight"
)
SIGHT = OverlayKind(
    "Sight",
    Action.SIGHT,
    "Which models see the enemy you point at, and what hides or covers it",
)
REACH = OverlayKind("Reach", Action.REACH, "Where the selected models could end their move")
COHERENCY = OverlayKind(
    "Coherency", Action.COHERENCY, "Which models of each unit are in coherency"
)
GRID = OverlayKind("Grid", Action.GRID, 'A 1" grid; every sixth line is heavier')
THREATS = OverlayKind(
    "Threats",
    Action.THREATS,
    "Where the enemy, or the unit you point at, can shoot and charge in its next turn,"
    " or be carried",
)
GENERAL = (RANGE, SIGHT, REACH, THREATS, COHERENCY, GRID)
"""Overlay buttons in a row, and the width of all of them in units."""
AROUND, BEYOND = 0.35, 0.9
"""Inches outside a marker's reach to the second ring of an active one, and to the words."""
MOUTH = 0.8
"""Radius in inches of the ring around a drain from which models may come up."""


def offered(rules: Rules, parts: Iterable[WindowAdditions]) -> tuple[OverlayKind, ...]:
    """Return the overlays that apply to a game: the general ones, then those of its parts."""
    parts = [*parts]
    left_out = [kind for part in parts for kind in part.left_out]
    own = [kind for part in parts for kind in part.offers(rules)]
    return (*(kind for kind in GENERAL if kind not in left_out), *own)


class OverlayController:
    """Switches overlays on and off; recomputes their content only when it changed."""

    def __init__(self, on: Iterable[OverlayKind] = ()) -> None:
        self.on = {*on}
        self.sheets = OverlayLayers()
        self._known: object = None
        self._ranges = BackgroundValue[tuple[Overlay, ...]](())
        self._sight = BackgroundValue[tuple[Sightline, ...]](())
        self._reach = BackgroundValue[tuple[tuple[Path, ...], ...]](())
        self._threats = ThreatOverlay()

    def turn(self, layer: OverlayKind) -> None:
        """Switch an overlay on or off."""
        self.on ^= {layer}

    @property
    def busy(self) -> bool:
        """True while something is computed in the background."""
        parts = self._ranges, self._sight, self._reach, self._threats
        return any(part.busy for part in parts)

    def refresh(self, moment: ShownMoment) -> OverlayLayers:
        """Return the general overlays that are switched on."""
        prompt = moment.prompt
        picked = prompt.picked if isinstance(prompt, MarchPrompt) else ()
        units = tuple[UnitId, ...]()
        if THREATS in self.on:
            units = threatening(moment.view.table, prompt, moment.hand)
        known = moment.key, id(prompt), picked, moment.focus, frozenset(self.on), units
        if known != self._known or self.busy:
            self._known = known
            self.sheets = self._drawn(moment, units)
        return self.sheets

    def _drawn(self, moment: ShownMoment, threats: tuple[UnitId, ...]) -> OverlayLayers:
        view, prompt, focus = moment.view, moment.prompt, moment.focus
        table, key = view.table, moment.key
        below, above = list[Overlay](), list[Overlay]()
        if GRID in self.on:
            below.append(Grid(table.board.width, table.board.height))
        if THREATS in self.on:
            below += self._threats.of(view, threats, key)
        if COHERENCY in self.on:
            below += self._webs(view, prompt)
        if RANGE in self.on and focus.model:
            below += self._ranges_of(view, table.models[focus.model], key)
        if REACH in self.on and isinstance(prompt, MarchPrompt):
            below += self._reach_of(prompt.certain, table, prompt.picked, key)
        if SIGHT in self.on and focus.pair and focus.sighted:
            above += self._lines(view, focus.pair, key)
        return OverlayLayers(tuple(below), tuple(above))

    def _webs(self, view: TableView, prompt: AnyPrompt | None) -> Iterator[Overlay]:
        table = view.table
        marching = prompt.decision.unit if isinstance(prompt, MarchPrompt) else None
        for unit in table.units.values():
            discs = {m.id: m.disc for m in table.of(unit.id)}
            chain = next(CHAINS.of(view, unit.id), None)
            if len(discs) > 1 and chain is not None and unit.id != marching:
                yield links(discs, chain)

    def _ranges_of(self, view: TableView, model: Model, moment: object) -> tuple[Overlay, ...]:
        if model.where is not Where.TABLE:
            return ()
        fork = TableView(view.table.fork(), view.rules)
        return self._ranges.get((moment, model.id), lambda: tuple(ranges(fork, model)))

    def _reach_of(
        self, march: March, table: Table, picked: tuple[ModelId, ...], moment: object
    ) -> Iterator[Overlay]:
        # The queries are looked up now: the table goes on while the reach is computed.
        alike = dict[tuple[float, float, bool], list[ModelId]]()
        for model_id in picked:
            going, base = march.model_limits[model_id], table.models[model_id].base
            alike.setdefault((going.distance, base, going.over), []).append(model_id)
        queries = [
            (reach_query(march, table, models[0]), [table.models[m].at for m in models])
            for models in alike.values()
        ]

        def outlines() -> tuple[tuple[Path, ...], ...]:
            if len(picked) == 1:
                return (reach(queries[0][0]),)
            return tuple(reach_of_all(query, places) for query, places in queries)

        for area in filter(None, self._reach.get((moment, march.unit, picked), outlines)):
            yield VisibleArea(area, OverlayTone.COOL)

    def _lines(self, view: TableView, pair: UnitPair, moment: object) -> list[Overlay]:
        fork = TableView(view.table.fork(), view.rules)
        seen = self._sight.get((moment, pair), lambda: tuple(SIGHTLINES.of(fork, pair)))
        return [*drawn(view.table, seen)]


def threatening(
    table: Table, prompt: AnyPrompt | None, hand: PointerState
) -> tuple[UnitId, ...]:
    """Return the units whose threats are shown: the one under the pointer, or all enemies.

    Enemies are those of the side that is asked, else of the side whose turn it is. While a side
    is asked, pointing at its own units shows none of theirs.
    """
    side = prompt.decision.by if prompt else table.clock.side or table.sides[0]
    enemies = tuple(unit.id for unit in table.fielded(table.enemy(side)))
    discs = {m.id: m.disc for m in table.standing()} if hand.over else {}
    pointed = base_at(discs, hand.at, hand.reach)
    unit_id = table.models[pointed].unit if pointed else None
    alone = unit_id and (prompt is None or unit_id in enemies)
    return (unit_id,) if unit_id and alone else enemies


def focus_of(
    prompt: AnyPrompt | None, table: Table, selected: str, pointed: ModelId | None
) -> OverlayFocus:
    """Return the subject, by the question, the card that is shown and the mouse."""
    target = _unit(table, pointed or "")
    unit_id = _unit(table, selected)
    answered: Choose | None = None
    if isinstance(prompt, ChoosePrompt):
        asked, lit = prompt.decision, prompt.options.get(prompt.lit)
        anchor = _unit(table, lit.anchor) if lit else None
        unit_id = (_unit(table, asked.about) if asked.about else anchor) or unit_id
        # An option highlighted by keys counts as pointed at, too.
        if asked.about and not target:
            target = anchor
        if asked.about and anchor and target == anchor:
            answered = asked
    model = pointed or ModelId(selected)
    if model not in table.models:
        return OverlayFocus()
    sides = [table.units[u].side for u in (unit_id, target) if u]
    pair = UnitPair(unit_id, target) if unit_id and target and sides[0] != sides[1] else None
    if answered is None:
        return OverlayFocus(model, pair)
    # An answer against what the other side does is no attack on the unit that answers.
    attacks = sides[0] == answered.by
    sighted = answered.kind is not None and answered.kind.needs_sight
    return OverlayFocus(model, pair if attacks else None, sighted)


def _unit(table: Table, id_: str) -> UnitId | None:
    model = table.models.get(ModelId(id_))
    unit = model.unit if model else UnitId(id_)
    return unit if unit in table.units and table.of(unit) else None


def ranges(view: TableView, model: Model) -> Iterator[Overlay]:
    """Yield the visible area within range of each weapon, measured from the model's rim."""
    far = dict[tuple[float, tuple[float, float] | None], list[str]]()
    arcs = [*FIRE_ARCS.of(view, model.id)]
    for arc in arcs:
        around = arc.heading, arc.wide / 2
        far[arc.reach, around] = [f"in its {arc.wide:g}° arc · {arc.clause}"]
    for weapon in () if arcs else model.profile.weapons:
        if weapon.range:
            far.setdefault((weapon.range, None), []).append(weapon.name)
    hides = [*HIDES.of(view, model.disc)]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    rim = view.table.board.rim
    for (inches, part), names in sorted(far.items(), key=lambda one: -one[0][0]):
        outline = visible_area(model.at, inches + model.base, (*walls, *rim), clumps, part)
        words = f'{inches:g}" {", ".join(names)}'
        outlines = loops(smoothed(area_of([outline])))
        yield VisibleArea(outlines, OverlayTone.CHOSEN, words, fill=0.1)


def drawn(table: Table, lines: tuple[Sightline, ...]) -> Iterator[Overlay]:
    """Yield lines of sight; each obstacle is named once."""
    named = set[tuple[str, bool, tuple[Reason, ...]]]()
    for line in lines:
        found = line.by, line.block is None, line.effects
        words = "" if found in named else words_of(table, line)
        named.add(found)
        tone = OverlayTone.PLANNED if line.cover or line.effects else OverlayTone.GOOD
        yield OverlayLine(line.start, end=line.end, tone=tone, block=line.block, words=words)
    for target in dict.fromkeys(line.target for line in lines if line.block is None):
        yield TargetBrackets(table.models[target].disc, OverlayTone.GOOD)


def words_of(table: Table, line: Sightline) -> str:
    """Return why a line of sight is blocked or its target covered, with the clause."""
    by = name(table, line.by).replace("-", " ")
    if line.block is not None:
        return f"hidden by {by} · {line.clause}" if by else f"no clear line · {line.clause}"
    if line.cover:
        return f"cover {line.cover}+: {by} · {line.clause}"
    return ", ".join([_met(table, reason) for reason in line.effects])


def _met(table: Table, reason: Reason) -> str:
    """Return a reason in words: ``"cover: the mill +2 · MP-01"``."""
    by = name(table, reason.about).replace("-", " ") if reason.about else ""
    amount = f" {reason.amount:+d}" if reason.amount else ""
    return f"{reason.why.removesuffix(reason.about)}{by}{amount} · {reason.clause}"


class OverlayButton(Toggle):
    """A toggle button that also shows its key."""

    def __init__(self, kind: OverlayKind, on_turn: Callable[[], None], *, on: bool) -> None:
        super().__init__(kind.label, lambda _: on_turn(), on=on)
        self.kind, self.cap = kind, key_for(kind.action)
        self.hint = f"{kind.hint} ({self.cap})"

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(theme, rect.size, look), rect)
        ink, gap = TEXT if self.on else MUTED, theme.px(5)
        key = theme.text(str(self.cap), 10, TEXT if self.on else DIM, "mono")
        words = theme.text(self.label, 14, ink, "heading")
        if words.get_width() + gap + key.get_width() > rect.width - gap:
            words = theme.text(self.label, 12, ink, "heading")
        left = rect.centerx - (words.get_width() + gap + key.get_width()) // 2
        canvas.blit(words, words.get_rect(left=left, centery=rect.centery))
        right = left + words.get_width() + gap
        canvas.blit(key, key.get_rect(left=right, centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)


def marker_ranges(view: TableView, held: Mapping[str, Side]) -> Iterator[Overlay]:
    """Yield a ring around each marker that pays, and around each place a mission is about.

    *held*: the side that holds each marker.
    """
    table = view.table
    for stake in STAKES.of(view, None):
        marker = table.markers[stake.marker]
        tone = OverlayTone.PLAIN
        if marker.id in held:
            tone = (
                OverlayTone.SECOND if table.sides.index(held[marker.id]) else OverlayTone.FIRST
            )
        yield RangeRing(marker.at, stake.reach, tone)
        if stake.active:
            yield RangeRing(marker.at, stake.reach + AROUND, OverlayTone.CHOSEN)
    for place in GOAL_PLACES.of(view, None):
        yield RangeRing(place.at, place.reach, OverlayTone.CHOSEN)
    for mouth in MOUTHS.of(view, None):
        yield RangeRing(mouth.at, MOUTH, OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD)


def words(view: TableView) -> Iterator[Overlay]:
    """Yield notes on active markers, the markers' natures, places and drains, and tokens' pins.

    Objective markers drawn by players carry their own labels.
    """
    for stake in STAKES.of(view, None):
        if stake.active:
            at = view.table.markers[stake.marker].at
            yield BoardNote(
                Point(at.x, at.y - stake.reach - BEYOND), "active", OverlayTone.CHOSEN
            )
    reaches = {stake.marker: stake.reach for stake in STAKES.of(view, None)}
    places = {marker.id: marker.at for marker in view.table.objectives}
    for nature in NATURES.of(view, None):
        x, y = places[nature.marker]
        low = y + reaches.get(nature.marker, 0.0) + BEYOND
        yield BoardNote(Point(x, low), nature.words, OverlayTone.PLAIN)
    for place in GOAL_PLACES.of(view, None):
        low = place.at.y + place.reach + BEYOND
        yield BoardNote(Point(place.at.x, low), place.name, OverlayTone.CHOSEN)
    for mouth in MOUTHS.of(view, None):
        at = Point(mouth.at.x, mouth.at.y + MOUTH + BEYOND)
        tone = OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD
        yield BoardNote(at, "open drain" if mouth.is_open else "shut drain", tone)
    for token in TOKENS.of(view, None):
        yield Pin(token.at, token.words, INKS[token.ink])
