from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.bots.registry import POLICIES
from game.content.faults import UnusableFile
from game.content.file_source import DISK
from game.content.maps.made_board import to_board
from game.content.maps.map_library import drawn_map, parse_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_maps
from game.content.scenarios import FREE
from game.gallery import MOMENT
from game.screens import setup_choices
from game.screens.battle.screen import BattleScreen
from game.screens.help import HelpScreen
from game.screens.map_thumbnails import picture_of_map
from game.screens.scenario_banner import MOMENTS
from game.screens.screen import WindowContext
from game.screens.setup import SetupScreen
from game.screens.teaching import HowToScreen
from game.table.registry import pieces_of
from game.table.state import PieceKind
from game.view.board.painter import BoardPainter
from game.widgets.inputs import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Paragraph
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


def steppers(screen: SetupScreen) -> list[Stepper]:
    return [w for w in screen.stack.panels[0].widgets if isinstance(w, Stepper)]


def test_everything_that_is_chosen_goes_into_the_battle(player: Player) -> None:
    screen = player.open(SetupScreen())
    one, _, other, force, turns, *_ = steppers(screen)
    one.step(1)
    other.step(-other.value)
    force.step(1)
    turns.step(-1)
    screen.maps.choose("old-quarter")
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


def test_scenarios_are_grouped_by_the_rulebook_that_they_are_played_by(player: Player) -> None:
    screen = player.open(SetupScreen())
    groups = dict[str, list[str]]()
    for row in screen.cards.rows:
        if row.heading:
            groups[row.label] = []
        else:
            [*groups.values()][-1].append(row.id)

    assert groups["Classic core"] == ["combat_patrol", "salt-marsh/the-ford"]
    assert groups["Flash flood"] == ["crossing", "the_nest"]
    assert len(groups["Matched play"]) == 6
    assert sum(len(of) for of in groups.values()) == len(screen.plan.scenarios)
    # Keys and mouse pass over the headings.
    screen.cards.choose("salt-marsh/the-ford")
    screen.stack.focus.to(screen.cards)
    player.key(pygame.K_DOWN)
    assert screen.plan.chosen == groups["Zero-g"][0]
    assert screen.cards.row_at(screen.cards.rect.move(2, 2).topleft) is None


def test_each_scenario_has_a_picture_of_its_battle_and_no_other(player: Player) -> None:
    screen = player.open(SetupScreen())
    cards = [row for row in screen.cards.rows if not row.heading]

    files = sorted(MOMENTS.rglob("*.jpg"))
    names = {file.relative_to(MOMENTS).with_suffix("").as_posix() for file in files}
    assert names == {row.id for row in cards}
    assert all(row.picture for row in cards)
    for file in files:
        assert pygame.image.load(file).get_size() == MOMENT
        assert file.stat().st_size < 80_000


def test_only_maps_that_fit_the_options_are_offered(player: Player) -> None:
    screen = player.open(SetupScreen())
    options = dict(zip(screen.plan.scenario.options, steppers(screen)[4:], strict=True))
    every = {row.id for row in screen.maps.rows}
    options["flood"].step(1)

    kept = {row.id for row in screen.maps.rows}
    assert kept == {*(m for m in every if m.startswith(("sewer", "salt-marsh"))), "unfit"}
    assert screen.maps.rows[-1].label == "3 maps do not fit"
    assert "no flood origin" in screen.maps.rows[-1].reason
    assert screen.plan.map == screen.thumbnail.map == screen.maps.chosen == "sewer-bend"
    player.press("Start")
    assert isinstance(player.top, BattleScreen)


def option(screen: SetupScreen, id_: str) -> Stepper:
    return dict(zip(screen.plan.scenario.options, steppers(screen)[4:], strict=True))[id_]


def test_another_map_is_taken_in_words_as_long_as_the_wanted_one_does_not_fit(
    player: Player,
) -> None:
    screen = player.open(SetupScreen())
    screen.maps.choose("old-quarter")
    assert screen.map_notice.text == ""
    option(screen, "flood").step(1)
    assert screen.plan.map == "sewer-bend"
    assert screen.map_notice.text == (
        "The Long Bend instead of Old Quarter, which does not fit “Flash flood” (FF-01)"
    )
    option(screen, "flood").step(-1)
    assert screen.plan.map == screen.maps.chosen == screen.thumbnail.map == "old-quarter"
    assert screen.map_notice.text == ""


def test_a_map_chosen_among_those_that_fit_is_kept_without_the_option(player: Player) -> None:
    screen = player.open(SetupScreen())
    option(screen, "flood").step(1)
    screen.maps.choose("sewer-springs")
    assert screen.map_notice.text == ""
    option(screen, "sewer_rats").step(1)
    option(screen, "flood").step(-1)
    option(screen, "sewer_rats").step(-1)

    assert screen.plan.map == "sewer-springs"
    assert screen.map_notice.text == ""


def test_the_notice_stays_when_the_window_changes_and_goes_with_the_scenario(
    player: Player,
) -> None:
    screen = player.open(SetupScreen())
    screen.cards.choose("beachhead")
    option(screen, "flood").step(1)
    screen.lay_out()
    assert screen.plan.map == "sunken-quarter"
    assert "instead of Plasma Works" in screen.map_notice.text
    screen.cards.choose("combat_patrol")
    assert (screen.plan.map, screen.map_notice.text) == ("ruined-crossing", "")


def test_options_that_fit_no_map_say_so_and_change_none(player: Player) -> None:
    screen = player.open(SetupScreen())
    screen.cards.choose("no_mercy")
    option(screen, "mysteries").step(1)

    assert screen.plan.map == "venom-glade"
    assert screen.map_notice.text.startswith("No map fits: there are no markers to identify")


def test_the_map_that_the_notice_names_is_the_one_that_is_played(player: Player) -> None:
    screen = player.open(SetupScreen())
    option(screen, "flood").step(1)
    player.press("Start")
    battle = player.top

    assert isinstance(battle, BattleScreen)
    assert battle.live_game.battle.map == "maps/sewer-bend.tmj"
    assert battle.live_game.battle.settings["flood"] is True


def test_the_picture_of_the_map_is_drawn_while_the_screen_is_in_use(player: Player) -> None:
    screen = player.open(SetupScreen())
    key = screen.plan.map, screen.thumbnail.rect.size

    assert key not in screen.pictures.kept
    player.wait_until(lambda: key in screen.pictures.kept)
    assert screen.pictures.kept[key]


def test_the_chosen_bot_is_described(player: Player) -> None:
    screen = player.open(SetupScreen())
    _, _, other, *_ = steppers(screen)
    said = list[tuple[str, str]]()
    for _ in other.labels:
        notes = [w for w in screen.stack.panels[0].widgets if isinstance(w, Paragraph)]
        (note,) = [w for w in notes if w.rect.top > other.rect.top]
        said.append((other.labels[other.value], "".join(span.text for span in note.spans)))
        other.step(1)

    bots = [POLICIES.described(name) for name in POLICIES]
    assert sorted(said) == sorted(
        [("A person", ""), *((f"Bot: {one.label}", one.note) for one in bots)]
    )


def test_the_map_is_chosen_with_mouse_and_with_keys(player: Player) -> None:
    screen = player.open(SetupScreen())
    left, top = screen.stack.panels[0].rect.topleft
    row = screen.maps.rect.move(left, top)
    player.click(row.left + 20, row.top + screen.maps.pitch + 10)
    assert screen.plan.map == screen.thumbnail.map == "old-quarter"
    player.key(pygame.K_DOWN)
    assert screen.plan.map == "long-orchard"


def test_the_users_files_are_offered_and_faulty_ones_say_why(
    player: Player, home: Path
) -> None:
    for folder in ("maps", "scenarios", "rosters"):
        (home / folder).mkdir()
    (home / "maps" / "yard.tmj").write_text(DISK.read("maps/old-quarter.tmj"), "utf-8")
    (home / "maps" / "broken.tmj").write_text("{", "utf-8")
    (home / "scenarios" / "odd.toml").write_text("title = 3", "utf-8")
    (home / "rosters" / "odd.toml").write_text("title = 3", "utf-8")
    screen = player.open(SetupScreen())

    maps = {row.id: row for row in screen.maps.rows}
    assert (maps["yard"].note, maps["yard"].reason) == ("yours", "")
    assert "is not valid JSON" in maps["broken"].reason
    screen.maps.choose("broken")
    assert screen.plan.map == "ruined-crossing"
    card = next(row for row in screen.cards.rows if row.id == "odd")
    assert "title: must be text" in card.reason
    assert "rosters/odd.toml" in steppers(screen)[1].hint
    screen.maps.choose("yard")
    player.press("Start")
    assert isinstance(player.top, BattleScreen)
    assert player.top.live_game.battle.map == "maps/yard.tmj"


def test_rules_and_the_page_are_read_from_here(player: Player) -> None:
    screen = player.open(SetupScreen())
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
    boxes = [w.rect for w in panel.widgets]
    inside = pygame.Rect((0, 0), panel.rect.size)
    player.leave()

    assert all(inside.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[n + 1 :]) == -1 for n, box in enumerate(boxes))


def test_a_seed_that_is_no_number_is_refused_in_words(player: Player) -> None:
    screen = player.open(SetupScreen())
    screen.plan.seed = "lucky"
    player.press("Start")

    assert screen.stack.dialog
    assert player.top is screen


def test_without_a_seed_the_dice_are_any(player: Player) -> None:
    screen = player.open(SetupScreen())
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
    screen = player.open(SetupScreen())

    assert "combat_patrol" in [row.id for row in screen.cards.rows if row.reason]
    assert player.button("Start").reason == "No scenario can be played"


@pytest.mark.rule("FF-05")
def test_a_crowd_in_a_flood_is_warned_of_and_may_play_all_the_same(
    player: Player, home: Path
) -> None:
    (home / "rosters").mkdir()
    usual = DISK.read("assets/rosters/brood-patrol.toml")
    horde = usual.replace("count = 9", "count = 15")
    assert horde != usual
    (home / "rosters" / "horde.toml").write_text(horde, "utf-8")
    screen = player.open(SetupScreen())
    screen.cards.choose("combat_patrol")
    screen.maps.choose("sewer-cross")
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
    screen = player.open(SetupScreen())
    screen.cards.choose("pursuit")
    _, force, _, swarm, veteran = steppers(screen)
    for stepper in (force, swarm, veteran):
        stepper.step(1)
    screen.maps.choose("foundry-bend")
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
    screen = player.open(SetupScreen())
    screen.cards.choose("pursuit")
    assert "mine" not in {row.id for row in screen.maps.rows}
    assert screen.maps.rows[-1].label == "1 map does not fit"
    assert "as many of each size" in screen.maps.rows[-1].reason
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
    for piece in pieces:
        at = round(4 * piece.at.x) - 4, round(4 * piece.at.y) - 4
        spots = [(at[0] + n % 8, at[1] + n // 8) for n in range(64)]
        shades = [(small.get_at(spot), bare.get_at(spot)) for spot in spots]
        other = [a for a, b in shades if abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 12]
        assert len(other) > 32, piece.id


@pytest.mark.rule("MC-26")
def test_the_points_of_both_sides_are_agreed_in_steps(player: Player) -> None:
    screen = player.open(SetupScreen())
    screen.cards.choose("no_mercy")
    points = next(s for s in steppers(screen) if s.labels[0] == "250")
    labels = [*points.labels]
    points.step(1)

    assert labels[:4] == ["250", "500", "750", "1000"]
    assert screen.plan.options["points"] == 1000


def test_a_map_without_a_title_goes_by_the_name_of_its_file() -> None:
    own_maps().mkdir(parents=True)
    for name, title in (("my-cellar", ""), ("attic", "Under the roof")):
        found = drawn_map(24, 24, {}, title=title, look="city")
        (own_maps() / f"{name}.tmj").write_text(canonical(found), "utf-8")

    choices = setup_choices.SetupChoices()
    choices.choose(FREE)
    own = [offer.title for offer in choices.maps() if offer.note == "yours"]

    assert own == ["Under the roof", "my-cellar"]
