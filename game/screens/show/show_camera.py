"""The camera of a battle that is shown to spectators."""

from __future__ import annotations

from typing import Final

from game.geometry.points import Disc
from game.prompts.choose import anchor
from game.shown.event_captions import EventCaption, Importance
from game.table.events import PhaseBegan
from game.table.records import ModelId
from game.table.state import Table
from game.view.camera import CameraGuide
from game.view.playback.board_dice import on_table

AROUND_INCHES: Final = 9.0
"""Inches around the action that are in view with it."""
REST_SECONDS: Final = 1.6
"""Seconds for which a view stays at least, unless something happens out of view."""
BRIEF_SECONDS: Final = 0.6
"""Seconds for which it stays even then, unless that is something great."""
WHOLE_SECONDS: Final = 3.0
"""Seconds without action after which the whole table is shown again."""


def acting(caption: EventCaption | None, table: Table) -> tuple[ModelId, ...]:
    """Return the models on the table that a caption is about."""
    about = caption.about if caption else ()
    return tuple(model.id for id_ in about for model in on_table(id_, table))


class ShowCamera:
    """Frames what the captions are about, and shows the whole table in between."""

    def __init__(self, guide: CameraGuide) -> None:
        self.guide = guide
        self._of: tuple[str, ...] = ()
        """Ids of the units, models or markers that the camera framed last."""
        self._rested = REST_SECONDS
        self._quiet = 0.0
        """Seconds since the last caption with a place."""

    def update(self, seconds: float, caption: EventCaption | None, table: Table) -> None:
        """Frame a new caption's units, models and markers, once the view has rested.

        A turn begins with a view of the whole table.
        """
        self._rested += seconds
        self._quiet += seconds
        if caption is None or not table.clock.round:
            return
        if caption.about == self._of:
            self._quiet = 0.0 if caption.about else self._quiet
        elif not caption.about:
            self._of = ()
            opens_turn = isinstance(caption.event, PhaseBegan)
            if opens_turn or caption.importance is Importance.GREAT:
                self.guide.back()
        elif self._may_leave(caption, table):
            self._quiet, self._of = 0.0, caption.about
            if found := self._places(caption, table):
                self._rested = 0.0
                self.guide.held = False
                self.guide.frame(found, around=AROUND_INCHES)
        if self._quiet > WHOLE_SECONDS:
            self._quiet = 0.0
            self.guide.back()

    def _may_leave(self, caption: EventCaption, table: Table) -> bool:
        """Return whether the view has rested long enough for the places of a caption."""
        if self._rested >= REST_SECONDS or caption.importance is Importance.GREAT:
            return True
        if self._rested < BRIEF_SECONDS or caption.importance is Importance.ROUTINE:
            return False
        discs = [anchor(table, id_).discs for id_ in caption.about]
        sees = self.guide.will_see
        return any(found and not any(sees(disc.at) for disc in found) for found in discs)

    @staticmethod
    def _places(caption: EventCaption, table: Table) -> list[Disc]:
        return [disc for id_ in caption.about for disc in anchor(table, id_).discs]
