"""Experiment files: their cells, all their faults at once, and games that travel alone."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from game.cli import main
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.own_folders import own_folder
from game.content.shipped_folders import ASSETS
from game.lab.experiments import (
    MAX_CELLS,
    CellSetup,
    inflated,
    load_experiment,
    parse_experiment,
    setup_of,
    unpacked,
)
from game.rules.battles import prepare
from tests.tools.texts import edited

BARE = 'title = "Bouts"\nscenarios = ["cage"]\nplayers = ["random,random"]\n'


def faults_of_experiment(text: str) -> list[str]:
    with pytest.raises(UnusableFile) as caught:
        parse_experiment(text, "mine.toml")
    assert caught.value.file == "mine.toml"
    return [str(fault) for fault in caught.value.faults]


def test_a_file_of_three_lines_is_an_experiment() -> None:
    found = parse_experiment(BARE, "mine.toml")
    assert (found.title, found.games, found.first_seed, found.until) == ("Bouts", 100, 1, None)
    assert found.seeds == range(1, 101)
    (cell,) = found.cells
    assert cell.scenario == "assets/scenarios/cage.toml"
    assert cell.map == "maps/training-cage.tmj"
    assert cell.players == ("random", "random")


def test_lists_make_a_grid_and_variants_multiply_it() -> None:
    found = parse_experiment(
        """
        title = "Many"
        scenarios = ["combat_patrol"]
        maps = ["ruined-crossing", "old-quarter"]
        players = ["random,random", "steady,random"]
        options = { turns = [5, 6], morale = true }
        [[variant]]
        name = "as it is"
        [[variant]]
        name = "exchanged"
        rosters = { wardens = "brood-patrol", brood = "wardens-patrol" }
        """,
        "mine.toml",
    )
    assert len(found.cells) == 2 * 2 * 2 * 2
    first, second = found.cells[:2]
    assert (first.variant, second.variant) == ("as it is", "exchanged")
    assert second.rosters == {"wardens": "brood-patrol", "brood": "wardens-patrol"}
    assert [cell.options["turns"] for cell in found.cells[:4]] == [5, 5, 6, 6]
    assert len({cell.key for cell in found.cells}) == 16


def test_all_faults_of_all_cells_are_told_at_once() -> None:
    told = faults_of_experiment(
        """
        title = "Faulty"
        scenarios = ["cagge", "combat_patrol"]
        players = ["steady,steddy"]
        options = { rain = 1 }
        """
    )
    assert "cagge, players: there is no bot 'steddy'; did you mean 'steady'?" in told
    assert faults_of_experiment(
        'title = "X"\nscenarios = ["cagge"]\nplayers=["random,random"]'
    ) == ["cagge: no scenario called 'cagge'; did you mean 'cage'?"]
    assert "no option" in faults_of_experiment(BARE + "options = { rain = 1 }")[0]


def test_cells_with_other_options_are_not_played_on_other_maps_unasked() -> None:
    head = 'title = "x"\nscenarios = ["combat_patrol"]\n'
    wet = "[options]\nflood = [false, true]\n"
    (fault,) = faults_of_experiment(head + wet)
    assert "the map has no flood origin" in fault
    sewers = "sewer-bend, sewer-cross, sewer-canal, sewer-springs"
    assert fault.endswith(f"; maps that fit: {sewers}")

    cells = parse_experiment(head + 'maps = ["sewer-bend"]\n' + wet, "x.toml").cells
    assert [cell.map for cell in cells] == ["maps/sewer-bend.tmj"] * 2


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("games = 0", "games: "),
        ("until = 60.0", "until: "),
        ("first_seed = -1", "first_seed: "),
        ("rain = 1", "rain: "),
        ('[[variant]]\nname = "a"\n[[variant]]\nname = "a"', "two variants have the same name"),
        ('[[variant]]\nname = "a"\n[[variant]]\nname = "b"', "describes the same games twice"),
    ],
)
def test_keys_are_checked(more: str, reason: str) -> None:
    assert reason in "\n".join(faults_of_experiment(f"{BARE}{more}\n"))


def test_one_player_or_three_are_no_pair() -> None:
    text = edited(BARE, {"random,random": "random"})
    assert "should name two bots" in faults_of_experiment(text)[0]


def test_too_many_combinations_are_refused_before_any_is_prepared() -> None:
    seeds = ", ".join(map(str, range(MAX_CELLS + 1)))
    told = faults_of_experiment(f"{BARE}options = {{ turns = [{seeds}] }}")
    assert told == [f"describes {MAX_CELLS + 1} combinations; the limit is {MAX_CELLS}"]


def test_a_description_travels_as_bytes_and_equal_ones_are_equal() -> None:
    (cell,) = parse_experiment(BARE, "mine.toml").cells
    again = unpacked(cell.packed, "mine")
    assert again.key == cell.key
    assert again.packed == cell.packed
    assert again.variant == "mine"
    assert again.recorded_battle(5).opening.models == prepare("cage", seed=5).opening.models


def test_a_description_brings_the_bots_of_its_user(tmp_path: Path) -> None:
    own_folder(library_kinds.BOT).mkdir(parents=True, exist_ok=True)
    grim = own_folder(library_kinds.BOT) / "grim.toml"
    grim.write_text('name = "Grim"\nlevel = "sharp"\nnote = "Grim."\n[classic]\nmarker = 0.5\n')
    cell = setup_of(prepare("cage", seed=1), ("grim", "steady"))
    grim.unlink()
    assert cell.files["assets/bots/grim.toml"].startswith('name = "Grim"')
    sides = cell.recorded_battle(1).opening.sides
    grim_bot, steady = cell.seats(sides).policies.values()
    assert type(grim_bot).__name__ == "SharpBot"
    assert type(steady).__name__ == "SteadyBot"


def test_damaged_descriptions_are_refused() -> None:
    (cell,) = parse_experiment(BARE, "mine.toml").cells
    for raw in (b"", b"none", cell.packed[:-9], "text", None):
        with pytest.raises(UnusableFile, match="damaged"):
            unpacked(raw)
    with pytest.raises(UnusableFile, match="too large"):
        inflated(cell.packed, "x", 100)


def test_a_description_is_six_keys_in_order_and_its_key_their_hash() -> None:
    """Stores keep both: other bytes would make the games of older stores strange to them."""
    cell = CellSetup(
        "s", "m", players=("a", "b"), options={"z": 1, "c": True}, rosters={"r": "x"}
    )
    raw = (
        b'{"files": {}, "map": "m", "options": {"c": true, "z": 1}, '
        b'"players": ["a", "b"], "rosters": {"r": "x"}, "scenario": "s"}'
    )
    assert inflated(cell.packed, "x") == raw
    assert cell.key == sha256(raw).hexdigest()


def test_the_key_does_not_depend_on_the_variants_name_or_the_order_of_files() -> None:
    one = CellSetup("s", "m", players=("a", "b"), files={"x": "1", "y": "2"}, variant="one")
    other = replace(one, files={"y": "2", "x": "1"}, variant="other")
    assert one.key == other.key
    assert one.key != replace(one, players=("b", "a")).key


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted((ASSETS / "experiments").glob("*.toml")))
def test_every_shipped_experiment_can_be_played(file: Path) -> None:
    assert load_experiment(str(file)).cells
    assert main(["check", str(file)]) == 0


def test_check_tells_the_faults_of_an_experiment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(edited(BARE, {"cage": "cagge"}))
    assert main(["check", str(file)]) == 1
    assert f"{file}: cagge: no scenario called 'cagge'" in capsys.readouterr().out


def test_combinations_of_many_options_are_counted_before_any_is_listed() -> None:
    values = ", ".join(map(str, range(100)))
    options = ", ".join(f"o{n} = [{values}]" for n in range(8))
    assert faults_of_experiment(f"{BARE}options = {{ {options} }}") == [
        f"describes {100**8} combinations; the limit is {MAX_CELLS}"
    ]


def test_all_combinations_of_an_experiment_carry_all_files_that_they_read() -> None:
    text = edited(BARE, {"random,random": 'random,random", "steady,random'})
    for cell in parse_experiment(text, "mine.toml").cells:
        assert dict(cell.files) == prepare("cage", seed=0).files
