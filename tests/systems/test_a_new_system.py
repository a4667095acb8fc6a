"""A new system is a folder and a name in one list: it is played, drawn and demoed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pygame
import pytest

from game.content.shipped_folders import ROOT

pytestmark = pytest.mark.slow

PINK = (255, 0, 128)
FILES = {
    "__init__.py": """
        from game.systems import SystemEntry

        ENTRY = SystemEntry(armed_as="classic")
    """,
    "rules/__init__.py": "",
    "rules/system.py": """
        from game.cores.classic.rules.core_api import CLASSIC
        from game.cores.kit.declarations import System
        from game.cores.kit.modules import Module
        from game.play.decisions import Choose, Option
        from game.play.phases import END, NEXT, Phase, When
        from game.table.events import Ended, PhaseOver, Scored, TurnsOrdered


        async def toss(game):
            game.do(TurnsOrdered("SB-01", game.table.sides[0]))
            game.do(PhaseOver("SB-01"))


        async def stake(game):
            side = game.table.clock.side
            many = await Choose(
                side,
                clause="SB-01",
                asks="Stake how much?",
                options=(Option("1", "One", "SB-01"), Option("2", "Two", "SB-01")),
            )
            game.do(Scored("SB-01", side, int(many), "a stake"))
            won = game.table.scores[side] >= 6
            game.do(Ended("SB-01", side, "six staked") if won else PhaseOver("SB-01"))


        def stakes(options):
            first = Phase("toss", "SB-01", lambda _: toss, when=When.SETUP)
            then = Phase("stake", "SB-01", lambda _: stake, then=(NEXT, END))
            return Module("stakes", phases=(first, then))


        SYSTEM = System(stakes, CLASSIC)
    """,
    "content/__init__.py": "",
    "content/keys.py": """
        from game.content.format_additions import FormatAdditions, RosterAdditions


        class StakesRosterKeys(RosterAdditions):
            purse: int = 6


        ADDED = FormatAdditions(
            model_rules=("rich",), weapon_rules=("gilded",), roster=StakesRosterKeys
        )
    """,
    "content/map_classes.py": """
        from game.content.maps import class_additions
        from game.content.maps.map_class import POINT, SpotClass


        class Till(SpotClass):
            kind = "till"
            shapes = POINT
            colour = "#ffffffff"


        ADDED = class_additions.ClassAdditions(
            listed=(class_additions.ListedClasses(1, (Till,)),),
            groups=(class_additions.PaletteGroup(1, "Bank", (Till,)),),
        )
    """,
    "bot/__init__.py": "",
    "bot/answers.py": """
        def judge_of(view, side, asked, weights):
            yield
            return "2"
    """,
    "view.py": f"""
        import pygame

        from game.view.system_view import Layer, SystemView


        class Table(Layer):
            def floor(self, canvas, stage, camera, laid):
                board = stage.seen.board
                middle = camera.pixel((board.width / 2, board.height / 2))
                pygame.draw.circle(canvas, {PINK}, middle, 3 * camera.ppi)
                return True


        VIEW = SystemView(layer=Table)
    """,
}
SCENARIO = """
title = "Stakes"
blurb = "Whoever stakes six first wins."
system = "stakes"
map = "old-quarter"
maps = ["old-quarter"]
minutes = 1
rules = ["SB"]

[[side]]
id = "red"
name = "Red"
roster = "wardens-patrol"

[[side]]
id = "blue"
name = "Blue"
roster = "brood-patrol"
"""
KNOWN = """
import sys
import game.systems
game.systems.__path__.append(sys.argv[1])
game.systems.NAMES.append("stakes")
"""
PROGRAM = f"""{KNOWN}
import runpy
sys.argv = ["main.py", *sys.argv[2:]]
runpy.run_path("main.py", run_name="__main__")
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "systems" / "stakes" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), "utf-8")
    scenario = tmp_path / "stakes.toml"
    scenario.write_text(SCENARIO, "utf-8")
    return scenario


def run_program(scenario: Path, *words: str, program: str = PROGRAM) -> str:
    ran = subprocess.run(  # noqa: S603  our own words
        [sys.executable, "-c", program, str(scenario.parent / "systems"), *words],
        cwd=ROOT,
        env={**os.environ, "UNDERTOW_HOME": str(scenario.parent / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_bots_play_it_each_in_its_own_way(scenario: Path) -> None:
    steady = run_program(scenario, "demo", str(scenario), "--headless", "--seed", "1")
    assert "Red wins" in steady
    assert steady.count("a stake") == 5, "both stake two each turn, and red begins"

    checked = run_program(scenario, "check", str(scenario))
    assert "OK" in checked


def test_it_is_drawn(scenario: Path) -> None:
    picture = scenario.parent / "table.png"
    run_program(scenario, "picture", str(scenario), "--out", str(picture), "--seed", "1")

    drawn = pygame.image.load(picture)
    w, h = drawn.get_size()
    shares = [drawn.get_at((x, y))[:3] == PINK for x in range(0, w, 4) for y in range(0, h, 4)]
    assert sum(shares) > 40


def test_what_it_adds_to_files_and_maps_is_known(scenario: Path) -> None:
    program = f"""{KNOWN}
from typing import get_args
from game.content.armouries.weapon_rules import CLASSIC
from game.content.maps.class_registry import CLASSES, GROUPS
from game.content.rosters import RosterFile
from game.cores.classic.content import Rule
names = [*CLASSES]
print(names.index("Hull") < names.index("Till") < names.index("Weeds"))
print([*GROUPS].index("Bank") == [*GROUPS].index("Water") + 1)
print("rich" in get_args(Rule), "gilded" in CLASSIC, [*RosterFile.model_fields][:2])
"""
    assert run_program(scenario, program=program).splitlines() == [
        "True",
        "True",
        "True True ['mines', 'purse']",
    ]
