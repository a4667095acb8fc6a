from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading_entry
from game.widgets.theme import Theme
from tests.widgets.input_driver import click_at, move_to, press_key, turn_wheel

INSIDE = (200, 200)


@pytest.fixture
def followed() -> list[str]:
    return []


@pytest.fixture
def log(panel: Panel, followed: list[str]) -> Log:
    return panel.add(Log(followed.append), (0, 0, 400, 200))


def wrapped_lines(log: Log) -> Sequence[Any]:
    """Return the lines into which the entries are wrapped."""
    return log._rows  # noqa: SLF001  rows are private to the view


def in_sight(log: Log) -> Sequence[Any]:
    return log._in_sight()  # noqa: SLF001


def numbered_entry(number: int) -> LogEntry:
    return LogEntry((TextSpan(f"line {number} by "), TextSpan("FF-14", link=f"FF-{number}")))


def test_it_follows_the_story_to_its_end(log: Log, panel: Panel) -> None:
    log.append(*(numbered_entry(n) for n in range(100)))
    panel.paint()

    assert log.scroll.at_end
    assert in_sight(log)[-1].entry is log.entries[-1]


def test_who_scrolled_up_is_not_pulled_away(stack: PanelStack, log: Log, panel: Panel) -> None:
    log.append(*(numbered_entry(n) for n in range(100)))
    panel.paint()
    turn_wheel(stack, INSIDE, 5)
    offset = log.scroll.offset

    log.append(numbered_entry(100))
    panel.paint()

    assert log.scroll.offset == offset


def test_only_what_is_in_sight_is_drawn(log: Log, panel: Panel) -> None:
    log.append(*(numbered_entry(n) for n in range(5000)))
    panel.paint()

    assert len(in_sight(log)) < 15


def test_a_click_on_a_link_calls_back(
    stack: PanelStack, log: Log, panel: Panel, followed: list[str]
) -> None:
    log.append(numbered_entry(7))
    panel.paint()
    width = log.theme.width("line 7 by ", 13)
    left, top = panel.rect.left + log.theme.px(24), panel.rect.top + 10

    click_at(stack, (left + width // 2, top))
    assert followed == []
    click_at(stack, (left + width + 5, top))
    assert followed == ["FF-7"]


def test_a_link_lights_up_under_the_mouse(stack: PanelStack, log: Log, panel: Panel) -> None:
    log.append(LogEntry((TextSpan("FF-14", link="FF-14"),)))
    panel.paint()

    move_to(stack, (panel.rect.left + 30, panel.rect.top + 10))
    assert log.lit == "FF-14"
    assert log.dirty
    move_to(stack, (panel.rect.left + 300, panel.rect.top + 10))
    assert log.lit == ""


def test_links_can_be_followed_by_key(
    stack: PanelStack, log: Log, panel: Panel, followed: list[str]
) -> None:
    log.append(numbered_entry(1), numbered_entry(2), numbered_entry(3))
    panel.paint()
    stack.focus.to(log)

    press_key(stack, pygame.K_RIGHT)
    press_key(stack, pygame.K_RETURN)
    press_key(stack, pygame.K_LEFT)
    press_key(stack, pygame.K_RETURN)

    assert followed == ["FF-1", "FF-3"]


def test_page_keys_scroll(stack: PanelStack, log: Log, panel: Panel) -> None:
    log.append(*(numbered_entry(n) for n in range(100)))
    panel.paint()
    stack.focus.to(log)

    press_key(stack, pygame.K_HOME)
    assert log.scroll.offset == 0
    press_key(stack, pygame.K_PAGEDOWN)
    assert log.scroll.offset == log.rect.height
    press_key(stack, pygame.K_END)
    assert log.scroll.at_end


def test_a_narrower_panel_wraps_anew(log: Log, panel: Panel) -> None:
    log.append(
        LogEntry((TextSpan("a long sentence that needs more than one line to be told"),))
    )
    panel.paint()
    assert len(wrapped_lines(log)) == 1

    log.box = (0, 0, 180, 200)
    log.fit(Theme())
    panel.paint()

    assert len(wrapped_lines(log)) > 2


def test_another_story_replaces_the_first(log: Log, panel: Panel) -> None:
    log.append(numbered_entry(1), numbered_entry(2))
    panel.paint()
    log.show([heading_entry("Turn 1")])
    panel.paint()

    assert [row.entry.heading for row in wrapped_lines(log)] == [True]


def test_headings_begin_where_icons_stand_and_without_icons_at_the_words(
    log: Log, panel: Panel
) -> None:
    def beside_the_words() -> bytes:
        panel.paint()
        return panel.surface.subsurface((0, 0, 22, 21)).copy().get_buffer().raw

    bare = beside_the_words()
    log.append(heading_entry("To answer"))
    assert beside_the_words() == bare

    log.append(LogEntry((TextSpan("moves"),), "ui/footprints"))
    assert beside_the_words() != bare
