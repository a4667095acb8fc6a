"""Each command with valid and invalid arguments."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from game.bots.chances.weighing import load_weights, shipped_weights
from game.cli import main
from game.content.save_format import load_save
from game.content.scenarios import scenario_names
from game.content.shipped_folders import ROOT
from tests.cli.commands import error_output
from tests.tools.texts import edited

MAP = str(ROOT / "maps/ruined-crossing.tmj")
DEMO = ["demo", "combat_patrol", "--headless", "--players", "random,random"]
CHASE = ["demo", "pursuit", "--headless", "--players", "random,random"]


class Demo(NamedTuple):
    """A game that a demo played and recorded, with the line of JSON that it printed."""

    save: bytes
    line: str


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    save = tmp_path_factory.mktemp("recorded") / "demo.undertow"
    with redirect_stdout(StringIO()) as out:
        assert main([*DEMO, "--seed", "3", "--json", "--save", str(save)]) == 0
    return Demo(save.read_bytes(), out.getvalue())


@pytest.fixture(scope="module")
def report() -> str:
    """Return the text of the same game."""
    with redirect_stdout(StringIO()) as out:
        assert main([*DEMO, "--seed", "3"]) == 0
    return out.getvalue()


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_demo_ends_with_one_line_of_json(recorded: Demo) -> None:
    (line,) = recorded.line.splitlines()
    result = json.loads(line)
    assert list(result) == [
        "scenario",
        "map",
        "seed",
        "players",
        "winner",
        "reason",
        "turns",
        "decisions",
        "seconds",
        "story",
    ]
    assert (result["scenario"], result["seed"]) == ("combat_patrol", 3)
    assert result["players"] == ["random", "random"]


@pytest.mark.rule("FF-25")
def test_without_a_map_one_that_fits_the_options_is_taken_and_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    brief = [*DEMO, "--json", "--seed", "3", "--option", "turns=1", "--option", "flood=true"]
    assert main(brief) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["map"] == "maps/sewer-bend.tmj"
    assert err == (
        "Map: The Long Bend instead of Ruined Crossing, "
        "which does not fit “Flash flood” (FF-01)\n"
    )
    assert main([*brief, "--map", "sewer-cross"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.rule("FF-25")
def test_a_named_map_that_does_not_fit_is_refused_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*DEMO, "--map", "ruined-crossing", "--option", "flood=true"]) == 2
    assert error_output(capsys) == (
        "maps/ruined-crossing.tmj: the map has no flood origin: draw a FloodOrigin, or play "
        "without the flood (FF-01); maps that fit: sewer-bend, sewer-cross, sewer-canal, "
        "sewer-springs\n"
    )


def test_a_demo_told_as_text_names_the_clause_of_every_line(report: str) -> None:
    *lines, ending = filter(None, report.splitlines())
    assert len(lines) > 100
    headings = [line for line in lines if not line.startswith("  ")]
    assert all(" · " in line for line in headings)
    below = [line for line in lines if line.startswith("  ")]
    assert all(line.endswith(")") and "-" in line[-7:] for line in below)
    assert " after 6 turns: " in ending


def test_weights_of_the_chances_are_fitted_judged_and_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "chances.toml"
    words = ["fit", "pursuit", "--games", "4", "--players", "random,random", "--workers", "1"]
    assert main([*words, "--out", str(out)]) == 0

    assert printed(capsys).startswith("pursuit: log loss ")
    before, after = shipped_weights(), load_weights(str(out))
    assert after.shared.keys() == before.shared.keys()
    changed = [s for s in after.shared if after.shared[s] != before.shared[s]]
    assert changed == ["pursuit"]


def test_a_verbose_demo_has_a_line_for_every_model(
    report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DEMO, "--seed", "3", "--verbose"]) == 0
    every = printed(capsys)

    assert "First squad deploys (10 models)" in report
    assert "Warden 1 of First squad is placed" not in report
    assert "Warden 1 of First squad is placed" in every
    assert every.count("\n") > 2 * report.count("\n")
    assert every.splitlines()[-1] == report.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_story_is_the_same_in_every_process(seed: int) -> None:
    def story(hash_seed: str) -> object:
        command = [sys.executable, "main.py", *DEMO, "--seed", str(seed), "--json"]
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True)  # noqa: S603
        return json.loads(run.stdout)["story"]

    assert story("1") == story("77")


def test_a_recorded_demo_is_verified_and_its_check_finds_nothing(
    recorded: Demo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "demo.undertow"
    save.write_bytes(recorded.save)

    assert main(["replay", str(save), "--verify"]) == 0
    assert main(["check", str(save)]) == 0
    assert "choices give the same result" in printed(capsys)


def test_an_edited_save_is_refused_by_its_line(
    recorded: Demo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "demo.undertow"
    lines = recorded.save.decode().splitlines(keepends=True)
    lines[4] = edited(lines[4], {'"rolls":': '"rolls": 1'})
    save.write_text("".join(lines), "utf-8")

    assert main(["replay", str(save), "--verify"]) == 2
    assert "line 5" in error_output(capsys)
    assert main(["check", str(save)]) == 1
    assert "line 5" in printed(capsys)


def test_a_save_torn_in_its_last_line_opens_at_the_answer_before(
    recorded: Demo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "demo.undertow"
    save.write_bytes(recorded.save[: len(recorded.save) // 2])

    assert main(["replay", str(save), "--verify"]) == 0
    assert "choices give the same result" in printed(capsys)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["demo", "combat_petrol"], "did you mean 'combat_patrol'"),
        (["demo", "combat_patrol", "--map", "nowhere"], "nowhere"),
        ([*DEMO, "--option", "turn=3"], "did you mean 'turns'"),
        ([*DEMO, "--option", "turns=99"], "turns must be 1 to 12"),
        ([*DEMO, "--option", "turns"], "should look like turns=4"),
        ([*DEMO, "--roster", "brood"], "should look like wardens=ROSTER"),
        ([*DEMO, "--roster", "brod=brood-patrol"], "did you mean 'brood'"),
        ([*CHASE, "--roster", "swarm=riders"], "Swarm cannot bring 'riders'"),
        ([*CHASE, "--roster", "swarm=riders"], "choose: gargoyles, gun-drones"),
        ([*DEMO[:3], "--players", "random"], "name two of"),
        ([*DEMO[:3], "--players", "human,random"], "name two of"),
        (["rules", "CC-99"], "no clause 'CC-99'"),
        (["replay", "no-such-file.undertow"], "no-such-file.undertow"),
        (["fmt", "no-such-file.tmj"], "no-such-file.tmj"),
        (["situation", "no-such-file.toml"], "no-such-file.toml"),
    ],
)
def test_what_cannot_be_done_is_said_without_a_traceback(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    assert words in error_output(capsys)


def test_all_options_that_are_wrong_are_named_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*DEMO, "--option", "turns=0", "--option", "moral=no"]) == 2

    first, second = error_output(capsys).splitlines()
    assert "turns" in first
    assert "did you mean 'morale'" in second


@pytest.mark.parametrize("args", [["demo", "--bogus"], ["bogus"], ["lab", "x", "--games", "0"]])
def test_an_unknown_argument_is_a_wrong_use(args: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(args)
    assert ended.value.code == 2


def test_options_of_the_scenario_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*DEMO, "--seed", "4", "--json", "--option", "turns=1"]) == 0
    assert json.loads(printed(capsys))["turns"] == 1


@pytest.mark.rule("PU-01", "PU-30")
def test_a_side_brings_what_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "chase.undertow"
    others = ["--roster", "riders=rough-riders", "--roster", "swarm=gun-drones"]

    assert main([*CHASE, "--seed", "1", "--json", "--save", str(save), *others]) == 0
    header = load_save(save).header
    assert header.rosters == {"riders": "rough-riders", "swarm": "gun-drones"}
    assert header.options == {"veteran": False}
    assert main(["replay", str(save), "--verify"]) == 0


@pytest.mark.rule("PU-02")
def test_check_says_which_streets_are_unfit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The shipped street without one of its pieces and without its Arrival.
    lines = (ROOT / "maps/broken-mile.tmj").read_text("utf-8").splitlines(keepends=True)
    pieces = [line for line in lines if '"type":"CityPiece"' in line]
    (arrival,) = [line for line in lines if '"type":"Arrival"' in line]
    fewer, ending = tmp_path / "fewer.tmj", tmp_path / "endless.tmj"
    fewer.write_text("".join(line for line in lines if line != pieces[0]), "utf-8")
    ending.write_text("".join(line for line in lines if line != arrival), "utf-8")

    assert main(["check", str(fewer), str(ending)]) == 1
    first, *_, last = printed(capsys).splitlines()
    assert "as many of each size" in first
    assert first.startswith(f"{fewer}: city pieces: there must")
    assert last.startswith(f"{ending}: arrival: a pursuit needs one; found 0: draw an Arrival")
    assert main([*CHASE, "--map", str(fewer)]) == 2
    assert "as many of each size" in error_output(capsys)


def test_check_names_every_fault_and_always_answers_0_or_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "bad.toml"
    roster.write_text(
        'title = "Bad"\narmoury = "classic"\n[[unit]]\nid = "a"\nname = "A"\n'
        '[[unit.model]]\nprofile = "wardn"\nweapons = ["riffle"]\n',
        "utf-8",
    )
    scenario = tmp_path / "worse.toml"
    scenario.write_text('mission = "tea party"\n', "utf-8")
    nothing = tmp_path / "nothing.tmj"

    assert main(["check", str(roster), str(scenario), str(nothing), "wardens-patrol", MAP]) == 1

    out = printed(capsys)
    assert "did you mean 'warden" in out
    assert "did you mean 'rifle" in out
    assert "tea party" in out
    assert "nothing.tmj" in out
    assert "wardens-patrol: is no file; check takes paths, not names" in out
    assert "ruined-crossing" not in out


@pytest.mark.slow
def test_everything_that_is_shipped_is_in_order() -> None:
    content = [*ROOT.glob("maps/*.tmj"), *ROOT.glob("assets/*/*.toml")]
    assert len(content) > 5
    assert main(["check", *map(str, content)]) == 0
    assert main(["fmt", "--check", *map(str, ROOT.glob("maps/*.tmj"))]) == 0


def test_fmt_mends_a_map_and_check_only_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.tmj"
    right = Path(MAP).read_text("utf-8")
    copy.write_text(json.dumps(json.loads(right)), "utf-8")

    assert main(["fmt", "--check", str(copy)]) == 1
    assert copy.read_text("utf-8") != right
    assert main(["fmt", str(copy)]) == 0
    assert copy.read_text("utf-8") == right


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("assets/rosters/captain.toml", "a .toml file (check names its kind)"),
        ("README.md", "a file of a kind that is not known (.md)"),
        ("maps", "a folder"),
        ("assets/icons/ui/eye.svg", "an SVG picture (it can be the icon of a unit)"),
    ],
)
def test_fmt_says_what_is_no_map(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", name]) == 2
    assert capsys.readouterr().err == f"{name}: is {words}; fmt takes maps (.tmj)\n"


def test_check_takes_a_folder_of_files_and_a_folder_that_is_a_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "assets/rosters"]) == 0
    assert printed(capsys) == f"{len([*Path('assets/rosters').glob('*.toml')])} files OK\n"
    assert main(["check", "assets/packs/salt-marsh"]) == 0
    assert printed(capsys) == "1 file OK\n"

    inner = tmp_path / "more" / "bad.toml"
    inner.parent.mkdir()
    inner.write_text("title = 1\n")
    (tmp_path / "notes.txt").write_text("not looked at")
    assert main(["check", str(tmp_path)]) == 1
    assert printed(capsys).startswith(f"{inner}: ")
    inner.unlink()
    assert main(["check", str(tmp_path)]) == 1
    assert "holds no file that Undertow knows" in printed(capsys)


def test_the_list_names_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0

    there_is = json.loads(printed(capsys))
    assert "combat_patrol" in [s["id"] for s in there_is["scenarios"]]
    assert {"wardens-patrol", "brood-patrol"} <= {r["id"] for r in there_is["rosters"]}
    assert main(["list"]) == 0
    shown = printed(capsys)
    assert "Combat patrol" in shown
    assert 'sewer-bend           The Long Bend: 48" × 48"' in shown


def test_the_phases_are_drawn_as_a_diagram(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--phases", "combat_patrol"]) == 0

    out = printed(capsys)
    assert out.startswith("flowchart TD")
    assert "movement, wardens" in out
    assert main(["list", "--phases"]) == 0
    out = printed(capsys)
    assert out.count("```mermaid\nflowchart TD\n") == len(scenario_names())
    assert "## Training cage\n\n```mermaid" in out


def test_the_rulebook_can_be_read_whole_or_by_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "CC-04"]) == 0
    assert "re-rolled at most once" in printed(capsys)
    assert main(["rules"]) == 0
    assert "CC-38" in printed(capsys)


def test_a_situation_that_fails_is_told_and_answers_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        'title = "A lie"\nclauses = ["CC-18"]\nsystem = "classic"\nanswers = ["pass"]\n'
        '[clock]\nround = 1\nphase = "movement"\nside = "wardens"\n'
        '[[model]]\nid = "a"\nunit = "a"\nside = "wardens"\nprofile = "warden"\nat = [9, 9]\n'
        '[[model]]\nid = "b"\nunit = "b"\nside = "brood"\nprofile = "brute"\nat = [30, 9]\n'
        '[[expect.model]]\nid = "a"\nat = [8, 9]\n',
        "utf-8",
    )

    assert main(["situation", str(file)]) == 1
    assert "a is at [9.0, 9.0], not [8.0, 9.0]" in printed(capsys)
    assert main(["situation", "--json", str(file)]) == 1
    lines = [json.loads(line) for line in printed(capsys).splitlines()]
    assert lines[0]["clause"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [[*DEMO, "--seed", "1", "--json"], ["list"], ["rules"]])
def test_headless_commands_import_no_pygame(words: list[str]) -> None:
    code = (
        f"import sys; from game.cli import main; main({words!r}); "
        "sys.exit('pygame' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)  # noqa: S603
    assert run.returncode == 0


def test_a_bot_that_breaks_leaves_a_report_and_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def think(*_: object) -> object:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("game.bots.simple_bots.RandomBot.answer", think)
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))

    assert main([*DEMO, "--seed", "3"]) == 1
    assert "report" in error_output(capsys)
    (report,) = tmp_path.glob("crashes/*.txt")
    assert "a bug" in report.read_text("utf-8")
    (save,) = tmp_path.glob("crashes/*.undertow")
    assert main(["check", str(save)]) == 0


def test_check_says_so_of_a_deep_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(f"a = {'[' * 3000}{']' * 3000}\n", "utf-8")

    assert main(["check", str(file)]) == 1
    assert printed(capsys) == f"{file}: nests too deeply\n"


def test_files_of_the_current_folder_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "assets/scenarios/cage.toml", tmp_path / "mine.toml")
    shutil.copy(ROOT / "maps/old-quarter.tmj", tmp_path / "my-quarter.tmj")
    monkeypatch.chdir(tmp_path)
    quick = ["--headless", "--players", "random,random", "--seed", "1"]

    assert main(["demo", "mine.toml", *quick]) == 0
    assert main(["demo", "combat_patrol", "--map", "my-quarter.tmj", *quick]) == 0
    assert main(["list", "--phases", "mine.toml"]) == 0
    capsys.readouterr()
    assert main(["demo", "combat_patrol", "--map", "none.tmj", *quick]) == 2
    assert "none.tmj" in capsys.readouterr().err
