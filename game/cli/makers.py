"""``generate``: a map made by chance, from a seed."""

from __future__ import annotations

import argparse

from game.cli.battles import seed_of
from game.content.faults import UnusableFile
from game.content.files import write_whole
from game.content.maps import canonical
from game.makers.catalog import Maker
from game.makers.errors import NoRoomError


def generate(args: argparse.Namespace) -> int:
    """Write a map; raise UnusableFile if there is none of such measures."""
    maker: Maker = args.maker
    what = f"generate {maker.name}"
    if args.out.suffix != ".tmj":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .tmj")])
    names = [measure.name for measure in maker.measures]
    plan = maker.plan(**{name: getattr(args, name) for name in names if hasattr(args, name)})
    if found := [*maker.faults(plan)]:
        raise UnusableFile(what, found)
    seed = seed_of(args)
    try:
        text = canonical(maker.make(plan, seed))
    except NoRoomError as error:
        raise UnusableFile(f"{what}, seed {seed}", [("", str(error))]) from error
    write_whole(args.out, text)
    print(f"{args.out}: seed {seed}")
    return 0
