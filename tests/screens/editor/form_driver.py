"""Forms driven by mouse and keyboard: fields by their paths, rows of lists by their ids."""

from __future__ import annotations

from typing import Any

import pygame

from game.content.faults import spelt
from game.content.toml_statements import TomlPath
from game.screens.editor.pick_dialog import PickDialog
from game.widgets.list_box import ListBox
from game.widgets.panel import Panel
from game.widgets.widget import Widget
from tests.screens.editor.editor_states import form_of
from tests.screens.input_driver import Player


def panel_of(player: Player, widget: Widget) -> Panel:
    return next(p for p in player.panels.open_panels if widget in p.widgets)


def click_on(player: Player, widget: Widget) -> None:
    """Click the middle of a widget, which must be visible."""
    assert widget.shown, widget
    panel = panel_of(player, widget)
    player.click(*widget.rect.move(panel.rect.topleft).center)


def click_row(player: Player, box: ListBox, id_: str) -> None:
    """Scroll to a row of a list and click it."""
    place = next(n for n, row in enumerate(box.rows) if row.id == id_)
    panel = panel_of(player, box)
    left, top = box.rect.move(panel.rect.topleft).topleft
    player.move(left + 20, top + 20)
    player.wheel(100)
    for _ in range(60):
        for y in range(2, box.rect.height, 4):
            row = box.row_at((box.rect.left + 20, box.rect.top + y))
            if row and row.id == id_:
                player.click(left + 20, top + y)
                return
        player.move(left + 20, top + 20)
        player.wheel(-1)
    raise AssertionError(f"row {place} of {id_} never came into view")


def field_widget(player: Player, path: TomlPath, number: int = 0) -> Any:
    """Return the widget of a value; *number*: one of those beside it."""
    row = form_of(player).page.row(path)
    assert row, path
    return row.focusable[number]


def see(player: Player, widget: Widget) -> None:
    """Turn the wheel over the page until a widget is visible."""
    screen = form_of(player)
    x, y = screen.page_panel.rect.center
    player.move(x, y)
    for step in (-1, 1):
        for _ in range(40):
            seen = screen.page_panel.visible_part(widget)
            if seen.height == widget.rect.height:
                return
            player.wheel(step)
    raise AssertionError(f"{widget} never came into view")


def click_field(player: Player, path: TomlPath, number: int = 0) -> None:
    widget = field_widget(player, path, number)
    see(player, widget)
    click_on(player, widget)


def type_value(player: Player, path: TomlPath, words: str) -> None:
    """Click a text or number and type it anew."""
    click_field(player, path)
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.type(words)


def pick(player: Player, name: str) -> None:
    """Click a name in the dialog that is open."""
    dialog = player.panels.dialog
    assert isinstance(dialog, PickDialog)
    click_row(player, dialog.listed, name)


def pick_field(player: Player, path: TomlPath, *names: str) -> None:
    """Open the list of a field by a click, and click names."""
    click_field(player, path)
    for name in names:
        pick(player, name)
    if player.panels.dialog:
        player.press("Done")


def click_part(player: Player, path: TomlPath) -> None:
    click_row(player, form_of(player).outline.parts, spelt(path))


def tab_to(player: Player, path: TomlPath, number: int = 0) -> None:
    """Press Tab until the focus is on a value."""
    screen = form_of(player)
    for _ in range(200):
        if screen.page.at(screen.stack.focus.on) == (path, number):
            player.wait()
            assert screen.stack.focus.on
            assert panel_of(player, screen.stack.focus.on).visible_part(screen.stack.focus.on)
            return
        player.key(pygame.K_TAB, drawn=False)
    raise AssertionError(f"Tab never leads to {path}")


def key_to_part(player: Player, id_: str) -> None:
    """Press Esc if a field has the focus, and arrows until a row of the outline is chosen."""
    screen = form_of(player)
    if screen.stack.focus.on is not screen.outline.parts:
        player.key(pygame.K_ESCAPE)
    player.key(pygame.K_HOME)
    for key in (pygame.K_DOWN, pygame.K_UP):
        for _ in range(60):
            if screen.outline.parts.chosen == id_:
                player.wait()
                return
            player.key(key, drawn=False)
    raise AssertionError(f"the arrows never lead to {id_}")
