"""Series of whole campaigns played by bots (MI-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.content.campaign_files import DRAW, Campaign, load_campaign
from game.content.campaign_saves import Fought
from game.content.event_json import story_hash
from game.lab.matches import LostGameError, each, fought
from game.lab.report import wilson_interval
from game.rules.battles import Battle
from game.rules.campaigns import Course
from game.table.records import many


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that two bots fought in a campaign."""

    course: Course
    """The campaign after the battle."""
    battle: Battle
    story: str
    """Hash of the battle's events."""

    @property
    def fought(self) -> Fought:
        """Return the campaign's record of the battle."""
        return self.course.fought[-1]


@dataclass(frozen=True, slots=True)
class Played:
    """A campaign that two bots played to its end."""

    seed: int
    winner: str | None
    points: dict[str, int]
    fights: tuple[tuple[str, str, str], ...]
    """Stage, winner and hash of the events of each battle."""


def fights(course: Course, players: Sequence[str]) -> Iterator[Fight]:
    """Play a campaign to its end, and yield each battle.

    *players*: the bots of the campaign's sides, the first side's first. Raise LostGameError if
    a battle cannot be played to its end.
    """
    while stage := course.stage:
        battle = course.battle()
        _, session = fought(battle, players[::-1] if stage.swapped else players)
        assert session.table.result
        course = course.after(course.outcome(session.table, session.table.result))
        yield Fight(course, battle, story_hash(session.game.story))


def play_campaign(file: str, players: Sequence[str], seed: int) -> Played:
    """Play a campaign to its end; the result follows from file, players and seed alone."""
    found = [*fights(Course(load_campaign(file), seed), players)]
    end = found[-1].course
    ways = tuple((one.fought.stage, one.fought.winner, one.story) for one in found)
    return Played(seed, end.winner, end.points, ways)


def campaigns(
    file: str, players: Sequence[str], seeds: range, workers: int | None = None
) -> Iterator[Played | LostGameError]:
    """Yield the result of each campaign in the order of seeds, on all cores by default."""
    return each(partial(play_campaign, file, tuple(players)), seeds, workers)


def report(campaign: Campaign, played: Sequence[Played], lost: int = 0) -> dict[str, Any]:
    """Return the wins, and the results of each battle; raise ValueError without campaigns."""
    if not played:
        raise ValueError("no campaigns were played")
    won = Counter(one.winner or DRAW for one in played)
    came = Counter((stage, winner) for one in played for stage, winner, _ in one.fights)
    sides = [*campaign.sides, DRAW]
    return {
        "campaign": campaign.id,
        "games": len(played),
        "lost": lost,
        "winners": {side: _won(won[side], len(played)) for side in sides},
        "battles": [
            {
                "battle": stage.id,
                "title": stage.title,
                "fought": sum([came[stage.id, winner] for winner in sides]),
                "results": [
                    {
                        "winner": one.winner,
                        "times": came[stage.id, one.winner],
                        "next": one.next,
                    }
                    for one in stage.result
                ],
            }
            for stage in campaign.stages.values()
        ],
    }


def _won(many: int, of: int) -> dict[str, Any]:
    return {"won": many, "interval": [round(share, 4) for share in wilson_interval(many, of)]}


def as_text(campaign: Campaign, raw: dict[str, Any]) -> str:
    """Return a report as text."""
    lost = f", {raw['lost']} not played to the end" if raw["lost"] else ""
    lines = [f"{campaign.title}: {many(raw['games'], 'campaign')}{lost}"]
    for side, one in raw["winners"].items():
        low, high = one["interval"]
        name = campaign.names.get(side, "Neither")
        wins = many(one["won"], "win" if side in campaign.names else "draw")
        lines.append(f"  {name:<12} {wins:>9} ({low:.0%}–{high:.0%})")
    for battle in raw["battles"]:
        lines.append(f"  {battle['title']}: fought {many(battle['fought'], 'time')}")
        for one in battle["results"]:
            id_ = campaign.names.get(one["winner"], "a draw")
            next_ = campaign.stages[one["next"]].title if one["next"] else "the end"
            lines.append(f"    {id_:<12} {one['times']:>4}, then {next_}")
    return "\n".join(lines)
