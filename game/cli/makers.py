"""``generate``: a map made by chance, from a seed."""

from __future__ import annotations

import argparse

from game.cli.battles import seed_of
from game.content.faults import UnusableFile
from game.content.files import write_whole
from game.content.maps import canonical
from game.makers.street import NoRoomError, StreetPlan, faults, usual_pieces
from game.makers.streets import make_street


def street(args: argparse.Namespace) -> int:
    """Write a street for a chase; raise UnusableFile if there is none of such measures."""
    if args.out.suffix != ".tmj":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .tmj")])
    pieces = usual_pieces(args.length) if args.pieces is None else args.pieces
    plan = StreetPlan(args.length, args.width, pieces, args.street, args.bend, args.ruins)
    if wrong := [*faults(plan)]:
        raise UnusableFile("generate street", wrong)
    seed = seed_of(args)
    try:
        text = canonical(make_street(plan, seed))
    except NoRoomError as error:
        raise UnusableFile(f"generate street, seed {seed}", [("", str(error))]) from error
    write_whole(args.out, text)
    print(f"{args.out}: seed {seed}")
    return 0
