"""Finds faults of layout: things cut off, lying over one another, or outside their panel.

The widgets are painted once more, on sheets that record every text and icon that is put on
them, and how much of it the widget's box leaves visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import pygame

from game.content.palettes import Colour
from game.widgets.button import Button
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack, tooltip
from game.widgets.text_layout import Shortened
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import TEXT, Face, Plate, Theme
from game.widgets.widget import Widget

SLACK = 1
"""Rounding tolerance of an edge in pixels."""


class Word(NamedTuple):
    """A text or an icon, as it was drawn on a sheet."""

    text: str
    ink: pygame.Rect
    """The bounds of its visible pixels on the sheet."""
    seen: pygame.Rect
    """The clipping area of the sheet at that time."""

    def lies_over(self, other: Word, slack: int) -> bool:
        return min(self.ink.clip(self.seen).clip(other.ink.clip(other.seen)).size) > slack


class Ink(NamedTuple):
    """The size of a rendered text, and the bounds of its visible pixels."""

    size: tuple[int, int]
    rect: pygame.Rect


class Proof(Theme):
    """A theme that recognises the texts that it has rendered."""

    inked: Final[dict[object, Ink]] = {}
    """The ink of texts, by their rendering parameters; equal for all proofs of one scale."""

    def __init__(self, scale: float = 1.0, running: float = 1.0) -> None:
        super().__init__(scale, running)
        self.set: dict[int, tuple[str, pygame.Rect, pygame.Surface]] = {}
        self.blanks: dict[tuple[int, int], pygame.Surface] = {}
        self.icons: dict[tuple[str, int], pygame.Surface] = {}

    def forget(self) -> None:
        """Free the surfaces of screens that are left; what was measured stays."""
        self.blanks.clear()
        self.icons.clear()
        self.set.clear()

    def text(
        self, words: str, size: float, colour: Colour = TEXT, face: Face = "body"
    ) -> pygame.Surface:
        surface = super().text(words, size, colour, face)
        self.set[id(surface)] = words, self._ink(words, size, face).rect, surface
        return surface

    def _render(self, words: str, size: float, colour: Colour, face: Face) -> pygame.Surface:
        """Return a blank surface of the text's size, because only the bounds are needed."""
        return pygame.Surface(self._ink(words, size, face).size, depth=8)

    def _ink(self, words: str, size: float, face: Face) -> Ink:
        key = str(words), self.scale, size, face
        if key not in self.inked:
            surface = super()._render(words, size, TEXT, face)
            self.inked[key] = Ink(surface.get_size(), surface.get_bounding_rect())
        return self.inked[key]

    def icon(self, name: str, size: int, colour: Colour = TEXT) -> pygame.Surface:
        """Return a blank, recognisable icon of this size; raise OSError if none exists."""
        super().icon(name, size, colour)
        if (name, size) not in self.icons:
            self.icons[name, size] = blank = pygame.Surface((size, size), pygame.SRCALPHA)
            self.set[id(blank)] = f"icon {name}", blank.get_rect(), blank
        return self.icons[name, size]

    def drawing(self, svg: str, width: int, height: int) -> pygame.Surface:
        """Return a blank drawing of the same size: only texts and icons are checked."""
        size = width, height
        if size not in self.blanks:
            self.blanks[size] = pygame.Surface(size, depth=8)
        return self.blanks[size]

    def plate(self, look: Plate, width: int, height: int) -> pygame.Surface:
        """Return a blank plate of the same size."""
        return self.drawing("", width, height)


class Sheet(pygame.Surface):
    """A surface that records the texts and icons drawn on it."""

    def __init__(self, size: tuple[int, int], theme: Proof) -> None:
        super().__init__(size, depth=8)  # nobody looks at its pixels
        self.theme = theme
        self.words: list[Word] = []

    def blit(
        self, source: pygame.Surface, dest: Any = (0, 0), *more: Any, **named: Any
    ) -> pygame.Rect:
        if found := self.theme.set.get(id(source)):
            words, ink, _ = found
            at = pygame.Rect(dest).topleft if len(dest) == 4 else dest
            if ink.width and words.strip():
                self.words.append(Word(words, ink.move(at), self.get_clip()))
        return pygame.Rect(0, 0, 0, 0)

    def subsurface(self, *_: Any) -> pygame.Surface:
        """Return a plain surface that records nothing: a board has its own texts."""
        return pygame.Surface((1, 1))

    def fblits(self, pieces: Any, *more: Any, **named: Any) -> None:
        for source, dest in pieces:
            self.blit(source, dest)


def layout_faults(stack: PanelStack, window: pygame.Rect) -> Iterator[str]:
    """Yield the layout faults of a panel stack, one line each."""
    if stack.dialog:
        stack.dialog.centre(window)
    for panel in stack.open_panels:
        if not window.contains(panel.rect):
            yield f"{name_of(panel)} at {panel.rect} leaves the window"
        yield from faults_of(panel)
        yield from _tooltips(panel, window)
    for below, above in combinations(stack.panels, 2):
        if below.rect.colliderect(above.rect):
            yield f"{name_of(above)} lies over {name_of(below)}"


def faults_of(panel: Panel) -> Iterator[str]:
    theme = panel.theme
    assert isinstance(theme, Proof)
    bounds = pygame.Rect((0, 0), panel.rect.size)
    shown = [w for w in panel.widgets if w.shown]
    words, sheet = list[Word](), Sheet(bounds.size, theme)
    for widget in shown:
        if not _within(bounds, _unscrolled(panel, widget)):
            yield f"{name_of(widget)} at {widget.rect} leaves its panel of {bounds.size}"
        written = _written(widget, sheet) if panel.visible_part(widget) else []
        for word in written:
            yield from _cut(widget, word)
        words += written
    for below, above in combinations(shown, 2):
        if panel.visible_part(below).colliderect(panel.visible_part(above)):
            yield f"{name_of(above)} lies over {name_of(below)}"
    yield from _plates(panel, shown)
    words += _headings(panel, theme)
    for one, other in combinations(words, 2):
        if one.lies_over(other, theme.px(2)):
            yield f"{one.text!r} and {other.text!r} are written over one another"


def _unscrolled(panel: Panel, widget: Widget) -> pygame.Rect:
    """Return the place of a widget; of one in a view that scrolls, the height that is seen."""
    seen = panel.visible_part(widget)
    if widget.view is None or not widget.view.scroll.most:
        return widget.rect
    top = seen.top if seen else widget.view.clip.top
    return pygame.Rect(widget.rect.left, top, widget.rect.width, seen.height)


def faults_of_window(sheet: Sheet, stack: PanelStack) -> Iterator[str]:
    """Yield the layout faults of the texts that a screen drew on the window itself."""
    for word in sheet.words:
        if not _within(word.seen, word.ink):
            yield f"the window cuts {word.text!r}: {word.ink} in {word.seen}"
        for panel in stack.open_panels:
            if panel.rect.colliderect(word.ink):
                yield f"{name_of(panel)} lies over {word.text!r}"
    for one, other in combinations(sheet.words, 2):
        if one.lies_over(other, sheet.theme.px(2)):
            yield f"{one.text!r} and {other.text!r} are written over one another"


def _within(bounds: pygame.Rect, rect: pygame.Rect) -> bool:
    return bool(bounds.inflate(2 * SLACK, 2 * SLACK).contains(rect))


def _plates(panel: Panel, shown: Sequence[Widget]) -> Iterator[str]:
    """Yield the plates that leave their panel, cut a widget, or lie half over another one."""
    bounds, views = pygame.Rect((0, 0), panel.rect.size), panel.described.views
    found = [
        (panel.place_of(one), None if one.view is None else views[one.view])
        for one in panel.described.plates
    ]
    for place, view in found:
        if view is None and not _within(bounds, place):
            yield f"a plate at {place} leaves its panel of {bounds.size}"
        for widget in shown:
            met = widget.view is view and min(place.clip(widget.rect).size) > SLACK
            if met and not _within(place, widget.rect):
                yield f"{name_of(widget)} at {widget.rect} leaves its plate at {place}"
    for (one, view), (other, beside) in combinations(found, 2):
        apart = min(one.clip(other).size) <= SLACK or view is not beside
        if not (apart or _within(one, other) or _within(other, one)):
            yield f"a plate at {one} lies over another at {other}"


def _headings(panel: Panel, theme: Proof) -> list[Word]:
    """Return the headings drawn on a panel's background, outside of what scrolls."""
    sheet = Sheet(panel.rect.size, theme)
    for one in panel.described.plates:
        if one.heading and one.view is None:
            panel._paint_heading(sheet, one.heading, panel.place_of(one))  # noqa: SLF001  headings are measured as they are painted
    return sheet.words


def _tooltips(panel: Panel, window: pygame.Rect) -> Iterator[str]:
    for widget in panel.widgets:
        if widget.shown and widget.tooltip:
            tip = tooltip(panel.theme, widget.tooltip).get_rect()
            if not window.contains(tip):
                yield f"the tooltip of {name_of(widget)} is larger than the window: {tip.size}"


def _written(widget: Widget, sheet: Sheet) -> list[Word]:
    """Return what a widget writes on a sheet of its panel's size."""
    sheet.words = []
    sheet.set_clip(widget.rect.clip(widget.view.clip) if widget.view else widget.rect)
    widget.paint(sheet)
    return sheet.words


def _cut(widget: Widget, word: Word) -> Iterator[str]:
    """Yield how a text is cut; a scrolled widget may cut it above and below, or hide it."""
    seen = word.seen.inflate(2 * SLACK, 2 * SLACK)
    views = getattr(widget, "scroll", None), widget.view.scroll if widget.view else None
    if any(scroll and scroll.most for scroll in views):
        seen = pygame.Rect(seen.left, word.ink.top, seen.width, word.ink.height)
    if not seen.contains(word.ink):
        yield f"{name_of(widget)} cuts {word.text!r}: {word.ink} in {word.seen}"
    if isinstance(word.text, Shortened) and not _tooltip_shows(widget, word.text.whole):
        yield f"{name_of(widget)} shortens {word.text.whole!r} to {word.text!r}"


def _tooltip_shows(widget: Widget, whole: str) -> bool:
    """Return whether a tooltip shows the whole text, and the widget is made of more than it."""
    alone = isinstance(widget, Button) and whole == widget.label
    alone |= isinstance(widget, Label | Paragraph) and whole == widget.text
    return not alone and any(whole in cut for cut in widget.cut.values())


def name_of(thing: Panel | Widget) -> str:
    words = getattr(thing, "label", "") or getattr(thing, "text", "")
    return (
        f"{type(thing).__name__} {words!r}"
        if isinstance(words, str) and words
        else type(thing).__name__
    )
