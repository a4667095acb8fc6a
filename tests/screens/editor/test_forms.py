"""Rosters and scenarios are made, edited and tried in forms, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pytest

from game.bots.registry import policy
from game.content import library_kinds
from game.content.own_folders import own_folder
from game.content.rosters import load_roster
from game.content.scenarios import load_scenario
from game.content.schemas import Refers
from game.content.shipped_folders import ROOT
from game.content.toml_statements import TomlPath
from game.editor.autosaves import recoveries
from game.forms.form_files import new_file
from game.forms.form_kinds import FORMS
from game.forms.name_finder import NameFinder
from game.rules import PLAYED
from game.rules.battles import check_scenario, prepare
from game.screens.campaign_screen import CampaignScreen
from game.screens.editor.form_rows import ChoiceField, FaultLine
from game.screens.editor.form_screen import FormScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.setup import SCENARIOS, SetupScreen
from game.widgets.hint_line import HintLine
from game.widgets.list_box import ListBox
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from tests.screens.editor.editor_states import form_of
from tests.screens.editor.form_driver import (
    click_field,
    click_on,
    click_part,
    click_row,
    field_widget,
    key_to_part,
    pick,
    pick_field,
    tab_to,
    type_value,
)
from tests.screens.input_driver import Player
from tests.tools.editors import opened_form
from tests.tools.texts import edited

CTRL = pygame.KMOD_CTRL


def play_random_game(scenario: str, **rosters: str) -> None:
    """Play a game of random bots to its end."""
    session = prepare(scenario, seed=3, rosters=rosters).session()
    bot = policy("random")
    while session.pending:
        thoughts = bot.think(session)
        while True:
            try:
                next(thoughts)
            except StopIteration as made_up:
                session.answer(made_up.value)
                break


def open_roster_form(player: Player, text: str, name: str = "mine") -> FormScreen:
    path = own_folder(library_kinds.ROSTER) / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return player.open(opened_form(FORMS["roster"], path))


def test_a_roster_with_its_own_weapon_is_made_by_mouse_and_played(player: Player) -> None:
    player.open(StartScreen())
    player.press("Rosters")
    player.press("New roster")
    screen = form_of(player)
    type_value(player, ("title",), "Harpooners")

    click_row(player, screen.outline.parts, "add weapon")
    pick(player, "rifle")
    type_value(player, ("weapon", "new-weapon"), "harpoon")
    player.key(pygame.K_RETURN)
    type_value(player, ("weapon", "harpoon", "S"), "7")
    type_value(player, ("weapon", "harpoon", "range"), "30")

    click_part(player, ("unit", 0))
    type_value(player, ("unit", 0, "name"), "Crew")
    type_value(player, ("unit", 0, "model", 0, "count"), "4")
    player.key(pygame.K_RETURN)
    pick_field(player, ("unit", 0, "model", 0, "weapons"), "harpoon", "blade")

    click_row(player, screen.outline.parts, "add unit")
    type_value(player, ("unit", 1, "name"), "Watch")
    pick_field(player, ("unit", 1, "model", 0, "profile"), "scout")
    click_field(player, ("unit", 1, "model"))  # adds another model
    type_value(player, ("unit", 1, "model", 1, "count"), "3")
    player.key(pygame.K_RETURN)
    assert screen.form.faults == []

    player.press("Save •")
    player.press("Save")
    assert screen.file.path == own_folder(library_kinds.ROSTER) / "harpooners.toml"
    made = load_roster("harpooners")
    assert [(unit.name, len(unit.models)) for unit in made.units] == [("Crew", 4), ("Watch", 4)]
    weapons = made.units[0].models[0].profile.weapons
    assert next((w.name, w.range, w.strength) for w in weapons) == ("harpoon", 30.0, 7)
    play_random_game("combat_patrol", wardens="harpooners")

    player.press("Try it")
    assert isinstance(player.top, SetupScreen)
    assert "harpooners" in player.top.plan.forces.values()
    player.key(pygame.K_ESCAPE)
    assert form_of(player) is screen


def test_a_scenario_is_made_by_keyboard_alone_and_played(player: Player) -> None:
    player.open(StartScreen())
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_n)
    screen = form_of(player)
    tab_to(player, ("title",))
    player.key(pygame.K_a, CTRL)
    player.type("Short raid")
    tab_to(player, ("minutes",))
    for _ in range(5):
        player.key(pygame.K_DOWN)
    tab_to(player, ("mission",))
    player.key(pygame.K_RETURN)
    player.type("cross")
    player.key(pygame.K_RETURN)
    assert screen.file.raw["mission"] == "crossing"
    player.key(pygame.K_z, CTRL)
    tab_to(player, ("maps",))
    player.key(pygame.K_RETURN)
    player.type("old q")
    player.key(pygame.K_RETURN)
    player.key(pygame.K_ESCAPE)
    assert "old-quarter" not in screen.file.raw["maps"]

    key_to_part(player, "option.turns")
    player.key(pygame.K_RETURN)
    tab_to(player, ("option", "turns", "default"))
    player.key(pygame.K_a, CTRL)
    player.type("2")
    key_to_part(player, "option.flood")
    player.key(pygame.K_DELETE)
    key_to_part(player, "add option")
    player.key(pygame.K_RETURN)
    assert screen.page.path == ("option", "new-option")
    player.key(pygame.K_z, CTRL)
    assert not screen.page.path
    assert screen.form.faults == []

    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_RETURN)
    assert screen.file.path == own_folder(library_kinds.SCENARIO) / "short-raid.toml"
    made = load_scenario("short-raid", PLAYED)
    assert (made.title, made.minutes, made.options["turns"].default) == ("Short raid", 40, 2)
    assert "flood" not in made.options

    player.key(pygame.K_F5)
    assert isinstance(player.top, SetupScreen)
    assert player.top.plan.chosen == "short-raid"


def test_names_are_looked_up_once_for_each_state_of_a_form(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = player.open(FormScreen(new_file(FORMS["scenario"])))
    looked_up: list[str] = []
    find = NameFinder.of

    def counted(finder: NameFinder, refers: Refers) -> dict[str, str]:
        looked_up.append(refers.kind)
        return find(finder, refers)

    monkeypatch.setattr(NameFinder, "of", counted)
    type_value(player, ("title",), "L")
    assert len(looked_up) == len(set(looked_up)) > 0
    looked_up.clear()
    for _ in range(4):
        player.key(pygame.K_TAB)
        screen.page.refresh()
    assert looked_up == []


@pytest.mark.slow
def test_a_scenario_of_a_form_passes_the_check_and_is_played(player: Player) -> None:
    screen = player.open(FormScreen(new_file(FORMS["scenario"])))
    type_value(player, ("title",), "Long raid")
    pick_field(player, ("maps",), "sewer-bend", "broken-mile")
    assert screen.form.check.is_pending
    player.wait_until(lambda: not screen.form.check.is_pending)
    assert {fault.place for _, fault in screen.form.faults} == {"map broken-mile, zones"}
    player.key(pygame.K_z, CTRL)
    player.wait_until(lambda: not screen.form.check.is_pending)
    assert screen.form.faults == []
    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_RETURN)
    check_scenario("long-raid")
    play_random_game("long-raid")


COMMENTED = """\
# The patrol of the north.
title = "North"
armoury = "classic"

# They go first.
[[unit]]
id = "a"
name = "A" # short
[[unit.model]]
profile = "warden"

# They wait.
[[unit]]
id = "b"
name = "B"
[[unit.model]]
profile = "scout"
count = 2
"""


def test_comments_and_order_stay(player: Player) -> None:
    screen = open_roster_form(player, COMMENTED)
    click_part(player, ("unit", 0))
    type_value(player, ("unit", 0, "name"), "Alpha")
    player.key(pygame.K_s, CTRL)
    path = own_folder(library_kinds.ROSTER) / "mine.toml"
    assert path.read_text("utf-8") == edited(COMMENTED, {'"A"': '"Alpha"'})

    player.key(pygame.K_DOWN, CTRL)
    assert screen.page.path == ("unit", 1)
    assert screen.file.text().index("# They wait.") < screen.file.text().index("# They go")
    player.key(pygame.K_z, CTRL)
    assert screen.file.is_saved


@pytest.mark.parametrize("name", ["wardens-army", "deadlock"])
def test_a_built_in_file_is_never_overwritten(player: Player, name: str) -> None:
    form = FORMS["roster" if name == "wardens-army" else "scenario"]
    shipped = ROOT / form.kind.folder / f"{name}.toml"
    before = shipped.read_bytes()
    screen = player.open(opened_form(form, shipped))
    player.key(pygame.K_s, CTRL)
    dialog = player.panels.dialog
    assert dialog
    player.key(pygame.K_a, CTRL)
    player.type(name)
    player.key(pygame.K_RETURN)
    assert "built-in" in _words(player)
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_RETURN)
    assert shipped.read_bytes() == before
    assert screen.file.path
    assert screen.file.path.parent == own_folder(form.kind)
    assert screen.file.path.read_bytes() == before


def _words(player: Player) -> str:
    dialog = player.panels.dialog
    assert dialog
    return " ".join(str(getattr(widget, "text", "")) for widget in dialog.widgets)


def test_another_file_of_the_name_is_not_replaced_without_asking(player: Player) -> None:
    open_roster_form(player, COMMENTED, "new-roster")
    player.open(FormScreen(new_file(FORMS["roster"])))
    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_a, CTRL)
    player.type("new roster")
    player.key(pygame.K_RETURN)
    assert "North" in _words(player)
    player.press("Choose another name")
    assert (own_folder(library_kinds.ROSTER) / "new-roster.toml").read_text(
        "utf-8"
    ) == COMMENTED


FAULTY_COUNT: TomlPath = ("unit", 1, "model", 0, "count")
FAULTY = edited(COMMENTED, {'"warden"': '"wardn"', "count = 2": "count = 99"})


def test_faults_are_at_their_fields_and_in_a_list_that_leads_there(player: Player) -> None:
    screen = open_roster_form(player, FAULTY)
    assert [path for path, _ in screen.form.faults] == [
        ("unit", 0, "model", 0, "profile"),
        ("unit", 1, "model", 0, "count"),
    ]
    notes = [row.note for row in screen.outline.parts.rows if row.id.startswith("unit[")]
    assert notes == ["1 fault", "1 fault"]

    listed = screen.summary.listed
    assert isinstance(listed, ListBox)
    click_row(player, listed, "1")
    assert screen.page.path == ("unit", 1)
    assert screen.stack.focus.on is field_widget(player, ("unit", 1, "model", 0, "count"))
    row = screen.page.row(("unit", 1, "model", 0, "count"))
    assert row
    (fault,) = [one.text for one in row.widgets if isinstance(one, FaultLine)]
    assert fault == "must be at most 60, not 99"

    player.key(pygame.K_a, CTRL)
    player.type("5")
    player.key(pygame.K_RETURN)
    player.key(pygame.K_F8)
    player.key(pygame.K_RETURN)
    player.type("warden sergeant")
    player.key(pygame.K_RETURN)
    assert screen.file.raw["unit"][0]["model"][0]["profile"] == "warden-sergeant"
    assert screen.form.faults == []


def test_what_is_typed_is_checked_at_once(player: Player) -> None:
    screen = open_roster_form(player, COMMENTED)
    click_part(player, ("unit", 0))
    click_field(player, ("unit", 0, "id"))
    player.key(pygame.K_END)
    player.type("!")
    assert [path for path, _ in screen.form.faults] == [("unit", 0, "id")]
    assert screen.stack.focus.on is field_widget(player, ("unit", 0, "id")), "the focus stays"
    player.key(pygame.K_BACKSPACE)
    assert screen.form.faults == []
    assert screen.file.history.at == 1, "typing is one change"


def test_lines_that_are_no_toml_open_as_comments(player: Player) -> None:
    screen = open_roster_form(player, edited(COMMENTED, {'id = "a"': 'id = "a'}))
    player.wait()
    assert "line 7: is not valid TOML" in next(
        w.text for w in screen.foot.widgets if isinstance(w, Label)
    )
    assert [path for path, _ in screen.form.faults] == [("unit", 0, "id")]
    assert not screen.file.is_saved


def test_unsaved_changes_are_asked_about_and_autosaved(player: Player, home: Path) -> None:
    screen = open_roster_form(player, COMMENTED)
    type_value(player, ("title",), "South")
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_ESCAPE)
    assert player.panels.dialog, "the form asks before it closes"
    player.press("Cancel")

    screen.leave()
    (one,) = recoveries()
    assert (one.kind, one.title) == ("roster", "South")
    player.open(StartScreen())
    player.press("Recover it")
    assert form_of(player).file.title == "South"
    player.key(pygame.K_s, CTRL)
    assert 'title = "South"' in (own_folder(library_kinds.ROSTER) / "mine.toml").read_text(
        "utf-8"
    )
    assert recoveries() == []


def test_the_text_of_the_file_can_be_seen(player: Player) -> None:
    screen = open_roster_form(player, COMMENTED)
    player.press("Text")
    assert screen.log.entries[4].spans[0].text == "# They go first."
    player.press("Form")
    assert screen.page.rows[0].spec.path == ("title",)
    player.press("Text")
    player.key(pygame.K_t, CTRL)
    player.press("Text")


def test_the_wheel_scrolls_and_changes_no_number(player: Player) -> None:
    screen = player.open(
        opened_form(FORMS["roster"], ROOT / "assets/rosters/wardens-army.toml")
    )
    screen.go_to(("unit", 2))
    before = screen.file.text()
    player.move(*screen.page_panel.rect.center)
    for _ in range(30):
        player.wheel(-1)
    fields = screen.page.fields()
    assert not screen.page_panel.visible_part(fields[0])
    assert screen.page_panel.visible_part(fields[-1])
    assert screen.file.text() == before


def test_a_set_up_leads_to_the_form_of_its_roster(player: Player) -> None:
    setup = player.open(SetupScreen())
    pens = [
        w for w in setup.stack.panels[0].widgets if getattr(w, "icon", "") == "ui/square-pen"
    ]
    click_on(player, pens[0])
    player.press("New roster")
    screen = form_of(player)
    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_RETURN)
    assert screen.file.path
    player.key(pygame.K_ESCAPE)  # from the title to the list
    player.key(pygame.K_ESCAPE)
    assert player.top is setup
    assert setup.plan.forces["wardens"] == "new-roster"


def test_a_roster_of_a_pack_opens_as_a_copy(player: Player) -> None:
    setup = player.open(SetupScreen())
    player.choose("salt-marsh/the-ford", SCENARIOS)
    side = setup.plan.scenario.sides[0]
    setup.ask_edit(side)
    player.press("Edit this one")
    screen = form_of(player)
    assert screen.file.path is None
    assert screen.file.title == load_roster(side.roster).title
    player.key(pygame.K_s, CTRL)
    player.key(pygame.K_RETURN)
    assert screen.file.path
    assert screen.file.path.parent == own_folder(library_kinds.ROSTER)


def test_lists_show_own_files_first_and_why_one_is_faulty(player: Player) -> None:
    open_roster_form(player, FAULTY, "broken")
    open_roster_form(player, COMMENTED, "sound")
    start = player.open(StartScreen())
    player.key(pygame.K_RIGHT)
    rows = start.shelf.rows[:3]
    assert [row.note for row in rows] == ["faulty", "yours", ""]
    assert "there is no profile 'wardn'" in rows[0].detail
    player.key(pygame.K_RETURN)
    assert form_of(player).file.path == own_folder(library_kinds.ROSTER) / "broken.toml"


WEAPON = '[weapon.{}]\ntype = "assault 2"\nrange = 18\nS = 4\nAP = "-"\n'
ARMED = f"{WEAPON.format('gun')}\n{WEAPON.format('bow')}"
NAME, RANGE = ("weapon", "gun"), ("weapon", "harpoon", "range")


def leave_by_tab(player: Player) -> None:
    player.key(pygame.K_TAB)


def leave_by_enter_and_tab(player: Player) -> None:
    player.key(pygame.K_RETURN)
    player.key(pygame.K_TAB)


def leave_backwards(player: Player) -> None:
    player.key(pygame.K_TAB, pygame.KMOD_SHIFT)


def leave_by_click(player: Player) -> None:
    screen = form_of(player)
    place = next(row for row in screen.page.rows if row.spec.path[-1] == "range")
    click_on(player, place.focusable[0])


@pytest.mark.parametrize(
    ("leave", "number"),
    [
        (leave_by_tab, 1),
        (leave_by_enter_and_tab, 1),
        (leave_backwards, -1),
        (leave_by_click, None),
    ],
)
def test_the_focus_goes_on_from_a_name_that_changes_the_form(
    player: Player, leave: Callable[[Player], None], number: int | None
) -> None:
    """All rows are made anew, because their paths have the name in them."""
    screen = open_roster_form(player, f'title = "Mine"\narmoury = "classic"\n\n{ARMED}')
    click_part(player, NAME)
    type_value(player, NAME, "harpoon")

    leave(player)
    assert screen.file.state.at(("weapon", "harpoon")) is not None
    assert screen._message == ""  # noqa: SLF001  the line is painted from it
    ring = screen.page.fields()
    on = screen.stack.focus.on
    if number is None:
        assert on is field_widget(player, RANGE)
        player.key(pygame.K_a, pygame.KMOD_CTRL)
        player.type("30")
        player.key(pygame.K_RETURN)
        assert screen.file.state.at(RANGE) == 30
    elif number > 0:
        assert on is ring[number]
    else:
        assert on is not None
        assert on not in ring
    assert list(screen.file.state.at(("weapon",))) == ["harpoon", "bow"]


def test_the_name_of_a_profile_differs_from_its_name_in_the_file(player: Player) -> None:
    screen = open_roster_form(
        player, 'title = "Mine"\narmoury = "classic"\n\n[profile.diver]\nname = "Diver"\n'
    )
    click_part(player, ("profile", "diver"))
    labels = [
        widget.text
        for row in screen.page.rows
        for widget in row.widgets
        if isinstance(widget, Label)
    ]
    assert labels[:3] == ["Name in file", "Name", "WS"]


def test_a_name_that_is_taken_is_refused_once_and_keeps_the_focus(player: Player) -> None:
    screen = open_roster_form(player, f'title = "Mine"\narmoury = "classic"\n\n{ARMED}')
    click_part(player, NAME)
    type_value(player, NAME, "bow")

    player.key(pygame.K_RETURN)
    assert "bow" in screen._message  # noqa: SLF001
    assert screen.stack.focus.on is field_widget(player, NAME)


def test_a_list_opens_only_by_a_click_that_began_on_its_field() -> None:
    opened = list[bool]()
    field = ChoiceField(lambda: opened.append(True))
    field.rect = pygame.Rect(0, 0, 100, 30)

    field.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1, pos=(5, 5)), (5, 5))
    assert not opened
    field.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)), (5, 5))
    field.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1, pos=(200, 5)), (200, 5))
    assert not opened
    field.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)), (5, 5))
    field.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1, pos=(5, 5)), (5, 5))
    assert opened


@pytest.mark.parametrize(
    ("kind", "file", "page", "lists", "headings"),
    [
        ("scenario", "deadlock", ("option", "twist"), ["Sides", "Options"], ["NAMES"]),
        ("roster", "wardens-army", ("unit", 2), ["Units", "Weapons"], ["MODELS"]),
    ],
)
def test_headings_of_lists_are_in_the_plural_once(
    player: Player,
    kind: str,
    file: str,
    page: TomlPath,
    lists: Sequence[str],
    headings: Sequence[str],
) -> None:
    """A file names tables in the singular, a list of texts in the plural."""
    path = next(ROOT.glob(f"assets/{kind}s/**/{file}.toml"))
    screen = player.open(opened_form(FORMS[kind], path))
    screen.page.show(page)
    player.wait()

    listed = {row.label for row in screen.outline.parts.rows if row.heading}
    shown = {one.text for one in screen.page.panel.widgets if isinstance(one, Label)}
    assert listed >= {*lists}
    assert shown >= {*headings}


def test_no_two_rows_of_a_page_have_the_same_label(player: Player) -> None:
    path = ROOT / "assets/rosters/wardens-army.toml"
    screen = player.open(opened_form(FORMS["roster"], path))
    screen.page.show(("unit", 2))
    labels = [one.label for one in screen.page.specs if one.path[:4] != ("unit", 2, "model", 1)]
    told = [label for label in labels if label]
    assert len(told) == len({*told})
    assert {"Unit name", "Model name", "Points"} <= {*told}


def line_below(screen: FormScreen, path: TomlPath) -> HintLine:
    row = screen.page.row(path)
    assert row
    return next(one for one in row.widgets if isinstance(one, HintLine))


def test_a_value_says_what_it_is_for_until_it_has_a_fault(player: Player) -> None:
    screen = open_roster_form(player, FAULTY)
    screen.go_to(FAULTY_COUNT)
    player.wait()
    line = line_below(screen, FAULTY_COUNT)
    assert isinstance(line, FaultLine)
    high = line.rect
    screen.file.put(FAULTY_COUNT, 2)
    screen.refresh()
    player.wait()
    line = line_below(screen, FAULTY_COUNT)
    assert (type(line), line.rect, line.text) == (HintLine, high, "How many are alike")


def test_the_outline_of_a_long_file_is_searched(player: Player) -> None:
    path = ROOT / "assets/armouries/classic.toml"
    screen = player.open(opened_form(FORMS["armoury"], path))
    find = next(one for one in screen.outline_panel.widgets if isinstance(one, TextField))
    click_on(player, find)
    player.type("plasma pis")
    assert [row.label for row in screen.outline.parts.rows] == ["Weapons", "plasma pistol"]
    player.key(pygame.K_RETURN)
    assert screen.page.path == ("weapon", "plasma pistol")


@pytest.mark.slow
def test_a_campaign_is_tried_from_its_form(player: Player) -> None:
    screen = player.open(FormScreen(new_file(FORMS["campaign"])))
    player.type("Low water")
    player.key(pygame.K_F5)
    player.key(pygame.K_RETURN)
    assert isinstance(player.top, CampaignScreen)
    assert player.top.course.campaign.title == "Low water"
    assert screen.file.path
