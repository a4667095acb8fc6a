"""Every screen in its notable states, identical in each run.

Battles are positions of the game in ``played.png``, by number of events. That picture carries
the game ``demo combat_patrol --map old-quarter --seed 7 --players steady,steady``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import tzset
from types import SimpleNamespace

import pygame
import pytest

from game.bots.chances.weighing import ChanceWeights
from game.content.campaign_files import load_campaign
from game.content.campaign_saves import Fought, begun
from game.content.faults import UnusableFile
from game.content.lessons import load_lesson
from game.content.own_folders import downloads, own_experiments, saves
from game.content.save_format import HUMAN, SavedGame, load_save
from game.content.settings import Curtain, Settings
from game.content.user_files import DISK
from game.editor.live_checks import LiveChecks
from game.lab.results import results_of
from game.lab.store import ENDING as STORE
from game.play.moves.march import March
from game.screens import demo_battle, title_actions
from game.screens.battle.battle_keys import all_keys
from game.screens.battle.screen import BattleScreen
from game.screens.battle_lesson import LessonScreen
from game.screens.campaign_list import ChooserScreen
from game.screens.campaign_screen import CampaignScreen
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.experiments_screen import ExperimentsScreen
from game.screens.faulty_pack import FaultyPackScreen
from game.screens.help import CREDITS, HelpScreen
from game.screens.help import KEYS as KEYS_PAGE
from game.screens.how_to_screen import HowToScreen
from game.screens.lesson_list import LessonsScreen
from game.screens.live_game import record_of_save, resume_game, resume_game_at
from game.screens.load_game import LoadScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.pack_contents import PackScreen
from game.screens.pack_list import PacksScreen
from game.screens.pack_maker import MakePackScreen
from game.screens.pack_opening import checked
from game.screens.replay import ReplayScreen
from game.screens.report_screen import ReportScreen
from game.screens.result import ResultScreen
from game.screens.screen import Screen
from game.screens.seats import Seats
from game.screens.settings_screen import SettingsPage, SettingsScreen
from game.screens.setup import SCENARIOS, SetupScreen
from game.screens.shelf import LIST
from game.screens.title import TitleScreen
from game.table.records import UnitId
from tests.content.pack_parts import keep as keep_pack_file
from tests.content.pack_parts import pack_bytes, texts
from tests.lab.test_results import filled
from tests.screens.editor.editor_states import (
    beside_editor,
    choosing,
    choosing_colour,
    design,
    drawing,
    edited,
    editor_of,
    faulty_form,
    form,
    form_of,
    maps,
    repairing,
    tab,
    unsaved,
    wall_in_hand,
)
from tests.screens.editor.instant_processes import set_trial_results, start_flood_probe
from tests.screens.fixtures_cage import APART
from tests.screens.fixtures_pursuit import SPOTS
from tests.screens.fixtures_sandbox import in_hand, players_view, sandbox
from tests.screens.input_driver import Player, pixel, ready
from tests.screens.systems import IN_LINE, afloat, chased, fencing, rolling, waters
from tests.tools.editors import new_map

PLAYED = Path(__file__).with_name("played.png")
SAVED = 1_780_000_000.0
"""Modification time of the listed saves, in seconds since the epoch."""
ZONES, DEPLOY, CHOOSE, MOVE, TARGET, ODDS = 3, 19, 94, 95, 315, 327
CHARGE, WOUND, WEAPON, LAST = 413, 437, 480, 990
"""Numbers of events after which the game asks each of these questions."""
USUAL = Settings(still=True)


@dataclass(frozen=True, slots=True)
class Shot:
    make: Callable[[Player], Screen]
    """Opens the screen and brings it to its state."""
    pose: Callable[[Player], None] = lambda _: None
    """Restores state lost when the window changes: open dialogs, the mouse position."""
    settings: Settings = USUAL
    frames: int = 2
    """Number of frames until the picture no longer changes."""


def freeze(patch: pytest.MonkeyPatch) -> None:
    """Fix everything that varies between runs: the time, chance, the actions of bots."""
    patch.setenv("TZ", "UTC")
    tzset()
    patch.setattr(title_actions, "latest", lambda: "Turn 2 · Old quarter · 4 minutes ago")
    patch.setattr(Seats, "think", lambda *_: False)
    fix_chances(patch)
    # Worker processes report findings at a varying time.
    patch.setattr(LiveChecks, "update", lambda *_: None)
    patch.setattr(demo_battle, "prepare", lambda *_, **__: _behind_the_doors())


def fix_chances(patch: pytest.MonkeyPatch) -> None:
    """Use weights of the chances that no new fit changes."""
    weights = ChanceWeights({"classic": {"points": 1.0, "value": 4.0}}, {})
    patch.setattr("game.bots.chances.weighing.shipped_weights", lambda: weights)


def _behind_the_doors() -> SimpleNamespace:
    live_game = resume_game_at(shipped_save(), WOUND, (HUMAN, HUMAN))
    battle = live_game.battle
    kept = {name: getattr(battle, name) for name in ("map", "seed", "settings", "rosters")}
    return SimpleNamespace(
        session=lambda: live_game.session,
        scenario=battle.scenario,
        opening=battle.opening,
        files=battle.files,
        **kept,
    )


@cache
def shipped_save() -> SavedGame:
    return load_save(PLAYED)


def open_played_battle(player: Player, count: int) -> BattleScreen:
    """Open the game after *count* events, and wait until its question accepts keys."""
    live_game = resume_game_at(shipped_save(), count, (HUMAN, HUMAN))
    screen = player.open(BattleScreen(live_game, speed=50.0))
    if screen.handover.veil is None:
        ready(player, screen)
        screen.speed = 1.0
        screen.fill(player.frame)
    return screen


def battle_at(count: int, *keys: int) -> Callable[[Player], Screen]:
    """Return a function that opens the game after *count* events and presses some keys."""

    def open_(player: Player) -> Screen:
        screen = open_played_battle(player, count)
        for key in keys:
            player.key(key)
        return screen

    return open_


def paused(label: str) -> Callable[[Player], None]:
    """Return a function that chooses an entry of a battle's pause menu."""

    def pause(player: Player) -> None:
        player.key(pygame.K_ESCAPE)
        player.press(label)

    return pause


def battle_of(player: Player) -> BattleScreen:
    screen = player.top
    assert isinstance(screen, BattleScreen)
    return screen


def keys(*keys: int) -> Callable[[Player], None]:
    def press_(player: Player) -> None:
        for key in keys:
            player.key(key)

    return press_


def inside(player: Player) -> Screen:
    """Open the debug panel (F3) and wait until its frame time has settled."""
    screen = open_played_battle(player, MOVE)
    player.key(pygame.K_F3)
    player.wait(300)
    return screen


def march_dragged(player: Player) -> Screen:
    """Drag the first model of the moving unit 20 pixels right and 16 down."""
    screen = open_played_battle(player, MOVE)
    asked = screen.session.pending
    assert isinstance(asked, March)
    lead = screen.session.table.of(asked.unit)[0]
    x, y = pixel(screen, lead.at)
    player.push(x, y)
    player.let_go(x + 20, y + 16)
    return screen


def march_refused(player: Player) -> Screen:
    screen = open_played_battle(player, MOVE)
    asked = screen.session.pending
    assert isinstance(asked, March)
    assert screen.prompt
    far = [
        [m.id, [[m.at.x, m.at.y], [m.at.x, 24.0]]] for m in screen.session.table.of(asked.unit)
    ]
    assert not screen.prompt.give(far)
    return screen


def overlaid(player: Player) -> Screen:
    screen = open_played_battle(player, MOVE)
    for layer in screen.extras.offered:
        if layer not in screen.extras.overlays.on:
            screen.extras.turn(layer)
    return screen


def zoomed(player: Player) -> Screen:
    screen = open_played_battle(player, MOVE)
    scene = battle_of(player).parts.board.scene
    # The minimap needs the whole board, which is painted in the background.
    scene.ground.prepare(scene.camera)
    for _ in range(4):
        player.key(pygame.K_PAGEUP)
    return screen


def point_at(unit: str) -> Callable[[Player], None]:
    """Return a function that points the mouse at the first model of a unit."""

    def point_(player: Player) -> None:
        screen = battle_of(player)
        player.move(*pixel(screen, screen.session.table.of(UnitId(unit))[0].at))
        player.wait(40)

    return point_


def over(player: Player) -> BattleScreen:
    screen = player.open(BattleScreen(resume_game(shipped_save()), speed=50.0))
    player.wait_until(lambda: screen.ended)
    return screen


def results(player: Player) -> Screen:
    over(player)
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    return player.top


def looked_at(player: Player) -> Screen:
    """Return to the table from the results of a finished game."""
    results(player)
    player.key(pygame.K_ESCAPE)
    return battle_of(player)


def replay(player: Player) -> Screen:
    story = record_of_save(shipped_save())
    return player.open(ReplayScreen(story, playing=False, at=WOUND))


def replay_of(player: Player) -> ReplayScreen:
    assert isinstance(player.top, ReplayScreen)
    return player.top


def campaign(player: Player) -> Screen:
    """Open a campaign after three battles, without playing them."""
    made = begun(load_campaign("the-water-below"), 3, {"wardens": HUMAN, "brood": "steady"})
    lost = {"wardens-patrol": {"first-squad": 4}, "brood-patrol": {"skitterers": 5}}
    lived: dict[str, tuple[str, ...]] = {"wardens-patrol": ("scouts",)}
    ways = (("the-long-street", "brood"), ("two-ways-out", "wardens"), ("the-nest", "brood"))
    fought = tuple(
        Fought(stage=id_, winner=won, reason="points", turns=6, lost=lost, lived=lived)
        for id_, won in ways
    )
    return player.open(CampaignScreen(made.model_copy(update={"fought": fought})))


def shelf(*names: str) -> Callable[[Player], Screen]:
    """Return a function that opens the list of saves with games of these names."""

    def open_(player: Player) -> Screen:
        folder = saves() / f"of {len(names)}"
        folder.mkdir(parents=True, exist_ok=True)
        for n, name in enumerate(names):
            copy = folder / f"{name}.undertow"
            copy.write_text(_text(n), "utf-8")
            os.utime(copy, (SAVED - n, SAVED - n))
        return player.open(LoadScreen(folder))

    return open_


def packs(player: Player) -> Screen:
    """Open the list of packs: one in the downloads, one of the user's, a faulty one."""
    keep_pack_file(pack_bytes())
    keep_pack_file(b"PK", "torn")
    downloads().mkdir(exist_ok=True)
    (downloads() / "marsh.undertow-pack").write_bytes(b"")
    screen = player.open(PacksScreen())
    player.choose("river-war", LIST)
    return screen


def experiments(player: Player) -> Screen:
    """Open the list of experiments: a whole one and a torn one."""
    filled(own_experiments() / f"two{STORE}").close()
    torn = own_experiments() / f"torn{STORE}"
    torn.write_bytes(b"PK")
    os.utime(torn, (SAVED, SAVED))
    return player.open(ExperimentsScreen(own_experiments() / f"two{STORE}"))


def report(player: Player) -> Screen:
    """Open the report of an experiment, in numbers: figures depend on a library's version."""
    path = own_experiments() / f"report{STORE}"
    with closing(filled(path)) as store:
        screen = ReportScreen(path, results_of(store), {})
    screen.chosen, screen.in_numbers = "units-1", True
    return player.open(screen)


def taken_pack(player: Player) -> Screen:
    """Open a pack whose name another pack has."""
    keep_pack_file(pack_bytes())
    other = saves().parent / "other.undertow-pack"
    other.write_bytes(pack_bytes({"maps/yard.tmj": DISK.read("maps/old-quarter.tmj")}))
    return player.open(PackScreen(checked(other)))


def new_pack(player: Player) -> Screen:
    """Open a new pack into which a scenario goes."""
    for name, text in texts().items():
        path = saves().parent / name.replace("crossing", "river")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    screen = MakePackScreen()
    screen.title = "The river war"
    player.open(screen)
    screen.toggle("assets/scenarios/river.toml")
    screen.show()
    return screen


@cache
def _text(n: int) -> str:
    """Return the save of the *n*-th listed game; after the last, text that is no save."""
    counts = (MOVE, WOUND, LAST)
    if n >= len(counts):
        return "This is not a saved game.\n"
    return resume_game_at(shipped_save(), counts[n], (HUMAN, "steady")).as_text()


def lesson(card: int, name: str = "first-battle") -> Callable[[Player], Screen]:
    def open_(player: Player) -> Screen:
        screen = player.open(LessonScreen(load_lesson(name)))
        screen.parts.board.scene.stage.speed = 50.0
        ready(player, screen)
        for _ in range(card):
            screen.teacher.next()
        player.wait()
        return screen

    return open_


def finished(player: Player) -> None:
    assert isinstance(player.top, LessonScreen)
    player.top.finish()
    player.wait()


def settings(page: SettingsPage) -> Callable[[Player], Screen]:
    def open_(player: Player) -> Screen:
        screen = player.open(SettingsScreen())
        screen.turn_to(page)
        return screen

    return open_


def setup(player: Player) -> Screen:
    random.seed(7)
    return player.open(SetupScreen())


def armies(player: Player) -> Screen:
    screen = setup(player)
    assert isinstance(screen, SetupScreen)
    player.choose("no_mercy", SCENARIOS)
    player.wait()
    return screen


def watch(player: Player) -> Screen:
    random.seed(7)
    return player.open(SetupScreen(watch=True))


def asked_rosters(player: Player) -> None:
    """Open the dialog of a roster from the set-up."""
    screen = player.top
    assert isinstance(screen, SetupScreen)
    screen.ask_edit(screen.plan.scenario.sides[0])


LONG = "The last stand of the second squad at the crossing, before the storm came (copy)"

SHOTS: dict[str, Shot] = {
    "title": Shot(lambda player: player.open(TitleScreen(seed=1)), frames=100),
    "set-up": Shot(setup),
    "army-lists": Shot(armies, lambda player: player.press("Armies")),
    "watch": Shot(watch),
    "campaign": Shot(campaign),
    "campaigns": Shot(lambda player: player.open(ChooserScreen())),
    "load": Shot(shelf("2026-05-01 20-10 combat_patrol", "Before the storm", LONG, "Notes")),
    "load-empty": Shot(shelf()),
    "packs": Shot(packs),
    "packs-remove": Shot(packs, keys(pygame.K_DELETE)),
    "experiments": Shot(experiments),
    "report": Shot(report),
    "pack": Shot(taken_pack),
    "pack-faulty": Shot(
        lambda player: player.open(
            FaultyPackScreen(LONG, UnusableFile(LONG, [("", LONG), ("", LONG * 3)]))
        )
    ),
    "pack-new": Shot(new_pack),
    "load-rename": Shot(shelf("Before the storm"), keys(pygame.K_F2)),
    "load-delete": Shot(shelf("Before the storm", LONG), keys(pygame.K_DELETE)),
    "settings": Shot(settings(SettingsPage.LOOK)),
    "settings-sound": Shot(settings(SettingsPage.SOUND)),
    "settings-table": Shot(settings(SettingsPage.TABLE)),
    "settings-keys": Shot(settings(SettingsPage.KEYS)),
    "help": Shot(lambda player: player.open(HelpScreen(all_keys()))),
    "help-clause": Shot(lambda player: player.open(HelpScreen(all_keys(), "CC-18"))),
    "help-keys": Shot(lambda player: player.open(HelpScreen(all_keys(), KEYS_PAGE))),
    "credits": Shot(lambda player: player.open(HelpScreen(all_keys(), CREDITS))),
    "how-to-play": Shot(lambda player: player.open(HowToScreen("combat_patrol"))),
    "learn": Shot(
        lambda player: player.open(LessonsScreen()),
        settings=Settings(learnt=("first-battle",)),
    ),
    "lesson": Shot(lesson(0)),
    "learn-later": Shot(lesson(5)),
    "learn-done": Shot(lesson(0), finished),
    "battle-zones": Shot(battle_at(ZONES)),
    "battle-deployment": Shot(battle_at(DEPLOY)),
    "battle-move": Shot(march_dragged),
    "battle-refused": Shot(march_refused),
    "battle-overlays": Shot(overlaid),
    "battle-waters": Shot(waters),
    "pursuit-danger": Shot(chased("pursuit", SPOTS, pygame.K_j, pygame.K_y)),
    "chase-roll": Shot(rolling, settings=Settings()),
    "chase-arc": Shot(chased("shooting", IN_LINE)),
    "cage-attack": Shot(fencing("actions")),
    "cage-cells": Shot(fencing("actions", over=(20.2, 7.2), stands=APART)),
    "cage-floor": Shot(fencing("floor", *[pygame.K_RIGHT] * 4)),
    "sandbox": Shot(sandbox, in_hand),
    "players-view": Shot(players_view),
    "battle-zoomed": Shot(zoomed),
    "battle-inside": Shot(inside),
    "battle-target": Shot(battle_at(TARGET)),
    "battle-odds": Shot(battle_at(ODDS)),
    "battle-charge": Shot(battle_at(CHARGE)),
    "battle-wound": Shot(battle_at(WOUND)),
    "battle-weapon": Shot(battle_at(WEAPON)),
    "battle-hover": Shot(battle_at(WOUND), point_at("brood-leapers")),
    "battle-drift": Shot(afloat("movement", "boarders-leader", over=(45.0, 45.0))),
    "battle-aim": Shot(afloat("movement", "boarders-gunner", "turn", over=(20.0, 36.0))),
    "battle-stray": Shot(afloat("shooting", "boarders-gunner", over=(24.0, 30.0))),
    "battle-arc": Shot(afloat("assault", "boarders-gunner", over=(24.0, 30.0))),
    "battle-over": Shot(looked_at),
    "pause": Shot(battle_at(WOUND), keys(pygame.K_ESCAPE)),
    "save-as": Shot(battle_at(WOUND), paused("Save as…")),
    "who-plays": Shot(battle_at(WOUND), paused("Who plays?…")),
    "draw": Shot(battle_at(WOUND), paused("Offer a draw…")),
    "concede": Shot(battle_at(WOUND), paused("Concede…")),
    "take-back": Shot(battle_at(WOUND), lambda player: battle_of(player).backward.undo()),
    "clause": Shot(battle_at(WOUND), lambda player: battle_of(player).open_clause("CC-18")),
    "curtain": Shot(battle_at(WOUND), settings=Settings(curtain=Curtain.ALWAYS)),
    "replay": Shot(replay, frames=40),
    "play-on": Shot(replay, keys(pygame.K_o)),
    "highlights": Shot(replay, lambda player: replay_of(player).choose_highlight()),
    "film": Shot(replay, lambda player: replay_of(player).film()),
    "share": Shot(replay, lambda player: replay_of(player).share()),
    "results": Shot(results),
    "score-sheet": Shot(results, keys(pygame.K_F2)),
    "maps": Shot(maps),
    "repair": Shot(repairing),
    "new-map": Shot(lambda player: player.open(NewMapScreen())),
    "design-rosters": Shot(design("roster")),
    "design-scenarios": Shot(design("scenario")),
    "form-roster": Shot(form("roster", "wardens-army", ("unit", 2))),
    "form-faults": Shot(faulty_form),
    "form-scenario": Shot(form("scenario", "deadlock")),
    "form-option": Shot(form("scenario", "deadlock", ("option", "twist"))),
    "form-profile": Shot(form("armoury", "modern", ("profile", "commander"))),
    "form-text": Shot(
        form("roster", "wardens-army"), lambda player: form_of(player).turn_text()
    ),
    "form-weapons": Shot(
        form("roster", "wardens-army", ("unit", 2)),
        choosing(("unit", 2, "model", 0, "weapons")),
    ),
    "form-clauses": Shot(form("scenario", "deadlock"), choosing(("rules",))),
    "form-keys": Shot(
        form("roster", "wardens-army"), lambda player: form_of(player).topbar.show_keys()
    ),
    "set-up-rosters": Shot(setup, asked_rosters),
    "editor-empty": Shot(lambda player: player.open(new_map())),
    "editor-object": Shot(drawing(1)),
    "editor-several": Shot(drawing(1, 2, 3)),
    "editor-plain": Shot(drawing(), wall_in_hand),
    "editor-list": Shot(drawing(1, 2, 3), tab("List")),
    "editor-colour": Shot(drawing(63), choosing_colour),
    "editor-layers": Shot(drawing(), tab("Layers")),
    "editor-stamps": Shot(drawing(1, 2), tab("Stamps")),
    "editor-history": Shot(edited, tab("History")),
    "editor-trials": Shot(beside_editor(set_trial_results), tab("Trials")),
    "editor-what-if": Shot(beside_editor(start_flood_probe), tab("What if")),
    "editor-menu": Shot(drawing(), keys(pygame.K_ESCAPE)),
    "editor-name": Shot(drawing(), lambda player: editor_of(player).filing.ask_where()),
    "editor-generate": Shot(
        drawing(), lambda player: editor_of(player).filing.generating.ask()
    ),
    "editor-export": Shot(drawing(), lambda player: editor_of(player).filing.exporting.ask()),
    "editor-checks": Shot(drawing(), tab("Checks")),
    "editor-leave": Shot(unsaved, lambda player: editor_of(player).filing.leave()),
    "notice": Shot(lambda player: player.open(NoticeScreen("Not loaded", LONG))),
}

PICTURED = (
    *(
        "title",
        "set-up",
        "campaign",
        "load",
        "packs",
        "experiments",
        "report",
        "pack",
        "settings",
        "help",
        "how-to-play",
        "learn",
        "lesson",
        "pause",
    ),
    *("battle-deployment", "battle-odds", "battle-overlays", "battle-zoomed", "curtain"),
    *("battle-waters", "battle-drift", "pursuit-danger", "cage-attack", "sandbox"),
    "players-view",
    *("replay", "results", "score-sheet"),
    *("maps", "editor-object", "editor-list", "editor-plain", "editor-trials"),
    *("form-roster", "form-faults"),
)
"""Screens compared with a stored picture: one of each kind, and a battle of each system."""
