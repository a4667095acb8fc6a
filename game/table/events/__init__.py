"""What a spectator sees happen on the table.

Every rule system tells its story in these words, so one view, one log and one replay serve
them all. Numbers and reasons, no prose: ``game.play.transcript`` writes the sentences. Every
event names the clause of the rulebook that caused it. A new word is worth its price only when
no sentence of the old ones will do.
"""

from __future__ import annotations

from typing import TypeAlias

from game.table.events.course import Handled, PhaseBegan, PhaseOver, Queued, TurnsOrdered
from game.table.events.dice import Reason, Rerolled, Rolled
from game.table.events.ground import GroundChanged, MarkerLaid, ObjectivePlaced, ZoneTaken
from game.table.events.marks import Marked, Noted, Unmarked
from game.table.events.models import (
    ArrowsChanged,
    BodyRemoved,
    Defected,
    Healed,
    Joined,
    Moved,
    Placed,
    Raised,
    Removed,
    Struck,
    Turned,
    Wounded,
)
from game.table.events.pieces import PieceCame, PieceHeld, PieceLeft, PieceMoved, PieceRemoved
from game.table.events.score import Ended, Scored, Spent
from game.table.events.terrain import BoutBegan, RingTurned, Stepped, WeaponDropped, WeaponTaken
from game.table.events.turns import Act, Acted, Announced

__all__ = [
    "Act",
    "Acted",
    "Announced",
    "ArrowsChanged",
    "BodyRemoved",
    "BoutBegan",
    "Defected",
    "Ended",
    "Event",
    "GroundChanged",
    "Handled",
    "Healed",
    "Joined",
    "Marked",
    "MarkerLaid",
    "Moved",
    "Noted",
    "ObjectivePlaced",
    "PhaseBegan",
    "PhaseOver",
    "PieceCame",
    "PieceHeld",
    "PieceLeft",
    "PieceMoved",
    "PieceRemoved",
    "Placed",
    "Queued",
    "Raised",
    "Reason",
    "Removed",
    "Rerolled",
    "RingTurned",
    "Rolled",
    "Scored",
    "Spent",
    "Stepped",
    "Struck",
    "Turned",
    "TurnsOrdered",
    "Unmarked",
    "WeaponDropped",
    "WeaponTaken",
    "Wounded",
    "ZoneTaken",
]

Event: TypeAlias = (
    Acted
    | Placed
    | Moved
    | Turned
    | ArrowsChanged
    | BodyRemoved
    | PieceMoved
    | PieceHeld
    | PieceRemoved
    | PieceLeft
    | PieceCame
    | Rolled
    | Rerolled
    | MarkerLaid
    | Announced
    | ObjectivePlaced
    | GroundChanged
    | Struck
    | Wounded
    | Healed
    | Removed
    | Defected
    | Joined
    | Raised
    | Marked
    | Unmarked
    | Queued
    | Handled
    | Noted
    | ZoneTaken
    | TurnsOrdered
    | PhaseBegan
    | PhaseOver
    | BoutBegan
    | Stepped
    | RingTurned
    | WeaponDropped
    | WeaponTaken
    | Scored
    | Spent
    | Ended
)
