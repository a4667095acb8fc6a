"""The editor's screen: mouse on the board, keys, palette, header and status line."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import pygame
import pytest

from game.content.maps.class_registry import CLASSES, GROUPS
from game.content.maps.classes import DeploymentZone, Objective, Wall
from game.content.shipped_folders import MAPS
from game.editor.board_commands import set_board
from game.geometry.points import Point
from game.screens.editor.bars import KEYS
from game.screens.editor.class_palette import about, found
from game.screens.editor.form_topbar import KEYS as FORM_KEYS
from game.screens.editor.screen import EditorScreen
from game.systems.cage.content.map_classes import Notch, Ring
from game.systems.flood.content.map_classes import CaveIn, FloodOrigin, Grate, SluiceGate
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.widgets.cells import Child
from game.widgets.dialogs import keys_dialog
from game.widgets.panel import Panel
from game.widgets.text_field import TextField
from game.widgets.text_view import Label, Log
from game.widgets.theme import Theme
from tests.screens.catalogue import SHOTS
from tests.screens.editor.editor_states import button_of, status_of, title_of
from tests.screens.input_driver import Player
from tests.tools.editors import new_map, open_map


def pixel_in_editor(editor: EditorScreen, x: float, y: float) -> tuple[int, int]:
    canvas = editor.canvas
    left, top = canvas.window.topleft
    at = canvas.camera.pixel(Point(x, y))
    return left + at[0], top + at[1]


def drag_box(
    player: Player, editor: EditorScreen, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Drag a box on the board from corner to corner, in inches."""
    player.push(*pixel_in_editor(editor, *start))
    player.move(*pixel_in_editor(editor, *end))
    player.let_go(*pixel_in_editor(editor, *end))
    player.wait(2)


def kinds(editor: EditorScreen) -> list[str]:
    return [type(one.what).__name__ for _, one in editor.workspace.map.objects()]


def test_a_letter_takes_a_tool_and_a_drag_draws_with_it(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 13))

    (one,) = editor.workspace.selected()
    assert editor.toolbox.name == "Rectangle"
    assert one.outline == ((10, 10), (14, 10), (14, 13), (10, 13))
    assert title_of(editor) == "Untitled •"


def test_a_double_click_and_a_right_click_end_a_line(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_l)
    for x, y in ((5, 5), (9, 5), (9, 5)):
        player.click(*pixel_in_editor(editor, x, y))
    player.wait(40)
    for x, y in ((5, 8), (9, 8)):
        player.click(*pixel_in_editor(editor, x, y))
    player.wait(40)
    player.click(*pixel_in_editor(editor, 20, 20), button=3)

    lines = [one.outline for _, one in editor.workspace.map.objects()]
    assert lines == [((5, 5), (9, 5)), ((5, 8), (9, 8))]


def test_a_right_drag_moves_the_board_and_ends_nothing(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_l)
    player.wheel(0)
    player.move(*pixel_in_editor(editor, 24, 24))
    player.wheel(4)
    player.click(*pixel_in_editor(editor, 22, 22))
    player.click(*pixel_in_editor(editor, 23, 22))
    before = editor.canvas.camera.left
    x, y = pixel_in_editor(editor, 24, 24)
    player.push(x, y, button=3)
    player.send(pygame.MOUSEMOTION, pos=(x + 60, y), rel=(60, 0), buttons=(0, 0, 1))
    player.let_go(x + 60, y, button=3)

    assert editor.canvas.camera.left >= before + 60
    assert kinds(editor) == []
    player.key(pygame.K_RETURN)
    assert kinds(editor) == ["Wall"]


def test_the_wheel_brings_what_is_under_the_mouse_nearer(
    player: Player, editor: EditorScreen
) -> None:
    player.move(*pixel_in_editor(editor, 12, 36))
    player.wheel(3)

    at = editor.canvas.at
    assert at
    assert editor.canvas.camera.steps == 3
    assert abs(at.x - 12) < 0.1
    assert abs(at.y - 36) < 0.1


def test_digits_and_the_palette_choose_what_is_drawn_and_a_tool_that_can(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_5)
    assert (type(editor.workspace.brush), editor.toolbox.name) == (Objective, "Point")
    player.key(pygame.K_4)
    assert (type(editor.workspace.brush), editor.toolbox.name) == (DeploymentZone, "Rectangle")
    player.key(pygame.K_p)
    player.key(pygame.K_1)
    assert (type(editor.workspace.brush), editor.toolbox.name) == (Wall, "Polygon")
    editor.palette.list.choose("FloodOrigin")
    assert (type(editor.workspace.brush), editor.toolbox.name) == (FloodOrigin, "Point")


def test_the_search_is_led_to_by_a_key_and_left_with_what_it_found(
    player: Player, editor: EditorScreen
) -> None:
    player.send(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/")
    player.type("/")
    player.wait()
    player.type("bars")
    assert [r.label for r in editor.palette.list.rows] == ["Water", "Grate"]
    player.key(pygame.K_RETURN)

    assert type(editor.workspace.brush) is Grate
    player.key(pygame.K_v)
    assert editor.toolbox.name == "Select"


def test_the_next_search_replaces_the_last_one(player: Player, editor: EditorScreen) -> None:
    for key, sign in (
        (pygame.K_SLASH, "/"),
        (pygame.K_o, "o"),
    ):
        for words in ("bars", "lane"):
            player.send(pygame.KEYDOWN, key=key, mod=0, unicode=sign)
            player.type(sign)
            player.wait()
            player.type(words)
            on = editor.stack.typed_into
            assert isinstance(on, TextField)
            assert on.text == words
            player.key(pygame.K_ESCAPE)


def test_every_class_stands_in_one_group_and_says_what_it_does() -> None:
    listed = [kind.__name__ for kinds in GROUPS.values() for kind in kinds]

    assert sorted(listed) == sorted(CLASSES)
    assert [name for name in listed if not about(CLASSES[name]).words] == []
    assert str(about(Grate)) == "Bars across a corridor. (FF-03)"
    assert found("FF-03") == {"Water": [Grate, SluiceGate, CaveIn]}
    assert found("cage") == {"Cage": [Ring, Notch]}


def test_escape_gives_up_step_by_step(player: Player, editor: EditorScreen) -> None:
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 13))
    player.push(*pixel_in_editor(editor, 20, 20))
    player.move(*pixel_in_editor(editor, 24, 24))
    player.key(pygame.K_ESCAPE)
    player.let_go(*pixel_in_editor(editor, 24, 24))
    assert kinds(editor) == ["Wall"]
    assert editor.workspace.selection
    player.key(pygame.K_ESCAPE)
    assert not editor.workspace.selection
    player.key(pygame.K_ESCAPE)
    assert editor.stack.dialog


def test_tab_steps_through_objects_and_f6_through_widgets(player: Player) -> None:
    editor = player.open(open_map(MAPS / "training-cage.tmj"))
    ids = [one.id for _, one in editor.workspace.map.objects()]
    for _ in range(2):
        player.key(pygame.K_TAB)
    assert editor.workspace.selection == (ids[1],)
    player.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert editor.workspace.selection == (ids[0],)
    player.key(pygame.K_F6)
    assert editor.stack.focus.on is not None
    player.key(pygame.K_TAB)
    assert editor.workspace.selection == (ids[0],)


def test_what_was_copied_is_pasted_into_another_map_where_the_mouse_is(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 12))
    player.key(pygame.K_c, pygame.KMOD_CTRL)
    other = player.open(new_map())
    player.move(*pixel_in_editor(other, 30, 20))
    player.key(pygame.K_v, pygame.KMOD_CTRL)

    (one,) = other.workspace.selected()
    assert one.outline[0] == (28, 19)


def test_arrows_nudge_and_undo_goes_back_to_the_start(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 12))
    for _ in range(3):
        player.key(pygame.K_RIGHT)
    assert editor.workspace.selected()[0].outline[0] == (11.5, 10)
    assert button_of(editor.topbar, "Undo").hint == "Undo: Move wall 1 (Ctrl+Z)"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.wait()
    assert kinds(editor) == []
    assert title_of(editor) == "Untitled"
    assert button_of(editor.topbar, "Undo").reason == "Nothing to undo"


def test_grid_and_mirror_step_through_what_there_is(
    player: Player, editor: EditorScreen
) -> None:
    steps = [editor.workspace.snapping.grid]
    for _ in range(4):
        player.key(pygame.K_g)
        steps.append(editor.workspace.snapping.grid)
    mirrors = [editor.workspace.mirror]
    for mod in (pygame.KMOD_SHIFT,) * 3 + (0, 0):
        player.key(pygame.K_m, mod)
        mirrors.append(editor.workspace.mirror)

    assert steps == [0.5, 0.25, 0.0, 1.0, 0.5]
    assert mirrors == ["", "left-right", "top-bottom", "turned", "", "turned"]


def test_first_steps_stand_on_an_empty_map_until_something_is_done(
    player: Player, editor: EditorScreen
) -> None:
    assert editor.steps
    assert editor.steps.shown
    player.key(pygame.K_r)
    assert not editor.steps.shown
    drag_box(player, editor, (10, 10), (14, 12))
    player.key(pygame.K_v)
    assert not editor.steps.shown


def test_all_of_the_window_comes_back_when_a_dialog_is_closed(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_F1)
    player.wait(2)
    assert editor.stack.dialog
    editor.stack.dismiss()

    assert [*editor.draw(player.canvas)] == [player.canvas.get_rect()]
    player.wait(2)
    assert [*editor.draw(player.canvas)] != [player.canvas.get_rect()]


def test_nothing_of_a_dialog_is_left_where_it_was(player: Player, editor: EditorScreen) -> None:
    player.wait_until(lambda: editor.canvas.sheet.is_crisp)
    player.wait(2)
    before = player.canvas.copy()
    player.key(pygame.K_ESCAPE)
    player.wait(2)
    assert editor.stack.dialog
    player.key(pygame.K_ESCAPE)
    player.wait(2)

    assert editor.stack.dialog is None
    middle = player.canvas.get_rect().center
    assert player.canvas.get_at(middle) == before.get_at(middle)


@pytest.mark.usefixtures("painted")
def test_while_the_board_is_painted_it_is_drawn_anew_only_when_there_is_more(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, part = Event(), BoardPainter.part
    monkeypatch.setattr(BoardPainter, "part", lambda *of: may_go_on.wait(60) and part(*of))
    monkeypatch.setattr(TileDiskCache, "find", lambda *_: None)
    editor = player.open(new_map())
    canvas = editor.canvas
    try:
        player.wait_until(lambda: not canvas.paint.has_news(canvas.camera.ppi))
        player.wait(2)
        assert not canvas.sheet.is_crisp
        assert canvas.draw(player.canvas, None) == []
    finally:
        may_go_on.set()

    player.wait_until(lambda: canvas.sheet.is_crisp)
    shown = canvas.sheet.surface.copy()
    canvas.sheet.spoil()
    canvas.spoil()
    assert canvas.draw(player.canvas, None)
    assert pygame.image.tobytes(canvas.sheet.surface, "RGB") == pygame.image.tobytes(
        shown, "RGB"
    )


@pytest.mark.parametrize("running", [1.0, 1.5])
@pytest.mark.parametrize("keys", [KEYS, FORM_KEYS])
def test_no_line_of_the_keys_is_wrapped(
    keys: Sequence[tuple[str, str]], running: float
) -> None:
    dialog = keys_dialog(Theme(1.0, running), keys)
    (log,) = [one for one in dialog.widgets if isinstance(one, Log)]
    log.wrap()

    assert log.scroll.content == len(keys) * log.script.high


@pytest.mark.parametrize(
    "name",
    [
        "editor-empty",
        "editor-several",
        "editor-list",
        "editor-checks",
        "editor-layers",
        "form-roster",
    ],
)
def test_what_rests_is_neither_described_nor_drawn_again(
    player: Player, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = SHOTS[name].make(player)
    SHOTS[name].pose(player)
    player.wait(60)
    described, show = list[Panel](), Panel.show

    def noted(panel: Panel, content: Child) -> None:
        described.append(panel)
        show(panel, content)

    monkeypatch.setattr(Panel, "show", noted)
    drawn = list[pygame.Rect]()
    for _ in range(20):
        screen.update(1 / 60)
        drawn += screen.draw(player.canvas)

    assert described == []
    assert drawn == []


def test_a_title_that_is_too_long_is_cut_before_the_sign_of_changes(
    player: Player, editor: EditorScreen
) -> None:
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 12))
    long = "W" * 60
    set_board(editor.workspace, "title", long)
    player.wait()

    panel = editor.topbar.panel
    title, changed = (w for w in panel.widgets if isinstance(w, Label))
    assert title.text == long
    assert title.cut
    assert changed.text == "•"
    assert not changed.cut
    assert changed.rect.right <= button_of(editor.topbar, "Save").rect.left


def test_a_message_that_is_too_long_for_the_status_bar_is_read_in_its_tooltip(
    player: Player, editor: EditorScreen
) -> None:
    long = "Saved in the folder of the maps of the user " * 9
    editor.show_message(long)
    player.wait()
    (line,) = editor.footline.panel.widgets
    assert status_of(editor)[0] == long
    assert line.tooltip == long
    player.key(pygame.K_r)
    player.wait()
    assert status_of(editor)[0].startswith("Drag")
    assert line.tooltip == ""
