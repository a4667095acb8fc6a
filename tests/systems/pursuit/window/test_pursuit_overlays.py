"""Overlays of a pursuit: paths, odds, the order, arcs, mines, the state of play."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.cores.kit.queries import FIRE_ARCS
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind
from game.prompts.ride import RidePrompt
from game.screens.battle.forecast_overlay import progress_text
from game.screens.battle.overlays import COHERENCY
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.model_card import ModelCard
from game.screens.result import ResultScreen
from game.systems.flood.window import FATES, WATER
from game.systems.pursuit.rules.danger import danger
from game.systems.pursuit.rules.street_pieces import city, is_impassable
from game.systems.pursuit.rules.system import ORDERS
from game.systems.pursuit.window import AT_ONCE, DANGER, ORDER
from game.table.records import ModelId, Where
from game.table.state import Table
from game.view.overlays import Blast, RangeRing, Sweep, Tags, TargetBrackets, VisibleArea
from game.widgets.text_view import Label
from tests.screens.fixtures_pursuit import Spot, pursuit_before, pursuit_of
from tests.screens.input_driver import Player, pixel, ready
from tests.screens.instant_forecast import Told
from tests.screens.test_play_aids import overlays, rest_on

SERGEANT, BIKE, SWARM = (
    ModelId(f"{unit}-1") for unit in ("riders-sergeant", "riders-bike-1", "swarm-gargoyle-1")
)
MINES = "spore-mines-1"


def open_pursuit(player: Player, live_game: LiveGame) -> BattleScreen:
    screen = player.open(BattleScreen(live_game, speed=50.0))
    pursuit_of(screen).forecaster = Told()
    ready(player, screen)
    return screen


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    return open_pursuit(player, pursuit_before("movement"))


def table_of(screen: BattleScreen) -> Table:
    return screen.session.table


def card(screen: BattleScreen) -> str:
    entries = screen.extras.hover.entries
    return "\n".join("".join(span.text for span in entry.spans) for entry in entries)


def mined(live_game: LiveGame, at: Point) -> LiveGame:
    """Place mines at a point, attached to the piece that rolls last."""
    table = live_game.session.table
    first = max(city(table), key=lambda p: p.at.x).id
    table.pieces[MINES] = replace(table.pieces[MINES], at=at, where=Where.TABLE, on=first)
    return live_game


def test_a_chase_has_sheets_of_its_own_and_none_of_water_or_coherency(
    player: Player, screen: BattleScreen
) -> None:
    layers = {*screen.extras.bar.sheets}
    assert {DANGER, ORDER} <= layers
    assert not {WATER, FATES, COHERENCY} & layers
    patrol = player.play()
    assert not {DANGER, ORDER} & {*patrol.extras.bar.sheets}


@pytest.mark.rule("PU-08")
def test_a_key_lays_the_paths_of_all_pieces_on_the_board_a_few_in_each_frame(
    player: Player, screen: BattleScreen
) -> None:
    pieces = city(table_of(screen))
    seen = [0]
    player.key(pygame.K_j)
    for _ in range(len(pieces) + 2):
        seen.append(len(overlays(screen, Sweep)))
        player.wait()

    assert seen[-1] == len(pieces)
    assert all(0 <= b - a <= AT_ONCE for a, b in pairwise(seen))
    found = [o for o in overlays(screen, Sweep) if isinstance(o, Sweep)]
    hard = {p.corners for p in pieces if is_impassable(p)}
    assert {sweep.outline for sweep in found if sweep.hard} == hard
    player.key(pygame.K_j)
    assert not overlays(screen, Sweep)


@pytest.mark.rule("PU-14")
def test_figs_in_the_way_have_corners_and_all_have_a_tag(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_j)
    player.wait(12)
    table, game = table_of(screen), screen.session.game
    (tags,) = [o for o in overlays(screen, Tags) if isinstance(o, Tags)]
    words = {tag.base: [cell.words for cell in tag.cells] for tag in tags.tags}
    aims = {o.base for o in overlays(screen, TargetBrackets) if isinstance(o, TargetBrackets)}

    assert words.keys() == {m.disc for m in table.standing()}
    for model in table.standing():
        weighed = danger(game, model.id)
        if weighed.exact:
            safe = not (weighed.out or weighed.swept or weighed.stopped)
            assert (words[model.disc] == ["safe"]) is safe
            assert (model.disc in aims) is not safe
    assert any(len(cells) == 3 for cells in words.values())


def test_the_key_below_the_board_says_what_the_chances_rest_on(
    player: Player, screen: BattleScreen
) -> None:
    panel = key = screen.extras.legend
    assert not panel.there
    player.key(pygame.K_j)
    player.wait(3)
    assert panel.there
    forecast = pursuit_of(screen).forecast
    assert key.legend
    assert key.legend.said == progress_text(forecast, "", "phases")
    assert "PU-15" in key.legend.tip
    player.key(pygame.K_j)
    assert not panel.there


def test_it_is_told_anew_only_when_the_table_changes(
    player: Player, screen: BattleScreen
) -> None:
    forecaster = pursuit_of(screen).forecaster = Told(phases=2)
    player.key(pygame.K_j)
    player.wait(5)
    assert forecaster.asked == 1
    seen = screen.parts.board.scene.stage.seen
    seen.models[BIKE] = replace(seen.models[BIKE], at=Point(30, 24))
    player.wait(2)
    assert forecaster.asked == 2


def test_whoever_leaves_ends_the_worker(player: Player, screen: BattleScreen) -> None:
    forecaster = pursuit_of(screen).forecaster
    screen.leave()
    assert isinstance(forecaster, Told)
    assert forecaster.closed


@pytest.mark.rule("PU-17")
def test_numbers_tell_who_moves_when(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_y)
    player.wait(2)
    table = table_of(screen)
    (tags,) = [o for o in overlays(screen, Tags) if isinstance(o, Tags)]
    words = {tag.base: tag.cells[0].words for tag in tags.tags}

    # The model that is asked now is not in the queue; the others are ordered by distance.
    (order,) = ORDERS.of(screen.session.game, None)
    assert order.clause == "PU-17"
    assert [words[table.models[ModelId(g[0])].disc] for g in order.groups] == [
        str(n + 1) for n in range(len(table.queue))
    ]
    assert len(words) == len(table.queue)


@pytest.mark.rule("PU-07")
def test_in_the_pursuit_phase_pieces_have_numbers_too(player: Player) -> None:
    screen = open_pursuit(player, pursuit_before("pursuit"))
    player.key(pygame.K_y)
    player.key(pygame.K_j)
    player.wait(3)
    (tags,) = [o for o in overlays(screen, Tags) if isinstance(o, Tags)]
    bases = {tag.base for tag in tags.tags}

    assert {p.disc for p in city(table_of(screen)) if p.id in table_of(screen).queue} <= bases
    # One tag shows both the place and the odds.
    waiting = [m for m in table_of(screen).standing() if m.id in table_of(screen).queue]
    by = {tag.base: len(tag.cells) for tag in tags.tags}
    assert all(by[m.disc] in {2, 4} for m in waiting)


@pytest.mark.rule("PU-14", "PU-15", "PU-26")
def test_a_fig_tells_what_each_pace_may_cost_it(player: Player, screen: BattleScreen) -> None:
    player.key(pygame.K_j)
    player.wait(3)
    rest_on(player, screen, table_of(screen).models[BIKE].at)
    words = card(screen)

    assert "to the Arrival PU-26" in words
    assert "to the rear edge PU-15" in words
    assert "Pursuit phase: number" in words
    assert "Keep pace: " in words
    assert "exact" in words or "phases" in words


@pytest.mark.rule("PU-03", "PU-08")
def test_a_piece_tells_what_it_is_and_what_it_is_to_who_is_asked(player: Player) -> None:
    screen = open_pursuit(player, pursuit_before("pursuit"))
    screen.parts.board.guide.on = False  # The whole street is to stay in view.
    screen.parts.board.show_whole()
    hard = max((p for p in city(table_of(screen)) if is_impassable(p)), key=lambda p: p.at.x)
    rest_on(player, screen, hard.at)
    words = card(screen)

    assert f"size {hard.size}: Impassable, blocks sight PU-03" in words
    assert "PU-08" in words or "PU-09" in words
    assert "Running into it: a Strength 5 hit" in words
    assert "PU-21" in words


@pytest.mark.rule("PU-24")
def test_mines_under_the_mouse_show_how_far_they_reach(player: Player) -> None:
    screen = open_pursuit(player, mined(pursuit_before("pursuit"), Point(30, 24)))
    assert not overlays(screen, Blast)
    rest_on(player, screen, Point(30, 24))
    (ring,), (blast,) = overlays(screen, RangeRing), overlays(screen, Blast)

    assert isinstance(ring, RangeRing)
    assert ring.radius == 0.5 + 2.0
    assert "PU-24" in ring.words
    assert isinstance(blast, Blast)
    assert blast.diameter == 5.0
    assert "Explodes when a model touches it" in card(screen)
    assert "wounds it on" in card(screen)


@pytest.mark.rule("PU-27", "PU-28")
def test_arcs_of_fire_open_the_way_that_a_fig_faces(
    player: Player, screen: BattleScreen
) -> None:
    game = screen.session.game
    arcs = [*FIRE_ARCS.of(game, SERGEANT)]
    model = table_of(screen).models[SERGEANT]
    ahead = arcs[0]
    assert (ahead.heading, ahead.wide, ahead.clause) == (model.facing, 90.0, "PU-27")
    player.key(pygame.K_t)
    rest_on(player, screen, model.at)
    player.wait_until(lambda: any("PU-27" in f for f in _fields(screen)))

    assert len(_fields(screen)) == len(arcs)


def _fields(screen: BattleScreen) -> list[str]:
    return [
        o.words for o in overlays(screen, VisibleArea) if isinstance(o, VisibleArea) and o.words
    ]


@pytest.mark.rule("PU-27")
def test_who_is_asked_for_a_target_shows_its_arc(player: Player) -> None:
    spots = {
        "sergeant": Spot(30, 24, 270.0),
        "gargoyle-1": Spot(24, 24),
    }
    screen = open_pursuit(player, pursuit_before("shooting", spots))
    asked = screen.session.pending
    assert isinstance(asked, Choose)
    assert asked.kind is CommonKind.TARGET

    assert any("90°" in words and "PU-27" in words for words in _fields(screen))


@pytest.mark.rule("PU-05", "PU-26")
def test_the_header_tells_the_turn_who_is_left_and_how_far_it_is(
    player: Player, screen: BattleScreen
) -> None:
    header, table = screen.parts.header, table_of(screen)
    turn = header.content.turn
    assert turn.turn == f"TURN {table.clock.round} / 20"
    assert [s.number for s in turn.standings] == [3, 2]
    assert turn.score_hint == "Models left (PU-05), not points"
    lead = header.statuses[0]
    assert lead.status
    width = table.board.width
    distance = min(width - table.models[m].at.x for m in (SERGEANT, BIKE)) - 0.75
    assert lead.status.rows[1][0].text == f'{distance:.1f}"'
    assert lead.tip.endswith("from the Arrival (PU-26)")
    player.click(*lead.rect.move(header.panel.rect.topleft).center)
    player.wait()
    assert screen.stack.dialog is not None
    titles = [w.text for w in screen.stack.dialog.widgets if isinstance(w, Label)]
    assert [title for title in titles if "PU-26" in title]


def test_without_a_rider_nobody_leads(player: Player) -> None:
    screen = open_pursuit(player, pursuit_before("movement"))
    seen = screen.parts.board.scene.stage.seen
    for model in [*seen.models.values()]:
        if model.side == seen.sides[0]:
            seen.models[model.id] = replace(model, where=Where.GONE)
    screen.extras.fill(screen.parts)
    player.wait(2)

    assert not any(item.shown for item in screen.parts.header.statuses)


@pytest.mark.rule("PU-05")
def test_the_result_counts_who_is_left_and_no_points(player: Player) -> None:
    live_game = pursuit_before("movement")
    live_game.concede(live_game.session.table.sides[0])
    live_game.close()
    player.open(ResultScreen(live_game))
    words = [w.text for p in player.panels.panels for w in p.widgets if isinstance(w, Label)]

    assert words.count("models left · played by a person") == 2
    assert not [word for word in words if "points" in word.split(" ")]
    assert {"3", "2"} <= {*words}


def test_a_mouse_that_rests_where_the_last_one_was_sent_says_nothing_over_the_next(
    player: Player, screen: BattleScreen
) -> None:
    hover, prompt = screen.extras.hover, screen.prompt
    assert isinstance(prompt, RidePrompt)
    at = prompt.model.at
    player.move(*pixel(screen, Point(at.x + 6.0, at.y)))
    player.click(*pixel(screen, Point(at.x + 6.0, at.y)))
    ready(player, screen)
    assert screen.prompt is not prompt
    assert table_of(screen).models[prompt.model.id].at == Point(at.x + 6.0, at.y)
    player.wait(60)
    assert not hover.there


def test_what_is_known_of_a_fig_is_broken_into_lines_where_there_is_room(
    player: Player,
) -> None:
    spots = {"sergeant": Spot(23, 21), "gargoyle-1": Spot(8, 22, facing=0.0)}
    screen = open_pursuit(player, pursuit_before("movement", spots))
    screen.parts.board.guide.on = False  # The whole street is to stay in view.
    screen.parts.board.show_whole()
    rest_on(player, screen, Point(8, 22))
    (shown,) = screen.parts.card.widgets(ModelCard)
    words = 'Faces 90° away from the Arrival: goes 12" back (PU-12)'

    assert words in shown.tip
    assert words not in [w for cut in shown.cut.values() for w in cut]
    assert shown.theme.width(words, 12) > shown.rect.width
