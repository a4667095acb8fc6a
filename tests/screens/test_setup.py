from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.bots.registry import POLICIES
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_library import drawn_map, parse_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.scenarios import FREE
from game.content.user_files import DISK
from game.gallery import MOMENT
from game.picture_cache import PICTURES
from game.screens import setup_choices
from game.screens.battle.screen import BattleScreen
from game.screens.help import HelpScreen
from game.screens.how_to_screen import HowToScreen
from game.screens.map_thumbnails import Thumbnail, map_key, picture_of_map
from game.screens.scenario_banner import MOMENTS, WORDS_SHARE, Banner
from game.screens.screen import WindowContext
from game.screens.setup import MAPS, NOTICE, PICTURE_OF_MAP, SCENARIOS, SetupScreen
from game.shown.player_names import bots_by_strength
from game.table.state import PieceKind
from game.table.system_additions import pieces_of
from game.view.board.painter import BoardPainter
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import Theme
from tests.screens.input_driver import Player
from tests.tools.texts import edited


def steppers(screen: SetupScreen) -> list[Stepper]:
    return [w for w in screen.stack.panels[0].widgets if isinstance(w, Stepper)]


def open_setup(player: Player, scenario: str = "combat_patrol") -> SetupScreen:
    """Open the set-up with a scenario chosen."""
    screen = SetupScreen()
    screen.plan.choose(scenario)
    return player.open(screen)


def thumbnail(screen: SetupScreen) -> Thumbnail:
    found = screen.panel.known(PICTURE_OF_MAP)
    assert isinstance(found, Thumbnail)
    return found


def notice(screen: SetupScreen) -> str:
    found = screen.panel.known(NOTICE)
    assert isinstance(found, Paragraph)
    return found.text


def test_everything_that_is_chosen_goes_into_the_battle(player: Player) -> None:
    screen = open_setup(player)
    one, _, other, force, _, turns, *_ = steppers(screen)
    player.step(one, 1)
    player.step(other, -1)
    player.step(force, 1)
    player.step(turns, -1)
    player.choose("old-quarter", MAPS)
    seed = next(w for w in screen.stack.panels[0].widgets if isinstance(w, TextField))
    seed.text = ""
    seed._replace(0, 0, "77")
    player.press("Start")
    battle = player.top

    assert isinstance(battle, BattleScreen)
    assert battle.live_game.battle.map == "maps/old-quarter.tmj"
    assert battle.live_game.battle.seed == 77
    assert battle.live_game.battle.rosters == {"brood": "wardens-patrol"}
    assert battle.live_game.turns == 5
    assert [*battle.live_game.seats.names.values()][1] == "human"


def test_scenarios_stand_below_headings_the_easiest_and_shortest_first(player: Player) -> None:
    screen = player.open(SetupScreen())
    groups = dict[str, list[str]]()
    for row in player.list_box(SCENARIOS).rows:
        if row.heading:
            groups[row.label] = []
        else:
            [*groups.values()][-1].append(row.id)

    assert screen.plan.chosen == "first_patrol"
    assert groups["Start here"] == ["first_patrol"]
    assert groups["One of each kind"] == ["cage", "the_nest", "adrift", "pursuit", "no_mercy"]
    assert groups["In packs"] == ["salt-marsh/the-ford"]
    assert [*groups][-1] == "Free play"
    assert sum(len(of) for of in groups.values()) == len(screen.plan.scenarios)
    # Keys and mouse pass over the headings.
    player.choose("salt-marsh/the-ford", SCENARIOS)
    screen.stack.focus.to(player.list_box(SCENARIOS))
    player.key(pygame.K_DOWN)
    assert screen.plan.chosen == groups["Free play"][0]
    player.choose("first_patrol", SCENARIOS)
    assert (
        player.list_box(SCENARIOS).row_at(player.list_box(SCENARIOS).rect.move(2, 2).topleft)
        is None
    )


def test_each_scenario_has_a_picture_of_its_battle_and_no_other(player: Player) -> None:
    player.open(SetupScreen())
    cards = [row for row in player.list_box(SCENARIOS).rows if not row.heading]

    files = sorted(MOMENTS.rglob("*.jpg"))
    names = {file.relative_to(MOMENTS).with_suffix("").as_posix() for file in files}
    assert names == {row.id for row in cards}
    assert all(row.picture for row in cards)
    for file in files:
        assert pygame.image.load(file).get_size() == MOMENT
        assert file.stat().st_size < 80_000


def test_only_maps_that_fit_the_options_are_offered(player: Player) -> None:
    screen = open_setup(player)
    options = {id_: option(screen, id_) for id_ in screen.plan.scenario.options}
    every = {row.id for row in player.list_box(MAPS).rows}
    player.step(options["flood"])

    kept = {row.id for row in player.list_box(MAPS).rows}
    assert kept == {*(m for m in every if m.startswith(("sewer", "salt-marsh"))), "unfit"}
    assert player.list_box(MAPS).rows[-1].label == "3 maps do not fit"
    assert "no flood origin" in player.list_box(MAPS).rows[-1].reason
    assert (
        screen.plan.map == thumbnail(screen).map == player.list_box(MAPS).chosen == "sewer-bend"
    )
    player.press("Start")
    assert isinstance(player.top, BattleScreen)


def option(screen: SetupScreen, id_: str) -> Stepper:
    """Return the choice of an option: they stand below those of the sides."""
    options = [*screen.plan.scenario.options]
    found = steppers(screen)[-len(options) :]
    return dict(zip(options, found, strict=True))[id_]


def test_another_map_is_taken_in_words_as_long_as_the_wanted_one_does_not_fit(
    player: Player,
) -> None:
    screen = open_setup(player)
    player.choose("old-quarter", MAPS)
    assert notice(screen) == ""
    player.step(option(screen, "flood"))
    assert screen.plan.map == "sewer-bend"
    assert notice(screen) == (
        "The Long Bend instead of Old Quarter, which does not fit “Flash flood” (FF-01)"
    )
    player.step(option(screen, "flood"), -1)
    assert (
        screen.plan.map
        == player.list_box(MAPS).chosen
        == thumbnail(screen).map
        == "old-quarter"
    )
    assert notice(screen) == ""


def test_a_map_chosen_among_those_that_fit_is_kept_without_the_option(player: Player) -> None:
    screen = open_setup(player)
    player.step(option(screen, "flood"))
    player.choose("sewer-springs", MAPS)
    assert notice(screen) == ""
    player.step(option(screen, "sewer_rats"))
    player.step(option(screen, "flood"), -1)
    player.step(option(screen, "sewer_rats"), -1)

    assert screen.plan.map == "sewer-springs"
    assert notice(screen) == ""


def test_the_notice_stays_when_the_window_changes_and_goes_with_the_scenario(
    player: Player,
) -> None:
    screen = open_setup(player)
    player.choose("beachhead", SCENARIOS)
    player.step(option(screen, "flood"))
    screen.fill(WindowContext(Theme(), (1024, 576)))
    assert screen.plan.map == "sunken-quarter"
    assert "instead of Plasma Works" in notice(screen)
    player.choose("combat_patrol", SCENARIOS)
    assert (screen.plan.map, notice(screen)) == ("ruined-crossing", "")


def test_options_that_fit_no_map_say_so_and_change_none(player: Player) -> None:
    screen = open_setup(player, "no_mercy")
    chosen = screen.plan.map
    player.step(option(screen, "mysteries"))

    assert screen.plan.map == chosen
    assert notice(screen).startswith("No map fits: there are no markers to identify")


def test_the_map_that_the_notice_names_is_the_one_that_is_played(player: Player) -> None:
    screen = open_setup(player)
    player.step(option(screen, "flood"))
    player.press("Start")
    battle = player.top

    assert isinstance(battle, BattleScreen)
    assert battle.live_game.battle.map == "maps/sewer-bend.tmj"
    assert battle.live_game.battle.settings["flood"] is True


def test_the_picture_of_the_map_is_drawn_while_the_screen_is_in_use(player: Player) -> None:
    """It has no containers, which are not on the table in this scenario."""
    PICTURES.clear()
    screen = open_setup(player, "adrift")
    key = map_key(screen.plan.map, thumbnail(screen).rect.size, (PieceKind.CONTAINER,))

    assert key not in PICTURES
    player.wait_until(lambda: key in PICTURES)
    assert screen.pictures.known(key)


def notes_below(screen: SetupScreen, stepper: Stepper) -> list[str]:
    notes = [w for w in screen.stack.panels[0].widgets if isinstance(w, Paragraph)]
    return [w.text for w in notes if w.rect.bottom > stepper.rect.bottom and w.text]


def test_a_seat_is_a_persons_or_a_bots_first_then_the_bots_character(player: Player) -> None:
    screen = open_setup(player)
    one, _, other, _, character, *_ = steppers(screen)
    assert (one.labels, one.value, other.value) == (("A person", "A bot"), 0, 1)
    assert character.labels[:3] == ("Gentle", "Steady", "Sharp")
    assert {*character.labels} == {POLICIES.described(name).label for name in POLICIES}
    for n, name in enumerate(bots_by_strength()):
        player.step(character, n - character.value)
        assert screen.plan.players == ["human", name]
        assert POLICIES.described(name).note in notes_below(screen, other)

    player.step(other, -1)
    assert screen.plan.players == ["human", "human"]
    assert "You, or a friend at this screen." not in notes_below(screen, other)


def test_the_first_battle_is_against_a_gentle_bot_until_another_is_chosen(
    player: Player,
) -> None:
    screen = player.open(SetupScreen())
    assert screen.plan.players == ["human", "gentle"]
    player.choose("cage", SCENARIOS)
    assert screen.plan.players == ["human", "steady"]
    player.step(steppers(screen)[4])
    player.choose("first_patrol", SCENARIOS)
    assert screen.plan.players == ["human", "sharp"]


def test_the_map_is_chosen_with_mouse_and_with_keys(player: Player) -> None:
    screen = open_setup(player)
    left, top = screen.stack.panels[0].rect.topleft
    row = player.list_box(MAPS).rect.move(left, top)
    player.click(row.left + 20, row.top + player.list_box(MAPS).pitch + 10)
    assert screen.plan.map == thumbnail(screen).map == "old-quarter"
    player.key(pygame.K_DOWN)
    assert screen.plan.map == "long-orchard"


def test_only_a_second_click_on_a_scenario_starts_it(player: Player) -> None:
    """Neither does one click on the scenario that is chosen at first, nor one on another."""
    screen = player.open(SetupScreen())
    screen.plan.options["turns"] = 4
    click_card(player, screen, "first_patrol")
    assert player.top is screen
    assert screen.plan.options["turns"] == 4

    click_card(player, screen, "cage")
    assert player.top is screen
    assert screen.plan.chosen == "cage"
    click_card(player, screen, "cage")
    assert isinstance(player.top, BattleScreen)


def click_card(player: Player, screen: SetupScreen, id_: str) -> None:
    """Click the card of a scenario, which has to be in sight."""
    cards, panel = player.list_box(SCENARIOS), screen.panel
    x = cards.rect.centerx
    rows = ((y, cards.row_at((x, y))) for y in range(cards.rect.top, cards.rect.bottom))
    top = next(y for y, row in rows if row and row.id == id_)
    player.click(panel.rect.left + x, panel.rect.top + top + 4)


def test_the_users_files_are_offered_and_faulty_ones_say_why(
    player: Player, home: Path
) -> None:
    for folder in ("maps", "scenarios", "rosters"):
        (home / folder).mkdir()
    (home / "maps" / "yard.tmj").write_text(DISK.read("maps/old-quarter.tmj"), "utf-8")
    (home / "maps" / "broken.tmj").write_text("{", "utf-8")
    (home / "scenarios" / "odd.toml").write_text("title = 3", "utf-8")
    (home / "rosters" / "odd.toml").write_text("title = 3", "utf-8")
    screen = open_setup(player)

    maps = {row.id: row for row in player.list_box(MAPS).rows}
    assert (maps["yard"].note, maps["yard"].reason) == ("yours", "")
    assert "is not valid JSON" in maps["broken"].reason
    player.choose("broken", MAPS)
    assert screen.plan.map == "ruined-crossing"
    card = next(row for row in player.list_box(SCENARIOS).rows if row.id == "odd")
    assert "title: must be text" in card.reason
    assert "rosters/odd.toml" in steppers(screen)[1].hint
    player.choose("yard", MAPS)
    player.press("Start")
    assert isinstance(player.top, BattleScreen)
    assert player.top.live_game.battle.map == "maps/yard.tmj"


def test_rules_and_the_page_are_read_from_here(player: Player) -> None:
    screen = open_setup(player)
    assert player.button("MI-03").hint == "Read “Combat patrol” (MI-03) in the rulebook"
    assert player.button("CC").hint == "Read “Classic core” (CC) in the rulebook"
    player.press("MI-03")
    assert screen.stack.dialog
    player.press("Close")
    player.press("CC")
    assert isinstance(player.top, HelpScreen)
    assert player.top.chosen == "CC-01"
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_F1)
    assert isinstance(player.top, HowToScreen)


@pytest.mark.parametrize("units", [(1024, 576), (1280, 720), (1920, 1080)])
def test_nothing_of_it_overlaps_in_any_window(units: tuple[int, int]) -> None:
    player = Player(WindowContext(Theme(), units))
    panel = player.open(SetupScreen()).stack.panels[0]
    boxes = [w.rect.clip(w.view.clip) if w.view else w.rect for w in panel.widgets]
    boxes = [box for box in boxes if box]  # Others are scrolled out of sight.
    inside = pygame.Rect((0, 0), panel.rect.size)
    player.leave()

    assert all(inside.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[n + 1 :]) == -1 for n, box in enumerate(boxes))


@pytest.mark.parametrize("name", ["the_nest", "tactical_escalation"])
def test_all_options_are_seen_without_scrolling_in_the_smallest_window(name: str) -> None:
    setup = SetupScreen()
    setup.plan.choose(name)
    setup.fill(WindowContext(Theme(), (1280, 720)))

    assert not any(view.scroll.most for view in setup.panel.described.views)
    setup.leave()


def test_long_names_of_rosters_sides_and_options_are_not_cut_off(player: Player) -> None:
    screen = open_setup(player, "adrift")
    player.wait()
    assert [stepper.cut for stepper in steppers(screen) if stepper.cut] == []
    scenario = screen.plan.scenario
    sides = [
        s.model_copy(update={"name": f"The {s.name} of the old quarter"})
        for s in scenario.sides
    ]
    options = {
        id_: option.model_copy(
            update={"label": f"{option.label}, and what comes of it at last"}
        )
        for id_, option in scenario.options.items()
    }
    longer = scenario.model_copy(update={"sides": tuple(sides), "options": options})
    screen.plan.scenarios[scenario.id] = longer
    screen.show()
    player.wait()
    labels = [w for w in screen.panel.widgets if isinstance(w, Label)]

    assert {s.name for s in sides} <= {w.text for w in labels}
    assert [w.cut for w in labels if w.cut] == []


def test_the_files_are_looked_up_only_when_a_choice_changes(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_setup(player)
    looked = list[str]()

    def look(what: str) -> list[setup_choices.SetupOption]:
        looked.append(what)
        return []

    monkeypatch.setattr(screen.plan, "maps", lambda: look("maps"))
    monkeypatch.setattr(screen.plan, "rosters", lambda _: look("rosters"))
    player.move(640, 300)
    player.key(pygame.K_TAB)
    player.wait(3)
    assert not looked

    player.step(option(screen, "flood"))
    assert looked == ["maps", "rosters", "rosters"]


def test_a_seed_that_is_no_number_is_refused_in_words(player: Player) -> None:
    screen = open_setup(player)
    screen.plan.seed = "lucky"
    player.press("Start")

    assert screen.stack.dialog
    assert player.top is screen


def test_without_a_seed_the_dice_are_any(player: Player) -> None:
    screen = open_setup(player)
    screen.plan.seed = " "
    player.press("Start")

    assert isinstance(player.top, BattleScreen)


def test_escape_goes_back(player: Player) -> None:
    player.open(SetupScreen())
    player.key(pygame.K_ESCAPE)

    assert player.at_home


def test_a_scenario_that_cannot_be_read_is_told_and_left_out(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, played: object) -> None:
        raise UnusableFile(name, [("map", "is not there")])

    monkeypatch.setattr(setup_choices, "load_scenario", broken)
    player.open(SetupScreen())

    assert "combat_patrol" in [row.id for row in player.list_box(SCENARIOS).rows if row.reason]
    assert player.button("Start").reason == "No scenario can be played"


@pytest.mark.rule("FF-05")
def test_a_crowd_in_a_flood_is_warned_of_and_may_play_all_the_same(
    player: Player, home: Path
) -> None:
    (home / "rosters").mkdir()
    usual = DISK.read("assets/rosters/brood-patrol.toml")
    horde = edited(usual, {"count = 8": "count = 15"})
    assert horde != usual
    (home / "rosters" / "horde.toml").write_text(horde, "utf-8")
    screen = open_setup(player)
    player.choose("sewer-cross", MAPS)
    screen.plan.options["flood"] = True
    screen.plan.forces["brood"] = "horde"
    player.press("Start")

    dialog = screen.stack.dialog
    assert dialog
    words = next(w.spans[0].text for w in dialog.widgets if isinstance(w, Paragraph))
    assert "52 models" in words
    assert "FF-05" in words
    player.press("Begin")
    assert isinstance(player.top, BattleScreen)


@pytest.mark.rule("PU-01", "PU-30")
def test_who_rides_and_who_hunts_is_chosen(player: Player) -> None:
    screen = open_setup(player, "pursuit")
    _, force, _, swarm, _, veteran = steppers(screen)
    for stepper in (force, swarm, veteran):
        player.step(stepper)
    player.choose("foundry-bend", MAPS)
    player.press("Start")
    battle = player.top

    assert isinstance(battle, BattleScreen)
    assert battle.live_game.battle.map == "maps/foundry-bend.tmj"
    assert battle.live_game.battle.rosters == {"riders": "rough-riders", "swarm": "gun-drones"}
    assert battle.live_game.battle.settings == {"veteran": True}


@pytest.mark.rule("PU-02")
def test_an_unfit_street_is_not_offered_and_refused_in_words(
    player: Player, home: Path
) -> None:
    lines = DISK.read("maps/broken-mile.tmj").splitlines(keepends=True)
    piece = next(line for line in lines if '"type":"CityPiece"' in line)
    (home / "maps").mkdir()
    (home / "maps" / "mine.tmj").write_text("".join(n for n in lines if n != piece), "utf-8")
    screen = open_setup(player, "pursuit")
    assert "mine" not in {row.id for row in player.list_box(MAPS).rows}
    assert player.list_box(MAPS).rows[-1].label == "1 map does not fit"
    assert "as many of each size" in player.list_box(MAPS).rows[-1].reason
    screen.plan.map = "mine"
    player.press("Start")

    assert player.top is screen
    assert screen.stack.dialog
    found = [w for w in screen.stack.dialog.widgets if isinstance(w, Paragraph)]
    assert any("as many of each size" in span.text for w in found for span in w.spans)


@pytest.mark.rule("PU-03")
def test_houses_stand_on_the_picture_of_a_street(painted: None) -> None:
    board = to_board(parse_map(DISK.read("maps/broken-mile.tmj"), "broken-mile.tmj"))
    small = picture_of_map("broken-mile", (288, 288))
    bare = pygame.transform.smoothscale(BoardPainter(board).whole(4), (288, 192))
    pieces = pieces_of(board, (PieceKind.CITY,)).values()

    assert small
    assert small.get_size() == (288, 192)
    cleared = picture_of_map("broken-mile", (288, 288), (PieceKind.CITY,))
    assert cleared
    assert cleared.get_buffer().raw == bare.get_buffer().raw
    for piece in pieces:
        at = round(4 * piece.at.x) - 4, round(4 * piece.at.y) - 4
        spots = [(at[0] + n % 8, at[1] + n // 8) for n in range(64)]
        shades = [(small.get_at(spot), bare.get_at(spot)) for spot in spots]
        other = [a for a, b in shades if abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 12]
        assert len(other) > 32, piece.id


@pytest.mark.rule("MC-26")
def test_the_points_of_both_sides_are_agreed_in_steps(player: Player) -> None:
    screen = open_setup(player, "no_mercy")
    points = next(s for s in steppers(screen) if s.labels[0] == "250")
    labels = [*points.labels]
    player.step(points)

    assert labels[:4] == ["250", "500", "750", "1000"]
    assert screen.plan.options["points"] == 1000


def test_a_map_without_a_title_goes_by_the_name_of_its_file() -> None:
    own_folder(library_kinds.MAP).mkdir(parents=True)
    for name, title in (("my-cellar", ""), ("attic", "Under the roof")):
        found = drawn_map(24, 24, {}, title=title, look="city")
        (own_folder(library_kinds.MAP) / f"{name}.tmj").write_text(canonical(found), "utf-8")

    choices = setup_choices.SetupChoices()
    choices.choose(FREE)
    own = [offer.title for offer in choices.maps() if offer.note == "yours"]

    assert own == ["Under the roof", "my-cellar"]


@pytest.mark.parametrize("scale", [1.0, 1.15, 1.3])
def test_the_controls_of_all_options_and_the_seed_have_the_same_edges(
    player: Player, scale: float
) -> None:
    player.frame = WindowContext(Theme(scale), (1280, 720))
    screen = player.open(SetupScreen())
    controls = [screen.panel.known(option, "control") for option in screen.plan.options]
    seed = next(w for w in screen.panel.widgets if isinstance(w, TextField))
    edges = {(w.rect.left, w.rect.right) for w in (*controls, seed) if w}

    assert len(controls) > 1
    assert len(edges) == 1


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_description_lies_beside_the_picture_of_the_scenario(
    player: Player, size: tuple[int, int]
) -> None:
    """The picture begins where the words end, but for what of it is transparent."""
    player.frame = WindowContext(Theme(), size)
    screen = player.open(SetupScreen())
    banner = next(w for w in screen.panel.widgets if isinstance(w, Banner))
    plain = pygame.Surface(screen.panel.rect.size)
    banner.paint(plain)
    column = range(banner.rect.top, banner.rect.bottom)
    words_end = round(banner.rect.width * WORDS_SHARE)
    beyond = [plain.get_at((banner.rect.left + words_end + 2, y))[:3] for y in column]

    assert max(max(colour) for colour in beyond) < 12
    right = [plain.get_at((banner.rect.right - 9, y))[:3] for y in column]
    assert max(max(colour) for colour in right) > 60
