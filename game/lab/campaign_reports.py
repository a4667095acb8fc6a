"""Reports of campaigns that bots played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from game.content.campaign_files import DRAW, Campaign
from game.lab.confidence import wilson_interval
from game.lab.matches import Played
from game.table.records import many
from game.text.columns import padded


def campaign_report(
    campaign: Campaign, played: Sequence[Played], lost: int = 0
) -> dict[str, Any]:
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


def _won(won: int, of: int) -> dict[str, Any]:
    return {"won": won, "interval": [round(share, 4) for share in wilson_interval(won, of)]}


def campaign_text(campaign: Campaign, raw: dict[str, Any]) -> str:
    """Return a report as text."""
    lost = f", {raw['lost']} not played to the end" if raw["lost"] else ""
    lines = [f"{campaign.title}: {many(raw['games'], 'campaign')}{lost}"]
    for side, one in raw["winners"].items():
        low, high = one["interval"]
        name = campaign.names.get(side, "Neither")
        wins = many(one["won"], "win" if side in campaign.names else "draw")
        lines.append(f"  {padded(name, 12)} {wins:>9} ({low:.0%}–{high:.0%})")
    for battle in raw["battles"]:
        lines.append(f"  {battle['title']}: fought {many(battle['fought'], 'time')}")
        for one in battle["results"]:
            id_ = campaign.names.get(one["winner"], "a draw")
            next_ = campaign.stages[one["next"]].title if one["next"] else "the end"
            lines.append(f"    {padded(id_, 12)} {one['times']:>4}, then {next_}")
    return "\n".join(lines)
