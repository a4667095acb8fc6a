"""``lab verdict``: what is refused before a game is played."""

from __future__ import annotations

import pytest

from game.cli import main


def test_a_save_is_of_one_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--scenario", "first_patrol", "--scenario", "cage", "--save", "x.undertow"]
    assert main(["lab", "verdict", "weir-yard", *words]) == 2
    assert capsys.readouterr().err.startswith("--save: is for one scenario")
