"""``generate``: random maps, checked and played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from tests.cli.commands import error_output
from tests.tiers import few

CHASE = ["demo", "pursuit", "--headless", "--players", "random,random"]


@pytest.mark.rule("PU-02")
def test_a_street_is_made_checked_and_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "made.tmj")
    make = ["generate", "street", "--seed", "3", "--out", out]

    assert main(make) == 0
    assert main(["check", out]) == 0
    assert main(["fmt", "--check", out]) == 0
    assert main([*CHASE, "--seed", "3", "--json", "--map", out]) == 0
    capsys.readouterr()
    assert main([*make, "--force", "--width", "20", "--pieces", "13"]) == 2
    assert error_output(capsys).splitlines() == [
        "generate street: --width: must be 42 to 60, not 20",
        "generate street: --pieces: must be a multiple of 3, not 13: a third of each size",
    ]
    assert main([*make, "--force", "--pieces", "36"]) == 2
    assert "ask for fewer, or for a longer table" in error_output(capsys)
    assert main(["generate", "street", "--out", "made.json"]) == 2
    assert "does not end in .tmj" in error_output(capsys)


@pytest.mark.rule("MP-05")
def test_a_battlefield_is_made_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "made.tmj")
    make = ["generate", "battlefield", "--seed", "3", "--theme", "industry", "--out", out]

    assert main([*make, "--width", "60", "--height", "44"]) == 0
    assert main(["check", out]) == 0
    assert main(["fmt", "--check", out]) == 0
    capsys.readouterr()
    assert main([*make, "--force", "--theme", "ruin"]) == 2
    assert error_output(capsys).strip() == (
        "generate battlefield: --theme: there is no theme 'ruin'; did you mean 'ruins'?"
    )


@pytest.mark.rule("MI-01", "MI-02", "MI-04", "MI-05")
@pytest.mark.parametrize(
    ("maker", "scenarios"),
    [
        (["sewer", "--vaults", "3"], ["crossing", "the_nest"]),
        (["wreck"], ["adrift", "salvage"]),
        (["wreck", "--kind", "void"], ["adrift", "salvage"]),
    ],
    ids=["sewer", "hulk", "void"],
)
@pytest.mark.parametrize(("seed", "turns"), few([("3", ["--option", "turns=3"]), ("4", [])]))
def test_a_sewer_and_a_wreck_are_made_checked_and_played_on(
    maker: list[str], scenarios: list[str], seed: str, turns: list[str], tmp_path: Path
) -> None:
    out = str(tmp_path / "made.tmj")

    assert main(["generate", *maker, "--seed", seed, "--out", out]) == 0
    assert main(["check", out]) == 0
    assert main(["fmt", "--check", out]) == 0
    for scenario in scenarios:
        bots = ["--headless", "--json", "--players", "random,random", "--seed", seed]
        assert main(["demo", scenario, *bots, *turns, "--map", out]) == 0


def test_all_that_cannot_be_asked_for_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--width", "30", "--cave-ins", "9", "--corridor", "nan"]

    assert main(["generate", "sewer", "--out", str(tmp_path / "x.tmj"), *asked]) == 2
    assert error_output(capsys).splitlines() == [
        "generate sewer: --width: must be 48 to 96, not 30",
        "generate sewer: --corridor: must be 5 to 7, not nan",
        "generate sewer: --cave-ins: must be 0 to 6, not 9",
    ]
    assert not (tmp_path / "x.tmj").exists()
