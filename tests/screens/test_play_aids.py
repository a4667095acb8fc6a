"""Aids at the board, with the mouse and with the keys: overlays, odds, minimap, links."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.cores.classic.rules.system import classic
from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.cores.kit.queries import TableView, characteristics, forecast
from game.cores.kit.traits import TRAIT, Trait
from game.cores.modern.rules import ModernKind
from game.geometry.points import Point, distance
from game.play.decisions import Choose, CommonKind, DecisionKind, Option
from game.play.game import GameView
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.screens.battle.floating_panels import FloatingPanel
from game.screens.battle.overlays import COHERENCY, GRID, RANGE, REACH, SIGHT, focus_of
from game.screens.battle.screen import BattleScreen
from game.screens.battle.window_additions import Legend, OverlayKind
from game.screens.model_card import ModelCard
from game.screens.replay import ReplayScreen
from game.screens.screen import WindowContext
from game.shown.card_text import changes
from game.shown.event_log import Filter, LogLine
from game.shown.lines import CLAUSE
from game.shown.odds_rows import rows_of
from game.table.events import Reason, Rolled
from game.table.records import ModelId, UnitId
from game.view.overlays import Grid, Links, OverlayLine, OverlayTone, UnitLabels, VisibleArea
from game.widgets.text_view import Paragraph
from game.widgets.theme import Theme
from tests.play.tables import US, table
from tests.screens.input_driver import Player, deploy, open_deployed, open_played, pixel, ready
from tests.tiers import few

KEYS = {
    RANGE: pygame.K_t,
    SIGHT: pygame.K_l,
    REACH: pygame.K_h,
    COHERENCY: pygame.K_c,
    GRID: pygame.K_x,
}


def _aim(player: Player) -> BattleScreen:
    screen = open_deployed(player)
    for _ in range(40):
        ready(player, screen)
        clock, asked = screen.session.table.clock, screen.session.pending
        if clock.phase == "shooting" and clock.side == "wardens" and asked:
            break
        player.key(pygame.K_RETURN, pygame.KMOD_SHIFT)
    player.key(pygame.K_4)
    ready(player, screen)
    return screen


@pytest.fixture
def aiming(player: Player) -> BattleScreen:
    """Return a battle in which the Wardens' heavy gunner is choosing a target."""
    return open_played(player, _aim)


def overlays(screen: BattleScreen, kind: type) -> list[object]:
    sheets = screen.parts.board.sheets
    return [o for o in (*sheets.below, *sheets.above) if isinstance(o, kind)]


def click_line(screen: BattleScreen, line: LogLine) -> None:
    """Act as if a line of the log was clicked."""
    on_line = screen.parts.log.on_line
    assert on_line
    on_line(line)


def rest_on(player: Player, screen: BattleScreen, at: Point) -> None:
    player.move(*pixel(screen, at))
    player.wait(30)


@pytest.mark.parametrize("layer", KEYS)
def test_a_sheet_is_laid_on_and_taken_off_by_key_and_by_click(
    player: Player, screen: BattleScreen, layer: OverlayKind
) -> None:
    overlays, bar = screen.extras.overlays, screen.extras.bar
    before = layer in overlays.on
    player.key(KEYS[layer])
    sheets = bar.sheets
    assert (layer in overlays.on, sheets[layer].on) == (not before, not before)
    player.key(pygame.K_F8)
    player.wait()
    sheet = sheets[layer].rect.move(bar.rect.topleft)
    player.click(*sheet.center)

    assert (layer in overlays.on, sheets[layer].on) == (before, before)


def test_grid_and_coherency_are_of_the_whole_table(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_x)
    player.key(pygame.K_c)
    player.wait()
    board = screen.session.table.board
    units = [u for u in screen.session.table.units.values() if len(u.models) > 1]

    assert overlays(screen, Grid) == [Grid(board.width, board.height)]
    assert len(overlays(screen, Links)) == len(units)


def test_ranges_are_those_of_the_model_under_the_mouse(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_t)
    model = next(m for m in screen.session.table.standing() if m.profile.weapons[0].range == 36)
    rest_on(player, screen, model.at)
    player.wait_until(lambda: bool(overlays(screen, VisibleArea)))
    (far, *_) = overlays(screen, VisibleArea)
    assert isinstance(far, VisibleArea)

    assert far.words.startswith('36"')
    assert max(distance(model.at, at) for at in far.outlines[0]) <= 36 + model.base + 0.001


def test_the_reach_of_the_model_in_the_hand_is_drawn(
    player: Player, screen: BattleScreen
) -> None:
    player.key(pygame.K_1)
    for _ in range(4):
        ready(player, screen)
        if isinstance(screen.prompt, MarchPrompt):
            break
        player.key(pygame.K_2)
    prompt = screen.prompt
    assert isinstance(prompt, MarchPrompt)
    player.key(pygame.K_e)
    player.wait_until(lambda: bool(overlays(screen, VisibleArea)))
    (reach,) = overlays(screen, VisibleArea)
    assert isinstance(reach, VisibleArea)
    (model_id,) = prompt.picked
    inches = prompt.decision.model_limits[model_id].distance
    here = screen.session.table.models[model_id].at

    assert (
        inches - 0.5
        < max(distance(here, at) for o in reach.outlines for at in o)
        < inches + 0.02
    )


def test_odds_are_shown_for_whom_is_pointed_at_and_are_those_of_the_rules(
    player: Player, aiming: BattleScreen
) -> None:
    asked, table = aiming.session.pending, aiming.session.table
    assert isinstance(asked, Choose)
    assert asked.kind is CommonKind.TARGET
    target = next(o.id for o in asked.options if o.id in table.units)
    assert aiming.prompt
    assert aiming.prompt.thought == target, "it is highlighted from the start"
    rest_on(player, aiming, table.of(target)[0].at)  # type: ignore[arg-type]
    player.wait_until(lambda: aiming.extras.odds.there)
    player.wait(60)
    assert not aiming.extras.hover.there
    figures = forecast(aiming.session.game, asked, target)

    assert figures
    shown = aiming.extras.odds.rows
    said = [(row.label, row.number) for row in shown]
    assert said == [
        s for row in rows_of(figures, table) if (s := (row.label, row.number)) in said
    ]
    assert {"To hit 4+", "Hits", "Is destroyed", "Falls back"} <= {r.label for r in shown}


def test_each_possible_target_has_its_odds_on_its_badge(
    player: Player, aiming: BattleScreen
) -> None:
    asked, table = aiming.session.pending, aiming.session.table
    assert isinstance(asked, Choose)
    player.wait_until(lambda: bool(overlays(aiming, UnitLabels)))
    (found,) = overlays(aiming, UnitLabels)
    assert isinstance(found, UnitLabels)

    units = {UnitId(o.id) for o in asked.options} & table.units.keys()
    assert {label.unit for label in found.labels} == units
    assert sum(label.tone is OverlayTone.GOOD for label in found.labels) == 1
    for label in found.labels:
        chance, _, kills = label.detail.partition("% to kill ")
        assert kills in {"at least one", "it"}
        # Losses are at least the chance to lose one.
        assert -float(label.figure.replace("−", "-")) >= int(chance) / 100 - 0.06


def test_the_view_goes_to_who_is_asked_and_to_the_attack(
    player: Player, aiming: BattleScreen
) -> None:
    """Unless the player moves it during the question."""
    board, table = aiming.parts.board, aiming.session.table
    camera, asked = board.scene.camera, aiming.session.pending
    assert isinstance(asked, Choose)
    shooter = table.of(UnitId(asked.about))[0].at
    target = next(UnitId(o.id) for o in asked.options if o.id in table.units)
    camera.zoom(6, board.window.center)
    camera.look_at(Point(0, 0))
    player.wait(40)
    assert not board.guide.sees(shooter)

    aiming.prompt = board._asked = None  # noqa: SLF001  as if nobody had been asked yet
    board.guide.held = False
    player.wait(40)
    assert board.guide.sees(shooter)

    event = Rolled(
        "CC-05", by=asked.by, what="to hit", faces=(4,), need=4, who=asked.about, target=target
    )
    camera.look_at(Point(0, 0))
    board.guide.forget()
    board.scene.stage.speed = 0.1
    board.scene.stage.add([event])
    player.wait(60)
    assert board.scene.stage.showing == event
    assert board.guide.sees(table.of(target)[0].at)


def test_sight_lines_go_from_each_shooter_to_whom_is_pointed_at(
    player: Player, aiming: BattleScreen
) -> None:
    table = aiming.session.table
    asked = aiming.session.pending
    assert isinstance(asked, Choose)
    aiming.parts.board.guide.on = False
    aiming.parts.board.show_whole()  # Whom the question is not about is to be pointed at.
    shooters = table.of(asked.about)  # type: ignore[arg-type]
    hidden = next(
        u
        for u in table.fielded(table.enemy(asked.by))
        if u.id not in {o.id for o in asked.options}
    )
    rest_on(player, aiming, table.of(hidden.id)[0].at)
    player.wait_until(lambda: bool(overlays(aiming, OverlayLine)))
    lines = overlays(aiming, OverlayLine)

    assert [line.start for line in lines if isinstance(line, OverlayLine)] == [
        m.at for m in shooters
    ]
    player.key(pygame.K_l)
    player.wait()
    assert overlays(aiming, OverlayLine) == []


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        (CommonKind.TARGET, True),
        (CommonKind.AIM, True),
        (ModernKind.OVERWATCH, True),
        (CommonKind.CHARGE, False),
        (ModernKind.CHARGE_ALSO, False),
        (CommonKind.STRIKE_AT, False),
        (ModernKind.DENY, False),
        (CommonKind.BREAK_IN, False),
    ],
)
def test_an_answer_shows_lines_of_sight_only_where_the_rules_ask_for_sight(
    kind: DecisionKind, *, seen: bool
) -> None:
    laid = table({"a": (10, 10)}, {"x": (20, 10)}, others={"y": (30, 10)})

    def shown(about: str, of: str, pointed: str = "") -> tuple[object, bool]:
        option = Option(of, of, "", of)
        asked = Choose(US, clause="", asks="?", options=(option,), about=about, kind=kind)
        under = ModelId(pointed) if pointed else None
        focus = focus_of(ChoosePrompt(asked, laid), laid, "a", under)
        return focus.pair, focus.sighted

    assert shown("a", "x") == shown("a", "x", "x") == (("squad", "foes"), seen)
    assert shown("a", "x", "y") == (("squad", "others"), True), "it is no answer"
    assert shown("x", "a")[0] is None, "it answers what an enemy does"


def test_options_stepped_to_by_key_show_their_odds_too(
    player: Player, aiming: BattleScreen
) -> None:
    player.key(pygame.K_e)
    player.wait_until(lambda: aiming.extras.odds.there)

    assert aiming.extras.odds.title.startswith("Against")


def test_the_small_map_comes_when_the_table_is_larger_than_the_window_and_leads_there(
    player: Player, screen: BattleScreen
) -> None:
    minimap, camera = screen.extras.minimap, screen.parts.board.scene.camera
    assert not minimap.there
    player.move(600, 360)
    player.wheel(5)
    assert minimap.there
    face = minimap.face.rect.move(minimap.rect.topleft)
    player.click(face.left + face.width * 0.25, face.top + face.height * 0.5)
    middle = camera.point(camera.window.center)
    board = screen.session.table.board
    assert abs(middle.x - board.width / 4) < 0.5
    assert abs(middle.y - board.height / 2) < 0.5

    player.key(pygame.K_HOME)
    assert not minimap.there


def test_who_rests_on_terrain_is_told_what_it_is_and_does(
    player: Player, screen: BattleScreen
) -> None:
    table, hover = screen.session.table, screen.extras.hover
    wood = next(t for t in table.board.terrain if t.kind == "wood")
    left, top, right, low = wood.box
    middle = Point((left + right) / 2, (top + low) / 2)
    player.move(*pixel(screen, middle))
    player.wait(5)
    assert not hover.there
    player.wait(30)
    assert hover.there
    links = [s.link for entry in hover.entries for s in entry.spans if s.link]
    assert links == [f"{CLAUSE}{c}" for c in ("CC-37", "CC-20", "CC-15")]

    player.move(5, 5)
    player.wait(2)
    assert not hover.there


def test_a_marker_tells_who_holds_it(player: Player, screen: BattleScreen) -> None:
    marker = screen.session.table.board.markers[0]
    rest_on(player, screen, marker.at)
    words = [s.text for e in screen.extras.hover.entries for s in e.spans]

    assert words[:3] == [
        f"Objective marker {marker.number}",
        "Uncontrolled",
        'Nobody within 3"',
    ]


def test_f3_tells_what_waits_and_goes_again(player: Player, screen: BattleScreen) -> None:
    inside = screen.extras.inside
    player.key(pygame.K_F3)
    player.wait(2)
    (shown,) = inside.widgets
    assert isinstance(shown, Paragraph)
    words = shown.text
    assert inside.there
    assert " > ".join(screen.session.where()) in words
    assert "seed  3\n" in words
    assert f"rolls  {screen.session.table.rolls}\n" in words

    player.key(pygame.K_F3)
    player.wait()
    assert not inside.there


def test_a_line_of_the_log_leads_to_its_place_and_back_to_its_moment(
    player: Player, screen: BattleScreen
) -> None:
    deployed = (t for t in screen.event_log.lines if "deploys" in str(t.entry.spans))
    line = next(t for t in deployed if t.story)
    unit = line.entry.spans[0].link
    click_line(screen, line)
    player.wait()
    assert screen.spotlight.kept == unit
    player.press("Replay from here")
    player.wait()

    assert isinstance(player.top, ReplayScreen)
    assert player.top.play.count == line.count
    player.key(pygame.K_ESCAPE)
    assert screen in player.stack.screens
    assert len(player.stack.screens) == 1


def test_the_offer_to_look_back_stands_until_the_log_goes_on(
    player: Player, screen: BattleScreen
) -> None:
    click_line(screen, screen.event_log.lines[0])
    player.wait(600)
    assert screen.look_back.float.there
    screen.event_log.note("Wardens undo the last choice", 9)
    player.wait()

    assert not screen.look_back.float.there


def test_the_log_shows_the_goal_until_the_first_turn_begins(player: Player) -> None:
    screen = player.play()
    player.wait()
    log = screen.event_log
    words = "".join(row.text for row in log.rows)
    assert log.filter == Filter.GOALS
    assert "Control markers after turn 6: 2 points each." in words
    assert "Destroy enemy units: 1 point each." in words
    deploy(player, screen)
    ready(player, screen)

    assert screen.stage.seen.clock.round == 1
    assert screen.event_log.filter is Filter.STORY


def test_who_looks_at_other_lines_before_the_battle_is_left_alone(player: Player) -> None:
    screen = player.play()
    player.wait()
    screen.parts.log.pick(Filter.DICE)
    deploy(player, screen)
    ready(player, screen)

    assert screen.event_log.filter is Filter.DICE


def test_the_next_action_pulses_for_a_newcomer_only(player: Player) -> None:
    screen = player.play()
    act = screen.parts.footer.act
    seen = set[bool]()
    for _ in player.frames(100):
        seen.add(act.bright)
    assert seen == {True, False}
    deploy(player, screen)
    player.wait_until(lambda: screen.prompt is not None)
    for _ in range(3):
        player.key(pygame.K_RETURN)
        ready(player, screen)
    given = sum(len(c.answers) for c in screen.session.chapters)
    assert given >= 10
    for _ in player.frames(100):
        assert not act.bright


def cold(view: GameView, asked: Trait) -> Iterator[Reason]:
    if asked.name == "ws":
        yield Reason(-1, "icy water", "FF-09")


def test_the_card_tells_numbers_as_they_are_now_and_why(
    player: Player, screen: BattleScreen
) -> None:
    rules = GameRules(classic({}), [Module("cold", hooks=(TRAIT.gets(cold),))])
    model = screen.session.table.standing()[0]
    found = characteristics(TableView(screen.session.table, rules), ModelId(model.id))
    ws = model.profile.ws
    assert changes(found) == [f"WS {ws - 1}, not {ws}: -1 icy water (FF-09)"]
    rest_on(player, screen, model.at)
    card = screen.parts.card
    assert card.content.numbers["ws"].now == ws
    assert changes(card.content.numbers) == []

    before = pygame.image.tobytes(card.panel.surface, "RGB")
    card.put(card.content._replace(numbers=found))
    card.panel.paint()
    assert pygame.image.tobytes(card.panel.surface, "RGB") != before
    (drawn,) = card.widgets(ModelCard)
    assert "icy water" in drawn.tip


def test_a_characteristic_of_the_card_is_explained_under_the_mouse(
    player: Player, screen: BattleScreen
) -> None:
    rest_on(player, screen, screen.session.table.standing()[0].at)
    panel = screen.parts.card.panel
    (card,) = screen.parts.card.widgets(ModelCard)
    plain = card.tooltip
    assert 'rifles: 24" S' in plain
    found = list[str]()
    for x in range(card.rect.left, card.rect.right, 4):
        player.move(panel.rect.left + x, panel.rect.top + card.rect.top + card.theme.px(75))
        found.append(card.tooltip.partition(":")[0])

    names = [
        name
        for name in dict.fromkeys(found)
        if name and name.partition(" ")[0] in {"Weapon", "Ballistic", "Leadership", "Save"}
    ]
    assert names[:2] == ["Weapon Skill", "Ballistic Skill"]
    assert names[-2:] == ["Leadership", "Save"]
    player.move(panel.rect.left + card.rect.left + 4, panel.rect.top + card.rect.top + 4)
    assert card.tooltip == plain


@pytest.mark.parametrize(
    ("size", "scale"), few([((1280, 720), 1.0), ((3840, 2160), 1.0), ((3840, 2160), 2.0)])
)
def test_whatever_lies_over_the_board_stays_on_it(size: tuple[int, int], scale: float) -> None:
    player = Player(WindowContext(Theme(scale), size))
    screen = player.play()
    board = screen.parts.board
    player.wait()
    deploy(player, screen)
    board.scene.camera.zoom(3, board.window.bottomright)
    player.key(pygame.K_F3)
    click_line(screen, screen.event_log.lines[0])
    marker = max(screen.session.table.objectives, key=lambda m: m.at.x + m.at.y)
    board.look_at(marker.id)
    rest_on(player, screen, marker.at)
    player.key(pygame.K_F8)
    player.wait()
    over = screen.extras.minimap, screen.extras.inside, screen.extras.bar
    dock = pygame.Rect(board.window.right, 0, size[0] - board.window.right, size[1])
    player.leave()

    for shown in over:
        assert board.window.contains(shown.rect)
    assert dock.contains(screen.look_back.float.rect)
    assert dock.contains(screen.extras.hover.rect)
    lying: FloatingPanel
    for lying in (*over, screen.look_back.float, screen.extras.hover):
        for widget in lying.widgets:
            assert lying.surface.get_rect().contains(widget.rect)


def test_what_is_in_sight_already_is_not_moved(player: Player, screen: BattleScreen) -> None:
    camera, unit = screen.parts.board.scene.camera, screen.session.table.standing()[0].unit
    before = camera.left, camera.top
    screen.look_at(unit)
    assert (camera.left, camera.top) == before
    camera.zoom(6, screen.parts.board.window.center)
    screen.look_at(unit)
    spots = [camera.pixel(m.at) for m in screen.session.table.of(unit)]

    assert any(camera.window.collidepoint(spot) for spot in spots)


def test_the_legend_of_an_overlay_leaves_its_buttons_in_sight(
    player: Player, aiming: BattleScreen
) -> None:
    player.key(pygame.K_F8)
    aids = aiming.extras
    assert aids.bar.there
    aids.legend.show_legend(Legend((), tip="", said="390 of 1,000 floods", share=0.4))
    assert not aids.bar.rect.colliderect(aids.legend.rect)
    assert aids.board.window.contains(aids.bar.rect)
