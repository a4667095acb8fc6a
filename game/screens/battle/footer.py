"""The footer of the battle window, from the dice tray to the main action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from game.content.table_actions import Action
from game.prompts.prompt import PromptAction, Weight
from game.screens.battle.panel_part import PanelPart
from game.screens.side_panels import RAIL
from game.shown.options import main_action
from game.shown.playback_speeds import next_round, next_speed
from game.table.records import Side
from game.view.dice_tray import Throw, Tray
from game.widgets.button import Button, Style, TileButton
from game.widgets.cells import LayoutCell, column, grid, keyed, sized, spring
from game.widgets.key_bindings import key_for
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, CONTROL, LARGE, LEAD_TEXT, SMALL_TEXT, TIGHT
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import FELT, Box, Theme, plate
from game.widgets.widget import Pixel, Visible, Widget

TILES = 5
FREE = "Undo (no dice rolled since)"
STEP = "Show the next model, then pause"
DEAR = "Undo, if the other player agrees (dice were rolled or a secret revealed)"


class WindowActions:
    """The actions of a battle window that its panels call; by default they do nothing."""

    speed = 1.0
    """Factor of the playback speed."""

    def undo(self) -> None:
        """Undo the last choice, or in a replay step back."""

    def redo(self) -> None:
        """Redo a choice, or in a replay step on."""

    def show_whole(self) -> None:
        """Show the whole table."""

    def pace(self, speed: float) -> None:
        """Set the playback speed."""

    def act(self) -> None:
        """Do the action of Enter."""

    def hold(self) -> None:
        """Pause the playback, or resume it."""

    def step(self) -> None:
        """Show the next model or unit, then pause."""

    def pick_unit(self, id_: str) -> None:
        """Choose a unit of the rosters, or show its card."""

    def press(self, id_: str) -> None:
        """Press an action of the prompt panel."""

    def point_out(self, id_: str) -> None:
        """Highlight the object of an action on the board."""

    def ask_for_hint(self) -> None:
        """Ask a bot about the open question; nobody is asked in a replay."""

    def open_clause(self, id_: str) -> None:
        """Show a clause of the rulebook."""

    def follow_link(self, link: str) -> None:
        """Follow a link of the log."""

    def open_menu(self) -> None:
        """Pause the game, or leave the replay."""

    def open_help(self) -> None:
        """Show rules and keys."""

    def open_sheet(self) -> None:
        """Show the score sheet."""

    def turn_orders(self, side: Side) -> None:
        """Change a side's standing orders."""

    def fold_rosters(self) -> None:
        """Close the rosters to a rail, or open them."""

    def fold_dock(self) -> None:
        """Close the panels of the question to a rail, or open them."""

    def fold_all(self) -> None:
        """Close all panels beside the board, or open them if all are closed."""

    def enlarge_log(self) -> None:
        """Give the log the place of the card too, or take it back."""

    def choose_layers(self) -> None:
        """Show or hide the buttons of the overlays."""

    def turn_show(self) -> None:
        """Begin or end the show mode."""


class FooterTile(TileButton):
    """A small tile: an icon above its name and its key."""

    name = ""
    """A short name; empty to show the label."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a square for the icon, with room for two lines of words below it."""
        return CONTROL, CONTROL + CLOSE

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        icon = theme.icon(self.icon, px(17), self.colour)
        canvas.blit(icon, icon.get_rect(centerx=rect.centerx, centery=rect.top + px(12)))
        words = self.short(self.name or self.label, 12, rect.width - px(4), "heading")
        name = theme.text(words, 12, self.colour, "heading")
        canvas.blit(name, name.get_rect(centerx=rect.centerx, centery=rect.top + px(28)))
        key = theme.text(str(self.shortcut or ""), 9.5, self.small, "mono")
        canvas.blit(key, key.get_rect(centerx=rect.centerx, bottom=rect.bottom - px(2)))

    @property
    def tip(self) -> str:
        return "\n".join(dict.fromkeys(words for words in (self.label, super().tip) if words))


class MainActionButton(Button):
    """The button for the action of Enter; long labels take two lines, on a rail only a sign."""

    def __init__(
        self,
        label: str,
        on_press: Callable[[], None],
        *,
        detail: str,
        style: Style,
        reason: str,
        hint: str,
        is_sign: bool,
    ) -> None:
        """*is_sign*: True to show a sign instead of the label."""
        super().__init__(label, on_press, detail=detail, style=style, reason=reason, hint=hint)
        self.is_sign = is_sign

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for two lines and the key."""
        return LARGE, LARGE

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        if self.is_sign:
            icon = theme.icon("ui/check", px(22), self.colour)
            canvas.blit(icon, icon.get_rect(center=(rect.centerx, rect.centery - px(7))))
            key = theme.text(self.detail.strip(), 11, self.small, "mono")
            canvas.blit(key, key.get_rect(centerx=rect.centerx, bottom=rect.bottom - px(4)))
            return
        room = rect.width - px(28)
        large = theme.width(self.label, LEAD_TEXT, self.face) <= room
        size = LEAD_TEXT if large else SMALL_TEXT
        script = TextStyle(theme, size, size + TIGHT)
        lines = script.wrap((TextSpan(self.label, self.colour, face=self.face),), room)[:2]
        foot = px(18)
        top = rect.top + (rect.height - foot - script.high * len(lines)) // 2 + px(1)
        script.paint(canvas, lines, (rect.left + px(14), top))
        words = theme.text(self.detail, 13, self.small)
        below = top + script.high * len(lines)
        canvas.blit(words, words.get_rect(left=rect.left + px(14), top=below))

    @property
    def tip(self) -> str:
        said = (self.label if self.is_sign else "", super().tip)
        return "\n".join(words for words in said if words)


class TrayFace(Widget):
    """The dice tray as a widget, redrawn while dice roll."""

    throws = Visible[tuple[Throw, ...]]()
    conclusion = Visible[str]()

    def __init__(self, tray: Tray) -> None:
        super().__init__()
        self.tray = tray
        self.throws, self.conclusion = (), ""
        self._rolled = False

    def refresh(self) -> None:
        """Compare with the tray, and redraw if it changed."""
        self.throws, self.conclusion = self.tray.throws, self.tray.conclusion
        self.dirty = self.dirty or self.tray.rolling or self._rolled
        self._rolled = self.tray.rolling

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(plate(self.theme, self.rect.size, FELT), self.rect)
        self.tray.draw(canvas, self.rect)


class FooterContent(NamedTuple):
    """The contents of the footer."""

    urged: PromptAction | None = None
    """The main option of the question."""
    busy: bool = False
    """True while something is played back, so that Enter skips it."""
    can_undo: bool = False
    free: bool = False
    """True if an undo needs no consent."""
    can_redo: bool = False
    speed: float = 1.0
    film: str = ""
    """The playback that can be paused; empty for none."""
    held: bool = False
    replays: bool = False
    """True for a replay, with steps instead of undo and redo."""
    playing: bool = False


class Footer(PanelPart[FooterContent]):
    """Dice tray, tools and main button, above one another; on a rail without the tray."""

    def __init__(self, theme: Theme, box: Box, tray: Tray, actions: WindowActions) -> None:
        self.actions, self.tray = actions, TrayFace(tray)
        self.rail = box[2] <= RAIL
        super().__init__(Panel(theme, box), FooterContent())

    def view(self) -> LayoutCell:
        """Describe the tray, the tools below it, and the button of Enter."""
        tiles = [*self._tiles()]
        tools = (
            column(*tiles, gap=TIGHT) if self.rail else grid(*tiles, columns=TILES, gap=TIGHT)
        )
        tray = spring() if self.rail else sized(self.tray, grow=1)
        return column(tray, tools, self._main_button(), gap=CLOSE, pad=CLOSE)

    def refresh_tray(self) -> None:
        """Redraw the tray if it changed, and tell it where in the window it is."""
        face = self.tray
        face.refresh()
        shown = face in self.panel.widgets
        face.tray.place = face.rect.move(self.panel.rect.topleft) if shown else None

    @property
    def act(self) -> MainActionButton:
        """Return the button of Enter."""
        (button,) = self.widgets(MainActionButton)
        return button

    @property
    def label(self) -> str:
        """Return the words of the button of Enter; empty if Enter does nothing."""
        return self.act.label

    def deed_at(self, pixel: Pixel) -> str:
        """Return the words of the button of Enter if it is at a pixel of the window."""
        place = self.act.rect.move(self.panel.rect.topleft)
        return self.label if self.act.shown and place.collidepoint(pixel) else ""

    def _tiles(self) -> Iterator[FooterTile]:
        """Yield the tools, which are others for a playback that can be paused."""
        actions = self.actions
        yield from self._film_tiles() if self.content.film else self._usual_tiles()
        yield tile("Overlays", "layers", actions.choose_layers, key_for(Action.LAYERS))

    def _usual_tiles(self) -> Iterator[FooterTile]:
        actions, now = self.actions, self.content
        if now.replays:
            back, on = key_for(Action.STEP_BACK), key_for(Action.STEP_ON)
            yield tile("Step back", "skip-back", actions.undo, back)
            yield tile("Step on", "skip-forward", actions.redo, on)
        else:
            undo = tile("Undo", "undo-2", actions.undo, key_for(Action.TAKE_BACK))
            undo.reason = "" if now.can_undo else "Nothing to undo yet"
            undo.hint = FREE if now.free else DEAR
            yield undo
            redo = tile("Redo", "redo-2", actions.redo, key_for(Action.REDO))
            redo.reason = "" if now.can_redo else "Nothing to redo"
            yield redo
        whole = key_for(Action.WHOLE_TABLE)
        yield tile("Show the whole table", "maximize", actions.show_whole, whole, name="Table")
        label, speed = f"Speed ×{now.speed:g}", key_for(Action.SPEED)
        yield tile(label, "skip-forward", self._faster, speed, key="speed")

    def _film_tiles(self) -> Iterator[FooterTile]:
        actions, now, speed = self.actions, self.content, key_for(Action.SPEED)
        label, icon = ("Resume", "play") if now.held else ("Pause", "pause")
        yield tile(label, icon, actions.hold, key_for(Action.HOLD), key="hold")
        step = tile("Step", "skip-forward", actions.step, key_for(Action.STEP_ON))
        step.hint = STEP
        yield step
        for direction, name, icon, edge in (
            (-1, "Slower", "minus", "Slowest speed"),
            (1, "Faster", "plus", "Fastest speed"),
        ):
            key = replace(speed, shift=direction < 0)
            press = partial(self._change_speed, direction)
            change = tile(name, icon, press, key)
            is_last = next_speed(now.speed, direction) == now.speed
            change.reason = edge if is_last else ""
            change.hint = f"Speed ×{now.speed:g}"
            yield change

    def _faster(self) -> None:
        self.actions.pace(next_round(self.actions.speed))

    def _change_speed(self, direction: int) -> None:
        self.actions.pace(next_speed(self.actions.speed, direction))

    def put(self, content: FooterContent) -> None:
        """Show a content; a main button that has the focus keeps it while it is hidden."""
        focus = self.panel.focus
        on = focus.on if focus else None
        super().put(content)
        if focus and isinstance(on, MainActionButton) and on in self.panel.widgets:
            focus.to(on)

    def _main_button(self) -> MainActionButton:
        """Return the button for the action of Enter, which is hidden if that does nothing."""
        now, skip = self.content, str(key_for(Action.SKIP))
        if now.replays:
            return self._act("Pause" if now.playing else "Play", skip, Style.PRIMARY)
        if now.film:
            return self._act(f"Skip the {now.film} · ×{now.speed:g}", skip, Style.PLAIN)
        if now.busy:
            return self._act("Skip", skip, Style.PLAIN)
        if now.urged is None:
            hidden = self._act("", "", Style.GHOST)
            hidden.shown = False
            return hidden
        quiet = now.urged.reason or now.urged.weight is Weight.QUIET
        button, style = main_action(now.urged), Style.PLAIN if quiet else Style.PRIMARY
        return self._act(button.label, button.keys, style, button.reason, button.hint)

    def _act(
        self, label: str, keys: str, style: Style, reason: str = "", hint: str = ""
    ) -> MainActionButton:
        press = self.actions.act
        return MainActionButton(
            label, press, detail=keys, style=style, reason=reason, hint=hint, is_sign=self.rail
        )

    def brighten(self, *, bright: bool) -> None:
        """Draw the main action bright, or as usual."""
        self.act.bright = bright


def tile(
    label: str,
    icon: str,
    press: Callable[[], None],
    shortcut: Key,
    key: str = "",
    name: str = "",
) -> FooterTile:
    """Return a tool; a press that began on another one, which had its place, is forgotten."""
    made = FooterTile(label, press, icon=f"ui/{icon}", style=Style.PLAIN, shortcut=shortcut)
    made.name = name
    return keyed(key or label, made)
