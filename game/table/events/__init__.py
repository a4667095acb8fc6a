"""Events, which change the state of a game."""

from __future__ import annotations

from typing import TypeAlias

from game.table.command_points import Spent
from game.table.events.acts import Act, Acted
from game.table.events.announcements import Announced, AnnouncementKind
from game.table.events.models import (
    ArrowsChanged,
    BodyRemoved,
    Defected,
    DoorMoved,
    GroundChanged,
    Healed,
    Joined,
    Marked,
    MarkerLaid,
    Motion,
    Moved,
    ObjectivePlaced,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    Placed,
    Raised,
    Removed,
    Struck,
    Turned,
    Unmarked,
    Wounded,
    ZoneTaken,
)
from game.table.events.rolls import Reason, Rerolled, Rolled, RollKind
from game.table.events.scoring import Ended, Scored
from game.table.events.turn_order import Handled, PhaseBegan, PhaseOver, Queued, TurnsOrdered
from game.table.state import Noted, SystemEvent

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
    | DoorMoved
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
    | Scored
    | Ended
    | Spent
    | SystemEvent
)
