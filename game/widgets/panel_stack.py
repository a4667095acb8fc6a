"""The panels of a screen, with focus, tooltip and one modal dialog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

import pygame

from game.widgets.button import Button, Style
from game.widgets.keys import Key, keys_pressed
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import LEADING, Label, Paragraph
from game.widgets.theme import AMBER, CARD, LINE, MUTED, TEXT, TIP, Theme, plate
from game.widgets.widget import Focus, Panel, Pixel, Widget

WIDEST = 280
TOOLTIP_PADDING = 12


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


DIALOG_PADDING = 24
TITLE = 40
BUTTONS = 42


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

    *room* leaves space in units between text and replies, for widgets that the caller adds from
    *body_top* down.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str | Sequence[TextSpan],
        replies: Sequence[Reply] = (CANCEL,),
        *,
        width: float = 460,
        room: float = 0,
    ) -> None:
        spans = (TextSpan(words),) if isinstance(words, str) else tuple(words)
        inner = width - 2 * DIALOG_PADDING
        size = 14 * theme.running
        leading = round(size * LEADING)
        script = TextStyle(theme, size, leading)
        high = len(script.wrap(spans, theme.px(inner))) * leading if words else 0
        self.body_top = DIALOG_PADDING + TITLE + high + (14 if room else 0)
        bottom = self.body_top + room + 18
        super().__init__(theme, (0, 0, width, bottom + BUTTONS + DIALOG_PADDING), CARD)
        self.closed = False
        title_box = (DIALOG_PADDING, DIALOG_PADDING - 6, inner, 30)
        self.add(Label(title_box, title.upper(), size=24, colour=AMBER, face="title"))
        self.add(
            Paragraph((DIALOG_PADDING, DIALOG_PADDING + TITLE, inner, high), spans, size=size)
        )
        self._add_replies(replies, bottom, inner)

    def _add_replies(self, replies: Sequence[Reply], top: float, inner: float) -> None:
        gap = 10
        wide = (inner - gap * (len(replies) - 1)) / max(1, len(replies))
        for n, reply in enumerate(replies):
            box = (DIALOG_PADDING + n * (wide + gap), top, wide, BUTTONS)
            self.add(
                Button(
                    box,
                    reply.label,
                    partial(self._reply, reply),
                    style=reply.style,
                    shortcut=reply.shortcut,
                )
            )

    def _reply(self, reply: Reply) -> None:
        self.closed = True
        reply.on_press()

    def opening_focus(self) -> Widget | None:
        """Return the widget to focus first: a text input, else the primary button, else any."""
        able = [w for w in self.widgets if w.focusable]
        typed = [w for w in able if w.takes_keys]
        urged = [w for w in able if isinstance(w, Button) and w.style is Style.PRIMARY]
        return next(iter(typed + urged + able), None)

    def _blank(self) -> pygame.Surface:
        # The window below is visible at the rounded corners.
        return pygame.Surface(self.rect.size, pygame.SRCALPHA)

    def centre(self, window: pygame.Rect) -> None:
        """Move the dialog to the middle of the window."""
        self.rect.center = window.center

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Offer an event to the widgets; return True, because the dialog is modal."""
        super().handle(event, at)
        return True


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
        self._tip: pygame.Rect | None = None
        self._pointed: object = None
        """The widget and its part under the mouse when it last moved; None if it just did."""
        self._places: object = None
        """Panels and their places in the last frame; None if all have to be drawn again."""

    def add(self, panel: Panel) -> Panel:
        """Add a panel on top and return it."""
        self.panels.append(panel)
        return panel

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog, which takes all events until one of its replies is pressed."""
        if not self.dialog:
            self._before = self.focus.on
        self.dialog = dialog
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
        return taken

    def _key(self, event: pygame.Event) -> bool:
        if self.typed_into:
            self._rested = -inf  # a tooltip would cover the text until the mouse moves
        if self.focus.handle(event):
            return True
        buttons = [w for w in self._widgets() if isinstance(w, Button)]
        keys = keys_pressed(event) if event.type == pygame.KEYDOWN else ()
        pressed = any(button.pressed_by(key) for key in keys for button in buttons)
        return pressed or self.dialog is not None

    def _mouse(self, event: pygame.Event) -> bool:
        if event.type != pygame.MOUSEWHEEL:
            self.mouse = event.pos
        self._rested, self._pointed = 0.0, None
        if event.type == pygame.MOUSEBUTTONDOWN:
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
    def covers(self) -> bool:
        """Return whether a dialog or tooltip covers other contents."""
        return self.dialog is not None or self._tip is not None

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
        """Draw the panels, a dialog and a tooltip; return the changed areas.

        *below*: the area that was drawn below them since the last frame; None for all of it.
        A dialog darkens everything below it, so the screen must be redrawn in every frame.
        """
        places = [(id(panel), *panel.rect) for panel in (*self.panels, self.dialog) if panel]
        if below is None or self.covers or places != self._places:
            below = canvas.get_rect()
        self._places = places
        drawn, changed = [below], list[pygame.Rect]()
        for panel in self.panels:
            # Copying a panel that nobody has drawn over takes more time than painting it.
            if (painted := panel.paint()) or panel.rect.collidelist(drawn) >= 0:
                canvas.blit(panel.surface, panel.rect)
                drawn.append(panel.rect)
            changed += painted
        if self.dialog:
            canvas.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            self.dialog.centre(canvas.get_rect())
            self.dialog.draw(canvas)
            changed = [canvas.get_rect()]
        tip, self._tip = self._tip, self._draw_tip(canvas)
        return [*changed, *(rect for rect in (tip, self._tip) if rect)]

    def _draw_tip(self, canvas: pygame.Surface) -> pygame.Rect | None:
        below = self.below_mouse()
        pointed = below, below.part if below else ""
        if self._pointed is None:
            self._pointed = pointed
        # What came to lie under a resting mouse was not pointed at.
        if pointed != self._pointed or self._rested < TOOLTIP_DELAY_SECONDS:
            return None
        if below is None or not below.tooltip:
            return None
        tip = tooltip(self.theme, below.tooltip)
        spot = pygame.Rect(self.mouse, (1, 1)).inflate(self.theme.px(16), 0)
        return canvas.blit(tip, place_beside(tip.get_size(), spot, canvas.get_rect()))


SIGN = (340.0, 84.0)
"""Size of a sign in units."""
BEAT = 1.2
"""Seconds in which the light of a sign crosses it once."""


def paint_sign(canvas: pygame.Surface, theme: Theme, words: str, seconds: float) -> pygame.Rect:
    """Paint a sign in the middle that says what is being loaded, and return its place."""
    px = theme.px
    sign = pygame.Rect(0, 0, px(SIGN[0]), px(SIGN[1]))
    sign.center = canvas.get_rect().center
    canvas.blit(plate(theme, sign.size, CARD), sign)
    title = theme.text(words, 17, TEXT, "heading")
    canvas.blit(title, title.get_rect(centerx=sign.centerx, top=sign.top + px(16)))
    hint = theme.text("Esc cancels", 12, MUTED)
    canvas.blit(hint, hint.get_rect(centerx=sign.centerx, bottom=sign.bottom - px(8)))
    groove = pygame.Rect(sign.left + px(24), sign.top + px(46), sign.width - px(48), px(4))
    pygame.draw.rect(canvas, LINE, groove)
    light = groove.copy()
    light.width //= 4
    share = seconds / BEAT % 2.0
    light.left += round((groove.width - light.width) * min(share, 2.0 - share))
    pygame.draw.rect(canvas, AMBER, light)
    return sign
