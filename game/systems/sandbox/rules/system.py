"""Assembly of the sandbox.

Sides take actions in turn; phases of other rules may come in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from game.cores.classic.rules.core_api import CLASSIC
from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand, System
from game.cores.kit.modules import Module
from game.cores.kit.queries import FACTS, HIDES, TOKENS, DrawnMarker
from game.cores.kit.sight_lines import sight_obstacles
from game.play.decisions import Choose, Option, Refusal
from game.play.game import Game, GameView, Step
from game.play.log.wording import side_name
from game.play.phases import END, Interrupt, Phase, Todo, When, end_of_game, insert_phases
from game.rules import ARMED_AS, BASE_SYSTEMS, EVENTS_BY_HAND, LAID_BY_HAND, MODULES
from game.systems.sandbox.rules import (
    FREE,
    PAGE,
    SandboxKind,
    back_to_free,
    bench_of,
    in_turn,
    model_actions,
    table_aids,
)
from game.systems.sandbox.rules.table_aids import draw, erase
from game.table.events import Ended, PhaseBegan, Queued, TurnsOrdered, ZoneTaken
from game.table.state import PieceKind, Table

MAX_MODELS = 300
"""``SB-02``  More models would not find room on the largest table."""


class SandboxAction(NamedTuple):
    """An action of free play, as offered to the side in turn."""

    id: str
    label: str
    clause: str
    does: Step
    why_not: Callable[[Table], str]
    """Returns the reason why the action is impossible now; empty if it is possible."""


def _may(table: Table) -> str:
    return ""


def _needs(found: Callable[[Table], object], words: str) -> Callable[[Table], str]:
    """Return the function that gives a reason if nothing is found on a table."""
    return lambda table: "" if found(table) else words


_models_stand = _needs(Table.standing, "there are no models on the table")
_units_stand = _needs(model_actions.units, "no unit has several models on the table")
_models_hurt = _needs(model_actions.hurt, "no model on the table has lost a wound")
_models_lie = _needs(model_actions.removable, "there are no models on the table")
_drawn = _needs(lambda table: bench_of(table).tokens, "there are no tokens on the table")


def _boxed(table: Table) -> str:
    if not table.spares:
        return "there is no roster to take models from"
    full = len(model_actions.removable(table)) >= MAX_MODELS
    return f"the table is full: {MAX_MODELS} models" if full else ""


MODEL_ACTIONS = (
    SandboxAction(
        "place",
        label="Place a model or unit",
        clause="SB-02",
        does=model_actions.place,
        why_not=_boxed,
    ),
    SandboxAction(
        "move",
        label="Move a model",
        clause="SB-03",
        does=model_actions.move,
        why_not=_models_stand,
    ),
    SandboxAction(
        "move unit",
        label="Move a whole unit",
        clause="SB-03",
        does=model_actions.move_unit,
        why_not=_units_stand,
    ),
    SandboxAction(
        "turn",
        label="Turn a model",
        clause="SB-04",
        does=model_actions.turn,
        why_not=_models_stand,
    ),
    SandboxAction(
        "wound",
        label="Wound a model",
        clause="SB-05",
        does=model_actions.wound,
        why_not=_models_stand,
    ),
    SandboxAction(
        "heal",
        label="Heal a model",
        clause="SB-05",
        does=model_actions.heal,
        why_not=_models_hurt,
    ),
    SandboxAction(
        "remove",
        label="Remove a model",
        clause="SB-06",
        does=model_actions.remove,
        why_not=_models_lie,
    ),
    SandboxAction(
        "roll", label="Roll dice", clause="SB-07", does=table_aids.roll, why_not=_may
    ),
    SandboxAction("draw", label="Place a token", clause="SB-08", does=draw, why_not=_may),
    SandboxAction("erase", label="Remove a token", clause="SB-08", does=erase, why_not=_drawn),
    SandboxAction(
        "push",
        label="Set a model's arrows",
        clause="SB-09",
        does=model_actions.push,
        why_not=_models_lie,
    ),
)


@dataclass(frozen=True, slots=True)
class LaidRules:
    """``SB-14``  The rules that the sandbox lies over; none if they are off."""

    core: Core
    parts: tuple[Module, ...]
    armed: tuple[str, ...]
    """Systems of the rosters that are available."""

    @classmethod
    def chosen(cls, options: Mapping[str, Any]) -> LaidRules:
        """Return the rules that the option *rules* turns on."""
        names = LAID_BY_HAND[int(options.get("rules", 0))]
        if not names:
            armouries = [n for n in BASE_SYSTEMS if n not in ARMED_AS]
            return cls(CLASSIC, (), tuple(armouries))
        name, *modules = names
        system = BASE_SYSTEMS[name]
        added = [MODULES[module].build(options, system.core) for module in modules]
        parts = (system.build(options), *added)
        return cls(system.core, parts, (ARMED_AS.get(name, name),))

    def playable(self) -> list[Phase]:
        """``SB-14``  Return the phases that a player may choose to play."""
        if not self.parts:
            return []
        core, *modules = self.parts
        phases = insert_phases(core.phases, [p for m in modules for p in m.phases])
        return [p for p in phases if not any(p.name in part.left_out for part in self.parts)]

    def why_not(self, table: Table, phase: Phase) -> str:
        """Return the reason why a phase cannot be played now; empty if it can."""
        return next(filter(None, [part.why_not(table, phase) for part in self.parts]), "")


@dataclass(frozen=True, slots=True)
class SandboxActions:
    """The sandbox actions available with the rules that are on."""

    rules: LaidRules

    async def done(self, game: Game) -> None:
        """``SB-01``  Let the side in turn take one action."""
        table = game.table
        side = in_turn(table)
        deeds = (
            *MODEL_ACTIONS,
            *map(self._by_hand, events_by_hand()),
            *self._of_the_map(table),
            *self._ways_on(table),
        )
        found = [(deed, deed.why_not(table)) for deed in deeds]
        options = tuple(Option(d.id, d.label, d.clause) for d, no in found if not no)
        greyed = tuple(
            (Option(d.id, d.label, d.clause), Refusal(no, d.clause)) for d, no in found if no
        )
        answer = await Choose(
            side,
            clause="SB-01",
            asks="What would you like to do?",
            options=options,
            greyed=greyed,
            kind=SandboxKind.DEED,
        )
        deed = next(d for d, _ in found if d.id == answer)
        await deed.does(game)

    def _by_hand(self, event: EventByHand) -> SandboxAction:
        async def starts(game: Game) -> None:
            await event.does(game, in_turn(game.table), self.rules.core)

        return SandboxAction(
            event.id, label=event.label, clause=event.clause, does=starts, why_not=event.why_not
        )

    def _ways_on(self, table: Table) -> Iterator[SandboxAction]:
        if self.rules.playable():
            yield SandboxAction(
                "phase", label="Play a phase", clause="SB-14", does=self.plays, why_not=_may
            )
        other = side_name(table.enemy(in_turn(table)))
        yield SandboxAction(
            "hand over",
            label=f"Hand over to {other}",
            clause="SB-15",
            does=hand_over,
            why_not=_may,
        )
        yield SandboxAction(
            "end", label="End the game", clause="SB-15", does=ends, why_not=_may
        )

    @staticmethod
    def _of_the_map(table: Table) -> Iterator[SandboxAction]:
        """Yield the actions on fog, and on the map's lamps and notes if it has any."""
        yield SandboxAction(
            "fog",
            label="Lay or lift fog",
            clause="SB-17",
            does=table_aids.lay_fog,
            why_not=_may,
        )
        if table_aids.lamps(table):
            label = "Light or put out a lamp"
            yield SandboxAction(
                "lamp", label=label, clause="SB-16", does=table_aids.turn_lamp, why_not=_may
            )
        if table_aids.hidden_notes(table):
            label = "Show or hide a note"
            yield SandboxAction(
                "note", label=label, clause="SB-18", does=table_aids.turn_note, why_not=_may
            )

    async def plays(self, game: Game) -> None:
        """``SB-14``  Play one phase of the rules, of both sides or the side in turn."""
        table, side = game.table, in_turn(game.table)
        may, greyed = list[Option](), list[tuple[Option, Refusal]]()
        for phase in self.rules.playable():
            words = f"{phase.name.capitalize()} phase"
            does = f"Play the {phase.name} phase"
            option = Option(phase.name, words, phase.clause, does=does)
            if no := self.rules.why_not(table, phase):
                greyed.append((option, Refusal(no, "SB-14")))
            else:
                may.append(option)
        back = Option("none", "Back to free play", "SB-14")
        asks = "Play which phase?"
        text = await Choose(
            side, clause="SB-14", asks=asks, options=(*may, back), greyed=tuple(greyed)
        )
        if text == back.id:
            game.do(PhaseBegan("SB-14", table.clock.round, FREE, side))
            return
        phase = next(p for p in self.rules.playable() if p.name == text)
        whose = side if phase.when is When.TURN else None
        key, bench = f"{text} {whose or ''}".strip(), bench_of(table)
        again = key in bench.played
        played = (key,) if again else (*bench.played, key)
        game.do(PAGE.write("SB-14", replace(bench, turn=side, played=played)))
        game.do(PhaseBegan(phase.clause, table.clock.round + again, text, whose))
        for part in self.rules.parts:
            part.settles(game, phase.clause)


async def hand_over(game: Game) -> None:
    """``SB-15``  Hand over to the other side; a game turn ends after the second side's turn."""
    table = game.table
    side = table.enemy(in_turn(table))
    round_ = table.clock.round + (side == table.sides[0])
    bench = bench_of(table)
    played = () if round_ > table.clock.round else bench.played
    game.do(PAGE.write("SB-15", replace(bench, turn=side, played=played)))
    game.do(PhaseBegan("SB-15", round_, FREE, side))


def events_by_hand() -> list[EventByHand]:
    """Return the events that players may start, in the order of their clauses."""
    return [EVENTS_BY_HAND[name] for name in _names_of_events()]


def _names_of_events() -> list[str]:
    return sorted(EVENTS_BY_HAND, key=lambda name: EVENTS_BY_HAND[name].clause)


async def ends(game: Game) -> None:
    """``SB-15``  End the game without a winner."""
    game.do(Ended("SB-15", None, "the table is put away"))


def sandbox(options: Mapping[str, Any]) -> Module:
    """``SB-01``  Return the sandbox: free play.

    ``SB-14``: with the rules that the option *rules* turns on.
    """
    rules = LaidRules.chosen(options)
    deeds = SandboxActions(rules)
    parts, by_hand = rules.parts, events_by_hand()
    events = [event.phase(rules.core) for event in by_hand if event.phase]
    own_hooks = [TOKENS.gets(_tokens), FACTS.gets(table_aids.note_facts)]
    if not parts:  # the hooks of rules have it
        own_hooks.append(HIDES.gets(sight_obstacles))
    own = {phase.name: phase for phase in rules.playable()}
    played = own | {phase.name: phase for phase in events if phase.name not in own}
    return Module(
        "sandbox",
        hooks=(*(hook for part in parts for hook in part.hooks), *own_hooks),
        phases=(
            Phase(
                "table",
                clause="SB-01",
                todo=lambda _: set_up_sandbox,
                when=When.SETUP,
                then=(FREE,),
            ),
            Phase(FREE, "SB-01", lambda _: deeds.done, then=(FREE, *played, END)),
            *map(_returning, played.values()),
        ),
        page=PAGE,
        pages=(
            *(page for event in by_hand for page in event.pages),
            *(part.page for part in parts if part.page),
        ),
        pieces=(PieceKind.CONTAINER,),
        interrupts=(*_limit(int(options.get("turns", 0))), *_interrupts(rules, tuple(played))),
        box=rules.armed,
        uses=(*(part.name for part in parts), *_names_of_events()),
        opens=_open,
    )


def _open(table: Table) -> None:
    for event in events_by_hand():
        event.opens(table)


async def set_up_sandbox(game: Game) -> None:
    """``SB-01``  Give each side a zone to fall back to, and begin with the first side."""
    table = game.table
    zones = [z.id for z in table.board.zones]
    if len(zones) < 2:
        zones = [z.id for z in next(iter(table.board.zone_maps.values()))]
    for side, zone in zip(table.sides, zones, strict=False):
        game.do(ZoneTaken("SB-01", side, zone))
    game.do(TurnsOrdered("SB-01", table.sides[0]))
    game.do(PhaseBegan("SB-01", 1, FREE, table.sides[0]))


def _returning(phase: Phase) -> Phase:
    """``SB-14``  Return a phase that leads back to free play instead of the next phase."""

    def closing(table: Table) -> Step:
        return (phase.closing(table) if phase.closing else None) or _back

    when = When.TURN if phase.when is When.TURN else When.START
    return replace(phase, closing=closing, when=when, then=(FREE,))


async def _back(game: Game) -> None:
    back_to_free(game)


def _interrupts(rules: LaidRules, played: tuple[str, ...]) -> Iterator[Interrupt]:
    """``SB-14``  Yield those of a system, for its phases; the end of its game ends a phase."""
    for one in (one for part in rules.parts for one in part.interrupts):
        during = one.during or played
        if END in one.then:
            yield replace(one, todo=_breaking_off(one.todo), during=during, then=(FREE,))
        else:
            yield replace(one, during=during)


def _breaking_off(todo: Todo) -> Todo:
    return lambda table: _break_off if todo(table) else None


async def _break_off(game: Game) -> None:
    """``SB-14``  Go back to free play; the queue of the phase is dropped."""
    if game.table.queue:
        game.do(Queued("SB-14", ()))
    back_to_free(game)


def _limit(turns: int) -> Iterator[Interrupt]:
    """``SB-15``  Yield the end of the game after the last game turn, if one was agreed."""

    def todo(table: Table) -> Step | None:
        return _over if table.clock.round > turns else None

    if turns:
        yield end_of_game("the last turn is over", "SB-15", todo)


async def _over(game: Game) -> None:
    game.do(Ended("SB-15", None, "the turns that were agreed are over"))


def _tokens(view: GameView, _: None) -> Iterator[DrawnMarker]:
    yield from bench_of(view.table).tokens


SYSTEM = System(sandbox, CLASSIC, options=("turns", "rules"))
