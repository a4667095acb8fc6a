"""The program installed by pip, and as a folder that needs no Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

import game
from game.content.shipped_folders import ROOT
from tests.window.real_window import Window, display

DEMO = ("demo", "combat_patrol", "--headless", "--json", "--seed", "1")
PLAYERS = ("--players", "random,random")


def output_of(*command: object, **env: str) -> str:
    ran = subprocess.run(  # noqa: S603  our own program
        [str(word) for word in command],
        cwd=ROOT,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def story_in_output(output: str) -> object:
    return json.loads(output.splitlines()[-1])["story"]


@pytest.mark.skipif(not find_spec("hatchling"), reason="requirements-dev.txt is not installed")
def test_pip_installs_the_program_with_its_assets(tmp_path: Path) -> None:
    pip = (
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
    )
    output_of(*pip, "--target", tmp_path, ".")
    begin = "import sys; from game.cli import run; sys.exit(run())"
    installed = {"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
    played = output_of(sys.executable, "-c", begin, *DEMO, *PLAYERS, **installed)

    assert story_in_output(played) == story_in_output(
        output_of(sys.executable, "main.py", *DEMO, *PLAYERS)
    )
    assert (tmp_path / "undertow_data/maps").is_dir()
    assert (tmp_path / "bin/undertow").is_file()


@pytest.mark.skipif(
    not find_spec("PyInstaller"), reason="requirements-dev.txt is not installed"
)
def test_the_packaged_program_plays_and_opens_its_window(tmp_path: Path) -> None:
    build = (sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", ".ci/undertow.spec")
    output_of(*build, "--distpath", tmp_path, "--workpath", tmp_path / "work")
    program = str(tmp_path / "undertow/undertow")

    assert output_of(program, "--version") == f"undertow {game.__version__}\n"
    assert story_in_output(output_of(program, *DEMO)) == story_in_output(
        output_of(sys.executable, "main.py", *DEMO)
    )
    if which("Xvfb") and which("xdotool"):
        with display() as name:
            Window(name, tmp_path / "home", program=(program,)).kill()
