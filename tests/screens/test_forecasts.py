"""The flood forecast on the board: tags, legend and cards, computed by a worker."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.rules.battles import prepare
from game.screens.battle.forecast_overlay import progress_text
from game.screens.battle.forecast_words import hundredths, numbered
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.systems.flood.forecast import Forecaster
from game.systems.flood.rules.flood_phase import order_of
from game.systems.flood.rules.odds import FloodForecast, source_known
from game.systems.flood.window import FATES, model_rows, place_of, tags
from game.table.records import ModelId
from game.view.overlays import Tags
from tests.screens.fixtures_flood import Worker, flood_of, flooded_game
from tests.screens.input_driver import Player, open_battle, ready
from tests.screens.test_play_aids import overlays, rest_on

GUNNER = ModelId("wardens-heavy-gunner-gunner")


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def screen(player: Player, worker: Worker) -> BattleScreen:
    screen = player.open(BattleScreen(flooded_game(), speed=50.0))
    flood_of(screen).forecaster = worker
    ready(player, screen)
    return screen


def tags_of(screen: BattleScreen) -> list[Tags]:
    return [o for o in overlays(screen, Tags) if isinstance(o, Tags)]


def halfway(player: Player, screen: BattleScreen) -> Tags:
    player.wait_until(lambda: bool(tags_of(screen)))
    (found,) = tags_of(screen)
    return found


def test_nobody_works_before_the_sheet_is_laid_on(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    player.wait(10)

    assert worker.asked == []
    assert not screen.extras.legend.there


def test_each_model_wears_its_place_and_its_chances(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_i)
    found = halfway(player, screen)
    table = screen.session.table
    by_base = {tag.base: [cell.words for cell in tag.cells] for tag in found.tags}

    assert len(found.tags) == len(table.standing())
    for n, group in enumerate(order_of(table)):
        place = 1 + sum(len(g) for g in order_of(table)[:n])
        for model_id in group:
            shared = f"{place}{'=' * (len(group) > 1)}"
            assert by_base[table.models[model_id].disc] == [shared, "50", "<1", "12"]


def test_zoomed_out_badges_say_how_many_of_a_unit_would_die(
    player: Player, screen: BattleScreen
) -> None:
    """Each model dies in 12 of 100 floods and is carried in 50; a single one in percent."""
    player.key(pygame.K_i)
    found = halfway(player, screen)
    table = screen.session.table
    labels = {label.unit: label for label in found.labels}

    assert {*labels} <= {unit.id for unit in table.fielded()}
    for unit, label in labels.items():
        tested = sum(m.id in flood_of(screen).forecast.fates for m in table.of(unit))  # type: ignore[union-attr]
        alone = len(table.of(unit)) == 1
        assert label.figure == ("dies 12%" if alone else f"−{0.12 * tested:.1f}")
        assert label.detail == ("50% carried" if alone else f"{0.5 * tested:.1f} carried")


def test_the_key_tells_how_far_it_is_and_what_it_rests_on(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    panel = key = screen.extras.legend
    player.key(pygame.K_i)
    halfway(player, screen)
    assert key.legend
    assert (key.legend.said, key.legend.share) == ("500 of 1,000 floods", 0.5)
    assert screen.parts.board.window.contains(panel.rect)
    worker.finishes = True
    player.wait_until(lambda: bool(key.legend and key.legend.share == 1.0))
    assert key.legend.said == "from 1,000 floods"

    player.key(pygame.K_i)
    player.wait()
    assert not panel.there


def test_when_the_sheet_is_taken_off_the_worker_rests(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    player.key(pygame.K_i)
    halfway(player, screen)
    player.key(pygame.K_i)
    player.wait_until(lambda: worker.cancelled == 1)
    player.wait(2)

    assert not tags_of(screen)
    assert not worker.busy


def test_it_is_asked_anew_when_the_table_has_changed(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    player.key(pygame.K_i)
    before = halfway(player, screen)
    seen = screen.parts.board.scene.stage.seen
    gunner = seen.models[GUNNER]
    seen.models[GUNNER] = replace(gunner, at=Point(gunner.at.x, gunner.at.y - 1))
    player.wait_until(lambda: len(worker.asked) == 2)
    after = halfway(player, screen)

    assert worker.asked[1].models[GUNNER].at == Point(gunner.at.x, gunner.at.y - 1)
    assert {tag.base for tag in after.tags} ^ {tag.base for tag in before.tags} == {
        gunner.disc,
        seen.models[GUNNER].disc,
    }


def test_another_question_about_the_same_table_changes_nothing(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    player.key(pygame.K_i)
    halfway(player, screen)
    player.key(pygame.K_1)
    ready(player, screen)
    player.wait(20)

    assert len(worker.asked) == 1


def test_the_card_of_a_model_tells_its_chances_and_why(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_i)
    halfway(player, screen)
    gunner = screen.session.table.models[GUNNER]
    rest_on(player, screen, gunner.at)
    lines = ["".join(s.text for s in e.spans) for e in screen.extras.hover.entries]

    assert screen.extras.hover.there
    assert lines[1:] == [
        "Strength test: 3 or less FF-08",
        "carried 50%",
        "exact",
        "dashed <1% · dies 12%",
        "from 500 floods",
    ]
    assert lines[0].startswith("Flood: test ")


def test_who_leaves_takes_the_worker_along(
    player: Player, screen: BattleScreen, worker: Worker
) -> None:
    player.key(pygame.K_i)
    halfway(player, screen)
    screen.extras.leave()

    assert worker.closed == 1


@pytest.mark.slow
def test_the_real_worker_tells_of_every_model(player: Player) -> None:
    screen = player.open(BattleScreen(flooded_game(), speed=50.0))
    sheet = flood_of(screen)
    sheet.forecaster = Forecaster(floods=10)
    ready(player, screen)
    player.key(pygame.K_i)
    player.wait_for(lambda: sheet.forecast is not None and sheet.forecast.done)
    screen.extras.leave()
    forecast, standing = sheet.forecast, screen.session.table.standing()

    assert forecast
    assert forecast.simulated == 10
    assert {*forecast.fates} == {m.id for m in standing}


def glance() -> TableView:
    live_game = flooded_game()
    return TableView(live_game.session.table, live_game.session.game.rules)


def test_who_shares_a_place_is_told_so() -> None:
    a, b, c, d = (ModelId(name) for name in "abcd")
    forecast = FloodForecast(((a,), (b, c), (d,)))

    assert numbered(forecast.order) == {a: "1", b: "2=", c: "2=", d: "4"}
    assert place_of(forecast, b) == "Flood: test 2 to 3 by a roll, of 4"
    assert place_of(forecast, d) == "Flood: test 4, of 4"
    assert place_of(forecast, ModelId("e")) == ""


@pytest.mark.rule("FF-02")
def test_who_stands_on_a_gantry_is_dry_and_is_told_why() -> None:
    view = glance()
    gantry = next(spot for spot in view.table.board.spots if spot.kind == "gantry")
    xs, ys = zip(*gantry.outline, strict=True)
    middle = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    view.table.models[GUNNER] = replace(view.table.models[GUNNER], at=middle)
    forecast = FloodForecast(order_of(view.table), of=1000)
    lines = ["".join(s.text for s in e.spans) for e in model_rows(view, forecast, GUNNER)]

    assert lines == ["out of reach on a gantry FF-02"]
    (tag,) = [tag for tag in tags(forecast, view.table) if tag.base.at == middle]
    assert [cell.words for cell in tag.cells] == ["dry"]


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "0"), (0.001, "<1"), (0.005, "0"), (0.126, "13"), (0.996, "99"), (1.0, "100")],
)
def test_chances_are_told_of_a_hundred(chance: float, words: str) -> None:
    assert hundredths(chance) == words


def test_it_is_told_what_a_forecast_rests_on() -> None:
    forecast = FloodForecast((), of=1000)

    assert progress_text(None, "", "floods") == "starting…"
    assert progress_text(None, "", "floods", "no origin yet") == "no origin yet"
    assert progress_text(forecast, "", "floods") == "0 of 1,000 floods"
    assert progress_text(replace(forecast, simulated=1000), "", "floods") == "from 1,000 floods"
    assert progress_text(replace(forecast, of=0), "", "floods") == "exact"
    assert progress_text(forecast, "a fault", "floods") == "failed"


def test_no_row_of_dice_of_the_game_is_used_up(player: Player, screen: BattleScreen) -> None:
    rolls, dice = screen.session.table.rolls, screen.session.game.dice
    player.key(pygame.K_i)
    halfway(player, screen)

    assert (screen.session.table.rolls, screen.session.game.dice) == (rolls, dice)
    assert FATES in screen.extras.overlays.on
    assert dice == SeededDice(1)


def test_before_the_origin_is_chosen_the_key_tells_what_the_forecast_waits_for(
    player: Player,
) -> None:
    """``FF-01``  Of several origins, the side with the first turn chooses one at set-up."""
    game = start_game(prepare("the_nest", seed=3, map_="sewer-cross"), ("human", "human"))
    assert not source_known(game.session.table)
    screen = open_battle(player, game)
    player.key(pygame.K_i)
    player.wait(2)

    assert screen.extras.legend.legend
    assert screen.extras.legend.legend.said == "no origin chosen yet"
