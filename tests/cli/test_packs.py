"""``pack`` and ``unpack``: from files to one file, and from it to another machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from game.content.own_folders import own_packs
from game.content.packs.pack_layout import ENDING
from game.content.save_format import load_save
from game.content.shipped_folders import PACKS
from game.content.user_files import DISK
from game.rules.battles import battle_of
from game.rules.saving import verify
from tests.tools.texts import edited

pytestmark = pytest.mark.usefixtures("own_home")

EXAMPLE = PACKS / "salt-marsh"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return the example as a file, under a name that no shipped pack has."""
    source = tmp_path / "source"
    assert main(["unpack", "salt-marsh", "--out", str(source)]) == 0
    about = source / "pack.toml"
    text = edited(about.read_text("utf-8"), {'name = "salt-marsh"': 'name = "other-marsh"'})
    about.write_text(text, "utf-8")
    made = tmp_path / f"given{ENDING}"
    assert main(["pack", str(source), "--out", str(made)]) == 0
    return made


def test_a_pack_is_made_sent_opened_and_played(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(pack)]) == 0
    assert main(["unpack", str(pack)]) == 0
    assert f"kept as {own_packs() / f'other-marsh{ENDING}'}" in capsys.readouterr().out

    save = tmp_path / "game.undertow"
    words = ["other-marsh/the-ford", "--players", "random,random", "--option", "turns=1"]
    assert main(["demo", *words, "--seed", "2", "--save", str(save)]) == 0
    (own_packs() / f"other-marsh{ENDING}").unlink()
    saved = load_save(save)
    battle = battle_of(saved)
    assert battle.map == "maps/other-marsh/salt-ford.tmj"
    assert not verify(saved, battle.rules(), battle.opening)


@pytest.mark.slow
def test_the_campaign_of_a_pack_is_played_to_its_end(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["unpack", str(pack)]) == 0
    capsys.readouterr()

    words = ["demo", "campaign", "other-marsh/two-tides", "--seed", "1", "--json", "--headless"]
    assert main([*words, "--players", "random,random"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [battle["scenario"] for battle in told["battles"]] == ["other-marsh/the-ford"] * 2


def test_single_files_are_packed_with_all_that_they_need(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / f"tides{ENDING}"
    words = ["--title", "Two tides", "--author", "me", "--licence", "CC0", "--description", "x"]

    assert main(["pack", "salt-marsh/two-tides", "--out", str(made), *words]) == 0
    assert "2 rosters: Ferry guard, Reed raiders" in capsys.readouterr().out
    assert main(["unpack", str(made), "--list"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Two tides (tides)\n  by me\n  CC0\n  x\n  1 map: Salt Ford\n")
    assert not own_packs().exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["crossing-nowhere"], "no file or thing 'crossing-nowhere'"),
        (["crossing"], "wrote"),
        (["cage"], "which 'cage': armouries/cage or scenarios/cage?"),
        (["rosters/captain"], "wrote"),
        ([str(EXAMPLE / "icons" / "reed.svg")], "wrote"),
        ([str(PACKS.parent / "bots" / "steady.toml")], "is of no kind that packs hold"),
        (["rosters/captain", "--name", "My pack"], "name: 'My pack' is not an id"),
    ],
)
def test_things_are_named_as_they_are_elsewhere(
    words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / f"x{ENDING}"
    code = main(["pack", *words, "--out", str(made)])

    told = capsys.readouterr()
    assert reason in told.out + told.err
    assert (code == 0) is made.exists() is (reason == "wrote")


def test_a_pack_ends_as_packs_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "captain", "--out", str(tmp_path / "x.zip")]) == 2
    assert "'x.zip' does not end in .undertow-pack" in capsys.readouterr().err


def test_a_pack_of_the_same_name_is_never_lost(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["unpack", str(pack)]) == 0
    assert main(["unpack", str(pack)]) == 0  # the same one
    kept = own_packs() / f"other-marsh{ENDING}"
    before = kept.read_bytes()
    changed = tmp_path / f"other-marsh{ENDING}"
    assert main(["pack", "rosters/captain", "--out", str(changed)]) == 0
    capsys.readouterr()

    assert main(["unpack", str(changed)]) == 2
    told = capsys.readouterr().err
    assert "another pack is called 'other-marsh'; keep this one --as other-marsh-2" in told
    assert kept.read_bytes() == before

    assert main(["unpack", str(changed), "--as", "other-marsh-2"]) == 0
    assert DISK.has("assets/rosters/other-marsh-2/captain.toml")
    assert kept.read_bytes() == before
    assert main(["unpack", str(changed), "--replace"]) == 0
    assert kept.read_bytes() != before


def test_the_place_of_a_shipped_pack_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / f"salt-marsh{ENDING}"
    assert main(["pack", str(EXAMPLE), "--out", str(made)]) == 0
    capsys.readouterr()

    assert main(["unpack", str(made), "--replace"]) == 2
    told = capsys.readouterr().err
    assert "another pack is called 'salt-marsh'; keep this one --as salt-marsh-2\n" in told
    assert not own_packs().exists()


def test_a_faulty_pack_is_not_kept(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torn = tmp_path / f"torn{ENDING}"
    torn.write_bytes(pack.read_bytes()[:-9])

    assert main(["unpack", str(torn)]) == 2
    assert f"{torn}: is a damaged zip" in capsys.readouterr().err
    assert main(["check", str(torn)]) == 1
    assert not own_packs().exists()


def test_files_are_written_into_a_new_or_an_empty_folder_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")

    assert main(["unpack", "salt-marsh", "--out", str(full)]) == 2
    assert "cannot write it: directory not empty" in capsys.readouterr().err
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    (full / "mine.txt").unlink()
    assert main(["unpack", "salt-marsh", "--out", str(full)]) == 0
    assert main(["check", str(full)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]


def test_a_list_names_packs_and_the_reasons_of_faulty_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own_packs().mkdir(parents=True)
    torn = own_packs() / f"torn{ENDING}"
    torn.write_bytes(b"PK")

    assert main(["list", "--json"]) == 0
    shipped, faulty = json.loads(capsys.readouterr().out)["packs"]
    assert (shipped["id"], shipped["file"]) == ("salt-marsh", str(EXAMPLE))
    assert faulty["id"] == "torn"
    assert faulty["fault"].startswith(f"{torn}: is a damaged zip")
