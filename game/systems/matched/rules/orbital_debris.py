"""The twist Orbital debris (MP-19)."""

from __future__ import annotations

from game.cores.modern.rules.wounds import ONE_D3, mortal_wounds, roll_number
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game
from game.play.phases import Phase
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.twist_state import Twist, todo_during
from game.table.events import PhaseOver
from game.table.records import How, UnitId

DEBRIS = 9
FALLS_ON = 6
DICE = 3


async def debris(game: Game) -> None:
    """``MP-19``  Roll three d6: for each 6 the player may strike a different enemy unit."""
    side = game.table.clock.side
    assert side
    faces = game.throw("MP-19", side, "orbital debris", DICE, need=FALLS_ON)
    struck = list[str]()
    for _ in range(len([face for face in faces if face >= FALLS_ON])):
        foes = [
            unit for unit in game.table.fielded(game.table.enemy(side)) if unit.id not in struck
        ]
        if not foes:
            break
        options = [
            Option(foe.id, foe.name, "MP-19", foe.id, does=f"Strike {foe.name}") for foe in foes
        ]
        asks = "Orbital debris: strike which enemy unit?"
        spare = pass_option("Strike no unit", "MP-19")
        answer = await Choose(
            side, clause="MP-19", asks=asks, options=(*options, spare), kind=MatchedKind.DEBRIS
        )
        if answer == PASS:
            continue
        target = UnitId(answer)
        struck.append(target)
        many = roll_number(game, "MP-19", side, "mortal wounds", ONE_D3, id_=target)
        await mortal_wounds(game, "MP-19", target, many, How.HAZARD)
    game.do(PhaseOver("MP-19"))


ORBITAL_DEBRIS = Twist(
    DEBRIS,
    name="Orbital debris",
    clause="MP-19",
    words="At the start of each turn three dice: an enemy unit is struck for each 6",
    phases=(Phase("orbital debris", "MP-19", todo_during(DEBRIS, debris), before="movement"),),
)
