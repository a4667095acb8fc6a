"""Rules of matched play over the modern core (MP).

Here are their words for the log.
"""

from __future__ import annotations

import re
from re import Match

from game.play.log.plurals import agree
from game.play.log.vocabulary import VOCABULARY, RollText, Vocabulary

DEEDS = {"are to achieve": "draws", "discard": "discards", "strike out": "strikes out"}
"""Deeds with tactical objectives as saves contain them, and in the singular."""
TITLE = re.compile(r"^(\d\d) (.*)$")
"""The title of a tactical objective: ``34 Defend 4``."""
SHOWN_TITLE = r"objective \1, \2"


def _deed(found: Match[str]) -> str:
    """``MP-39``, ``MP-41``  Return a deed: ``"Brood draws objective 34, Defend 4"``."""
    side, deed, title = found.groups()
    return f"{_does(side, DEEDS[deed])} {TITLE.sub(SHOWN_TITLE, title)}"


def _priority(found: Match[str]) -> str:
    """``MP-42``  Return a priority: ``"Wardens give priority to Defend"``."""
    return f"{_does(found[1], 'gives')} priority to {found[2].capitalize()}"


def _does(side: str, deed: str) -> str:
    return f"{side} {agree(deed, plural=side.endswith('s'))}"


VOCABULARY.add(
    Vocabulary(
        announcements={
            re.compile(rf"^(.+?) ({'|'.join(DEEDS)}) (\d\d .*)$"): _deed,
            re.compile(r"^The priority of (.+?) is (.*)$"): _priority,
            re.compile(r"^The twist is ([^:]+): "): r"Twist, \1: ",
            re.compile(r"^(Marker \d|The marker): "): r"\1 is identified: ",
        },
        scored={TITLE: SHOWN_TITLE},
        rolls={
            "does the battle go on?": RollText("Another round?", "yes", "no"),
            "does it brighten?": RollText("Does it grow lighter?", "yes", "no"),
            "does the rain stop?": RollText("Does the rain stop?", "yes", "no"),
            "does the rain start again?": RollText("Does the rain start again?", "yes", "no"),
            "does it find its way?": RollText("search for its way", "found", "not found"),
            "seize the initiative": RollText(
                "attempt to seize the initiative", "seized", "failed"
            ),
        },
        marks={"contingent": "in contingent {}"},
        purposes={
            "roll-off for markers": "roll-off for the markers",
            "marker of objective 44": "marker for objective 44",
        },
    )
)
