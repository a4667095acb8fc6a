"""The commands that draw pictures into files."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.cli.battles import battle_of, players_of
from game.cli.films import make_film
from game.cli.shown_battles import events_of_turn, play_until, recorded, save_of
from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import has_ending
from game.content.library_kinds import TILED
from game.content.maps.map_library import read_map
from game.content.png_payload import has_map
from game.content.safe_writing import write_bytes
from game.content.save_format import HUMAN
from game.gallery import take_all, take_moments, take_still
from game.screens.battle.screen import BattleScreen
from game.screens.battle_opening import game_screen
from game.screens.destinations import screen_of
from game.screens.film.film_frames import FilmRange
from game.screens.film.film_settings import film_settings
from game.screens.live_game import LiveGame, resume_game, resume_game_at, start_game
from game.screens.screenshots import (
    as_png,
    frame_of,
    open_nothing,
    point_at,
    settle,
    table_shot,
    window_shot,
)
from game.screens.title_background import STILL
from game.table.records import Side
from game.view.board.map_exports import FORMS, MapExport, form_of
from game.view.board.painter import DEFAULT_PPI, PrintSettings
from game.view.board.print_pages import PAPERS
from game.widgets.theme import Theme

OF_BATTLES = ("turn", "size", "overlay", "table", "with_save", "players")
OF_MAPS = ("ppi", "grid", "with_map", "with_picture", "bare", "paper")
FIXED = ("map", "seed", "option", "roster")
"""Arguments that describe a battle."""
OVERLAYS = {"Coherency": "links"}
"""Names of overlays for ``--overlay`` that are not the labels of their buttons."""
DEFAULT_PICTURE = 1920, 1080
"""Default size of a picture in pixels."""


def is_map(args: argparse.Namespace) -> bool:
    path = Path(args.thing)
    return has_ending(path.name, ".tmj", *TILED) or has_map(path)


def only_for_maps(args: argparse.Namespace) -> None:
    """Raise UnusableFile if arguments for maps are given with a battle."""
    if said := _given_arguments(args, OF_MAPS):
        raise UnusableFile(said, [("", "is for maps (.tmj) only")])


def print_map(args: argparse.Namespace) -> int:
    """Draw a map as a picture, as pages or for a virtual tabletop; raise UnusableFile."""
    if said := _given_arguments(args, (*OF_BATTLES, *FIXED)):
        raise UnusableFile(said, [("", "is for battles; a map has --ppi, --grid, --with-map")])
    if (form := form_of(args.out)) is None:
        endings = ", ".join(one.ending for one in FORMS)
        raise UnusableFile("--out", [("", f"{args.out.name!r} ends in none of {endings}")])
    if args.paper and form.ending != ".pdf":
        raise UnusableFile("--paper", [("", "is for .pdf only")])
    if args.with_map and form.ending == ".pdf":
        raise UnusableFile("--with-map", [("", "is for pictures, not for .pdf")])
    mapfile = read_map(Path(args.thing))
    open_nothing()
    ppi = DEFAULT_PPI if args.ppi is None else args.ppi
    settings = PrintSettings(
        ppi, args.grid, args.with_map, underlay=args.with_picture, marks=not args.bare
    )
    paper = PAPERS[args.paper or "a4"]
    request = MapExport(mapfile, settings, str(Path(args.thing).absolute()), paper)
    if reason := form.fault(request):
        raise UnusableFile("--ppi", [("", reason)])
    form.begin(request, Theme()).write(args.out)
    print(f"{args.out}: {form.words(request)}")
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
    if kind == ".gif":
        return _film(args)
    open_nothing()
    write_bytes(args.out, _drawn(args))
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


def _film(args: argparse.Namespace) -> int:
    """Film one turn, or the whole game, as a GIF."""
    if args.overlay or args.with_save or args.table:
        reason = "are for .png only"
        raise UnusableFile("--overlay, --table and --with-save", [("", reason)])
    settings = film_settings(args.out, args.size)
    record = recorded(args, args.turn)
    whole = 0, len(record.events)
    shown = events_of_turn(record.events, args.turn) if args.turn else whole
    return make_film(record, [FilmRange(*shown)], settings, args.out)


def _live_game(args: argparse.Namespace) -> LiveGame:
    """Return the game at the requested turn, with people on both sides."""
    if save := save_of(args):
        live_game = resume_game(save)
        if args.turn:
            start, _ = events_of_turn(live_game.session.game.story, args.turn)
            return resume_game_at(save, start, (HUMAN, HUMAN))
        for side in live_game.session.table.sides:
            live_game.seat(side, HUMAN)
        return live_game
    live_game = start_game(battle_of(args), (HUMAN, HUMAN))
    turn = args.turn or 1
    play_until(live_game.session, players_of(args, people=False), turn)
    events_of_turn(live_game.session.game.story, turn)
    return live_game
