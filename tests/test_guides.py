"""The README, the guides and those to the code: their length, their links, and their commands.

Commands in ``sh`` blocks are run one after the other, except for those that open a window, and
for ``gallery``: it takes a minute, and ``tests/test_gallery.py`` runs it. An
example file is a block that begins after its name: `` `yard.tmj`: ``. Commands in other blocks
need files in the user's own folders; they are only parsed. Where a reader is to play many games
for statistics that no page shows, two are played. Videos are made where PyAV is installed.
Films are smaller and shorter than those of the reader.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from game.cli.parser import parser
from game.content import own_folders
from game.content.campaign_files import campaign_names, load_campaign
from game.content.scenarios import load_scenario, scenario_names
from game.content.shipped_folders import ASSETS, ROOT
from game.screens.help import GUIDE_ORDER
from tests.tools.command_lines import commands_of, options_of
from tests.tools.prepared_process import Prepared, prepared_process

README = ROOT / "README.md"
GUIDES = sorted((ASSETS / "guide").glob("*.md"))
OF_CODE = (
    "CONTRIBUTING.md",
    "game/README.md",
    "tests/README.md",
    "tests/bench/README.md",
    "tests/situations/README.md",
)
PAGES = [README, *(ROOT / name for name in OF_CODE), *GUIDES]
MAX_README_WORDS = 700
PROGRAM = "python main.py"
HAS_PYAV = find_spec("av") is not None
SMALL_FILM = {"--size": "320x240", "--speed": "20"}
"""Size in pixels, and speed relative to the window, of the films that examples make."""
OURS = ("assets/", "maps/", "tests/")
"""Folders of files that examples read, as from a copy of the repository."""

BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
PLACEHOLDER = re.compile(r"(?:.*=)?(?:[A-Z]{1,10}|<.*>|\[.*\]|.*(?:\.\.\.|…).*)")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


class Command(NamedTuple):
    words: list[str]
    runnable: bool
    """Whether it stands in an ``sh`` block."""


def commands(page: Path) -> Iterator[Command]:
    """Yield the commands in the code blocks of a page."""
    for _, language, text in BLOCK.findall(page.read_text("utf-8")):
        for line in text.splitlines():
            if line == PROGRAM or line.startswith(f"{PROGRAM} "):
                words = shlex.split(line, comments=True)[2:]
                yield Command(words, language == "sh")


def parsed_command(words: list[str]) -> argparse.Namespace:
    return parser(words).parse_args(words)


def prose(page: Path) -> str:
    return BLOCK.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """Return what links to the headings of a page are called, as on GitHub."""
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(prose(page)))
    return {title.replace(" ", "-") for title in kept}


def test_the_readme_is_short() -> None:
    assert len(README.read_text("utf-8").split()) <= MAX_README_WORDS


def test_the_readme_says_how_long_scenarios_last() -> None:
    rows = re.findall(
        r"^\| (.+?) \| .+ \| (\d+)(?:–(\d+))? \|$", README.read_text("utf-8"), re.MULTILINE
    )
    told = {title: (int(a), int(b or a)) for names, a, b in rows for title in names.split(", ")}
    for scenario in map(load_scenario, scenario_names()):
        if scenario.title in told:
            least, most = told[scenario.title]
            assert least <= scenario.minutes <= most, scenario.title
    assert len(told) >= len(scenario_names()) - 1


def test_the_readme_names_every_scenario_campaign_and_guide() -> None:
    text = README.read_text("utf-8")
    titles = [load_scenario(name).title for name in scenario_names()]
    titles += [load_campaign(name).title for name in campaign_names()]

    assert [title for title in titles if title not in text] == []
    assert [g.name for g in GUIDES if f"(assets/guide/{g.name})" not in text] == []


def test_every_guide_has_its_place_in_help() -> None:
    assert [guide.stem for guide in GUIDES if guide.stem not in GUIDE_ORDER] == []


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = list[str]()
    for link in LINK.findall(prose(page)):
        name, _, heading = link.partition("#")
        goal = page.parent / name if name else page
        if not link.startswith("https://") and (
            not goal.exists() or (heading and heading not in anchors(goal))
        ):
            wrong.append(link)

    assert wrong == []


@each_page
def test_every_command_is_one_that_there_is(page: Path) -> None:
    inline = (" ".join(code.split()) for code in INLINE.findall(prose(page)))
    lines = [shlex.split(code)[2:] for code in inline if code.startswith(f"{PROGRAM} ")]
    for words in [*(c.words for c in commands(page)), *(w for w in lines if len(w) > 1)]:
        if "--help" not in words:
            parsed_command(words)


@each_page
def test_commands_can_be_copied_as_they_are(page: Path) -> None:
    words = [word for command in commands(page) for word in command.words]

    assert [word for word in words if PLACEHOLDER.fullmatch(word)] == []


def test_the_guide_to_the_command_line_names_every_command_and_option() -> None:
    text = (ASSETS / "guide" / "command-line.md").read_text("utf-8")
    chapters = {part.split("\n", 1)[0]: part for part in text.split("\n## ")}
    top = commands_of(parser(["generate"]))
    # What fixes a battle is explained once, with play.
    kept = {"-h", "--help", "--map", "--seed", "--option", "--roster", "--players"}
    kept |= {"--force"}  # explained once for all commands

    assert {*top} <= {*chapters}
    for name, command in top.items():
        missing = [o for o in options(command) - kept if o not in chapters[name]]
        assert missing == [], name


def test_the_guide_to_files_names_every_folder_that_is_written_to() -> None:
    text = (ASSETS / "guide" / "files.md").read_text("utf-8")
    *folders, _ = own_folders.own()
    names = {place.name for place in (*folders, own_folders.settings())}

    assert {"saves", "maps", "crashes"} <= names
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", text)] == []


def options(command: argparse.ArgumentParser) -> set[str]:
    """Return the options of a command and of its sub-commands."""
    return {*options_of(command)}.union(*map(options, commands_of(command).values()))


def with_few_games(words: list[str]) -> list[str]:
    """Return a command that plays at most two of the games whose results it only counts.

    A fit needs all of its games, and ``add`` must ask for more than there are. Two games are no
    work for several processes; experiments are played in as many as they would be.
    """
    if "--games" not in words or words[1] == "add":
        return words
    at = words.index("--games") + 1
    if words[0] == "lab":
        words = [*words[:at], str(min(int(words[at]), 2)), *words[at + 1 :]]
    return words if "--workers" in words else [*words, "--workers", "1"]


def with_small_film(words: list[str]) -> list[str]:
    """Return a command that makes any film small, and of few frames."""
    if words[:1] != ["film"]:
        return words
    # What is said again counts instead of what was said before.
    return words + [word for option in SMALL_FILM.items() for word in option]


def opens_a_window(args: argparse.Namespace) -> bool:
    """Return whether a command needs a screen."""
    match args.does.partition(":")[2]:
        case "title" | "play" | "edit" | "open_":
            return True
        case "demo":
            return not (args.headless or args.json or args.save)
        case "replay":
            return not args.verify
        case _:
            return False


def copied(folder: Path, page: Path, examples: list[list[str]]) -> Path:
    """Return a new folder with the example files of a page, and our own files that it names."""
    folder.mkdir()
    for name in dict.fromkeys(word for one in examples for word in one):
        ours, copy = ROOT / name, folder / name
        if not name.startswith(OURS) or not ours.exists():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        if ours.is_dir():
            shutil.copytree(ours, copy)
        else:
            shutil.copyfile(ours, copy)
    for name, _, text in BLOCK.findall(page.read_text("utf-8")):
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
    return folder


def is_run(command: Command) -> bool:
    words = command.words
    return (
        command.runnable
        and words[:1] != ["gallery"]
        and (HAS_PYAV or not is_video(words))
        and not opens_a_window(parsed_command(words))
    )


def is_video(words: Sequence[str]) -> bool:
    """Return whether a command makes a video, which takes PyAV."""
    return words[:1] == ["film"] and any(word.endswith((".mp4", ".webm")) for word in words)


@pytest.fixture(scope="module")
def program() -> Iterator[Prepared]:
    with prepared_process() as prepared:
        yield prepared


@pytest.mark.slow
@each_page
def test_every_example_works(page: Path, tmp_path: Path, program: Prepared) -> None:
    kept = (one.words for one in commands(page) if is_run(one))
    examples = [with_small_film(with_few_games(words)) for words in kept]
    here = copied(tmp_path / "undertow", page, examples)
    home = dict.fromkeys(("UNDERTOW_HOME", "HOME"), str(tmp_path / "home"))
    for words in examples:
        status, said = program.run(str(ROOT / "main.py"), *words, cwd=here, env=home)
        assert status == 0, f"{shlex.join(words)}: {said[-2000:]}"
