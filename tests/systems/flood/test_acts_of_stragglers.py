"""Every act of both cores, for models that can only make their way back (FF-20, FF-21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import pytest

from game.cores.classic.rules.assault import charge_march, refused_charger
from game.cores.classic.rules.assault import course as charge_course
from game.cores.classic.rules.combat import consolidate_unit, pile_in
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.melee_attacks import engaged
from game.cores.classic.rules.retreat import fall_back
from game.cores.classic.rules.targeting import may_fire_at
from game.cores.kit.core import Core
from game.cores.kit.difficult_ground import GroundPermission, reach_of
from game.cores.kit.doors import DoorKind, workers_of
from game.cores.kit.queries import TableView
from game.cores.modern.rules import ModernKind, charge, fight, psychic, shooting, targeting
from game.cores.modern.rules.pile_in import closing_march
from game.cores.modern.rules.system import MODERN
from game.play.decisions import Choose, CommonKind, DecisionKind
from game.play.dice_sequences import ScriptedDice
from game.play.game import Rule
from game.play.moves.march import March
from game.play.session import Session
from game.systems.flood.rules import FloodKind
from game.table.events import Act, Moved
from game.table.records import ModelId, Side, UnitId
from tests.systems.flood.flood_tables import rules_and_table

SQUAD, FOES, IT = UnitId("squad"), UnitId("foes"), ModelId("squad-3")
HIGH: dict[str, Any] = {"class": "Gantry", "rectangle": [0, 12, 48, 36]}
ORIGIN: dict[str, Any] = {"class": "FloodOrigin", "point": [0, 10]}
LANE: dict[str, Any] = {"class": "Lane", "polyline": [[0, 10], [40, 10]]}
DOOR: dict[str, Any] = {"class": "Door", "name": "gate", "polyline": [[27, 20.8], [33, 20.8]]}


class State(StrEnum):
    """The state of the model in question."""

    FREE = "in coherency"
    STRAGGLER = "out of coherency"
    SCATTERED = "of a scattered unit"
    LOCKED = "out of coherency and locked"


class May(StrEnum):
    """The permission of a straggler for an act."""

    YES = "yes"
    BACK = "only back to its unit"
    NO = "no"


MATES: Mapping[State, tuple[list[int], list[int]]] = {
    State.FREE: ([27, 20], [28, 20]),
    State.STRAGGLER: ([10, 20], [11, 20]),
    State.SCATTERED: ([10, 20], [10, 40]),
    State.LOCKED: ([10, 20], [11, 20]),
}


def pieces(state: State, core: Core, foe_at: float) -> list[dict[str, Any]]:
    """Return the squad, whose third model at (30, 20) is in a state, and an enemy."""
    if state is State.LOCKED:
        foe_at = min(foe_at, 31.0 if core is CLASSIC else 31.5)
    classic = core is CLASSIC
    return [
        {
            "id": "squad",
            "side": "wardens",
            "profile": "warden" if classic else "seer",
            "weapons": ["shotgun" if classic else "spitter"],
            "at": [*MATES[state], [30, 20]],
        },
        {
            "id": "foes",
            "side": "brood",
            "profile": "skitterer" if classic else "seer",
            "weapons": [],
            "at": [[foe_at, 20]],
        },
    ]


def situation(core: Core) -> dict[str, Any]:
    page = {"pages": {"flood": {"came": 5}}}
    return page | ({"system": "modern", "armoury": "modern"} if core is MODERN else {})


def session_after_flood(state: State, core: Core, phase: str, foe_at: float = 36.0) -> Session:
    """Open the phase after a flood: the units are checked as it begins."""
    clock = {"phase": phase, "side": "wardens", "round": 5}
    units = pieces(state, core, foe_at)
    rules, table = rules_and_table(units, (ORIGIN, LANE, HIGH), clock, **situation(core))
    return Session(rules, table, ScriptedDice((3,) * 12))


def view_of(state: State, core: Core, foe_at: float = 36.0, *, door: bool = False) -> TableView:
    """Return the table after the check of coherency in a player's turn."""
    squad, foes = pieces(state, core, foe_at)
    loose = {State.STRAGGLER: [3], State.LOCKED: [3], State.SCATTERED: [1, 2, 3]}
    models = [
        {"id": f"squad-{n}", "unit": "squad", "at": at}
        | {key: squad[key] for key in ("side", "profile", "weapons")}
        | {"marks": _marks(n in loose.get(state, []), n == 3 and state is State.LOCKED)}
        for n, at in enumerate(squad["at"], 1)
    ]
    scattered = ["scattered"] if state is State.SCATTERED else []
    first = {"id": "squad", "marks": scattered}
    objects = (ORIGIN, LANE, HIGH, *([DOOR] if door else []))
    clock = {"phase": "shooting", "side": "wardens", "round": 5}
    rules, table = rules_and_table(
        [first, foes], objects, clock, model=models, **situation(core)
    )
    return TableView(table, rules)


def _marks(loose: bool, locked: bool) -> list[str]:  # noqa: FBT001  a table of two flags
    return [*(["out of coherency"] if loose else []), *(["locked in combat"] if locked else [])]


def decisions_of_squad(session: Session, *picks: str) -> Iterator[Any]:
    """Yield the squad's decisions in a phase; of options take the first that is in *picks*."""
    phase = session.table.clock.phase
    while (pending := session.pending) and session.table.clock.phase == phase:
        if session.table.clock.side != "wardens":
            return
        yield pending
        if isinstance(pending, Choose):
            ids = [option.id for option in pending.options]
            session.answer(next((p for p in picks if p in ids), ids[-1]))
        else:
            session.answer([])


def walks(state: State, core: Core, phase: str, kind: CommonKind, *picks: str) -> May:
    """Return whether the model is asked for a path, or goes back by itself."""
    session = session_after_flood(state, core, phase)
    seen = [*decisions_of_squad(session, "squad", *picks)]
    if any(isinstance(d, March) and d.kind is kind and IT in d.model_limits for d in seen):
        return May.YES
    back = [e for e in session.game.story if isinstance(e, Moved) and e.model == IT]
    return May.BACK if back and back[0].clause in ("FF-20", "FF-21") else May.NO


def moves(state: State, core: Core) -> May:
    return walks(state, core, "movement", CommonKind.MOVE, "move", "pass")


def runs(state: State, core: Core) -> May:
    return walks(state, core, "shooting", CommonKind.RUN, "run")


def advances(state: State, core: Core) -> May:
    return walks(state, core, "movement", CommonKind.RUN, "advance", "run")


def yes(*, it_may: bool) -> May:
    return May.YES if it_may else May.NO


def shoots(state: State, core: Core) -> May:
    """The enemy is in range of the third model alone, or of its mates beside it, too."""
    view = view_of(state, core)
    if core is CLASSIC:
        return yes(it_may=may_fire_at(view, SQUAD, FOES))
    close = targeting.enemies_close_by(view.table)
    return yes(it_may=targeting.may_fire_at(view, SQUAD, FOES, close))


def fires_overwatch(state: State, core: Core) -> May:
    return yes(it_may=shooting.may_overwatch(view_of(state, core), SQUAD, FOES))


def charges(state: State, core: Core) -> May:
    view = view_of(state, core, 34.0)
    unit = view.table.units[SQUAD]
    if core is CLASSIC:
        each, _ = charge_course(view.table, SQUAD, FOES)
        leave = GroundPermission(reach_of(view.table, SQUAD, each))
        no, model_limits = (
            refused_charger(view, unit),
            charge_march(view.table, SQUAD, FOES, leave),
        )
        return yes(it_may=no is None and IT in model_limits.model_limits)
    no = charge.refused_charger(view, unit)
    return yes(
        it_may=no is None and IT in charge.onset(view.table, SQUAD, [FOES], 9.0).model_limits
    )


def fights(state: State, core: Core) -> May:
    view = view_of(state, core, 31.0)
    if core is CLASSIC:
        return yes(it_may=bool(engaged(view.table, view.table.models[IT], [SQUAD, FOES])))
    return yes(it_may=view.table.units[SQUAD] in fight.able(view.table, Side("wardens")))


def piles_in(state: State, core: Core) -> May:
    """The enemy is half an inch away, or in contact with a locked model."""
    if core is CLASSIC:
        session = session_after_flood(state, core, "shooting", 31.5)
        drive(pile_in(session.game, [SQUAD, FOES], Side("wardens")))
        return yes(it_may=has_moved(session))
    view = view_of(state, core, 31.5)
    return yes(it_may=IT in closing_march(view.table, SQUAD).model_limits)


def consolidates(state: State, core: Core) -> May:
    """In the modern core by the rule of piling in."""
    if core is MODERN:
        return piles_in(state, core)
    asked_for = first_question(
        consolidate_unit(session_after_flood(state, core, "shooting").game, SQUAD)
    )
    assert isinstance(asked_for, March)
    return yes(it_may=IT in asked_for.model_limits)


def falls_back(state: State, core: Core) -> May:
    """In the classic core all models that are not locked flee."""
    if core is CLASSIC:
        session = session_after_flood(state, core, "shooting")
        drive(fall_back(session.game, SQUAD, "CC-32"))
        return yes(it_may=has_moved(session))
    session = session_after_flood(state, core, "movement", 31.5)
    seen = [*decisions_of_squad(session, "squad", "pass")]
    return yes(it_may=any(isinstance(d, March) and IT in d.model_limits for d in seen))


def has_moved(session: Session) -> bool:
    return any(isinstance(e, Moved) and e.model == IT for e in session.game.story)


def first_question(rule: Any) -> Any:
    return rule.send(None)


def drive(rule: Rule[None]) -> None:
    """Play a rule that asks nothing."""
    with pytest.raises(StopIteration):
        first_question(rule)


def manifests(state: State, core: Core) -> May:
    session = session_after_flood(state, core, "psychic", 38.0)
    seen = [
        d
        for d in decisions_of_squad(session)
        if isinstance(d, Choose) and d.kind is CommonKind.POWER
    ]
    return yes(it_may=any(o.id.startswith(IT) for d in seen for o in d.options))


def denies(state: State, core: Core) -> May:
    table = view_of(state, core).table
    found = psychic.deniers(table, ModelId("foes-1"))
    return yes(it_may=IT in [m.id for m in found])


def works_doors(state: State, core: Core) -> May:
    """The door is within 1" of the third model, and of a mate beside it that is as free."""
    table = view_of(state, core, door=True).table
    return yes(it_may=bool(workers_of(table, table.units[SQUAD].side, core)))


class ActRule(NamedTuple):
    """A probe of an act, and what it returns for each state."""

    probe: Callable[[State, Core], May]
    free: May
    straggler: May
    scattered: May
    locked: May
    cores: tuple[Core, ...] = (CLASSIC, MODERN)


YES, BACK, NO = May
OTHER, RESULT, PART = "of another system", "a result, no act", "part of another act"
SETUP, UNIT, RESERVE = "before the battle", "of the player, not of a model", "of a reserve"
ACTS: Mapping[Act, ActRule | tuple[ActRule, ...] | str] = {
    Act.MOVES: ActRule(moves, YES, BACK, BACK, NO),
    Act.STAYS: RESULT,
    Act.ENTERS_DIFFICULT: PART,
    Act.KEEPS_OUT: PART,
    Act.SHOOTS: ActRule(shoots, YES, NO, NO, NO),
    Act.HOLDS_FIRE: RESULT,
    Act.FIRES_OVERWATCH: ActRule(fires_overwatch, YES, NO, NO, NO, (MODERN,)),
    Act.CANNOT_WOUND: RESULT,
    Act.RUNS: ActRule(runs, YES, BACK, BACK, NO, (CLASSIC,)),
    Act.ADVANCES: ActRule(advances, YES, BACK, BACK, NO, (MODERN,)),
    Act.CHARGES: ActRule(charges, YES, NO, NO, NO),
    Act.FAILS_TO_CHARGE: RESULT,
    Act.DOES_NOT_CHARGE: RESULT,
    Act.FIGHTS: ActRule(fights, YES, YES, YES, YES),
    Act.DRAWS: RESULT,
    Act.STANDS_FAST: RESULT,
    Act.FALLS_BACK: (
        ActRule(falls_back, YES, YES, YES, NO, (CLASSIC,)),
        ActRule(falls_back, YES, NO, NO, NO, (MODERN,)),
    ),
    Act.CANNOT_REGROUP: RESULT,
    Act.REGROUPS: RESULT,
    Act.DESTROYED: RESULT,
    Act.PILES_IN: (
        ActRule(piles_in, YES, NO, NO, NO, (CLASSIC,)),
        ActRule(piles_in, YES, YES, YES, YES, (MODERN,)),
    ),
    Act.CONSOLIDATES: (
        ActRule(consolidates, YES, NO, NO, NO, (CLASSIC,)),
        ActRule(consolidates, YES, YES, YES, YES, (MODERN,)),
    ),
    Act.ARRIVES: RESERVE,
    Act.WAITS: RESERVE,
    Act.PUSHES_OFF: OTHER,
    Act.DRIFTS: OTHER,
    Act.SLOWS: OTHER,
    Act.TURNS: OTHER,
    Act.ACCELERATES: OTHER,
    Act.FIRES_TO_MOVE: OTHER,
    Act.STOPPED: OTHER,
    Act.KEEPS_PACE: OTHER,
    Act.SLOWS_DOWN: OTHER,
    Act.RIDES: OTHER,
    Act.PARTS: OTHER,
    Act.GETS_AWAY: OTHER,
    Act.IS_STUCK: OTHER,
    Act.FINDS_NO_ROOM: RESERVE,
    Act.PARRIES: OTHER,
    Act.LETS_GO: OTHER,
    Act.COUNTERS: OTHER,
    Act.MISSES: OTHER,
    Act.HURTS_ITSELF: OTHER,
    Act.TRADES: OTHER,
    Act.PUSHES: OTHER,
    Act.DISARMS: OTHER,
    Act.HARMS: OTHER,
    Act.KNOCKS: OTHER,
    Act.GIVES_GROUND: OTHER,
    Act.IS_STUBBORN: OTHER,
    Act.THIRSTS: OTHER,
    Act.IS_CORNERED: OTHER,
    Act.BREAKS: RESULT,
    Act.HOLDS_FIRM: UNIT,
    Act.IN_PERIL: RESULT,
    Act.IS_LIT_UP: RESULT,
    Act.MANIFESTS: ActRule(manifests, YES, NO, NO, NO, (MODERN,)),
}
"""Every act of the game, with its rule for stragglers or the reason why it has none."""

QUESTIONS: Mapping[DecisionKind, ActRule | Act | str] = {
    CommonKind.FIRST: SETUP,
    CommonKind.ZONE_MAP: SETUP,
    CommonKind.ZONE: SETUP,
    CommonKind.DEPLOY: SETUP,
    CommonKind.HOLD: SETUP,
    CommonKind.MAIN_BODY: UNIT,
    CommonKind.UNIT_TO_MOVE: Act.MOVES,
    CommonKind.UNIT_TO_SHOOT: Act.SHOOTS,
    CommonKind.UNIT_TO_CHARGE: Act.CHARGES,
    CommonKind.PACE: Act.ADVANCES,
    CommonKind.MOVE: Act.MOVES,
    CommonKind.RUN: Act.RUNS,
    CommonKind.DIFFICULT: PART,
    CommonKind.TURN: OTHER,
    CommonKind.POWER: Act.MANIFESTS,
    CommonKind.TARGET: Act.SHOOTS,
    CommonKind.WEAPON: Act.SHOOTS,
    CommonKind.AIM: Act.SHOOTS,
    CommonKind.BLAST: Act.SHOOTS,
    CommonKind.CHARGE: Act.CHARGES,
    CommonKind.STRIKE_AT: Act.FIGHTS,
    CommonKind.STRIKE_WITH: Act.FIGHTS,
    CommonKind.CASUALTY: RESULT,
    CommonKind.BREAK_IN: UNIT,
    ModernKind.CHARGE_ALSO: Act.CHARGES,
    ModernKind.OVERWATCH: Act.FIRES_OVERWATCH,
    ModernKind.DENY: ActRule(denies, YES, NO, NO, NO, (MODERN,)),
    ModernKind.FIGHTER: Act.FIGHTS,
    ModernKind.ATTACKS: Act.FIGHTS,
    FloodKind.BREAK_OFF: "FF-24: of a locked model that was cut off",
    FloodKind.STRAGGLERS: Act.RUNS,
    DoorKind.DOOR: ActRule(works_doors, YES, NO, NO, NO),
}
"""Every kind of question of cores, flood and doors, with the act that it is about."""


def test_every_act_and_every_question_has_its_rule_for_stragglers() -> None:
    assert [act for act in Act if act not in ACTS] == []
    kinds = [*CommonKind, *ModernKind, *FloodKind, *DoorKind]
    assert [kind for kind in kinds if kind not in QUESTIONS] == []
    acts = [about for about in QUESTIONS.values() if isinstance(about, Act)]
    assert [act for act in acts if not rules_of(ACTS[act])] == []


def rules_of(about: ActRule | tuple[ActRule, ...] | Act | str) -> tuple[ActRule, ...]:
    if isinstance(about, ActRule):
        return (about,)
    return () if isinstance(about, str) else about


CASES = [
    pytest.param(rule, state, core, id=f"{act}-{core.name}-{state}")
    for act, about in [*ACTS.items(), *QUESTIONS.items()]
    for rule in rules_of(about)
    for core in rule.cores
    for state in State
]


@pytest.mark.rule("FF-20", "FF-21")
@pytest.mark.parametrize(("rule", "state", "core"), CASES)
def test_a_model_does_what_its_state_allows(rule: ActRule, state: State, core: Core) -> None:
    expected = dict(zip(State, rule[1:5], strict=True))

    assert rule.probe(state, core) is expected[state]
