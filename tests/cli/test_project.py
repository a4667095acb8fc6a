"""The project's metadata agrees with the requirements files, and names its version."""

from __future__ import annotations

import tomllib

import pytest

import game
from game.cli import main
from game.content.shipped_folders import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def requirements(file: str) -> list[str]:
    lines = (ROOT / file).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r"))]


def test_the_project_needs_what_the_requirements_files_install() -> None:
    extras = PROJECT["optional-dependencies"]
    installed = requirements("requirements.txt")
    assert set(PROJECT["dependencies"]) <= set(installed)
    wanted = [*PROJECT["dependencies"], *(one for extra in extras.values() for one in extra)]
    assert sorted(wanted) == sorted([*installed, *requirements("requirements-dev.txt")])


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert not end.value.code
    assert capsys.readouterr().out == f"undertow {game.__version__}\n"
