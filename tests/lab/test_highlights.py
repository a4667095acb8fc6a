"""Highlights of a game."""

from __future__ import annotations

from functools import lru_cache, partial

from game.bots.registry import policy
from game.lab.highlights import WITHOUT_DEED, highlights
from game.lab.turning_points import ChanceMoment, Swing
from game.rules.battles import prepare
from game.screens.film.film_frames import ranges_of
from game.screens.live_game import RecordedGame, record_of_live_game, start_game
from game.shown.event_captions import CaptionWriter, fits_line
from game.table.records import Clock

ANSWERS = 30
"""Number of answers of a short game."""


@lru_cache(maxsize=1)
def short_game() -> RecordedGame:
    """Return the beginning of a bout between two bots."""
    live_game, bot = start_game(prepare("cage", seed=3), ("random",) * 2), policy("random")
    for _ in range(ANSWERS):
        if live_game.session.pending:
            live_game.session.answer(bot.answer(live_game.session))
    return record_of_live_game(live_game)


def halves(story: RecordedGame) -> list[Swing]:
    """Return a swing to the first side in the first half of a game, and back in the second."""
    first, last = story.turns_begun[0], len(story.events)
    clock = Clock(1, "", None)
    moments = [
        ChanceMoment(at, clock, chance)
        for at, chance in ((first, 0.4), ((first + last) // 2, 0.6), (last, 0.5))
    ]
    return [Swing(moments[0], moments[1]), Swing(moments[1], moments[2])]


def test_each_highlight_lies_in_its_turn_with_its_lead_in_and_its_outcome() -> None:
    story = short_game()
    swings = halves(story)
    empty = Swing(swings[-1].after, swings[-1].after._replace(chance=0.7))
    writer = partial(CaptionWriter, "", 0, None, None)
    every = (*swings, empty)
    *found, passed = highlights(story.opening, story.events, every, story.rules, writer)
    assert passed.caption == WITHOUT_DEED
    assert [one.swing for one in found] == swings
    for one in found:
        first, last = one.swing.before.at, one.swing.after.at
        assert first <= one.start < one.deed <= one.end <= last
        assert one.caption
        assert fits_line(one.caption)
    ends = [count for shown in ranges_of(found) for count in shown]
    assert ends == sorted(set(ends))
