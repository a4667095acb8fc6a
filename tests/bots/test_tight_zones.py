"""In a zone with hardly any room, bots accept any legal place."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.play.moves.arrange import Arrange
from game.table.records import ModelId, Where
from tests.tools.situations import played_text

NOOK = [
    [0, 0],
    [48, 0],
    [48, 0.01],
    [30.9, 0.01],
    [30.9, 10],
    [20.7, 10],
    [20.7, 0.01],
    [0, 0.01],
]
"""A zone from edge to edge that has room for a base of 5 inches in only one place."""


@pytest.mark.rule("CC-33")
@pytest.mark.parametrize(
    ("system", "mission", "armoury"),
    [
        ("classic", "combat_patrol", "classic"),
        ("zero_g", "adrift", "classic"),
        ("matched", "no_mercy", "modern"),
    ],
)
@pytest.mark.parametrize("bot", ["steady", "random"])
def test_a_unit_that_hardly_fits_is_set_up(
    system: str, mission: str, armoury: str, bot: str
) -> None:
    outcome = played_text(f"""
        title = "tight"
        clauses = ["CC-33"]
        system = "{system}"
        mission = "{mission}"
        armoury = "{armoury}"
        dice = "1 2"
        zones = {{ brood = "north", wardens = "south" }}
        object = [
            {{ class = "DeploymentZone", name = "north", polygon = {NOOK} }},
            {{ class = "DeploymentZone", name = "south", rectangle = [0, 40, 48, 8] }},
        ]
        clock = {{ round = 0, phase = "deployment" }}

        [[model]]
        id = "a"
        unit = "alpha"
        side = "wardens"
        profile = "warden"
        at = [24, 44]

        [[model]]
        id = "g"
        unit = "giant"
        side = "brood"
        profile = "skitterer"
        base = 4.9
        at = [0, 0]
        where = "reserve"
    """)
    session = outcome.session
    assert session
    assert isinstance(session.pending, Arrange)
    session.answer(policy(bot).answer(session))
    assert session.table.models[ModelId("g")].where is Where.TABLE
