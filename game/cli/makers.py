"""``generate``: a map made by chance, from a seed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from game.cli.battles import seed_of
from game.content.faults import Fault, UnusableFile
from game.content.files import write_whole
from game.content.maps import MapFile, canonical
from game.makers import battlefield as battlefields
from game.makers.battlefield import BattlefieldPlan
from game.makers.errors import NoRoomError
from game.makers.street import StreetPlan, faults, usual_pieces
from game.makers.streets import make_street


def battlefield(args: argparse.Namespace) -> int:
    """Write a battlefield for matched play; raise UnusableFile if there is none."""
    # Shapely takes longer to import than most commands to run.
    from game.makers.battlefields import make_battlefield  # noqa: PLC0415

    plan = BattlefieldPlan(args.width, args.height, args.theme)
    wrong = battlefields.faults(plan)
    return _written(
        args, "generate battlefield", wrong, lambda seed: make_battlefield(plan, seed)
    )


def street(args: argparse.Namespace) -> int:
    """Write a street for a chase; raise UnusableFile if there is none of such measures."""
    pieces = usual_pieces(args.length) if args.pieces is None else args.pieces
    plan = StreetPlan(args.length, args.width, pieces, args.street, args.bend, args.ruins)
    return _written(args, "generate street", faults(plan), lambda seed: make_street(plan, seed))


def _written(
    args: argparse.Namespace,
    what: str,
    wrong: Iterable[Fault],
    make: Callable[[int], MapFile],
) -> int:
    if args.out.suffix != ".tmj":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .tmj")])
    if found := [*wrong]:
        raise UnusableFile(what, found)
    seed = seed_of(args)
    try:
        text = canonical(make(seed))
    except NoRoomError as error:
        raise UnusableFile(f"{what}, seed {seed}", [("", str(error))]) from error
    write_whole(args.out, text)
    print(f"{args.out}: seed {seed}")
    return 0
