"""The footer: undo, redo, speed, dice tray, main action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.content.settings import SPEEDS, Action
from game.prompts.prompt import PromptAction, Weight
from game.table.records import Side
from game.view.dice_tray import Throw, Tray
from game.widgets.button import Button, Style, TileButton
from game.widgets.key_bindings import key_for
from game.widgets.keys import Key
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import FELT, Box, Theme, plate
from game.widgets.widget import Panel, Visible, Widget

GAP, EDGE = 5.0, 8.0
TOOL, TILES = 42.0, 5
"""Height in units of a tile, and number of tiles."""
RAIL_BUTTON = 100.0
"""Width in units below which the main button shows a sign instead of its label."""
LARGE, SMALL = 18, 14
"""Text sizes of the main button: in one line, or in two."""
FREE = "Undo (no dice rolled since)"
STEP = "Show the next model, then pause"
DEAR = "Undo, if the other player agrees (dice were rolled or a secret revealed)"


PACES = (0.25, *SPEEDS, 8.0)
"""Speeds that can be chosen here; the settings offer the values between the ends."""


def resumed_speed(speed: float, before: float, liked: float) -> float:
    """Return the speed to continue with.

    *speed*: the one so far, 0 if none was chosen; *before*, *liked*: the previous value of the
    settings, 0 if there is none, and the current one.
    """
    fresh = before and liked != before
    return liked if fresh or not speed else speed


def next_round(speed: float) -> float:
    """Return the next faster speed of the settings; after the fastest, the slowest."""
    return next((pace for pace in SPEEDS if pace > speed), SPEEDS[0])


def next_speed(speed: float, direction: int) -> float:
    """Return the next speed that is faster (1) or slower (-1); the same at the ends."""
    paces = [pace for pace in PACES if (pace - speed) * direction > 0.0]
    return min(paces, key=lambda pace: abs(pace - speed), default=speed)


class WindowActions:
    """The actions of a battle window that its panels call; by default they do nothing."""

    speed = 1.0
    """Factor of the playback speed."""

    def undo(self) -> None:
        """Undo the last choice, or in a replay step back."""

    def redo(self) -> None:
        """Redo a choice, or in a replay step on."""

    def fit(self) -> None:
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

    def enlarge_log(self) -> None:
        """Give the log the place of the card too, or take it back."""

    def choose_layers(self) -> None:
        """Show or hide the buttons of the overlays."""


class FooterTile(TileButton):
    """A small tile: an icon above its key; its tooltip names it."""

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        icon = theme.icon(self.icon, theme.px(19), self.colour)
        canvas.blit(icon, icon.get_rect(centerx=rect.centerx, centery=rect.top + theme.px(16)))
        key = theme.text(str(self.shortcut or ""), 10, self.small, "mono")
        canvas.blit(key, key.get_rect(centerx=rect.centerx, bottom=rect.bottom - theme.px(3)))

    @property
    def tip(self) -> str:
        return "\n".join(dict.fromkeys(words for words in (self.label, super().tip) if words))


class MainActionButton(Button):
    """The button for the action of Enter; long labels take two lines, on a rail only a sign."""

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        if self.box[2] < RAIL_BUTTON:
            icon = theme.icon("ui/check", px(22), self.colour)
            canvas.blit(icon, icon.get_rect(center=(rect.centerx, rect.centery - px(7))))
            key = theme.text(self.detail.strip(), 11, self.small, "mono")
            canvas.blit(key, key.get_rect(centerx=rect.centerx, bottom=rect.bottom - px(4)))
            return
        room = rect.width - px(28)
        large = theme.width(self.label, LARGE, self.face) <= room
        script = TextStyle(theme, LARGE if large else SMALL, 22 if large else 17)
        lines = script.wrap((TextSpan(self.label, self.colour, face=self.face),), room)[:2]
        foot = px(18)
        top = rect.top + (rect.height - foot - script.high * len(lines)) // 2 + px(1)
        script.paint(canvas, lines, (rect.left + px(14), top))
        words = theme.text(self.detail, 13, self.small)
        below = top + script.high * len(lines)
        canvas.blit(words, words.get_rect(left=rect.left + px(14), top=below))

    @property
    def tip(self) -> str:
        narrow = self.box[2] < RAIL_BUTTON
        said = (self.label if narrow else "", super().tip)
        return "\n".join(words for words in said if words)


class TrayFace(Widget):
    """The dice tray as a widget, redrawn while dice roll."""

    throws = Visible[tuple[Throw, ...]]()

    def __init__(self, box: Box, tray: Tray) -> None:
        super().__init__(box)
        self.tray = tray
        self.throws = ()
        self._rolled = False

    def refresh(self) -> None:
        """Compare with the tray, and redraw if it changed."""
        self.throws = self.tray.throws
        self.dirty = self.dirty or self.tray.rolling or self._rolled
        self._rolled = self.tray.rolling

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(plate(self.theme, self.rect.size, FELT), self.rect)
        self.tray.draw(canvas, self.rect)


class Footer:
    """Dice tray, tools and main button, above one another; on a rail without the tray."""

    def __init__(self, theme: Theme, box: Box, tray: Tray, actions: WindowActions) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box)
        self.actions = actions
        self.rail = wide < RAIL_BUTTON
        act = 56.0 if self.rail or high < 210 else 64.0
        self._tools = high - act - 2 * EDGE - TOOL
        self.undo = self._tile(0, "Undo", "undo-2", actions.undo)
        self.undo.shortcut = key_for(Action.TAKE_BACK)
        self.redo = self._tile(1, "Redo", "redo-2", actions.redo)
        self.redo.shortcut = key_for(Action.REDO)
        self.fit = self._tile(2, "Show the whole table", "maximize", actions.fit)
        self.fit.shortcut = key_for(Action.WHOLE_TABLE)
        self.speed = self._tile(3, "Speed ×1", "skip-forward", self._faster)
        self.speed.shortcut = key_for(Action.SPEED)
        self._usual = (self.undo, self.redo, self.fit, self.speed)
        self._telling = tuple(self._film_tiles())
        self.panel.widgets[:] = self._usual
        self.layers = self._tile(4, "Overlays", "layers", actions.choose_layers)
        self.layers.shortcut = key_for(Action.LAYERS)
        self.panel.widgets[:] = [*self._usual, self.layers]
        room = max(10.0, self._tools - 2 * EDGE)
        self.tray = self.panel.add(TrayFace((EDGE, EDGE, wide - 2 * EDGE, room), tray))
        self.tray.shown = not self.rail
        self.act = self.panel.add(
            MainActionButton(
                (EDGE, high - act - EDGE, wide - 2 * EDGE, act), "", actions.act, detail=" "
            )
        )

    def _tile(self, n: int, label: str, icon: str, press: Callable[[], None]) -> FooterTile:
        wide = self.panel.box[2] - 2 * EDGE
        if self.rail:
            place = (EDGE, self._tools - (TILES - 1 - n) * (TOOL + GAP), wide, TOOL)
        else:
            each = (wide - (TILES - 1) * GAP) / TILES
            place = (EDGE + n * (each + GAP), self._tools, each, TOOL)
        tile = FooterTile(place, label, press, icon=f"ui/{icon}", style=Style.PLAIN)
        return self.panel.add(tile)

    def _film_tiles(self) -> Iterator[FooterTile]:
        """Yield the tiles for a playback that can be paused, in place of the usual ones."""
        actions, speed = self.actions, key_for(Action.SPEED)
        tiles: Sequence[tuple[str, str, Callable[[], None], Key, str]] = (
            ("Pause", "pause", actions.hold, key_for(Action.HOLD), ""),
            ("Step", "skip-forward", actions.step, key_for(Action.STEP_ON), STEP),
            (
                "Slower",
                "minus",
                partial(self._change_speed, -1),
                replace(speed, shift=True),
                "",
            ),
            ("Faster", "plus", partial(self._change_speed, 1), speed, ""),
        )
        for n, (label, icon, press, key, hint) in enumerate(tiles):
            tile = self._tile(n, label, icon, press)
            tile.shortcut, tile.hint = key, hint
            yield tile

    def _faster(self) -> None:
        self.actions.pace(next_round(self.actions.speed))

    def _change_speed(self, direction: int) -> None:
        self.actions.pace(next_speed(self.actions.speed, direction))

    def show_film(self, film: str, *, held: bool, speed: float) -> None:
        """Show the tiles for a playback that can be paused, or without one the usual tiles."""
        tiles = self._telling if film else self._usual
        if tiles[0] not in self.panel.widgets:
            old = self._usual if film else self._telling
            others = [w for w in self.panel.widgets if w not in old]
            self.panel.widgets[:] = [*tiles, *others]
            self.panel.fit(self.panel.theme)
        hold, _, slower, faster = self._telling
        hold.label, hold.icon = ("Resume", "ui/play") if held else ("Pause", "ui/pause")
        slower.reason = "" if next_speed(speed, -1) < speed else "Slowest speed"
        faster.reason = "" if next_speed(speed, 1) > speed else "Fastest speed"
        slower.hint = faster.hint = f"Speed ×{speed:g}"
        if film:
            self.act.label = f"Skip the {film} · ×{speed:g}"

    def show(self, urged: PromptAction | None, *, busy: bool) -> None:
        """Show the action of Enter: the main option of the prompt, or to skip."""
        if busy:
            self._act("Skip", str(key_for(Action.SKIP)), Style.PLAIN)
        elif urged:
            quiet = urged.reason or urged.weight is Weight.QUIET
            style = Style.PLAIN if quiet else Style.PRIMARY
            # The end of a phase says how many could still act; its tooltip names them.
            many = "" if urged.enters else f" · {urged.detail.partition(':')[0]}"
            self._act(urged.label, f"{'Enter' if urged.enters else urged.key}{many}", style)
            self.act.reason, self.act.hint = urged.reason, urged.detail
        else:
            self._act("", "", Style.GHOST)

    def show_back(self, *, can_undo: bool, free: bool, can_redo: bool, speed: float) -> None:
        """Show whether undo and redo are possible, whether undo is free, and the speed."""
        self.undo.reason = "" if can_undo else "Nothing to undo yet"
        self.undo.hint = FREE if free else DEAR
        self.redo.reason = "" if can_redo else "Nothing to redo"
        self.speed.label = f"Speed ×{speed:g}"

    def show_replay(self, *, playing: bool, speed: float) -> None:
        """Show the buttons of a replay: steps instead of undo and redo."""
        self.undo.label, self.redo.label = "Step back", "Step on"
        self.undo.icon, self.redo.icon = "ui/skip-back", "ui/skip-forward"
        self.undo.shortcut = key_for(Action.STEP_BACK)
        self.redo.shortcut = key_for(Action.STEP_ON)
        self.speed.label = f"Speed ×{speed:g}"
        self._act("Pause" if playing else "Play", str(key_for(Action.SKIP)), Style.PRIMARY)

    def _act(self, label: str, detail: str, style: Style) -> None:
        self.act.label = label
        self.act.detail, self.act.style = detail, style
        self.act.reason = self.act.hint = ""
        self.act.shown = bool(label)


def main_action(choices: Sequence[PromptAction]) -> PromptAction | None:
    """Return the option that Enter chooses, else the one that ends the phase; None if none."""
    ends = (c for c in choices if c.key == key_for(Action.END))
    return next((c for c in choices if c.enters), next(ends, None))
