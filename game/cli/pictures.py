"""The commands that draw pictures into files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from game.bots.registry import policy
from game.cli.battles import battle_of, players_of
from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import has_ending
from game.content.library_kinds import TILED
from game.content.maps.map_library import read_map
from game.content.png_payload import has_map
from game.content.safe_writing import write_bytes
from game.content.save_format import ENDING, HUMAN, SavedGame, load_save
from game.gallery import take_all, take_moments, take_still
from game.play.session import Session
from game.screens.battle.screen import BattleScreen
from game.screens.battle_opening import game_screen
from game.screens.destinations import screen_of
from game.screens.live_game import LiveGame, resume_game, resume_game_at, start_game
from game.screens.screenshots import (
    as_png,
    film,
    frame_of,
    open_nothing,
    point_at,
    settle,
    table_shot,
    window_shot,
)
from game.screens.title_background import STILL
from game.table.apply import apply
from game.table.events import Event, PhaseBegan
from game.table.records import Side, many
from game.view.board.painter import DEFAULT_PPI, MapPrint, PrintSettings, size_fault
from game.widgets.theme import Theme

OF_BATTLES = ("turn", "size", "overlay", "table", "with_save", "players")
FIXED = ("map", "seed", "option", "roster")
"""Arguments that describe a battle."""
OVERLAYS = {"Coherency": "links"}
"""Names of overlays for ``--overlay`` that are not the labels of their buttons."""
DEFAULT_PICTURE, DEFAULT_GIF = (1920, 1080), (800, 600)
"""Default size in pixels of a picture, and of a GIF, which has many frames."""
MAX_GIF_SIDE = 1600
"""Maximum pixels of a GIF's longer side; more would take gigabytes."""


def is_map(args: argparse.Namespace) -> bool:
    path = Path(args.thing)
    return has_ending(path.name, ".tmj", *TILED) or has_map(path)


def only_for_maps(args: argparse.Namespace) -> None:
    """Raise UnusableFile if arguments for maps are given with a battle."""
    if said := _given_arguments(args, ("ppi", "grid", "with_map")):
        raise UnusableFile(said, [("", "is for maps (.tmj) only")])


def print_map(args: argparse.Namespace) -> int:
    """Draw a map; raise UnusableFile."""
    if said := _given_arguments(args, (*OF_BATTLES, *FIXED)):
        raise UnusableFile(said, [("", "is for battles; a map has --ppi, --grid, --with-map")])
    if args.out.suffix.lower() != ".png":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .png")])
    mapfile = read_map(Path(args.thing))
    open_nothing()
    ppi = DEFAULT_PPI if args.ppi is None else args.ppi
    if reason := size_fault(mapfile.width, mapfile.height, ppi):
        raise UnusableFile("--ppi", [("", reason)])
    settings = PrintSettings(ppi, args.grid, args.with_map)
    drawn = MapPrint(mapfile, settings, str(Path(args.thing).absolute()), Theme())
    drawn.write(args.out)
    wide, high = drawn.size
    print(f"{args.out}: {wide} × {high} pixels ({ppi} per inch)")
    return 0


def _given_arguments(args: argparse.Namespace, names: tuple[str, ...]) -> str:
    """Return the arguments in *names* that were given, as they are written."""
    given = [name for name in names if getattr(args, name) not in (None, False, [])]
    return ", ".join(f"--{name.replace('_', '-')}" for name in given)


def picture(args: argparse.Namespace) -> int:
    """Draw a battle at the start of a turn, or film it; raise UnusableFile."""
    kind = args.out.suffix.lower()
    if is_map(args):
        return print_map(args)
    only_for_maps(args)
    if kind not in {".png", ".gif"}:
        raise UnusableFile(
            "--out", [("", f"{args.out.name!r} ends neither in .png nor in .gif")]
        )
    if kind == ".gif" and args.size and max(args.size) > MAX_GIF_SIDE:
        raise UnusableFile(
            "--size", [("", f"of a GIF is at most {MAX_GIF_SIDE} pixels a side")]
        )
    open_nothing()
    data = _filmed(args) if kind == ".gif" else _drawn(args)
    write_bytes(args.out, data)
    print(args.out)
    return 0


def gallery(args: argparse.Namespace) -> int:
    """Draw the pictures of the README, scenarios and title again; raise UnusableFile."""
    open_nothing()
    for path in (*take_all(args.out), *take_moments(args.out.parent / "moments")):
        print(path)
    print(take_still(args.out.parent / STILL.name))
    return 0


def _drawn(args: argparse.Namespace) -> bytes:
    """Return the PNG that the arguments describe."""
    live_game = _live_game(args)
    screen, frame = screen_of(game_screen(live_game)), frame_of(args.size or DEFAULT_PICTURE)
    assert isinstance(screen, BattleScreen)
    layers = {OVERLAYS.get(one.label, one.label.lower()): one for one in screen.extras.offered}
    for name in args.overlay:
        if name not in layers:
            reason = f"{name!r} is not an overlay of this game{did_you_mean(name, layers)}"
            raise UnusableFile("--overlay", [("", reason)])
    screen.extras.overlays.on = {layers[name] for name in args.overlay}
    shot = window_shot(screen, frame)
    settle(screen, shot, busy=screen.extras.busy)
    if args.overlay and (models := live_game.session.table.standing(_asked(live_game))):
        point_at(screen, models[0].id, shot)
    if args.table:
        sheets = screen.parts.board.sheets
        table = live_game.session.table
        parts = live_game.session.game.rules.parts
        shot = table_shot(table, parts, frame.theme, frame.size, sheets.below, sheets.above)
    screen.leave()
    return as_png(shot, live_game.as_text() if args.with_save else "")


def _asked(live_game: LiveGame) -> Side | None:
    """Return the side that has to answer; None when the game is over."""
    asked = live_game.session.pending
    return asked.by if asked else None


def _filmed(args: argparse.Namespace) -> bytes:
    """Return the GIF that the arguments describe: of one turn, or of the whole game."""
    if args.overlay or args.with_save or args.table:
        reason = "are for .png only"
        raise UnusableFile("--overlay, --table and --with-save", [("", reason)])
    if save := _save(args):
        live_game = resume_game(save)
        opening, game = live_game.battle.opening, live_game.session.game
    else:
        battle = battle_of(args)
        session = battle.session()
        _play(session, players_of(args, people=False), args.turn + 1 if args.turn else None)
        opening, game = battle.opening, session.game
    story = game.story
    start, end = _turn(story, args.turn) if args.turn else (0, len(story))
    table = opening.fork()
    for event in story[:start]:
        apply(table, event)
    frame = frame_of(args.size or DEFAULT_GIF)
    return film(table, game.rules.parts, story[start:end], frame.theme, frame.size)


def _save(args: argparse.Namespace) -> SavedGame | None:
    """Return the save that the arguments name; None if they name a scenario."""
    path = Path(args.thing)
    if not has_ending(path.name, ENDING, ".png"):
        args.scenario, args.players = args.thing, args.players or "steady,steady"
        return None
    said = [f"--{n}" for n in ("seed", "map", "players") if getattr(args, n) is not None]
    said += [f"--{n}" for n in ("option", "roster") if getattr(args, n)]
    if said:
        words = ", ".join(said)
        raise UnusableFile(words, [("", "is fixed by the save")])
    return load_save(path)


def _live_game(args: argparse.Namespace) -> LiveGame:
    """Return the game at the requested turn, with people on both sides."""
    if save := _save(args):
        live_game = resume_game(save)
        if args.turn:
            start, _ = _turn(live_game.session.game.story, args.turn)
            return resume_game_at(save, start, (HUMAN, HUMAN))
        for side in live_game.session.table.sides:
            live_game.seat(side, HUMAN)
        return live_game
    live_game = start_game(battle_of(args), (HUMAN, HUMAN))
    turn = args.turn or 1
    _play(live_game.session, players_of(args, people=False), turn)
    _turn(live_game.session.game.story, turn)
    return live_game


def _play(session: Session, names: Sequence[str], turn: int | None) -> None:
    """Let bots play until a turn has begun, or to the end."""
    bots = dict(zip(session.table.sides, map(policy, names), strict=True))
    while (asked := session.pending) and (turn is None or session.table.clock.round < turn):
        session.answer(bots[asked.by].answer(session))


def _turn(story: Sequence[Event], turn: int) -> tuple[int, int]:
    """Return the numbers of events before a game turn and before the next one.

    Each includes the event that begins the turn. Raise UnusableFile if there is no such turn.
    """
    begun = dict[int, int]()
    for count, event in enumerate(story, 1):
        if isinstance(event, PhaseBegan):
            begun.setdefault(event.round, count)
    if turn not in begun:
        raise UnusableFile(
            "--turn", [("", f"the game has only {many(max(begun, default=0), 'turn')}")]
        )
    return begun[turn], begun.get(turn + 1, len(story))
