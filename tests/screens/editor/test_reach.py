"""The number of inputs that it takes to make a map, or a weapon, a roster and a scenario.

A press, a key, a drag or a typed word counts as one, a double click as two.
"""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.content import library_kinds
from game.content.own_folders import own_folder
from game.content.rosters import load_roster
from game.content.scenarios import load_scenario
from game.rules import PLAYED
from game.rules.battles import check_scenario
from game.screens.battle.screen import BattleScreen
from game.screens.editor.checks import ChecksTab
from game.screens.editor.start_screen import StartScreen
from game.screens.editor.trials import TrialsTab
from game.screens.screen import WindowContext
from game.screens.setup import SetupScreen
from game.widgets.list_box import ListBox
from game.widgets.stepper import Stepper
from game.widgets.theme import Theme
from tests.screens.editor.editor_states import docked, editor_of, form_of
from tests.screens.editor.form_driver import click_field, click_part, click_row, panel_of, pick
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player

MOST_FOR_A_SEWER, MOST_FOR_FILES = 27, 24
"""From the list of *Design*, to which one press leads from the title."""
CTRL = pygame.KMOD_CTRL


class CountingPlayer(Player):
    """A player whose inputs are counted."""

    def __init__(self, frame: WindowContext) -> None:
        super().__init__(frame)
        self.inputs = list[str]()

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.inputs.append(f"click {x:.0f}, {y:.0f}")
        super().click(x, y, button)

    def key(self, key: int, mod: int = 0, *, drawn: bool = True) -> None:
        self.inputs.append(pygame.key.name(key))
        super().key(key, mod, drawn=drawn)

    def type(self, words: str) -> None:
        self.inputs.append(words)
        super().type(words)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.inputs.append("drag")
        self.push(*start)
        self.move(*end)
        self.let_go(*end)


@pytest.fixture
def counted() -> CountingPlayer:
    player = CountingPlayer(WindowContext(Theme(), (1280, 720)))
    player.open(StartScreen())
    return player


def wait_for_checks(player: Player) -> None:
    editor = editor_of(player)
    checks = editor.tab(ChecksTab).checks
    player.wait_for(lambda: checks.is_of(editor.workspace.map) and checks.report.is_whole)
    player.wait()


@pytest.mark.slow
def test_a_sewer_for_the_nest_takes_few_inputs(counted: CountingPlayer) -> None:
    counted.press("New map")
    counted.type("Low water")
    look = next(one for one in counted.panels.panels[0].widgets if isinstance(one, Stepper))
    place = look.rect.move(panel_of(counted, look).rect.topleft)
    counted.click(place.left + 8, place.centery)  # from city to sewer
    counted.key(pygame.K_RETURN)
    editor = editor_of(counted)
    at = partial(pixel_in_editor, editor)

    counted.key(pygame.K_c)
    for start, end in (((0, 24), (48, 24)), ((24, 0), (24, 48))):
        counted.click(*at(*start))
        counted.click(*at(*end))
        counted.click(*at(*end))
    counted.key(pygame.K_6)
    counted.click(*at(24, 0.5))
    counted.key(pygame.K_4)
    counted.drag(at(0, 20), at(14, 28))
    counted.drag(at(34, 20), at(48, 28))
    counted.key(pygame.K_SLASH)
    counted.type("nest")
    counted.key(pygame.K_RETURN)
    counted.click(*at(24, 40))
    counted.key(pygame.K_r, CTRL)
    wait_for_checks(counted)
    counted.press("Checks")
    checks = editor.tab(ChecksTab)
    plays = docked(editor, ListBox)[-1]
    click_row(counted, plays, "the_nest")
    counted.press("Reserve a zone for each side")
    wait_for_checks(counted)
    assert checks.checks.report.findings == ()
    counted.key(pygame.K_s, CTRL)
    counted.key(pygame.K_RETURN)
    counted.key(pygame.K_F5)
    assert isinstance(counted.top, BattleScreen)
    table = counted.top.session.table
    assert (table.board.name, editor.tab(TrialsTab).trying.tried) == ("Low water", "the_nest")
    assert len(counted.inputs) <= MOST_FOR_A_SEWER, counted.inputs
    assert (own_folder(library_kinds.MAP) / "low-water.tmj").exists()


@pytest.mark.slow
def test_a_weapon_a_roster_and_a_scenario_take_few_inputs(counted: CountingPlayer) -> None:
    counted.press("Rosters")
    counted.press("New roster")
    counted.type("Harpooners")
    click_row(counted, form_of(counted).outline.parts, "add weapon")
    pick(counted, "rifle")
    counted.type("harpoon")
    counted.key(pygame.K_RETURN)
    click_field(counted, ("weapon", "harpoon", "S"))
    counted.type("7")
    click_part(counted, ("unit", 0))
    click_field(counted, ("unit", 0, "model", 0, "weapons"))
    pick(counted, "harpoon")
    counted.press("Done")
    counted.key(pygame.K_s, CTRL)
    counted.key(pygame.K_RETURN)
    counted.press("Back")

    counted.press("Scenarios")
    counted.press("New scenario")
    counted.type("Low tide")
    click_part(counted, ("side", 0))
    click_field(counted, ("side", 0, "roster"))
    pick(counted, "harpooners")
    counted.key(pygame.K_F5)
    counted.key(pygame.K_RETURN)

    assert isinstance(counted.top, SetupScreen)
    assert counted.top.plan.chosen == "low-tide"
    assert len(counted.inputs) <= MOST_FOR_FILES, counted.inputs
    words = [one for one in counted.inputs if " " in one or len(one) > 3]
    assert words.count("Harpooners") == words.count("Low tide") == 1
    (unit,) = load_roster("harpooners").units
    (weapon,) = unit.models[0].profile.weapons
    assert (weapon.name, weapon.strength) == ("harpoon", 7)
    assert load_scenario("low-tide", PLAYED).sides[0].roster == "harpooners"
    check_scenario("low-tide")
