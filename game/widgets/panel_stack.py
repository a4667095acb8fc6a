"""The stack of a screen's panels, topped by at most one dialog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

import pygame

from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid
from game.widgets.keys import Key
from game.widgets.layout import natural_height
from game.widgets.panel import Panel
from game.widgets.pressed_keys import keys_pressed
from game.widgets.sizes import DIALOG
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import AMBER, CARD, LINE, MUTED, TEXT, TIP, Theme, plate
from game.widgets.widget import Focus, Pixel, Widget

WIDEST = 280
TOOLTIP_PADDING = 12
DIALOG_PADDING = 24
VALUE_HEIGHT = 44.0
"""Height in units of the part of a high control, such as a list, that a tooltip leaves free."""
TOOLTIP_DELAY_SECONDS = 0.45
"""Seconds that the mouse rests before a tooltip shows."""
VEIL = (96, 100, 104)
"""Colour by which everything under a dialog is multiplied."""
AWAY = (-1, -1)
"""Place of the mouse for panels that are covered where it is."""
KEYS = (pygame.KEYDOWN, pygame.TEXTINPUT)
MICE = (
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)
NO_AREA = pygame.Rect(0, 0, 0, 0)
"""The area below the panels in a frame in which nothing was drawn there."""
SIGN = (340.0, 84.0)
"""Size of a sign in units."""
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""Steps to the right and down by which the arrow keys move the focus."""
MODIFIED = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT
BEAT = 1.2
"""Seconds in which the light of a sign crosses it once."""


def tooltip(theme: Theme, spans: str | Sequence[TextSpan]) -> pygame.Surface:
    """Return a plate with text, as wide as needed up to ``WIDEST`` units of running text."""
    script = TextStyle(theme, 13 * theme.running, 19 * theme.running)
    words = (TextSpan(spans, TEXT),) if isinstance(spans, str) else spans
    lines = script.wrap(words, theme.px(WIDEST * theme.running))
    padding = theme.px(TOOLTIP_PADDING)
    wide = max((p.x + p.width for line in lines for p in line), default=0)
    size = wide + 2 * padding, len(lines) * script.high + 2 * padding - theme.px(4)
    tip = plate(theme, size, TIP).copy()
    script.paint(tip, lines, (padding, padding - theme.px(2)))
    return tip


def place_beside(
    size: tuple[int, int], spot: pygame.Rect, bounds: pygame.Rect, gap: int = 8
) -> pygame.Rect:
    """Return a place beside a spot: right, else left, above or below; always within *bounds*.

    *gap* is in pixels.
    """
    place = pygame.Rect((0, 0), size)
    place.midleft = spot.right + gap, spot.centery
    if place.right > bounds.right:
        place.midright = spot.left - gap, spot.centery
    if place.left < bounds.left:
        place.midbottom = spot.centerx, spot.top - gap
        if place.top < bounds.top:
            place.midtop = spot.centerx, spot.bottom + gap
    return place.clamp(bounds)


@dataclass(frozen=True, slots=True)
class Reply:
    """A button of a dialog; pressing it closes the dialog and then calls *on_press*."""

    label: str
    on_press: Callable[[], None] = lambda: None
    style: Style = Style.PLAIN
    shortcut: Key | None = None


CANCEL = Reply("Cancel", style=Style.GHOST, shortcut=Key(pygame.K_ESCAPE))


class Dialog(Panel):
    """A modal window with a title, a text and a row of replies.

    *content*, or what ``view`` describes, is shown between text and replies; it scrolls if the
    dialog would be higher than the window.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str | Sequence[TextSpan],
        replies: Sequence[Reply] = (CANCEL,),
        *,
        width: float = DIALOG,
        content: Child = None,
    ) -> None:
        spans = (TextSpan(words),) if isinstance(words, str) else tuple(words)
        super().__init__(theme, (0, 0, width, 0), CARD)
        self.closed = False
        self._most = inf
        """Height of the window in units; infinite before it is known."""
        self.title, self.spans, self.replies = title, spans, tuple(replies)
        self._content = content
        self.describe()

    def view(self) -> Child:
        """Describe what is between text and replies; called again after each event.

        A subclass that describes its own fields sets them before this base is initialised.
        """
        return self._content

    def describe(self) -> None:
        """Show what ``view`` describes now, and become as high as it needs."""
        content = self.view()
        size, top = 14 * self.theme.running, DIALOG_PADDING - 6
        buttons = [self.button(reply) for reply in self.replies]
        whole = column(
            Label(self.title.upper(), size=24, colour=TEXT, face="title"),
            Paragraph(self.spans, size=size) if any(s.text for s in self.spans) else None,
            column(content, scroll=True) if content is not None else None,
            grid(*buttons, columns=len(buttons)) if buttons else None,
            pad=(DIALOG_PADDING, top, DIALOG_PADDING, DIALOG_PADDING),
            gap=14,
        )
        high = min(self._most, natural_height(self.theme, whole, self.box[2]))
        if high != self.box[3]:
            self.move((*self.box[:3], high))
        self.show(whole)

    def button(self, reply: Reply) -> Button:
        """Return the button of a reply."""
        press = partial(self._reply, reply)
        return Button(reply.label, press, style=reply.style, shortcut=reply.shortcut)

    def _reply(self, reply: Reply) -> None:
        self.closed = True
        reply.on_press()

    def opening_focus(self) -> Widget | None:
        """Return the widget to focus first: a text input, the primary button, a harmless one.

        So Enter alone does nothing that cannot be undone, unless there is no other button.
        """
        able = [w for w in self.widgets if w.focusable]
        typed = [w for w in able if w.takes_keys]
        buttons = [w for w in able if isinstance(w, Button)]
        urged = [w for w in buttons if w.style is Style.PRIMARY]
        harmless = [w for w in able if w not in buttons or w.style is not Style.DANGER]
        return next(iter(typed + urged + harmless + able), None)

    def _blank(self) -> pygame.Surface:
        # The window below is visible at the rounded corners.
        return pygame.Surface(self.rect.size, pygame.SRCALPHA)

    def limit(self, window: pygame.Rect) -> None:
        """Become no higher than the window, so that the content scrolls."""
        self._most = window.height / self.theme.scale
        if self.box[3] > self._most:
            self.move((*self.box[:3], self._most))

    def centre(self, window: pygame.Rect) -> None:
        """Move the dialog to the middle of the window."""
        self.rect.center = window.center

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Offer an event to the widgets; return True, because the dialog is modal."""
        super().handle(event, at)
        return True


@dataclass(frozen=True, slots=True)
class _Tip:
    """A tooltip in the window."""

    about: object
    """Its text, and the pixel beside which it lies."""
    rect: pygame.Rect
    covered: pygame.Surface
    """The part of the window that lay there before."""

    def lift(self, canvas: pygame.Surface, drawn: pygame.Rect) -> None:
        """Show what it covered, except where the window has been *drawn* since."""
        for part in outside(self.rect, drawn):
            canvas.blit(self.covered, part, part.move(-self.rect.left, -self.rect.top))


def outside(rect: pygame.Rect, hole: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of another one."""
    hole = rect.clip(hole)
    if not hole:
        return [rect]
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    parts = (
        pygame.Rect(left, top, rect.width, hole.top - top),
        pygame.Rect(left, hole.bottom, rect.width, bottom - hole.bottom),
        pygame.Rect(left, hole.top, hole.left - left, hole.height),
        pygame.Rect(hole.right, hole.top, right - hole.right, hole.height),
    )
    return [part for part in parts if part]


def next_place(
    here: pygame.Rect, others: Sequence[pygame.Rect], step: tuple[int, int]
) -> pygame.Rect | None:
    """Return the nearest place to the right, left, below or above, or None.

    To the right and left it must be in the same line. Above and below those in the same column
    come first; if there is none at all, the one at the other end of the column is next.
    """
    across, down = step

    def in_line(place: pygame.Rect) -> bool:
        return place.top < here.bottom and place.bottom > here.top

    def in_column(place: pygame.Rect) -> bool:
        return place.left < here.right and place.right > here.left

    if across:
        ahead = [p for p in others if in_line(p) and (p.centerx - here.centerx) * across > 0]
        return min(ahead, key=lambda p: (abs(p.centerx - here.centerx), p.top), default=None)

    def away(place: pygame.Rect) -> tuple[bool, int, int]:
        gap = place.top - here.bottom if down > 0 else here.top - place.bottom
        return not in_column(place), gap, abs(place.left - here.left)

    apart = [p for p in others if not in_line(p)]
    ahead = [p for p in apart if (p.centery - here.centery) * down > 0]
    return min(ahead or filter(in_column, apart), key=away, default=None)


class PanelStack:
    """The panels of a screen, bottom to top, with focus, tooltip and one modal dialog."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.panels: list[Panel] = []
        self.dialog: Dialog | None = None
        self.mouse: Pixel = (-1, -1)
        self.focus = Focus(self._widgets)
        self._before: Widget | None = None
        """The widget that had the focus before the dialog was opened."""
        self._rested = 0.0
        self._tip: _Tip | None = None
        self._pointed: object = None
        """The widget and its part under the mouse when it last moved; None if it just did."""
        self._clicked: object = None
        """The widget and its part that were clicked last, until the mouse leaves them."""
        self._places: object = None
        """Panels and their places in the last frame; None if all have to be drawn again."""
        self._veiled_by: Dialog | None = None
        """The dialog that darkened the last frame."""
        self.spreads = False
        """True if of several panels that changed one is painted in each frame."""
        self._turn = 0
        """Index of the panel that is then painted first."""

    def add(self, panel: Panel) -> Panel:
        """Add a panel on top and return it."""
        self.panels.append(panel)
        panel.focus = self.focus
        return panel

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog, which takes all events until one of its replies is pressed."""
        if not self.dialog:
            self._before = self.focus.on
        self.dialog = dialog
        dialog.focus = self.focus
        self.focus.to(dialog.opening_focus())

    def dismiss(self) -> None:
        """Close the dialog without a reply; the focus goes back, unless it was moved on."""
        closed, self.dialog = self.dialog, None
        if closed and (self.focus.on is None or self.focus.on in closed.widgets):
            self.focus.to(self._before if self._before in self.focus.ring() else None)

    @property
    def typed_into(self) -> Widget | None:
        """Return the widget into which text is typed; None if there is none."""
        on = self.focus.on
        return on if on and on.takes_text and on in self.focus.ring() else None

    @property
    def place_of_focus(self) -> tuple[int, int] | None:
        """Return the numbers of the panel and of the widget that has the focus in it."""
        for number, panel in enumerate(self.panels):
            if self.focus.on in panel.widgets:
                return number, panel.widgets.index(self.focus.on)
        return None

    def focus_place(self, place: tuple[int, int] | None) -> None:
        """Focus the widget at a place, if there is one: panels may have been made anew."""
        if place and place[0] < len(self.panels):
            widgets = self.panels[place[0]].widgets[place[1] : place[1] + 1]
            self.focus.to(next((w for w in widgets if w.focusable and w.shown), None))

    @property
    def open_panels(self) -> list[Panel]:
        return [self.dialog] if self.dialog else self.panels

    def _widgets(self) -> Iterator[Widget]:
        for panel in self.open_panels:
            yield from panel.widgets

    def handle(self, event: pygame.Event) -> bool:
        """Offer an event to the panels; return whether it was used."""
        if event.type in KEYS:
            taken = self._key(event)
        elif event.type in MICE:
            taken = self._mouse(event)
        else:
            return False
        if self.dialog and self.dialog.closed:
            self.dismiss()
        elif self.dialog and (event.type != pygame.MOUSEMOTION or self.acted):
            self.dialog.describe()
        return taken

    def _key(self, event: pygame.Event) -> bool:
        if self.typed_into:
            self._rested = -inf  # a tooltip would cover the text until the mouse moves
        if self.focus.handle(event):
            return True
        buttons = [w for w in self._widgets() if isinstance(w, Button)]
        keys = keys_pressed(event) if event.type == pygame.KEYDOWN else ()
        pressed = any(button.pressed_by(key) for key in keys for button in buttons)
        scrolled = pressed or any(panel.scroll_by_key(event) for panel in self.open_panels)
        if self.dialog is None:
            return scrolled
        if not scrolled:
            self.walk(event)
        return True

    def walk(self, event: pygame.Event) -> bool:
        """Move the focus by an arrow key to the next widget that way; return whether it did.

        At the end of a line, Left and Right go on as Tab does; at the end of a column, Up and
        Down go on at its other end.
        """
        step = ARROWS.get(event.key) if event.type == pygame.KEYDOWN else None
        if step is None or event.mod & MODIFIED:
            return False
        places = self._places_of_focus()
        here = next((place for widget, place in places if widget is self.focus.on), None)
        found = here and next_place(here, [p for _, p in places if p is not here], step)
        if found is None:
            self.focus.step(sum(step))
        else:
            self.focus.commit()
            self.focus.to(next(widget for widget, place in places if place is found))
        return True

    def _places_of_focus(self) -> list[tuple[Widget, pygame.Rect]]:
        """Return the widgets that can have the focus, with their places in the window."""
        return [
            (widget, widget.rect.move(panel.rect.topleft))
            for panel in self.open_panels
            for widget in panel.widgets
            if widget.focusable and widget.shown
        ]

    @property
    def acted(self) -> bool:
        """Return whether a widget used the last event of the mouse."""
        return any(panel.acted for panel in self.open_panels)

    def _mouse(self, event: pygame.Event) -> bool:
        if event.type != pygame.MOUSEWHEEL:
            self.mouse = event.pos
        self._rested, self._pointed = 0.0, None
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._clicked = None
            below = self.below_mouse()
            if below is not self.focus.on:
                self.focus.commit()
                below = self.below_mouse()
            if (below and below.takes_keys) or not self.dialog:
                self.focus.to(below if below and below.takes_keys else None)
        top = self._top
        taken = [
            panel.handle(event, self.mouse if panel in top else AWAY)
            for panel in self.open_panels
        ]
        if event.type == pygame.MOUSEBUTTONDOWN and (below := self.below_mouse()):
            self._clicked = below, below.part
        return any(taken)

    @property
    def _top(self) -> list[Panel]:
        """Return the panels that no other panel covers where the mouse is."""
        found = list[Panel]()
        for panel in reversed(self.open_panels):
            found.append(panel)
            if panel.rect.collidepoint(self.mouse):
                break
        return found

    def step_panel(self, step: int) -> None:
        """Move the focus to the next panel that can have it; after the last one, to none."""
        able = [[w for w in p.widgets if w.focusable and w.shown] for p in self.open_panels]
        rings = [ring for ring in able if ring]
        now = next((n for n, ring in enumerate(rings) if self.focus.on in ring), len(rings))
        at = (now + step) % (len(rings) + 1)
        self.focus.to(rings[at][0] if at < len(rings) else None)

    @property
    def is_stale(self) -> bool:
        """Return whether the next frame must draw everything below the panels.

        A dialog darkens the window once: when it comes, goes or has another shape, and when
        something changes below it.
        """
        if self.dialog is not self._veiled_by:
            return True
        if self.dialog is None:
            return False
        changed = any(panel.is_stale for panel in self.panels)
        return changed or self.dialog.dirty or self._places != self._places_now

    @property
    def covers(self) -> bool:
        """Return whether a dialog or tooltip covers other contents."""
        return self.dialog is not None or self._tip is not None

    @property
    def _places_now(self) -> object:
        return [(id(panel), *panel.rect) for panel in (*self.panels, self.dialog) if panel]

    def below_mouse(self) -> Widget | None:
        """Return the widget under the mouse; None if there is none."""
        found = (panel.widget_at(self.mouse) for panel in self._top)
        return next((widget for widget in found if widget), None)

    def update(self, seconds: float) -> None:
        """Advance the time until a tooltip shows, by *seconds*."""
        self._rested += seconds

    def spoil(self) -> None:
        """Draw all panels in the next frame, because something was drawn over them."""
        self._places = None

    def draw(
        self, canvas: pygame.Surface, below: pygame.Rect | None = None
    ) -> list[pygame.Rect]:
        """Draw what changed of panels, dialog and tooltip; return the changed areas.

        *below*: the area that was drawn below them since the last frame; None for all of it,
        as it has to be if the stack ``is_stale``.
        """
        whole = canvas.get_rect()
        if self.dialog:
            self.dialog.limit(whole)
        places = self._places_now
        is_new = below is None or self.is_stale or places != self._places
        if below is None or is_new or (self.dialog and below):
            below = whole
        spreads = self.spreads and not is_new and self.dialog is None
        changed, copied = self._painted(below, spreads=spreads)
        in_dialog = self.dialog.paint() if self.dialog else []
        tip = self._lift_tip(canvas, below, [*in_dialog, *(panel.rect for panel in copied)])
        for panel in copied:
            canvas.blit(panel.surface, panel.rect)
        if self.dialog:
            changed += self._draw_dialog(canvas, self.dialog, in_dialog, veils=below == whole)
        if below == whole and (self.dialog or self._veiled_by):
            changed = [whole]
        self._places = self._places_now if self.dialog else places
        self._veiled_by = self.dialog
        return [*changed, *tip, *self._lay_tip(canvas)]

    def _painted(
        self, below: pygame.Rect, *, spreads: bool
    ) -> tuple[list[pygame.Rect], list[Panel]]:
        """Paint the panels; return the changed areas, and the panels to copy to the window.

        *spreads*: only one is painted, the others in the next frames.
        """
        next_one, areas = self._paint_next() if spreads else (None, [])
        drawn, changed, copied = [below], list[pygame.Rect](), list[Panel]()
        for panel in self.panels:
            # Copying a panel that nobody has drawn over takes more time than painting it.
            painted = (areas if panel is next_one else []) if spreads else panel.paint()
            if painted or panel.rect.collidelist(drawn) >= 0:
                copied.append(panel)
                drawn.append(panel.rect)
            changed += painted
        return changed, copied

    def _paint_next(self) -> tuple[Panel | None, list[pygame.Rect]]:
        """Paint the first panel that changed, from the one whose turn it is on.

        Return it with its changed areas; None if none has changed.
        """
        many = len(self.panels)
        for n in range(self._turn, self._turn + many):
            panel = self.panels[n % many]
            if painted := panel.paint():
                self._turn = (n + 1) % many
                return panel, painted
        return None, []

    def _draw_dialog(
        self,
        canvas: pygame.Surface,
        dialog: Dialog,
        painted: list[pygame.Rect],
        *,
        veils: bool,
    ) -> list[pygame.Rect]:
        """Copy what was *painted* of a dialog, or darken the window and copy it whole."""
        if veils:
            canvas.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            dialog.centre(canvas.get_rect())
            painted = [dialog.rect.copy()]
        for rect in painted:
            canvas.blit(dialog.surface, rect, rect.move(-dialog.rect.left, -dialog.rect.top))
        return painted

    @property
    def _tooltip(self) -> tuple[str, Pixel] | None:
        """Return the text of the tooltip that is due, and the place of the mouse; or None."""
        below = self.below_mouse()
        pointed = below, below.part if below else ""
        if self._pointed is None:
            self._pointed = pointed
        # What came to lie under a resting mouse was not pointed at.
        if pointed != self._pointed or self._rested < TOOLTIP_DELAY_SECONDS:
            return None
        # What was just clicked is not covered, unless it could not be used.
        if pointed == self._clicked and not (below and below.refusal):
            return None
        self._clicked = None
        return (below.tooltip, self.mouse) if below and below.tooltip else None

    def _lift_tip(
        self, canvas: pygame.Surface, below: pygame.Rect, drawn: list[pygame.Rect]
    ) -> list[pygame.Rect]:
        """Remove the tooltip if it is not due or drawn over; return the area where it was."""
        tip = self._tip
        if tip is None:
            return []
        if tip.about == self._tooltip and tip.rect.collidelist([below, *drawn]) < 0:
            return []
        tip.lift(canvas, below)
        self._tip = None
        return [tip.rect]

    def _lay_tip(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        """Show a tooltip if one is due and none is shown; return its area."""
        due = self._tooltip
        if self._tip or due is None:
            return []
        picture = tooltip(self.theme, due[0])
        place = self._tip_place(picture.get_size(), canvas.get_rect())
        seen = place.clip(canvas.get_rect())
        self._tip = _Tip(due, seen, canvas.subsurface(seen).copy())
        canvas.blit(picture, place)
        return [seen]

    def _tip_place(self, size: tuple[int, int], window: pygame.Rect) -> pygame.Rect:
        """Return a place for a tooltip: beside the mouse, clear of a value that is chosen.

        That is the value of the control under the mouse, or of the one with the focus.
        """
        spot = pygame.Rect(self.mouse, (1, 1)).inflate(self.theme.px(16), 0)
        place = place_beside(size, spot, window)
        high = self.theme.px(VALUE_HEIGHT)
        for control in filter(None, (self.below_mouse(), self.focus.on)):
            area = self._place_of(control) if control.takes_keys else None
            if area and area.height > high:
                area = area.clip(
                    pygame.Rect(area.left, self.mouse[1] - high // 2, area.width, high)
                )
            if area and place.colliderect(area):
                place = place_beside(size, spot.union(area), window)
        return place

    def _place_of(self, widget: Widget) -> pygame.Rect | None:
        """Return the place of a widget in the window; None if no open panel has it."""
        panels = (panel for panel in self.open_panels if widget in panel.widgets)
        return next((widget.rect.move(panel.rect.topleft) for panel in panels), None)


def paint_sign(
    canvas: pygame.Surface, theme: Theme, words: str, hint: str, seconds: float
) -> pygame.Rect:
    """Paint a sign in the middle that says what is being loaded, and return its place."""
    px = theme.px
    sign = pygame.Rect(0, 0, px(SIGN[0]), px(SIGN[1]))
    sign.center = canvas.get_rect().center
    canvas.blit(plate(theme, sign.size, CARD), sign)
    title = theme.text(words, 17, TEXT, "heading")
    canvas.blit(title, title.get_rect(centerx=sign.centerx, top=sign.top + px(16)))
    foot = theme.text(hint, 12, MUTED)
    canvas.blit(foot, foot.get_rect(centerx=sign.centerx, bottom=sign.bottom - px(8)))
    groove = pygame.Rect(sign.left + px(24), sign.top + px(46), sign.width - px(48), px(4))
    pygame.draw.rect(canvas, LINE, groove)
    light = groove.copy()
    light.width //= 4
    share = seconds / BEAT % 2.0
    light.left += round((groove.width - light.width) * min(share, 2.0 - share))
    pygame.draw.rect(canvas, AMBER, light)
    return sign
