"""The arguments of every command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

from game import __version__
from game.cli.arguments import (
    Commands,
    add_output,
    add_playing,
    file_or_name,
    new_command,
    number,
    seed,
    side_roster,
)
from game.entry_points import EntryPoints

MAX_SPEED = 60
"""Maximum playback speed; hours of a loop pass in minutes."""
MIN_PICTURE, MAX_PICTURE = (320, 240), (7680, 4320)
"""Minimum and maximum size of a picture in pixels."""
EXPERIMENT_WORDS: Mapping[str, Callable[[Commands], None]] = EntryPoints(
    {
        "run": "game.cli.experiment_commands:add_run",
        "resume": "game.cli.experiment_commands:add_resume",
        "add": "game.cli.experiment_commands:add_more",
        "report": "game.cli.experiment_reports:add_report",
        "compare": "game.cli.compare:add_compare",
        "verdict": "game.cli.verdict:add_verdict",
        "blunders": "game.cli.blunder_counts:add_blunders",
        "tune": "game.cli.tune:add_tune",
        "train": "game.cli.train:add_train",
        "ladder": "game.cli.ladder:add_ladder",
        "export": "game.cli.table_exports:add_export",
    }
)
"""Words after ``lab`` that are about experiments; each adds its command."""
_GENERATE = "generate"
CAMPAIGN = "campaign"
"""The word before the name of a campaign, given in place of a scenario."""
ITS_NAME = "a scenario's name or file; or the word campaign and a campaign's name"
_ABOUT = "A 2D tabletop for skirmish battles: play, watch, test and build them."


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for *words*; map generators are imported only if one is named."""
    top = argparse.ArgumentParser("undertow", description=_ABOUT, allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"undertow {__version__}")
    top.set_defaults(does="game.cli.window_commands:title")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    module = "campaign_commands" if CAMPAIGN in words else "battles"
    of_experiment = words[:1] == ["lab"] and words[1:2] and words[1] in EXPERIMENT_WORDS
    for add in (
        partial(_play, module=module),
        partial(_demo, module=module),
        _experiments if of_experiment else partial(_lab, module=module),
        _fit,
        _edit,
        _open,
        _replay,
        _beside,
        _situation,
        _check,
        _fmt,
        _import,
        _pack,
        _unpack,
        partial(_generate, named=_GENERATE in words),
        _list,
        _rules,
        _picture,
        _film,
        _page,
        _register,
        _gallery,
    ):
        add(commands)
    return top


def _play(commands: Commands, module: str) -> None:
    command = new_command(commands, "play", "Play a scenario in the window.")
    _battle(command, "human,steady")
    command.set_defaults(does=f"game.cli.{module}:play")


def _demo(commands: Commands, module: str) -> None:
    command = new_command(commands, "demo", "Watch two bots play a scenario.")
    _battle(command, "steady,steady", optional=True)
    command.add_argument("more", nargs="*", type=file_or_name, help=argparse.SUPPRESS)
    command.add_argument(
        "--show",
        action="store_true",
        help="for spectators: the board fills the window, captions say what happens",
    )
    command.add_argument(
        "--loop",
        action="store_true",
        help="with --show: show all scenarios named, or all, one after the other without end",
    )
    command.add_argument("--fullscreen", action="store_true", help="fill the screen")
    command.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="playback speed; 2 is twice as fast",
    )
    command.add_argument(
        "--headless", action="store_true", help="print a report of the battle, without a window"
    )
    command.add_argument(
        "--verbose", action="store_true", help="with --headless: print every model and roll"
    )
    command.add_argument(
        "--json", action="store_true", help="with --headless: print only the result, as JSON"
    )
    add_output(command, "--save", metavar="FILE", help="with --headless: save the game to FILE")
    command.set_defaults(does=f"game.cli.{module}:demo")


def _lab(commands: Commands, module: str) -> None:
    command = new_command(commands, "lab", "Play many bot games and report win rates.")
    experiments = ", ".join(f"lab {word}" for word in EXPERIMENT_WORDS)
    command.epilog = f"Experiments, whose games are kept: {experiments}"
    _battle(command, "steady,steady", scenarios=f"{ITS_NAME}; or all")
    command.add_argument("--games", type=number, metavar="N", help="default: 20")
    command.add_argument("--first-seed", type=seed, default=1, metavar="N")
    command.add_argument("--out", type=Path, metavar="STORE", help="keep the games in STORE")
    add_playing(command)
    command.add_argument(
        "--pairs",
        action="store_true",
        help="play every roster against every other and print a table",
    )
    module = "lab" if module == "battles" else module
    command.set_defaults(does=f"game.cli.{module}:lab")


def _experiments(commands: Commands) -> None:
    """Add the commands of the laboratory that are about experiments."""
    about = "Play experiments, and keep their games."
    words = new_command(commands, "lab", about).add_subparsers(metavar="WORD", required=True)
    for add in EXPERIMENT_WORDS.values():
        add(words)


def _fit(commands: Commands) -> None:
    about = "Fit the weights of the chances to win to games of bots."
    command = new_command(commands, "fit", about)
    command.add_argument(
        "scenarios", nargs="*", type=file_or_name, help="default: all scenarios"
    )
    command.add_argument("--games", type=number, default=60, metavar="N", help="per scenario")
    command.add_argument("--first-seed", type=seed, default=1, metavar="N")
    command.add_argument("--workers", type=number, metavar="K", help="default: all cores")
    command.add_argument("--players", default="steady,steady", metavar="A,B")
    add_output(command, "--out", metavar="FILE", help="write the weights to FILE")
    command.set_defaults(does="game.cli.fit:fit")


def _edit(commands: Commands) -> None:
    command = new_command(commands, "edit", "Draw a map in the window.")
    command.add_argument(
        "map",
        nargs="?",
        type=Path,
        metavar="MAP",
        help="a map's name or file; default: a new map",
    )
    command.set_defaults(does="game.cli.window_commands:edit")


def _open(commands: Commands) -> None:
    about = "Open a save, pack, map or army list in the window, as a double click on it does."
    command = new_command(commands, "open", about)
    command.add_argument("file", type=Path, metavar="FILE")
    command.set_defaults(does="game.cli.window_commands:open_")


def _battle(
    command: argparse.ArgumentParser,
    players: str,
    *,
    optional: bool = False,
    scenarios: str = ITS_NAME,
) -> None:
    """Add the arguments that describe a battle and its players."""
    nargs = "?" if optional else None
    command.add_argument("scenario", nargs=nargs, type=file_or_name, help=scenarios)
    command.add_argument("name", nargs="?", type=file_or_name, help=argparse.SUPPRESS)
    _fixed(command)
    command.add_argument(
        "--players",
        default=players,
        metavar="A,B",
        help=f"human, or the name of a bot, as in `list`; default: {players}",
    )


def _fixed(command: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a battle, except its players."""
    command.add_argument("--map", metavar="F", type=file_or_name, help="a map's name or file")
    command.add_argument("--seed", type=seed, metavar="N", help="dice seed; default: random")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="set a scenario option (see `list`), e.g. turns=4",
    )
    command.add_argument(
        "--roster",
        action="append",
        default=[],
        type=side_roster,
        metavar="SIDE=R",
        help="roster R for SIDE instead of the default",
    )


def _replay(commands: Commands) -> None:
    command = new_command(commands, "replay", "Watch a saved game.")
    command.add_argument("file", type=Path)
    command.add_argument(
        "--verify", action="store_true", help="replay without a window and check the result"
    )
    command.set_defaults(does="game.cli.replays:replay")


def _beside(commands: Commands) -> None:
    about = "Watch two games side by side: two saves, or two pairs of bots with the same dice."
    command = new_command(commands, "beside", about)
    command.add_argument("thing", metavar="SAVE|SCENARIO")
    command.add_argument("other", nargs="?", type=Path, metavar="SAVE", help="the second save")
    _fixed(command)
    command.add_argument("--players", metavar="A,B", help="bots; default: steady,steady")
    command.add_argument("--against", metavar="C,D", help="the bots of the second game")
    command.add_argument(
        "--headless", action="store_true", help="print where they differ, without a window"
    )
    command.set_defaults(does="game.cli.beside:beside")


def _situation(commands: Commands) -> None:
    command = new_command(commands, "situation", "Run situation files and check the outcome.")
    command.add_argument("files", nargs="+", metavar="FILE")
    command.add_argument("--json", action="store_true", help="print the events as JSON Lines")
    command.set_defaults(does="game.cli.situations:situation")


def _check(commands: Commands) -> None:
    about = "Check maps, armouries, rosters, scenarios, packs, saves and situations."
    command = new_command(commands, "check", about)
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(does="game.cli.check:check")


def _fmt(commands: Commands) -> None:
    command = new_command(commands, "fmt", "Format map files.")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--check", action="store_true", help="only report; change nothing")
    command.set_defaults(does="game.cli.fmt:fmt")


def _import(commands: Commands) -> None:
    lists = "army lists (.ros, .rosz, .json) as rosters"
    about = f"Import {lists}, and maps of Tiled and Universal VTT files as maps."
    command = new_command(commands, "import", about)
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_output(command, "--out", metavar="FILE", help="output file (for a single input)")
    command.add_argument(
        "--inches",
        type=float,
        metavar="N",
        help="for maps: size of a grid square; else it fits",
    )
    command.set_defaults(does="game.cli.imports:import_lists")


def _pack(commands: Commands) -> None:
    about = "Put maps, scenarios, rosters, campaigns and all they need into one file."
    command = new_command(commands, "pack", about)
    thing = "a name, a file, or a folder with pack.toml; maps/yard is a map, not a roster"
    command.add_argument("things", nargs="+", metavar="THING", help=thing)
    file = "output file (.undertow-pack)"
    add_output(command, "--out", required=True, metavar="FILE", help=file)
    command.add_argument("--name", help="name of the pack; default: that of FILE")
    command.add_argument("--title", help="default: that of the first THING")
    for key in ("author", "licence", "description"):
        command.add_argument(f"--{key}", default="", help="shown before the pack is kept")
    command.set_defaults(does="game.cli.pack_commands:pack")


def _unpack(commands: Commands) -> None:
    command = new_command(commands, "unpack", "Check a pack and add it to yours.")
    command.add_argument("pack", metavar="PACK", help="a file, or the name of a pack in `list`")
    command.add_argument("--list", action="store_true", help="only show what is in it")
    command.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write plain files to a new folder instead"
    )
    command.add_argument("--as", dest="name", metavar="NAME", help="keep it under this name")
    command.add_argument("--replace", action="store_true", help="replace yours of this name")
    command.set_defaults(does="game.cli.pack_commands:unpack")


def _generate(commands: Commands, *, named: bool) -> None:
    command = new_command(commands, _GENERATE, "Generate a random map.")
    if named:
        resolve_name("game.cli.generate:add_kinds")(command)


def _list(commands: Commands) -> None:
    command = new_command(
        commands, "list", "List bots, scenarios, campaigns, maps, rosters, armouries, packs."
    )
    command.add_argument("--json", action="store_true")
    command.add_argument(
        "--phases",
        metavar="SCENARIO",
        type=file_or_name,
        nargs="?",
        const="",
        help="print its phases as a Mermaid diagram; default: those of all scenarios",
    )
    command.set_defaults(does="game.cli.listing:listed")


def _rules(commands: Commands) -> None:
    command = new_command(commands, "rules", "Read the rulebook.")
    command.add_argument(
        "clause", nargs="?", help="a clause id, e.g. CC-07; default: list all clauses"
    )
    command.set_defaults(does="game.cli.clauses:rules")


def _picture(commands: Commands) -> None:
    about = "Render a battle or map to .png, a battle to .gif, or a map to .pdf or .uvtt."
    command = new_command(commands, "picture", about)
    command.add_argument("thing", metavar="SCENARIO|SAVE|MAP")
    add_output(command, "--out", required=True, metavar="FILE")
    command.add_argument(
        "--turn",
        type=number,
        metavar="N",
        help="the turn to show (its start); for a .gif: only this turn",
    )
    command.add_argument("--size", type=_size, metavar="WxH", help="in pixels")
    command.add_argument(
        "--overlay", action="append", default=[], metavar="NAME", help="draw this overlay"
    )
    command.add_argument("--table", action="store_true", help="the table only, without panels")
    command.add_argument(
        "--with-save",
        action="store_true",
        help="embed the game: drop the picture on the window to open it",
    )
    command.add_argument(
        "--ppi", type=int, metavar="N", help="maps: pixels per inch, 50 to 300; default: 100"
    )
    command.add_argument("--grid", action="store_true", help="maps: draw a grid of 1 inch")
    command.add_argument(
        "--with-map", action="store_true", help="maps: embed the map file in the picture"
    )
    command.add_argument(
        "--with-picture", action="store_true", help="maps: print the pictures underneath"
    )
    command.add_argument(
        "--bare", action="store_true", help="maps: leave out markers and labels"
    )
    command.add_argument(
        "--paper", choices=("a4", "a3", "letter"), help="maps: paper of a .pdf; default: a4"
    )
    _fixed(command)
    command.add_argument("--players", metavar="A,B", help="bots; default: steady,steady")
    command.set_defaults(does="game.cli.pictures:picture")


def _film(commands: Commands) -> None:
    about = "Film a battle as a video, or as a picture that moves (no display needed)."
    command = new_command(commands, "film", about)
    command.add_argument("thing", metavar="SCENARIO|SAVE")
    add_output(
        command,
        "--out",
        metavar="FILE",
        help=".mp4 or .webm with sound, .gif or .webp without",
    )
    command.add_argument(
        "--stills", type=Path, metavar="FOLDER", help="a .png of each highlight to FOLDER"
    )
    command.add_argument(
        "--highlights", action="store_true", help="only the moments that decided the battle"
    )
    command.add_argument("--size", type=_size, metavar="WxH", help="in pixels")
    command.add_argument("--fps", type=number, metavar="N", help="frames per second")
    command.add_argument("--from", type=number, metavar="N", help="first turn; default: set-up")
    command.add_argument("--to", type=number, metavar="N", help="last turn; default: the last")
    command.add_argument("--speed", type=_speed, metavar="X", help="2 is twice as fast")
    _fixed(command)
    command.add_argument("--players", metavar="A,B", help="bots; default: steady,steady")
    command.set_defaults(does="game.cli.films:film")


def _page(commands: Commands) -> None:
    about = "Write a saved game as a page for a browser: pictures, chances, points, dice."
    command = new_command(commands, "page", about)
    command.add_argument("save", type=Path, metavar="SAVE")
    add_output(command, "--out", required=True, metavar="FILE", help="output file (.html)")
    command.set_defaults(does="game.cli.battle_pages:page")


def _register(commands: Commands) -> None:
    about = "Let a double click on a saved battle or a pack open Undertow."
    command = new_command(commands, "register", about)
    command.add_argument("--remove", action="store_true", help="free these files again")
    command.set_defaults(does="game.cli.file_types:register")


def _gallery(commands: Commands) -> None:
    command = new_command(commands, "gallery", "Re-create the README pictures.")
    command.add_argument("--out", type=Path, default=Path("assets/pictures"), metavar="FOLDER")
    command.set_defaults(does="game.cli.pictures:gallery")


def _speed(text: str) -> float:
    speed = float(text)
    if not 0.1 <= speed <= MAX_SPEED:
        raise argparse.ArgumentTypeError(f"must be 0.1 to {MAX_SPEED}, not {text}")
    return speed


def _size(text: str) -> tuple[int, int]:
    """Return the size ``WxH``; raise ArgumentTypeError if it is no size of a picture."""
    wide, _, high = text.partition("x")
    if wide.isdecimal() and high.isdecimal() and len(text) < 12:
        found = int(wide), int(high)
        if all(a <= n <= b for a, n, b in zip(MIN_PICTURE, found, MAX_PICTURE, strict=True)):
            return found
    limits = "{}x{} to {}x{}".format(*MIN_PICTURE, *MAX_PICTURE)
    raise argparse.ArgumentTypeError(f"{text!r} is not a size from {limits}")
