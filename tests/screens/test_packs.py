"""Packs in the window: dropped, looked at, kept, made and removed."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.content import library_kinds
from game.content.own_folders import downloads, own_folder, own_packs, packs_made
from game.content.packs.pack import Pack
from game.content.packs.pack_layout import ENDING
from game.content.packs.pack_library import kept_packs, place_of_pack
from game.content.packs.pack_reading import open_pack
from game.content.packs.pack_writing import repacked
from game.content.scenarios import FREE
from game.content.shipped_folders import PACKS
from game.content.user_files import DISK
from game.screens.campaign_list import rows as campaign_rows
from game.screens.dropped_files import open_dropped
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.faulty_pack import FaultyPackScreen
from game.screens.load_game import LoadScreen
from game.screens.pack_contents import PackScreen
from game.screens.pack_list import PacksScreen
from game.screens.pack_maker import TOLD, MakePackScreen
from game.screens.setup_choices import SetupChoices
from game.screens.shelf import LIST
from game.widgets.button import Button
from game.widgets.text_view import Label
from tests.content.pack_parts import keep, pack_bytes, texts
from tests.screens.input_driver import Player
from tests.tools.texts import edited


def dropped(player: Player, path: Path) -> PackScreen | FaultyPackScreen:
    player.open(PacksScreen())
    player.stack.follow(open_dropped(path))
    player.wait_for(lambda: isinstance(player.top, PackScreen | FaultyPackScreen))
    assert isinstance(player.top, PackScreen | FaultyPackScreen)
    return player.top


def write_file(path: Path, raw: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def test_a_dropped_pack_is_looked_at_and_then_kept(player: Player, tmp_path: Path) -> None:
    path = write_file(tmp_path / f"gift{ENDING}", pack_bytes())
    screen = dropped(player, path)
    assert not own_packs().exists()

    player.press("Keep it")
    assert isinstance(kept_packs()["river-war"], Pack)
    assert isinstance(screen, PackScreen)
    assert screen.kept_as == "river-war"
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.top, PacksScreen)
    assert "river-war" in [row.id for row in player.list_box(LIST).rows]


def test_what_a_pack_holds_is_offered_where_it_belongs(player: Player) -> None:
    campaign = (PACKS / "salt-marsh" / "campaigns" / "two-tides.toml").read_text("utf-8")
    campaign = edited(campaign, {"the-ford": "crossing", '"reed-raiders"': '"guard"'})
    campaign = edited(campaign, {'"harpooners"': '"guard"'})
    keep(pack_bytes({"campaigns/tides.toml": campaign}))
    choices = SetupChoices()

    assert "river-war/crossing" in choices.scenarios
    assert choices.note("river-war/crossing") == "pack"
    choices.choose("river-war/crossing")
    assert [o.id for o in choices.maps()][:2] == ["river-war/yard", "old-quarter"]
    assert choices.battle().map == "maps/river-war/yard.tmj"
    choices.choose("combat_patrol")
    assert "river-war/yard" in [option.id for option in choices.maps()]
    guard = choices.rosters(choices.scenario.sides[0])
    assert ("river-war/guard", "River guard", "pack") in [
        (o.id, o.title, o.note) for o in guard
    ]
    choices.choose("no_mercy")
    assert "river-war/guard" not in [o.id for o in choices.rosters(choices.scenario.sides[0])]
    choices.choose(FREE)
    assert "river-war/yard" in [option.id for option in choices.maps()]
    assert "new river-war/tides" in [row.id for row in campaign_rows()]


def test_a_faulty_pack_is_told_with_all_its_faults_and_not_kept(
    player: Player, tmp_path: Path
) -> None:
    raw = pack_bytes({"maps/yard.tmj": "{", "icons/hawk.svg": "<svg><script/></svg>"})
    screen = dropped(player, write_file(tmp_path / f"gift{ENDING}", raw))

    assert isinstance(screen, FaultyPackScreen)
    told = "\n".join(screen.lines)
    assert "maps/yard.tmj: line 1" in told
    assert "icons/hawk.svg: line 1: has <script>" in told
    player.key(pygame.K_ESCAPE)
    assert not own_packs().exists()


def test_the_screen_of_a_pack_with_many_faults_counts_all_and_shows_few(
    player: Player, tmp_path: Path
) -> None:
    spots = {f"more/file-{n}.md": "" for n in range(70)}
    screen = dropped(player, write_file(tmp_path / f"gift{ENDING}", pack_bytes({**spots})))

    assert isinstance(screen, FaultyPackScreen)
    assert screen.number == 70
    assert len(screen.lines) == 51
    assert screen.lines[-1] == "and 20 more faults"


def test_a_pack_of_a_name_that_is_taken_is_kept_beside_it_or_replaces_it(
    player: Player, tmp_path: Path
) -> None:
    kept = keep(pack_bytes())
    before = kept.read_bytes()
    other = pack_bytes({"maps/mill.tmj": texts()["maps/yard.tmj"]})
    path = write_file(tmp_path / f"gift{ENDING}", other)

    dropped(player, path)
    player.press("Keep as river-war-2")
    assert kept.read_bytes() == before
    assert DISK.has("maps/river-war-2/mill.tmj")
    dropped(player, path)
    player.press("Replace…")
    player.press("Replace")
    assert kept.read_bytes() == other


def test_a_shipped_pack_is_not_replaced(player: Player, tmp_path: Path) -> None:
    raw = repacked(open_pack(PACKS / "salt-marsh"))
    screen = dropped(player, write_file(tmp_path / f"gift{ENDING}", raw))

    buttons = [w.label for w in screen.stack.panels[0].widgets if isinstance(w, Button)]
    assert buttons == ["Keep as salt-marsh-2", "Back"]
    player.press("Keep as salt-marsh-2")
    assert place_of_pack("salt-marsh-2").is_file()


def test_packs_in_the_downloads_are_opened_from_the_list(player: Player) -> None:
    write_file(downloads() / f"gift{ENDING}", pack_bytes())
    player.open(LoadScreen())
    player.press("Packs")
    assert isinstance(player.top, PacksScreen)
    player.key(pygame.K_RETURN)
    player.wait_for(lambda: isinstance(player.top, PackScreen))
    player.press("Keep it")

    assert place_of_pack("river-war").is_file()


def test_faulty_packs_hide_no_other_one_and_can_be_removed(player: Player) -> None:
    keep(pack_bytes())
    torn = keep(b"PK", "torn")
    player.open(PacksScreen())
    rows = {row.id: row for row in player.list_box(LIST).rows}

    assert rows["torn"].hint.startswith(f"{torn}: is a damaged zip")
    assert rows["torn"].hint in SetupChoices().faults["torn"]
    assert "river-war/crossing" in SetupChoices().scenarios
    player.choose("torn", LIST)
    player.press("Remove…")
    player.press("Remove")
    assert not torn.exists()
    assert place_of_pack("river-war").exists()
    player.choose("salt-marsh", LIST)
    assert player.button("Remove…").reason == "Only packs of your own can be removed"


def told(screen: MakePackScreen) -> str:
    found = screen.panel.known(TOLD)
    assert isinstance(found, Label)
    return found.text


def test_a_pack_is_made_of_what_is_chosen_and_what_that_needs(
    player: Player, home: Path
) -> None:
    for name, text in texts().items():
        write_file(home / name.replace("crossing", "river"), text.encode())
    screen = player.open(MakePackScreen())
    assert player.button("Make it").reason == "Choose a file"

    player.choose("assets/scenarios/river.toml", LIST)
    player.key(pygame.K_RETURN)
    notes = {row.id: row.note for row in player.list_box(LIST).rows if row.note}
    assert notes == {
        "maps/yard.tmj": "goes along",
        "assets/scenarios/river.toml": "in the pack",
        "assets/rosters/guard.toml": "goes along",
        "assets/armouries/guns.toml": "goes along",
    }
    assert player.button("Make it").reason == "Give it a title"
    player.key(pygame.K_TAB)
    player.type("The River War!")
    assert told(screen).startswith(f"the-river-war{ENDING}: 5 files")
    player.press("Make it")
    player.wait_for(lambda: screen.stack.dialog is not None)

    made = open_pack(packs_made() / f"the-river-war{ENDING}")
    assert made.manifest.title == "The River War!"
    assert set(made.sizes) == {name.replace("crossing", "river") for name in texts()}


def test_the_faults_of_a_new_pack_are_told(player: Player) -> None:
    write_file(own_folder(library_kinds.MAP) / "torn.tmj", b"{")
    screen = player.open(MakePackScreen())
    screen.toggle("maps/torn.tmj")
    screen.show()

    assert "is not valid JSON" in player.button("Make it").reason
    screen.toggle("maps/torn.tmj")
    screen.show()
    assert player.button("Make it").reason == "Choose a file"


def test_a_map_of_a_pack_opens_as_a_copy_in_the_editor(player: Player) -> None:
    path = keep(pack_bytes())
    before = path.read_bytes()
    screen = player.open(StartScreen())
    row = next(row for row in screen.shelf.rows if row.id == "river-war/yard")
    assert (row.label, row.note) == ("Ruined Crossing (yard)", "pack")

    screen.shelf.choose("river-war/yard")
    player.press("Open")
    assert isinstance(player.top, EditorScreen)
    assert player.top.workspace.path is None
    assert player.top.workspace.map.board.title == "Ruined Crossing"
    assert path.read_bytes() == before
