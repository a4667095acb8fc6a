"""Assembly of the sandbox: actions in turn, phases of other rules, loose dice and markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from game.play.decisions import Amount, Choose, Option, Refusal
from game.play.game import Game, GameView, Step
from game.play.phases import END, Interrupt, Phase, Todo, When, insert_phases
from game.play.placement import OnTable, Place
from game.play.wording import side_name
from game.rules.classic.core_api import CLASSIC
from game.rules.kit import dice
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module
from game.rules.kit.parts import EventByHand, System
from game.rules.kit.queries import INKS, TOKENS, DrawnMarker
from game.rules.registry import ARMED_AS, BASE_SYSTEMS, EVENTS_BY_HAND, LAID_BY_HAND, MODULES
from game.rules.sandbox import model_actions
from game.rules.sandbox.state import FREE, PAGE, SandboxKind, back_to_free, bench_of, in_turn
from game.table.events import Announced, Ended, PhaseBegan, RollKind, TurnsOrdered, ZoneTaken
from game.table.pieces import PieceKind
from game.table.state import Table

SIZES = (6, 3, 2, 4, 8, 10, 12, 20, 100)
"""``SB-07``  Numbers of faces that a die may have, the default first."""
MAX_DICE = 40
WORDS = (
    *("Objective", "Target", "Start", "Goal", "Trap", "Fire", "Smoke", "Hazard", "Door"),
    *("Alarm", "Wreck", "Cargo", "Search", "Guard", "Wait", "Here"),
    *"ABCDEFGH",
    *"123456789",
)
"""``SB-08``  Words that a marker may show."""


async def roll(game: Game) -> None:
    """``SB-07``  Roll any number of dice of any size, for a needed number or none."""
    side = in_turn(game.table)
    options = tuple(Option(f"d{n}", f"d{n}", "SB-07") for n in SIZES)
    text = await Choose(side, "SB-07", "Which dice?", options)
    faces = int(text[1:])
    many = await Amount(side, "SB-07", f"How many {text}?", 1, MAX_DICE)
    asks = "Count results of at least (0 = do not count)"
    need = await Amount(side, "SB-07", asks, 0, faces)
    if faces == 6:
        game.throw("SB-07", side, f"{many}d6", many, need=need, kind=RollKind.BY_HAND)
        return
    rolled = [
        dice.pick(game, "SB-07", side, text, faces, kind=RollKind.SELECTION) + 1
        for _ in range(many)
    ]
    shown = " ".join(str(n) for n in rolled)
    if need:
        shown += f": {sum(n >= need for n in rolled)} of {many} show {need} or more"
    elif many > 1:
        shown += f", together {sum(rolled)}"
    game.do(Announced("SB-07", f"{many}{text}: {shown}"))


async def draw(game: Game) -> None:
    """``SB-08``  Place a token with a word in a colour anywhere on the table."""
    table, side = game.table, in_turn(game.table)
    words = tuple(Option(word, word, "SB-08") for word in WORDS)
    word = await Choose(side, "SB-08", "What is written on the token?", words)
    inks = tuple(Option(ink, ink.capitalize(), "SB-08") for ink in INKS)
    ink = await Choose(side, "SB-08", "Which colour?", inks)
    on = OnTable(table.board.width, table.board.height)
    spot = await Place(side, "SB-08", f"Place {word} where?", on, does="Place it here")
    bench = bench_of(table)
    token = DrawnMarker(f"token-{bench.drawn + 1}", word, ink, spot.at)
    game.do(Announced("SB-08", f"A marker is drawn: {word}, {ink}"))
    page = replace(bench, drawn=bench.drawn + 1, tokens=(*bench.tokens, token))
    game.do(PAGE.write("SB-08", page))


async def erase(game: Game) -> None:
    """``SB-08``  Remove a drawn marker."""
    there = {token.id: token for token in bench_of(game.table).tokens}
    options = tuple(Option(t.id, f"{t.words}, {t.ink}", "SB-08") for t in there.values())
    asks = "Remove which token?"
    gone = there[await Choose(in_turn(game.table), "SB-08", asks, options)]
    left = tuple(token for token in bench_of(game.table).tokens if token.id != gone.id)
    game.do(Announced("SB-08", f"A marker is taken away: {gone.words}, {gone.ink}"))
    game.do(PAGE.write("SB-08", replace(bench_of(game.table), tokens=left)))


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
    SandboxAction("place", "Place a model or unit", "SB-02", model_actions.place, _boxed),
    SandboxAction("move", "Move a model", "SB-03", model_actions.move, _models_stand),
    SandboxAction(
        "move unit", "Move a whole unit", "SB-03", model_actions.move_unit, _units_stand
    ),
    SandboxAction("turn", "Turn a model", "SB-04", model_actions.turn, _models_stand),
    SandboxAction("wound", "Wound a model", "SB-05", model_actions.wound, _models_stand),
    SandboxAction("heal", "Heal a model", "SB-05", model_actions.heal, _models_hurt),
    SandboxAction("remove", "Remove a model", "SB-06", model_actions.remove, _models_lie),
    SandboxAction("roll", "Roll dice", "SB-07", roll, _may),
    SandboxAction("draw", "Place a token", "SB-08", draw, _may),
    SandboxAction("erase", "Remove a token", "SB-08", erase, _drawn),
    SandboxAction("push", "Set a model's arrows", "SB-09", model_actions.push, _models_lie),
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
            *map(self._by_hand, EVENTS_BY_HAND.values()),
            *self._ways_on(table),
        )
        found = [(deed, deed.why_not(table)) for deed in deeds]
        options = tuple(Option(d.id, d.label, d.clause) for d, no in found if not no)
        greyed = tuple(
            (Option(d.id, d.label, d.clause), Refusal(no, d.clause)) for d, no in found if no
        )
        answer = await Choose(
            side, "SB-01", "What would you like to do?", options, greyed, kind=SandboxKind.DEED
        )
        deed = next(d for d, _ in found if d.id == answer)
        await deed.does(game)

    def _by_hand(self, event: EventByHand) -> SandboxAction:
        async def starts(game: Game) -> None:
            await event.does(game, in_turn(game.table), self.rules.core)

        return SandboxAction(event.id, event.label, event.clause, starts, event.why_not)

    def _ways_on(self, table: Table) -> Iterator[SandboxAction]:
        if self.rules.playable():
            yield SandboxAction("phase", "Play a phase", "SB-14", self.plays, _may)
        other = side_name(table.enemy(in_turn(table)))
        yield SandboxAction("hand over", f"Hand over to {other}", "SB-15", hand_over, _may)
        yield SandboxAction("end", "End the game", "SB-15", ends, _may)

    async def plays(self, game: Game) -> None:
        """``SB-14``  Play one phase of the rules, of both sides or the side in turn."""
        table, side = game.table, in_turn(game.table)
        may, greyed = list[Option](), list[tuple[Option, Refusal]]()
        for phase in self.rules.playable():
            option = Option(phase.name, f"{phase.name.capitalize()} phase", phase.clause)
            if no := self.rules.why_not(table, phase):
                greyed.append((option, Refusal(no, "SB-14")))
            else:
                may.append(option)
        back = Option("none", "Back to free play", "SB-14")
        asks = "Play which phase?"
        text = await Choose(side, "SB-14", asks, (*may, back), tuple(greyed))
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


async def ends(game: Game) -> None:
    """``SB-15``  End the game without a winner."""
    game.do(Ended("SB-15", None, "the table is put away"))


def sandbox(options: Mapping[str, Any]) -> Module:
    """``SB-01``  Return the sandbox: free play.

    ``SB-14``: with the rules that the option *rules* turns on.
    """
    rules = LaidRules.chosen(options)
    deeds = SandboxActions(rules)
    parts, by_hand = rules.parts, EVENTS_BY_HAND.values()
    events = [event.phase(rules.core) for event in by_hand if event.phase]
    own = {phase.name: phase for phase in rules.playable()}
    played = own | {phase.name: phase for phase in events if phase.name not in own}
    return Module(
        "sandbox",
        hooks=(*(hook for part in parts for hook in part.hooks), TOKENS.gets(_tokens)),
        phases=(
            Phase("table", "SB-01", lambda _: set_up_sandbox, When.SETUP, then=(FREE,)),
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
        uses=(*(part.name for part in parts), *EVENTS_BY_HAND),
        opens=_open,
    )


def _open(table: Table) -> None:
    for event in EVENTS_BY_HAND.values():
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
    return lambda table: _back if todo(table) else None


def _limit(turns: int) -> Iterator[Interrupt]:
    """``SB-15``  Yield the end of the game after the last game turn, if one was agreed."""

    def todo(table: Table) -> Step | None:
        return _over if table.clock.round > turns else None

    if turns:
        yield Interrupt("the last turn is over", "SB-15", todo, then=(END,))


async def _over(game: Game) -> None:
    game.do(Ended("SB-15", None, "the turns that were agreed are over"))


def _tokens(view: GameView, _: None) -> Iterator[DrawnMarker]:
    yield from bench_of(view.table).tokens


SYSTEM = System(sandbox, CLASSIC, options=("turns", "rules"))
