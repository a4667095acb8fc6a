"""Bot games of every kind: all scenarios, maps, options, rosters, and generated maps.

``python -m tests.tools.variety --count 2000 --seed 1`` plays 2,000, each in a process of its
own, names those that raise, have no end or cost more than their budget, and exits with 1 if
there are any. Unplayable settings must be refused with a message before the game begins.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from game.bots.match import play, seated
from game.content.faults import UnusableFile
from game.content.maps.writer import canonical
from game.content.safe_writing import write_whole
from game.content.scenarios import ScenarioOption, load_scenario, scenario_names
from game.content.shipped_folders import ROOT
from game.mapgen.generator import Generator, NoRoomError
from game.mapgen.makers import MAKERS
from game.rules import PLAYED
from game.rules.battles import prepare
from tests.tools.costs import cost_of, is_too_much

SECONDS = 120
"""Maximum CPU seconds of a game."""
PLAYERS = ("random", "random", "random", "steady")


def setting(option: ScenarioOption, rng: Random) -> bool | int:
    """Return a random value for an option: about half the time one of its limits."""
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    least, most = option.least or 0, option.most
    if most is None:
        most = least + 20 * option.step
    return rng.choice((least, most, rng.randrange(least, most + 1, option.step)))


def write_random_map(maker: Generator, rng: Random, folder: Path) -> Path:
    """Write a map generated with random measures; raise UnusableFile if that is refused."""
    asked = dict[str, Any]()
    for measure in maker.measures:
        if rng.random() < 0.5:
            continue
        usual = getattr(maker.plan(), measure.name)
        if measure.names:
            asked[measure.name] = rng.choice(measure.names)
        else:
            steps = rng.randint(0, round((measure.most - measure.least) / measure.step))
            asked[measure.name] = type(usual)(measure.least + steps * measure.step)
    plan = maker.plan(**asked)
    if faults := [*maker.faults(plan)]:
        raise UnusableFile(maker.name, faults)
    try:
        text = canonical(maker.make(plan, rng.randrange(10_000)))
    except NoRoomError as error:
        raise UnusableFile(maker.name, [("", str(error))]) from error
    file = folder / "made.tmj"
    write_whole(file, text)
    return file


def summary_of_game(seed: int, folder: Path) -> str:
    """Play a game by its seed; return a summary. Raise AssertionError if it has no end."""
    rng = Random(seed)
    scenario = load_scenario(rng.choice(scenario_names()), PLAYED)
    options = {
        id_: setting(one, rng) for id_, one in scenario.options.items() if rng.random() < 0.5
    }
    rosters = {
        side.id: rng.choice((side.roster, *side.rosters))
        for side in scenario.sides
        if rng.random() < 0.5
    }
    try:
        match rng.randrange(4):
            case 0:
                map_ = str(write_random_map(rng.choice([*MAKERS.values()]), rng, folder))
            case 1:
                map_ = str(rng.choice(sorted((ROOT / "maps").glob("*.tmj"))))
            case _:
                map_ = rng.choice((scenario.map, *scenario.maps))
        battle = prepare(scenario.id, seed=seed, map_=map_, options=options, rosters=rosters)
    except UnusableFile as error:
        return f"refused: {error}"
    session = battle.session()
    match = play(session, seated(battle.opening.sides, [rng.choice(PLAYERS) for _ in range(2)]))
    assert session.table.result, f"{scenario.id} on {map_} has no end: {options} {rosters}"
    return f"played: {scenario.id}, {match.decisions} answers, {match.reason}"


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    went, wrong, most, slowest = Counter[str](), 0, 0.0, 0.0
    with TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            cost = cost_of(f"{seed}", partial(summary_of_game, seed, Path(folder)), SECONDS)
            most, slowest = max(most, cost["MB"]), max(slowest, cost["CPU"])
            went[cost["said"].removeprefix("told: ").partition(":")[0][:20]] += 1
            if is_too_much(cost, SECONDS):
                wrong += 1
                sys.stdout.write(f"{json.dumps(cost)}\n")
                sys.stdout.flush()
    text = ", ".join(f"{how} {many}" for how, many in sorted(went.items()))
    sys.stdout.write(f"{text}; {wrong} wrong; {most:.0f} MB, {slowest:.1f} s at most\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
