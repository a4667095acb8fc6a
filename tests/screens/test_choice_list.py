"""The rows of the prompt's panel: wrapped text, stable keys, a visible scroll bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from game.content.table_actions import Action
from game.play.decisions import Choose, CommonKind, Option, pass_option
from game.prompts.pick import PickPrompt
from game.prompts.prompt import ENTER_KEY, NUMBERS, PromptAction
from game.screens.battle.battle_layout import OpenSides, layout
from game.screens.battle.choice_list import ChoiceList
from game.screens.battle.footer import WindowActions
from game.screens.battle.prompt_panel import PromptPanel, QuestionContent
from game.shown.options import main_action, main_option
from game.shown.question import QuestionHead
from game.widgets.key_bindings import key_for
from game.widgets.panel import Panel
from game.widgets.text_layout import TextSpan
from game.widgets.theme import MUTED, Theme
from tests.play.tables import SQUAD, US, table
from tests.screens.input_driver import Player

LONG = (
    "Warden 3 of First squad would end 2.4 inches from the rest of the unit, and no more than "
    "2 inches may lie between neighbours"
)
BOX = 24.0, 20.0, 268.0, 200.0


class Shown:
    """A panel with a list of options that records the rows pressed."""

    def __init__(self, choices: Sequence[PromptAction]) -> None:
        self.pressed: list[str] = []
        self.cited: list[str] = []
        self.panel = Panel(Theme(), (0, 0, 316, 286))
        self.rows = self.panel.add(self._list(choices), BOX)
        self.panel.paint()

    def _list(self, choices: Sequence[PromptAction]) -> ChoiceList:
        ignored: list[str] = []
        return ChoiceList(choices, self.pressed.append, ignored.append, self.cited.append)

    def show(self, choices: Sequence[PromptAction]) -> None:
        self.rows.take(self._list(choices))
        self.panel.paint()

    def picture(self) -> pygame.Surface:
        return self.panel.surface.subsurface(self.rows.rect).copy()


def many(lit: int) -> list[PromptAction]:
    return [PromptAction(f"c{n}", f"Number {n}", lit=n == lit) for n in range(12)]


def test_rows_are_painted() -> None:
    shown = Shown([])
    empty = shown.picture()
    shown.show([PromptAction("one", "One")])

    place = shown.rows.place(shown.rows.rows[0]).move(-24, -20)
    assert shown.picture().get_at(place.center) != empty.get_at(place.center)


def test_why_not_is_told_whole_in_as_many_lines_as_it_takes() -> None:
    (row,) = Shown(
        [PromptAction("done", label="Done", clause="CC-02", key=ENTER_KEY, reason=LONG)]
    ).rows.rows

    assert len(row.below) >= 3
    assert " ".join(piece.span.text.strip() for line in row.below for piece in line) == LONG
    assert all(p.x + p.width <= 268 - 24 for line in row.below for p in line)
    assert row.high == 16 + 19 + 16 * len(row.below)


def test_a_long_label_wraps_beside_its_clause_and_key() -> None:
    name = "Fire the heavy flamer at the stalker pack in the ruin"
    (row,) = Shown([PromptAction("fire", label=name, clause="CC-07", key=NUMBERS[0])]).rows.rows

    assert len(row.label) > 1
    assert " ".join(p.span.text.strip() for line in row.label for p in line) == name


def test_a_row_keeps_its_height_when_it_is_lit() -> None:
    dark, light = (
        Shown(
            [
                PromptAction(
                    "z", label="Deploy in the north", clause="MI-03", key=NUMBERS[0], lit=lit
                )
            ]
        ).rows.rows[0]
        for lit in (False, True)
    )

    assert dark.high == light.high


def test_more_rows_than_fit_have_a_bar_and_can_all_be_reached() -> None:
    shown = Shown(many(lit=-1))
    scroll = shown.rows.scroll
    assert scroll.most == 12 * 27 + 11 * 4 - 200, "with lower rows than where all fit"
    thumb = scroll.thumb(shown.rows.rect, Theme())
    assert thumb
    assert shown.panel.surface.get_at(thumb.center) == pygame.Color(MUTED)

    shown.rows.hovered = True
    for _ in range(9):
        event = pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1)
        shown.rows.handle(event, shown.rows.rect.center)
    shown.panel.paint()
    last = shown.rows.place(shown.rows.rows[-1])
    assert last.bottom == shown.rows.rect.bottom
    shown.rows.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1), last.center)
    assert shown.pressed == ["c11"]


@pytest.mark.parametrize("refused", [0, 2])
def test_four_rows_are_seen_in_the_smallest_window(refused: int) -> None:
    box = layout(1280.0, 720.0, OpenSides()).ask
    ask = PromptPanel(Theme(), box, WindowActions())
    able, no = many(lit=0), '31.5" away; range is 24" (7.5" too far)'
    rows = [*able[: 4 - refused], *(replace(c, reason=no) for c in able[:refused]), *able]
    head = QuestionHead("WARDENS", 0, "CC-07")
    asks, said = TextSpan("First squad: shoot at whom?"), TextSpan("")
    ask.put(QuestionContent(head, asks=asks, choices=tuple(rows), said=said, hinted=True))
    seen = ask.choices

    assert len(rows) > 4
    assert all(seen.rect.contains(seen.place(row)) for row in seen.rows[:4])


def test_the_large_button_alone_says_how_many_can_act() -> None:
    laid = table({"a": (10, 10)}, {"x": (10, 30)})
    squad = Option(SQUAD, "The squad", "CC-18", SQUAD), pass_option("End Movement phase")
    kind = CommonKind.UNIT_TO_MOVE
    prompt = PickPrompt(Choose(US, "CC-18", "Move which?", options=squad, kind=kind), laid)
    ask = PromptPanel(Theme(), layout(1280.0, 720.0, OpenSides()).ask, WindowActions())
    ask.show(prompt, laid, hinted=False)
    main = main_option(prompt.choices(), key_for(Action.END))
    assert main

    assert [choice.detail for choice in ask.choices.choices] == ["", ""]
    assert main_action(main).keys == "Shift+Enter · 1 unit has not moved"


def test_the_row_that_keys_come_to_is_brought_into_sight() -> None:
    shown = Shown(many(lit=0))
    assert shown.rows.scroll.offset == 0
    shown.show(many(lit=11))

    assert shown.rows.scroll.offset == shown.rows.scroll.most


def test_another_question_begins_with_its_first_option_and_has_room_for_each(
    player: Player,
) -> None:
    screen = player.play()
    ask, choices = screen.parts.ask, many(lit=-1)

    def show(words: str) -> int:
        ask.wait(words, QuestionHead(), choices)
        ask.panel.paint()
        return ask.choices.scroll.offset

    assert show("One?") == 0
    ask.choices.scroll.to(50)
    assert show("One?") == 50
    assert show("Another?") == 0

    parts, usual = screen.parts, ask.panel.box
    ask.wait("A long one?", QuestionHead(), [replace(choices[0], detail="so it is " * 60)])
    parts.fit_question("long")
    assert ask.choices.rect.height >= ask.choices.rows[0].high > usual[3] / 2
    assert parts.card_panel not in parts.stack.panels
    assert parts.aside
    assert parts.aside[1] == ask.panel.box[1] + ask.panel.box[3]
    ask.wait("Another?", QuestionHead(), choices)
    parts.fit_question("long")
    assert ask.panel.box != usual, "the same question keeps its room"
    parts.fit_question("another")
    assert ask.panel.box == usual
    assert parts.card_panel in parts.stack.panels


def test_a_click_on_a_clause_opens_it_and_presses_nothing() -> None:
    shown = Shown([PromptAction("run", label="Run", clause="CC-22", key=NUMBERS[0])])
    place = shown.rows.place(shown.rows.rows[0])
    at = place.right - 60, place.centery
    shown.rows.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1), at)

    assert (shown.cited, shown.pressed) == (["CC-22"], [])
