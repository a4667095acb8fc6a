"""``generate``: a map made by chance, from a seed."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.cli.battles import seed_of
from game.content.faults import UnusableFile
from game.content.maps import canonical
from game.content.storage import write_whole
from game.mapgen.catalog import MAKERS, Generator, Parameter
from game.mapgen.retry import NoRoomError


def add_kinds(command: argparse.ArgumentParser) -> None:
    """Add the arguments of every maker of maps."""
    kinds = command.add_subparsers(title="maps", metavar="KIND", required=True)
    for maker in MAKERS.values():
        kind = kinds.add_parser(
            maker.name, help=maker.about, description=maker.about, allow_abbrev=False
        )
        kind.add_argument("--out", type=Path, required=True, metavar="FILE", help="a .tmj")
        kind.add_argument("--seed", type=int, metavar="N", help="the same makes the same")
        usual = maker.plan()
        for measure in maker.measures:
            _measure(kind, measure, getattr(usual, measure.name))
        kind.set_defaults(does="game.cli.makers:generate", maker=maker)


def _measure(kind: argparse.ArgumentParser, measure: Parameter, usual: float | str) -> None:
    """Add something that can be asked for; what is not given is left to the maker."""
    name = f"--{measure.name.replace('_', '-')}"
    default = argparse.SUPPRESS
    if measure.names:
        about = f"one of {', '.join(measure.names)}; default: {usual}"
        kind.add_argument(name, default=default, metavar="NAME", help=about)
        return
    limits = f"{measure.least:g} to {measure.most:g}; default: {usual:g}"
    about = f"{measure.label[0].lower()}{measure.label[1:]}: {limits}"
    read = float if isinstance(usual, float) else int
    metavar = measure.unit.upper() if measure.unit in {"inches", "percent"} else "N"
    kind.add_argument(name, type=read, default=default, metavar=metavar, help=about)


def generate(args: argparse.Namespace) -> int:
    """Write a map; raise UnusableFile if there is none of such measures."""
    maker: Generator = args.maker
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
