"""Systems add events and pieces to a table, each of its own kind."""

from __future__ import annotations

import pytest

from game.table.state import PieceKind, SystemEvent
from game.table.system_additions import EVENTS, brought_piece, event_kinds


def test_every_event_of_a_system_is_one_and_can_be_applied() -> None:
    own = [kind for kinds in EVENTS.values() for kind in kinds]
    assert own
    for kind in own:
        assert issubclass(kind, SystemEvent)
        assert kind.apply is not SystemEvent.apply


def test_no_two_events_have_one_name() -> None:
    names = [kind.__name__ for kind in event_kinds()]
    assert len({*names}) == len(names)
    assert "SystemEvent" not in names


@pytest.mark.parametrize("id_", ["one", "two"])
def test_what_sides_bring_has_its_kind_and_the_id_that_it_gets(id_: str) -> None:
    made = brought_piece(PieceKind.MINES, id_)
    assert (made.id, made.kind) == (id_, PieceKind.MINES)
    with pytest.raises(KeyError):
        brought_piece("city piece", id_)
