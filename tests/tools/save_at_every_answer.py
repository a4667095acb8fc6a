"""Saves and loads games at every answer, and compares the events with those of the game.

``python -m tests.tools.save_at_every_answer adrift salvage`` plays each scenario once by the
random bot on each of its maps, prints where a loaded game differed from the saved one, and
exits with 1 if any did.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from game.bots.simple_bots import RandomBot
from game.content.save_format import parse_save
from game.content.scenarios import load_scenario
from game.content.state_hashes import story_hash
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import Battle, prepare
from game.rules.saving import restore, saved_text
from game.table.state import Table


def reopened(session: Session, battle: Battle) -> Session:
    """Return a game as loaded from its save; raise AssertionError if it differs."""
    save = parse_save(saved_text(session, battle.header({})), "reopened.undertow")
    restored = restore(save, battle.rules(), battle.opening)
    again = restored.session
    assert restored.lost == 0, f"{restored.lost} answers were lost"
    assert again.table == session.table, "another table"
    assert again.pending == session.pending, "another question"
    return again


def straight(battle: Battle) -> str:
    """Return the hash of the event log of a game that is never saved."""
    bot, session = RandomBot(), battle.session()
    while session.pending is not None:
        session.answer(bot.answer(session))
    return story_hash(session.game.story)


def interrupted(
    battle: Battle, every: int, look: Callable[[Table], None] = lambda _: None
) -> str:
    """Return the hash of the event log of a game that is reopened after every *every* answers.

    *look* is called with the table after each answer.
    """
    bot, session, given = RandomBot(), battle.session(), 0
    while session.pending is not None:
        session.answer(bot.answer(session))
        look(session.table)
        given += 1
        if given % every == 0:
            session = reopened(session, battle)
    return story_hash(session.game.story)


def maps_that_go_on_differently(scenario: str, seed: int) -> Iterator[str]:
    """Yield the maps of a scenario on which a loaded game continues differently."""
    for map_ in load_scenario(scenario, PLAYED).maps:
        battle = prepare(scenario, seed=seed, map_=map_)
        try:
            if interrupted(battle, 1) != straight(battle):
                yield f"{scenario} on {map_}, seed {seed}: another story"
        except AssertionError as wrong:
            yield f"{scenario} on {map_}, seed {seed}: {wrong}"


def main(scenarios: list[str]) -> int:
    wrong = [
        fault
        for scenario in scenarios
        for fault in maps_that_go_on_differently(scenario, seed=11)
    ]
    for fault in wrong:
        print(fault)  # noqa: T201
    print(f"{len(scenarios)} scenarios, {len(wrong)} faults")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
