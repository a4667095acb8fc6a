"""The overlays in use, their subject, and their buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import partial
from typing import NamedTuple

import pygame

from game.content.key_bindings import Action
from game.geometry.points import Path
from game.play.game import Rules
from game.play.march import March
from game.play.wording import name
from game.prompts.choose import BoutPrompt, ChoosePrompt
from game.prompts.march import MarchPrompt
from game.prompts.march_view import links
from game.prompts.numbers import FloorPrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.reach_map import errand, reach
from game.rules.kit.queries import (
    CHAINS,
    FIRE_ARCS,
    FLOWS,
    HIDES,
    NEARBY,
    ORDERS,
    SIGHTLINES,
    Sightline,
    TableView,
    UnitPair,
)
from game.screens.battle.overlays.background_value import BackgroundValue
from game.screens.battle.overlays.map_overlays import CurrentOverlay
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.overlays.overlay_shapes import (
    Area,
    Grid,
    Overlay,
    OverlayLayers,
    OverlayLine,
    OverlayTone,
    TargetBrackets,
    VisibleArea,
)
from game.view.overlays.visibility import visible_area
from game.widgets.inputs import OFF, OFF_LIT, ON, Toggle
from game.widgets.keys import Key, key_for
from game.widgets.label import heading
from game.widgets.panel import Panel
from game.widgets.theme import DIM, GLOW, MUTED, Box, Theme, focus_ring, plate


class OverlayKind(Enum):
    """A kind of overlay: the label of its button, and the action of its key."""

    RANGE = "Range", Action.RANGES
    SIGHT = "Sight", Action.SIGHT
    REACH = "Reach", Action.REACH
    COHERENCY = "Coherency", Action.COHERENCY
    GRID = "Grid", Action.GRID
    WATER = "Water", Action.WATER
    FLOOD = "Flood", Action.FLOOD
    DANGER = "Danger", Action.DANGER
    ORDER = "Order", Action.ORDER
    CELLS = "Cells", Action.REACH

    @property
    def label(self) -> str:
        """Return the label of the overlay's button."""
        return self.value[0]

    @property
    def action(self) -> Action:
        return self.value[1]


HINTS: dict[OverlayKind, str] = {
    OverlayKind.RANGE: "The model's weapon ranges, where it has line of sight",
    OverlayKind.SIGHT: "Which models see the enemy you point at, and what hides or covers it",
    OverlayKind.REACH: "Where the selected model could end its move",
    OverlayKind.COHERENCY: "Which models of each unit are in coherency",
    OverlayKind.GRID: 'A 1" grid; every sixth line is heavier',
    OverlayKind.WATER: "Where the water flows, the die results for each branch,"
    " and where it ends",
    OverlayKind.FLOOD: "The order of testing, and each model's chance to be carried,"
    " to be dashed against something and to die",
    OverlayKind.DANGER: "What rolls over which ground in the next Pursuit phase,"
    " and each model's chance to die, to be lost over the rear edge and to be swept up,"
    " if it keeps pace",
    OverlayKind.ORDER: "The order in which models act this phase",
    OverlayKind.CELLS: "Around the champion you point at: its front, flanks and rear,"
    " and where each weapon reaches",
}
CAGED = (OverlayKind.CELLS,)
"""The overlays of a cage."""
WET = frozenset({OverlayKind.WATER, OverlayKind.FLOOD})
"""Overlays of games with a flood."""
ROLLING = frozenset({OverlayKind.DANGER, OverlayKind.ORDER})
"""Overlays of games on a rolling street."""
ALONE = frozenset({OverlayKind.COHERENCY})
"""Overlays left out on a rolling street, where each model is on its own (``PU-01``)."""


def layers_of(rules: Rules) -> tuple[OverlayKind, ...]:
    """Return the overlays that apply to a game."""
    if NEARBY in rules.hooks:
        return CAGED
    wet, rolls = FLOWS in rules.hooks, ORDERS in rules.hooks
    away = (frozenset() if wet else WET) | (ALONE if rolls else ROLLING)
    return tuple(layer for layer in OverlayKind if layer not in (*away, *CAGED))


class OverlayFocus(NamedTuple):
    """The subject of the overlays."""

    model: ModelId | None = None
    """The model of the card that is shown."""
    pair: UnitPair | None = None
    """The attacking unit and its target."""


class OverlayController:
    """Switches overlays on and off; recomputes their content only when it changed."""

    def __init__(self) -> None:
        self.on = {OverlayKind.SIGHT, OverlayKind.REACH, OverlayKind.CELLS}
        self.sheets = OverlayLayers()
        self.current = CurrentOverlay()
        self._known: object = None
        self._ranges = BackgroundValue[tuple[Overlay, ...]](())
        self._sight = BackgroundValue[tuple[Sightline, ...]](())
        self._reach = BackgroundValue[tuple[Path, ...]](())

    def turn(self, layer: OverlayKind) -> None:
        """Switch an overlay on or off."""
        self.on ^= {layer}

    @property
    def busy(self) -> bool:
        """True while something is computed in the background."""
        return self._ranges.busy or self._sight.busy or self._reach.busy

    def refresh(
        self,
        table: Table,
        rules: Rules,
        prompt: AnyPrompt | None,
        focus: OverlayFocus,
        moment: object,
    ) -> OverlayLayers:
        """Return the overlays; *moment* is a key of the table's state, for caching."""
        picked = prompt.picked if isinstance(prompt, MarchPrompt) else ()
        known = moment, id(prompt), picked, focus, frozenset(self.on)
        if known != self._known or self.busy:
            self._known = known
            self.sheets = self._drawn(table, rules, prompt, focus, moment)
        below, above, _ = self.sheets
        if OverlayKind.WATER in self.on:
            below += self.current.refresh(TableView(table, rules), prompt, moment)
        return OverlayLayers(below, above)

    def _drawn(
        self,
        table: Table,
        rules: Rules,
        prompt: AnyPrompt | None,
        focus: OverlayFocus,
        moment: object,
    ) -> OverlayLayers:
        view = TableView(table, rules)
        below, above = list[Overlay](), list[Overlay]()
        if OverlayKind.GRID in self.on:
            below.append(Grid(table.board.width, table.board.height))
        if OverlayKind.COHERENCY in self.on:
            below += self._webs(view, prompt)
        if OverlayKind.RANGE in self.on and focus.model:
            below += self._ranges_of(view, table.models[focus.model], moment)
        if OverlayKind.CELLS in self.on and focus.model and not _lights(prompt, focus.model):
            below += around(view, focus.model)
        if OverlayKind.REACH in self.on and isinstance(prompt, MarchPrompt):
            below += self._reach_of(prompt.decision, table, prompt.picked, moment)
        if OverlayKind.SIGHT in self.on and focus.pair:
            above += self._lines(view, focus.pair, moment)
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
        if len(picked) != 1:
            return
        # The errand is looked up now: the table goes on while the reach is computed.
        key = moment, picked[0]
        of = errand(march, table, picked[0])
        if outlines := self._reach.get(key, lambda: reach(of)):
            yield VisibleArea(outlines, OverlayTone.COOL)

    def _lines(self, view: TableView, pair: UnitPair, moment: object) -> list[Overlay]:
        fork = TableView(view.table.fork(), view.rules)
        seen = self._sight.get((moment, pair), lambda: tuple(SIGHTLINES.of(fork, pair)))
        return [*drawn(view.table, seen)]


def focus_of(
    prompt: AnyPrompt | None, table: Table, selected: str, pointed: ModelId | None
) -> OverlayFocus:
    """Return the subject, by the question, the card that is shown and the mouse."""
    target = _unit(table, pointed or "")
    unit_id = _unit(table, selected)
    if isinstance(prompt, ChoosePrompt):
        lit = prompt.options.get(prompt.lit)
        unit_id = _unit(table, prompt.decision.about or (lit.anchor if lit else "")) or unit_id
        # An option highlighted by keys counts as pointed at, too.
        if prompt.decision.about and lit and not target:
            target = _unit(table, lit.anchor)
    model = pointed or ModelId(selected)
    if model not in table.models:
        return OverlayFocus()
    sides = [table.units[u].side for u in (unit_id, target) if u]
    pair = UnitPair(unit_id, target) if unit_id and target and sides[0] != sides[1] else None
    return OverlayFocus(model, pair)


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
        yield VisibleArea((outline,), OverlayTone.CHOSEN, f'{inches:g}" {", ".join(names)}')


def _lights(prompt: AnyPrompt | None, model_id: ModelId) -> bool:
    """Return whether the prompt marks the cells itself, or must not be hidden by them."""
    if isinstance(prompt, BoutPrompt) and prompt.lit:
        return model_id in (prompt.options[prompt.lit].anchor, *prompt.chosen())
    return isinstance(prompt, FloorPrompt)


def around(view: TableView, model_id: ModelId) -> Iterator[Overlay]:
    """Yield the cells around a champion; those that it can attack stand out."""
    for near in NEARBY.of(view, model_id):
        tone = OverlayTone.BAD if near.reached else OverlayTone.PLAIN
        yield Area((near.outline,), tone, near.words)


def drawn(table: Table, lines: tuple[Sightline, ...]) -> Iterator[Overlay]:
    """Yield lines of sight; each obstacle is named once."""
    named = set[tuple[str, bool, tuple[Reason, ...]]]()
    for line in lines:
        found = line.by, line.block is None, line.effects
        words = "" if found in named else words_of(table, line)
        named.add(found)
        tone = OverlayTone.PLANNED if line.cover or line.effects else OverlayTone.GOOD
        yield OverlayLine(line.start, line.end, tone, line.block, words)
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
    why, _, id_ = reason.why.partition(": ")
    by = f": {name(table, id_).replace('-', ' ')}" if id_ else ""
    amount = f" {reason.amount:+d}" if reason.amount else ""
    return f"{why}{by}{amount} · {reason.clause}"


IN_A_ROW, ROOM = 3, 6
ASIDE = OverlayKind.GRID
"""The overlay with the button that moves beside the heading if more than ``ROOM`` apply."""


class OverlayButton(Toggle):
    """A toggle button that also shows its key."""

    def __init__(
        self, box: Box, label: str, key: Key, hint: str, on_change: Callable[[bool], None]
    ) -> None:
        super().__init__(box, label, on_change)
        self.key, self.hint = key, f"{hint} ({key})"

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(theme, rect.size, look), rect)
        ink, gap = GLOW if self.on else MUTED, theme.px(5)
        key = theme.text(str(self.key), 10, GLOW if self.on else DIM, "mono")
        words = theme.text(self.label, 14, ink, "heading")
        if words.get_width() + gap + key.get_width() > rect.width - gap:
            words = theme.text(self.label, 12, ink, "heading")
        left = rect.centerx - (words.get_width() + gap + key.get_width()) // 2
        canvas.blit(words, words.get_rect(left=left, centery=rect.centery))
        right = left + words.get_width() + gap
        canvas.blit(key, key.get_rect(left=right, centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)


class OverlayBar:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_turn: Callable[[OverlayKind], None],
        layers: Collection[OverlayKind] = tuple(OverlayKind),
    ) -> None:
        self.panel = Panel(theme, box)
        wide = box[2]
        each = (wide - 18 - 6 * (IN_A_ROW - 1)) / IN_A_ROW
        aside = each if len(layers) > ROOM else 0.0
        self.panel.add(heading((14, 4, wide - 28 - aside, 26), "Overlays"))
        self.sheets: dict[OverlayKind, OverlayButton] = {}
        for layer, (row, column) in places(layers).items():
            place = (9 + column * (each + 6), 34 + (row - 1) * 32 if row else 4, each, 27)
            turn = partial(self._turn, on_turn, layer)
            sheet = OverlayButton(place, layer.label, key_for(layer.action), HINTS[layer], turn)
            self.sheets[layer] = self.panel.add(sheet)

    @staticmethod
    def _turn(on_turn: Callable[[OverlayKind], None], layer: OverlayKind, _: object) -> None:
        on_turn(layer)

    def show(self, on: Collection[OverlayKind]) -> None:
        for layer, sheet in self.sheets.items():
            sheet.on = layer in on


def places(layers: Collection[OverlayKind]) -> dict[OverlayKind, tuple[int, int]]:
    """Return row and column of each button; row 0 is beside the heading."""
    kept = [layer for layer in layers if layer is not ASIDE]
    many = len(layers) > ROOM
    below = kept if many else [*layers]
    found = {layer: (1 + n // IN_A_ROW, n % IN_A_ROW) for n, layer in enumerate(below)}
    return {**found, ASIDE: (0, IN_A_ROW - 1)} if many else found
