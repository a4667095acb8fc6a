"""The card of a unit: its models by kind, with all their weapons."""

from __future__ import annotations

from dataclasses import replace

from game.shown.unit_card import UnitMembers, unit_card
from game.table.records import (
    Clock,
    Fire,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Weapon,
    Where,
)
from game.table.state import Table

REDS, BLUES, SQUAD = Side("reds"), Side("blues"), UnitId("squad")
RIFLE, PISTOL = Weapon("rifle", Fire.RAPID, 24), Weapon("pistol", Fire.PISTOL, 12)
BLADE = Weapon("blade", Fire.MELEE)


def squad() -> Table:
    """Return a sergeant with pistol and blade and three riflemen of the second side."""
    table = Table(sides=(BLUES, REDS), clock=Clock(1, "movement", REDS))
    ids = tuple(ModelId(f"squad-{n}") for n in range(4))
    table.units[SQUAD] = Unit(SQUAD, REDS, "First squad", models=ids)
    for n, id_ in enumerate(ids):
        profile = Profile("Guard", weapons=(RIFLE,))
        if n == 0:
            profile = Profile("Sergeant", weapons=(PISTOL, BLADE))
        table.models[id_] = Model(id_, SQUAD, REDS, profile=profile, base=0.5)
    return table


def test_all_weapons_of_a_squad_are_on_its_card() -> None:
    card = unit_card(squad(), SQUAD)
    assert card
    assert (card.name, card.team, card.lead.id) == ("First squad", 1, "squad-0")
    assert card.members == (
        UnitMembers(1, "Sergeant", "pistol, blade"),
        UnitMembers(3, "Guard", "rifle"),
    )


def test_only_models_that_are_left_are_counted() -> None:
    table = squad()
    for id_ in ("squad-0", "squad-2"):
        model = table.models[ModelId(id_)]
        table.models[model.id] = replace(model, where=Where.GONE)
    card = unit_card(table, SQUAD)
    assert card
    assert card.members == (UnitMembers(2, "Guard", "rifle"),)
    assert (card.lead.id, card.state) == ("squad-1", "2 of 4")


def test_a_destroyed_unit_shows_all_it_had() -> None:
    table = squad()
    for model in [*table.models.values()]:
        table.models[model.id] = replace(model, where=Where.GONE)
    card = unit_card(table, SQUAD)
    assert card
    assert [one.count for one in card.members] == [1, 3]


def test_there_is_no_card_without_a_unit() -> None:
    assert unit_card(squad(), "") is None
