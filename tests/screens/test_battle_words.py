"""Hints, help and rules in a battle, which guide a new player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.cores.kit.queries import TableView
from game.lab.luck_ledger import SideLuck, luck_of_rolls
from game.play.log.wording import side_name
from game.prompts.pick import HANDS
from game.prompts.prompt import Prompt, PromptAction
from game.rules.battles import prepare
from game.screens.battle.answers import AnswerSender
from game.screens.battle.battle_keys import all_keys
from game.screens.battle.battle_play import SIGN_SECONDS
from game.screens.battle.footer import FooterContent
from game.screens.battle.key_list import KeyList, KeyPanel
from game.screens.battle.phase_bar import PhaseBar, first_letters
from game.screens.clause_dialog import clause_dialog
from game.screens.help import HelpScreen
from game.screens.luck_view import LuckWidget
from game.screens.screen import WindowContext
from game.shown.phase_marks import PhaseMark, PhaseStep
from game.shown.roster_rows import NOTED, standing
from game.shown.thing_cards import model_card_lines
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.window import CageWindow
from game.systems.sandbox.prompts import SandboxPrompt
from game.table.apply import apply
from game.table.events import Motion, Removed
from game.table.records import How, Mark, Where
from game.view.colours import TEAMS
from game.widgets.dialogs import TextDialog, keys_dialog
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from game.widgets.toggle import Toggle
from game.widgets.widget import Widget
from tests.screens.input_driver import FRAME, Player, ready
from tests.systems.zero_g.zero_g_tables import HALE, drifter, table_of, void
from tests.tools.patrol_table import patrol_table
from tests.tools.toy import REDS

HINTS = (("Drag", "move"), ("Enter", "done"), ("G", "whole unit"), ("F1", "all keys"))


def key_list(high: float) -> KeyPanel:
    return KeyPanel(Panel(Theme(), (0, 0, 200, high)), HINTS)


def test_where_hints_run_out_of_room_the_way_to_all_keys_is_still_shown() -> None:
    whole = key_list(400).shown_hints
    assert [key for key, _ in whole] == ["Drag", "Enter", "G", "F1"]

    # 104 units: a heading of 28, 10 at the foot, three keys of 22.
    assert [key for key, _ in key_list(104).shown_hints] == ["Drag", "Enter", "F1"]
    assert key_list(40).shown_hints == []


def prompt_kinds(kind: type[Prompt[Any]]) -> Iterator[type[Prompt[Any]]]:
    """Yield a kind of prompt, and all kinds of it."""
    yield kind
    for child in kind.__subclasses__():
        yield from prompt_kinds(child)


def test_no_key_of_a_prompt_is_cut_off_beside_the_rosters() -> None:
    kinds = [kind for kind in prompt_kinds(Prompt) if kind.__module__.startswith("game.")]
    assert {SandboxPrompt, FloorPrompt} <= {*kinds}
    hints = dict.fromkeys(hint for kind in kinds for hint in kind.keys)
    hints |= dict.fromkeys(hint for hand in HANDS.values() for hint in hand)
    panel = KeyPanel(Panel(Theme(), (0, 0, 200, 60 + 22 * len(hints))), tuple(hints))
    panel.panel.paint()
    (keys,) = panel.widgets(KeyList)

    assert len(keys.shown_hints) == len(hints) > 30
    assert not keys.cut


def texts_of(patch: pytest.MonkeyPatch, widget: Widget, wide: float) -> list[str]:
    """Return the texts that a widget paints if it is *wide* units wide."""
    panel = Panel(Theme(), (0, 0, wide, 80))
    panel.add(widget, (0, 0, wide, 80))
    drawn = list[str]()
    text = Theme.text

    def noted(theme: Theme, words: str, *rest: Any) -> pygame.Surface:
        drawn.append(words)
        return text(theme, words, *rest)

    patch.setattr(Theme, "text", noted)
    panel.paint()
    return drawn


def test_rolls_whose_name_leads_to_a_target_are_added_up_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    overall, strays = (luck_of_rolls(what, ()) for what in ("all dice", "stray round at"))
    widget = LuckWidget(SideLuck(REDS, overall, (strays,)), TEAMS[0])

    assert {"All dice", "Stray round"} <= {*texts_of(monkeypatch, widget, 300)}


@pytest.mark.parametrize("mark", NOTED)
def test_the_state_of_a_large_unit_fits_into_its_row(
    monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    table = patrol_table()
    unit = next(u for u in table.units.values() if len(u.models) == 10)
    for id_ in unit.models:
        table.models[id_] = replace(table.models[id_], where=Where.TABLE)
    unit = replace(unit, marks=(*unit.marks, Mark(mark)))
    state = standing(table, unit)
    row = ListRow(unit.id, label=unit.name, detail=state, picture=pygame.Surface((26, 26)))

    assert state.startswith("10/10 · ")
    assert state in texts_of(monkeypatch, ListBox([row]), 184)


def test_an_arrow_of_a_phase_is_never_blank_where_smaller_words_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("actions", "end of the turn", "turning the floor")
    marks = tuple(PhaseMark(name, "TC-06", PhaseStep.TO_COME) for name in names)

    assert texts_of(monkeypatch, PhaseBar(marks), 462) == [name.upper() for name in names]


MATCHED = (
    *("command", "movement", "psychic", "shooting", "charge", "fight", "morale"),
    *("sudden death", "end of the turn"),
)


def nine_phases(now: int) -> list[PhaseMark]:
    marks = [PhaseMark(name, "MP-01", PhaseStep.TO_COME) for name in MATCHED]
    marks[now] = replace(marks[now], step=PhaseStep.NOW)
    return marks


@pytest.mark.parametrize("wide", [640, 1000])
def test_with_nine_phases_each_arrow_has_a_name(
    monkeypatch: pytest.MonkeyPatch, wide: int
) -> None:
    drawn = texts_of(monkeypatch, PhaseBar(nine_phases(7)), wide)
    assert drawn == [name.upper() for name in MATCHED]


@pytest.mark.parametrize("now", [1, 7])
@pytest.mark.parametrize("wide", [420, 440, 460, 480, 500, 540])
def test_where_names_are_cut_they_can_still_be_told(
    monkeypatch: pytest.MonkeyPatch, wide: int, now: int
) -> None:
    drawn = texts_of(monkeypatch, PhaseBar(nine_phases(now)), wide)
    assert len(drawn) == len(MATCHED)
    assert drawn[now] == MATCHED[now].upper()
    pairs = zip(drawn, MATCHED, strict=True)
    assert all(name.upper().startswith(d.rstrip("…")) for d, name in pairs)
    assert all(len(d.rstrip("…")) > 2 for d in drawn)
    assert len({d.rstrip("…") for d in drawn}) == len(MATCHED)


@pytest.mark.parametrize("now", range(len(MATCHED)))
def test_where_names_cannot_be_read_first_letters_tell_them_apart(
    monkeypatch: pytest.MonkeyPatch, now: int
) -> None:
    drawn = texts_of(monkeypatch, PhaseBar(nine_phases(now)), 400)

    assert len({*drawn}) == len(MATCHED)
    assert drawn[now] == MATCHED[now].upper()
    names = [name.upper() for name in MATCHED]
    assert all(name.startswith(d) for d, name in zip(drawn, names, strict=True))
    assert all(sum(name.startswith(d) for name in names) == 1 for d in drawn)


def test_where_there_is_least_room_the_current_phase_is_short_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = texts_of(monkeypatch, PhaseBar(nine_phases(7)), 260)
    assert drawn == ["CO", "MOV", "PS", "SH", "CH", "FI", "MOR", "SU", "EN"]


def test_first_letters_tell_names_apart() -> None:
    names = ["MOVEMENT", "MORALE", "FIGHT", "END OF THE TURN", "CHARGE", "CHARGES"]
    assert first_letters(names, 2) == ["MOV", "MOR", "FI", "EN", "CHARGE", "CHARGES"]
    assert first_letters(names, 4)[3] == "END"


def test_where_no_arrow_has_room_only_the_current_phase_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert texts_of(monkeypatch, PhaseBar(nine_phases(2)), 120) == ["PSYCHIC"]


def test_help_lists_each_key_once(player: Player) -> None:
    screen = player.play()
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.key(pygame.K_RETURN)
    ready(player, screen)
    player.key(pygame.K_F1)
    assert isinstance(player.top, HelpScreen)
    rows = player.top.articles["keys"].entries
    keys = [key for row in rows for key in row.spans[0].text.strip().split(", ")]

    assert sorted(keys) == sorted(set(keys))
    assert {"Drag", "R", "Ctrl+Z", "Home", "F"} <= {*keys}


def test_every_key_keeps_off_the_words_of_its_line() -> None:
    dialog = keys_dialog(
        Theme(), all_keys(), [("A key with a very long name", "does something")]
    )
    assert isinstance(dialog, TextDialog)
    columns = {len(e.spans[0].text) for e in dialog.text.entries if not e.heading}

    assert len(columns) == 1
    assert all(e.spans[0].text.endswith("  ") for e in dialog.text.entries if not e.heading)


@pytest.mark.parametrize(("id_", "below"), [("MI-03", "Missions"), ("CC-18", "Classic")])
def test_a_rule_is_headed_by_book_and_chapter_without_a_loose_dash(
    id_: str, below: str
) -> None:
    dialog = clause_dialog(Theme(), id_, lambda _: None)
    words = dialog.widgets[1].spans[0].text  # type: ignore[attr-defined]

    assert words.startswith(below)
    assert not words.endswith("– ")


def test_a_short_rule_has_a_low_dialog_and_a_long_one_is_scrolled() -> None:
    low = clause_dialog(Theme(), "MI-03", lambda _: None)
    assert isinstance(low, TextDialog)
    low.paint()
    assert 0 <= low.text.rect.height - low.text.scroll.content <= 2

    long_ = keys_dialog(Theme(), [(str(n), "counts") for n in range(90)])
    assert isinstance(long_, TextDialog)
    long_.paint()
    assert long_.text.scroll.most > 0
    assert long_.rect.height < 680


def test_the_board_is_seen_at_the_round_corners_of_a_dialog() -> None:
    dialog = clause_dialog(Theme(), "MI-03", lambda _: None)
    canvas = pygame.Surface((1280, 720))
    canvas.fill("#A01020")
    dialog.centre(canvas.get_rect())
    dialog.draw(canvas)

    corners = dialog.rect.topleft, (dialog.rect.right - 1, dialog.rect.bottom - 1)
    assert [canvas.get_at(c)[:3] for c in corners] == [(0xA0, 0x10, 0x20)] * 2
    assert canvas.get_at(dialog.rect.center)[:3] != (0xA0, 0x10, 0x20)


def test_a_bot_that_thinks_is_called_by_its_name_and_side(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnswerSender, "think", lambda _: False)
    screen = player.play("steady", "steady")
    player.wait(2)
    asked = screen.session.pending
    assert asked
    side = side_name(asked.by)
    assert screen.parts.ask.content.asks.text == ""

    player.wait(round(SIGN_SECONDS / FRAME))
    assert screen.parts.ask.content.asks.text == f"Steady ({side}) is thinking…"
    assert screen.parts.ask.content.head.side == side.upper()


def test_a_bot_that_answers_for_a_person_is_called_by_its_own_name(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnswerSender, "think", lambda _: False)
    screen = player.play()
    assert screen.prompt
    screen.live_game.seats.leave(screen.session)
    player.wait(round(SIGN_SECONDS / FRAME) + 2)

    assert screen.parts.ask.content.asks.text.startswith("Steady (")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_whole_table_lies_clear_of_all_panels(
    player: Player, size: tuple[int, int]
) -> None:
    screen = player.play()
    screen.fill(WindowContext(Theme(), size))
    player.wait()
    parts, board = screen.parts, screen.parts.board.scene.camera.board

    assert not any(board.colliderect(p.rect) for p in parts.stack.panels)
    heads = [w for w in parts.log.panel.widgets if isinstance(w, Label)]
    first_tab = min(tab.rect.left for tab in parts.log.widgets(Toggle))
    for head in heads:
        wide = parts.stack.theme.width(head.text, head.size, head.face)
        assert head.rect.left + wide < first_tab


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (How.SHOT, "destroyed"),
        (How.FOUGHT, "destroyed"),
        (How.LOST, "lost"),
        (How.LEFT, "has left"),
        (How.FLED, "fled"),
    ],
)
def test_a_roster_says_what_became_of_a_unit_by_how_its_last_model_went(
    how: How, said: str
) -> None:
    table = table_of(void(), drifter("hale", (10, 10)))
    apply(table, Removed("ZG-14", HALE, how, motion=Motion.DRIFTS))

    assert standing(table, table.units[table.models[HALE].unit]) == said


def test_who_waits_outside_the_cage_is_no_reserve() -> None:
    table = prepare("cage", seed=1).opening.fork()
    unit = next(iter(table.units.values()))
    assert standing(table, unit) == "undeployed"

    table.clock = replace(table.clock, round=1)
    assert standing(table, unit, CageWindow.in_reserve) == "not in this bout"


def test_of_a_unit_that_is_not_deployed_no_model_is_counted_as_lost() -> None:
    battle = prepare("combat_patrol", seed=1)
    table = battle.opening
    model_id = next(
        m.id for m in table.models.values() if len(table.units[m.unit].models) == 10
    )
    lines = model_card_lines(TableView(table, battle.rules()), model_id)

    assert lines[1].spans[0].text == "1 of 1 wound · 10 models"


def test_the_large_button_tells_what_enter_does_where_its_label_is_a_warning(
    player: Player,
) -> None:
    footer = player.play().parts.footer
    option = PromptAction("pass", "2 units can still act", detail="Press again")
    footer.put(FooterContent(option))
    assert (footer.label, footer.act.tip) == ("2 units can still act", "Press again")

    footer.put(FooterContent(busy=True))
    assert footer.label == "Skip"
    assert footer.act.tip == ""
    footer.put(FooterContent())
    assert not footer.act.shown


def test_keys_are_listed_as_soon_as_units_without_a_row_leave_room(player: Player) -> None:
    parts = player.play().parts
    parts.hides_reserve = True
    shown = parts.rosters.content
    parts.show_rosters([replace(one, rows=10 * one.rows) for one in shown])
    assert parts.keys_panel not in parts.stack.panels

    parts.show_rosters(shown)
    assert parts.keys_panel in parts.stack.panels
