"""Campaigns in the window: chosen, played, continued, replayed (``MI-06``)."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content import library_kinds
from game.content.campaign_files import load_campaign
from game.content.campaign_saves import Fought, Tie, begun, keep, kept, load_ongoing, new_place
from game.content.own_folders import own_folder, saves
from game.content.save_format import load_save
from game.rules.campaigns import Course
from game.screens import title_actions
from game.screens.battle.screen import BattleScreen
from game.screens.campaign_atlas import Atlas
from game.screens.campaign_list import ChooserScreen
from game.screens.campaign_opening import campaign_in_progress
from game.screens.campaign_screen import ATLAS, CampaignScreen
from game.screens.campaign_words import forces
from game.screens.destinations import screen_of
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import WindowContext
from game.screens.shelf import LIST
from game.screens.title import TitleScreen
from game.widgets.text_view import Label, Log, Paragraph
from game.widgets.theme import Theme
from tests.campaigns import TEXT, campaign, fought_battle
from tests.screens.input_driver import Player, ready
from tests.tools.changes import screen_after

pytestmark = pytest.mark.rule("MI-06")


def open_campaign(player: Player, *players: str) -> CampaignScreen:
    seats = dict(zip(("us", "them"), players or ("human", "human"), strict=True))
    return player.open(CampaignScreen(begun(campaign(), 7, seats)))


def screen_text(screen: CampaignScreen) -> str:
    (log,) = [w for w in screen.panel.widgets if isinstance(w, Log)]
    return "\n".join("".join(s.text for s in entry.spans) for entry in log.entries)


def labels(screen: CampaignScreen) -> list[str]:
    return [w.text for w in screen.panel.widgets if isinstance(w, Label)]


def atlas(screen: CampaignScreen) -> Atlas:
    found = screen.panel.known(ATLAS)
    assert isinstance(found, Atlas)
    return found


def battle_of(player: Player) -> BattleScreen:
    assert isinstance(player.top, BattleScreen)
    return player.top


def end_it(player: Player) -> ResultScreen:
    """Let the first side of a battle concede; return the result screen."""
    screen = battle_of(player)
    screen.parts.board.scene.stage.speed = 1e6
    screen.live_game.concede(screen.session.table.sides[0])
    player.wait_until(lambda: isinstance(player.top, ResultScreen))
    assert isinstance(player.top, ResultScreen)
    return player.top


def test_what_is_at_stake_is_told_before_a_battle(player: Player) -> None:
    screen = open_campaign(player)

    assert "The first bout" in labels(screen)
    assert "Training cage on Training Cage, about 15 minutes" in labels(screen)
    assert "Us win: 2 points, then The last bout" in screen_text(screen)
    assert "Them wins: 1 point, then The second bout" in screen_text(screen)
    assert player.button("Replay").reason


@pytest.mark.parametrize("units", [(1280, 720), (1024, 576)])
def test_long_names_of_sides_and_battles_are_not_cut_off(units: tuple[int, int]) -> None:
    player = Player(WindowContext(Theme(), units))
    found = campaign(
        ('name = "Us"', 'name = "Us, the last company of the eastern wall"'),
        ('name = "Them"', 'name = "Them, who came up through the drains"'),
        ('title = "The first bout"', 'title = "The first bout, in which much is still open"'),
    )
    screen = player.open(CampaignScreen(begun(found, 7, {"us": "human", "them": "human"})))
    cut = [w.text for w in screen.panel.widgets if isinstance(w, Label) and w.cut]

    assert "US, THE LAST COMPANY OF THE EASTERN WALL" in labels(screen)
    assert cut == []
    player.leave()


def test_units_are_called_by_their_names_not_by_their_ids() -> None:
    campaign_ = load_campaign("the-water-below")
    lost = {"wardens-patrol": {"first-squad": 4}, "brood-patrol": {"skitterers": 6, "x-9": 2}}
    one = Fought(stage="the-long-street", winner="brood", reason="points", turns=6, lost=lost)
    course = Course(campaign_, 3, (one,))

    # Half of the losses last; a unit that the roster no longer has goes by its id.
    assert forces(course, "wardens") == ["Missing: First squad −2"]
    assert forces(course, "brood") == ["Missing: Skitterer swarm −3, X 9 −1"]


def test_any_battle_is_looked_at_by_mouse_and_by_keys(player: Player) -> None:
    screen = open_campaign(player)
    (panel,) = screen.stack.panels
    x, y = atlas(screen).place(screen.course.campaign.stages["second"])
    player.click(panel.rect.left + x, panel.rect.top + y)
    assert "The second bout" in labels(screen)

    screen.stack.focus.to(atlas(screen))
    player.key(pygame.K_RIGHT)
    assert "The last bout" in labels(screen)
    player.key(pygame.K_RIGHT)
    assert "The first bout" in labels(screen)


def test_a_campaign_is_fought_battle_by_battle_and_kept_after_each(player: Player) -> None:
    open_campaign(player)
    assert kept() == []
    player.key(pygame.K_RETURN)
    first = battle_of(player)
    assert (first.live_game.tie, first.live_game.battle.settings["turns"]) == (
        Tie(Tie.named(kept()[0]), 0),
        1,
    )

    end_it(player)
    player.press("Back to campaign")
    assert isinstance(player.top, CampaignScreen)
    ongoing = load_ongoing(kept()[0])
    assert [(one.stage, one.winner) for one in ongoing.fought] == [("first", "them")]
    assert player.top.course.stage == campaign().stages["second"]

    player.press("Fight the battle")
    second = battle_of(player)
    assert second.live_game.tie == Tie(Tie.named(kept()[0]), 1)
    # In that battle the campaign's first side is second, so the other side concedes.
    end_it(player)
    player.press("Back to campaign")
    assert [one.winner for one in load_ongoing(kept()[0]).fought] == ["them", "us"]
    assert len(kept()) == 1


def test_its_end_is_told_and_nothing_more_is_fought(player: Player) -> None:
    made = begun(campaign(), 7, {"us": "human", "them": "human"})
    ways = fought_battle("first", "us"), fought_battle("last", "us")
    screen = player.open(CampaignScreen(made.model_copy(update={"fought": ways})))

    assert player.button("Fight the battle").reason == "The campaign is over"
    assert "Us win: 1 point, the end" in screen_text(screen)
    assert "As a test says, in turn 3. We won." in screen_text(screen)
    assert screen.course.winner == "us"


def test_a_battle_is_gone_on_with_where_it_stood(player: Player) -> None:
    open_campaign(player, "human", "human")
    player.key(pygame.K_RETURN)
    screen = battle_of(player)
    ready(player, screen)
    player.key(pygame.K_RETURN)
    answered = len(screen.session.chapters)
    (file,) = saves().glob("*.undertow")
    header = load_save(file).header
    assert (header.campaign, header.stage) == (Tie.named(kept()[0]), 0)
    assert load_ongoing(kept()[0]).playing == file.name
    player.leave()

    player.open(campaign_in_progress(Tie.named(kept()[0])))
    player.press("Continue the battle")
    again = battle_of(player)
    assert len(again.session.chapters) == answered
    assert again.live_game.tie == Tie(Tie.named(kept()[0]), 0)


def test_a_battle_that_was_over_when_the_window_closed_counts(player: Player) -> None:
    open_campaign(player)
    player.key(pygame.K_RETURN)
    screen = battle_of(player)
    screen.live_game.concede(screen.session.table.sides[1])
    name = Tie.named(kept()[0])
    player.leave()

    found = player.open(campaign_in_progress(name))
    assert [(one.stage, one.winner) for one in found.course.fought] == [("first", "us")]
    assert [one.winner for one in load_ongoing(kept()[0]).fought] == ["us"]


def test_no_result_counts_twice(player: Player) -> None:
    open_campaign(player)
    player.key(pygame.K_RETURN)
    end_it(player)
    player.press("Back to campaign")
    (path,) = kept()
    (save,) = saves().glob("*.undertow")
    # As if the file had not been saved again when the result was counted.
    keep(path, load_ongoing(path).model_copy(update={"playing": save.name}))
    screen_of(campaign_in_progress(Tie.named(path)))

    assert [one.stage for one in load_ongoing(path).fought] == ["first"]


def test_a_battle_that_was_fought_is_replayed(player: Player) -> None:
    open_campaign(player)
    player.key(pygame.K_RETURN)
    end_it(player)
    player.press("Back to campaign")
    screen = player.top
    assert isinstance(screen, CampaignScreen)
    screen.choose("first")
    player.press("Replay")

    assert isinstance(player.top, ReplayScreen)
    player.key(pygame.K_ESCAPE)
    top: object = player.top
    assert top is screen


def test_who_plays_is_chosen_between_battles_and_kept(player: Player) -> None:
    made = begun(campaign(), 7, {"us": "human", "them": "human"})
    path = new_place(campaign())
    keep(path, made)
    screen = player.open(campaign_in_progress(Tie.named(path)))
    screen._seat("them", "steady")  # noqa: SLF001  as its selector does

    assert load_ongoing(path).players == {"us": "human", "them": "steady"}
    player.press("Fight the battle")
    assert [*battle_of(player).live_game.seats.names.values()] == ["human", "steady"]


def test_the_title_leads_to_campaigns_and_goes_on_with_the_last(player: Player) -> None:
    own_folder(library_kinds.CAMPAIGN).mkdir(parents=True)
    (own_folder(library_kinds.CAMPAIGN) / "bouts.toml").write_text(TEXT, "utf-8")
    player.open(TitleScreen(1))
    player.key(pygame.K_m)
    assert isinstance(player.top, ChooserScreen)
    labels = [row.label for row in player.list_box(LIST).rows]
    assert labels == ["New: The water below", "New: Two bouts", "New: Two tides"]
    blurbs = [w.text for w in player.menu.panel.widgets if isinstance(w, Paragraph)]
    assert blurbs == [load_campaign("the-water-below").blurb]
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    assert isinstance(player.top, CampaignScreen)
    assert player.top.course.campaign.title == "Two bouts"

    player.top.keep(fought=(fought_battle("first", "us"),))
    assert title_actions.latest().startswith("Two bouts, battle 2 · ")
    change = title_actions.unfinished()
    shown = screen_after(change)
    assert isinstance(shown, CampaignScreen)
    assert shown.course.stage == campaign().stages["last"]


def test_what_cannot_be_gone_on_with_says_why(player: Player, home: Path) -> None:
    good = new_place(campaign())
    keep(good, begun(campaign(), 7, {"us": "human", "them": "human"}))
    bad = good.with_name("broken.campaign.json")
    bad.write_text("{", "utf-8")
    player.open(ChooserScreen())
    assert isinstance(player.top, ChooserScreen)
    rows = {row.id: row.reason for row in player.list_box(LIST).rows}

    assert rows["broken"]
    assert not rows[Tie.named(good)]
    assert "Two bouts" in title_actions.latest()
