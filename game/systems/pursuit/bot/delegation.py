"""The questions of a pursuit that people leave to a bot."""

from __future__ import annotations

from game.bots.protocol import Policy
from game.play.decisions import Choose, CommonKind
from game.play.session import Session
from game.systems.pursuit.bot.answers import KeepPaceBot
from game.systems.pursuit.rules import threats
from game.table.records import ModelId


def delegate(session: Session, helper: Policy) -> Policy | None:
    """``PU-11``, ``PU-14``  Keep pace where nothing can hit; people judge the rest."""
    asked = session.pending
    if asked is None or asked.kind is not CommonKind.PACE:
        return helper
    about = asked.about if isinstance(asked, Choose) else ""
    return None if threats.threats(session.table, ModelId(about)) else KeepPaceBot()
