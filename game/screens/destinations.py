"""The screens by the names with which others lead to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.entry_points import EntryPoints
from game.screens.screen import Destination, Screen
from game.screens.system_screens import SYSTEM_SCREENS

SCREENS: Mapping[str, Callable[..., Screen]] = EntryPoints(
    {
        # Before a battle, and afterwards.
        "play": "game.screens.setup:SetupScreen",
        "trial": "game.screens.setup:trial_of",
        "sandbox": "game.screens.setup:sandbox_setup",
        "campaigns": "game.screens.campaign_list:ChooserScreen",
        "campaign": "game.screens.campaign_screen:CampaignScreen",
        "lessons": "game.screens.lesson_list:LessonsScreen",
        "saves": "game.screens.load_game:LoadScreen",
        "result": "game.screens.result:ResultScreen",
        # A battle.
        "battle": "game.screens.battle.screen:BattleScreen",
        "lesson": "game.screens.battle_lesson:LessonScreen",
        "replay": "game.screens.replay:ReplayScreen",
        "side by side": "game.screens.side_by_side.screen:SideBySideScreen",
        "show loop": "game.screens.show.show_loop:ShowLoopScreen",
        # The editor.
        "design": "game.screens.editor.start_screen:StartScreen",
        "new map": "game.screens.editor.new_map_screen:NewMapScreen",
        "map": "game.screens.editor.screen:EditorScreen",
        "map lesson": "game.screens.editor_lesson:EditorLesson",
        "repair": "game.screens.editor.repair_screen:RepairScreen",
        "verdict": "game.screens.editor.verdict_screen:MapVerdictScreen",
        "form": "game.screens.editor.form_screen:FormScreen",
        # Packs and experiments.
        "packs": "game.screens.pack_list:PacksScreen",
        "pack": "game.screens.pack_contents:PackScreen",
        "faulty pack": "game.screens.faulty_pack:FaultyPackScreen",
        "new pack": "game.screens.pack_maker:MakePackScreen",
        "experiments": "game.screens.experiments_screen:ExperimentsScreen",
        "report": "game.screens.report_screen:ReportScreen",
        # From everywhere.
        "settings": "game.screens.settings_screen:SettingsScreen",
        "help": "game.screens.help:HelpScreen",
        "help with keys": "game.screens.help:help_with_keys",
        "how to play": "game.screens.how_to_screen:HowToScreen",
        "notice": "game.screens.notice_screen:NoticeScreen",
        "loading": "game.screens.loading_screen:LoadingScreen",
    }
)
"""The makers of screens, which take the arguments of a destination."""


def load_screens() -> None:
    """Import all screens of the table, so that opening one takes no longer the first time."""
    for name in SCREENS:
        _ = SCREENS[name]


def maker_of(where: Destination) -> Callable[[], Screen]:
    """Return what makes the screen that a destination names, and import it.

    The screen *name* of a system is called ``"system.name"``.
    """
    system, _, name = where.name.rpartition(".")
    screens = SYSTEM_SCREENS[system] if system else SCREENS
    return partial(screens[name], *where.arguments, **where.options)


def screen_of(where: Destination) -> Screen:
    """Return the screen that a destination names."""
    return maker_of(where)()
