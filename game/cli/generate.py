"""The command generate."""

from __future__ import annotations

import argparse

from game.cli.arguments import add_output, seed
from game.cli.battles import seed_of
from game.content.faults import UnusableFile
from game.content.maps.writer import canonical
from game.content.safe_writing import write_whole
from game.mapgen.generator import Generator, NoRoomError, Parameter
from game.mapgen.makers import MAKERS


def add_kinds(command: argparse.ArgumentParser) -> None:
    """Add a subcommand with its arguments for every map generator."""
    kinds = command.add_subparsers(title="maps", metavar="KIND", required=True)
    for maker in MAKERS.values():
        kind = kinds.add_parser(
            maker.name, help=maker.about, description=maker.about, allow_abbrev=False
        )
        add_output(kind, "--out", required=True, metavar="FILE", help="output file (.tmj)")
        same = "the same seed makes the same map"
        kind.add_argument("--seed", type=seed, metavar="N", help=same)
        usual = maker.plan()
        for measure in maker.measures:
            _measure(kind, measure, getattr(usual, measure.name))
        kind.set_defaults(does="game.cli.generate:generate", maker=maker)


def _measure(kind: argparse.ArgumentParser, measure: Parameter, usual: float | str) -> None:
    """Add an argument for a parameter; if it is not given the generator chooses."""
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
    """Write a map; raise UnusableFile if the parameters allow none."""
    maker: Generator = args.maker
    what = f"generate {maker.name}"
    if args.out.suffix.lower() != ".tmj":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .tmj")])
    names = [measure.name for measure in maker.measures]
    plan = maker.plan(**{name: getattr(args, name) for name in names if hasattr(args, name)})
    if found := [*maker.faults(plan)]:
        raise UnusableFile(what, found)
    number = seed_of(args)
    try:
        text = canonical(maker.make(plan, number))
    except NoRoomError as error:
        raise UnusableFile(f"{what}, seed {number}", [("", str(error))]) from error
    write_whole(args.out, text)
    print(f"wrote {args.out} (seed {number})")
    return 0
