"""Aids of a sandbox, apart from its models.

They are lamps, fog, notes, dice and tokens (SB-07, SB-08, SB-16 to SB-19).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from game.cores.kit import dice
from game.cores.kit.queries import INKS, DrawnMarker
from game.cores.kit.sight_lines import sees
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, distance, gap
from game.play.decisions import Amount, Choose, Option
from game.play.game import Game, GameView
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable
from game.systems.sandbox.rules import PAGE, bench_of, in_turn
from game.table.board import Spot
from game.table.events import Announced, Reason, RollKind
from game.table.records import Model, Side, Where
from game.table.state import Table

LAMP, NOTE = "lamp", "note"
"""Kinds of the map's spots that are lamps and notes."""
NEARBY = 6.0
"""``SB-17``  Inches from a model's edge within which its side sees in the dark."""
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


class Fog(StrEnum):
    """``SB-17``  Whether fog lies over the table."""

    NONE = ""
    FOG = "fog"
    DARK = "dark"


_FOGS = {
    "lift": (Fog.NONE, "No fog", "The fog lifts"),
    "fog": (Fog.FOG, "Fog", "Fog lies over the table"),
    "dark": (Fog.DARK, "Fog and darkness", "It is dark, and fog lies over the table"),
}
"""For each option: the fog, its label and its announcement."""


class LampLight(NamedTuple):
    """A burning lamp: its place, and the radius of its light in inches."""

    at: Point
    radius: float


def lamps(table: Table) -> tuple[Spot, ...]:
    """``SB-16``  Return the lamps of the map."""
    return tuple(spot for spot in table.board.spots if spot.kind == LAMP)


def burning(table: Table) -> list[LampLight]:
    """``SB-16``  Return the light of each lamp that burns."""
    out = bench_of(table).out
    return [
        LampLight(lamp.outline[0], dict(lamp.numbers)["radius"])
        for lamp in lamps(table)
        if lamp.id not in out
    ]


def hidden_notes(table: Table) -> tuple[Spot, ...]:
    """``SB-18``  Return the notes of the map that are not for players at first."""
    spots = table.board.spots
    return tuple(s for s in spots if s.kind == NOTE and dict(s.numbers).get("hidden"))


def is_secret(table: Table, note: Spot) -> bool:
    """``SB-18``  Return whether a note is hidden from the players now."""
    return note in hidden_notes(table) and note.id not in bench_of(table).revealed


def note_facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``SB-18``  Yield whether the players see a note that was hidden from them at first."""
    for note in hidden_notes(view.table):
        if note.id == id_:
            secret = is_secret(view.table, note)
            words = "Hidden from the players" if secret else "Shown to the players"
            yield Reason(0, words, "SB-18")


def _toggled(ids: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return tuple(one for one in ids if one != id_) if id_ in ids else (*ids, id_)


async def turn_lamp(game: Game) -> None:
    """``SB-16``  Put out a lamp of the map, or light it again."""
    bench = bench_of(game.table)
    options = tuple(
        Option(lamp.id, f"{'Light' if lamp.id in bench.out else 'Put out'} {spot_name(lamp)}")
        for lamp in lamps(game.table)
    )
    side = in_turn(game.table)
    id_ = await Choose(side, clause="SB-16", asks="Which lamp?", options=options)
    lamp = next(one for one in lamps(game.table) if one.id == id_)
    verb = "is lit" if id_ in bench.out else "goes out"
    game.do(Announced("SB-16", f"{spot_name(lamp).capitalize()} {verb}", id_))
    game.do(PAGE.write("SB-16", replace(bench, out=_toggled(bench.out, id_))))


async def lay_fog(game: Game) -> None:
    """``SB-17``  Lay fog over the table, with or without darkness, or lift it."""
    bench = bench_of(game.table)
    options = tuple(
        Option(
            id_,
            label,
            "SB-17",
            does="Lift the fog" if id_ == "lift" else f"Lay {label.lower()}",
        )
        for id_, (fog, label, _) in _FOGS.items()
        if fog != bench.fog
    )
    side = in_turn(game.table)
    id_ = await Choose(side, clause="SB-17", asks="Which fog?", options=options)
    fog, _, words = _FOGS[id_]
    game.do(Announced("SB-17", words))
    game.do(PAGE.write("SB-17", replace(bench, fog=fog)))


async def turn_note(game: Game) -> None:
    """``SB-18``  Show a hidden note to the players, or hide it again."""
    bench, table = bench_of(game.table), game.table
    options = tuple(
        Option(note.id, f"{'Show' if is_secret(table, note) else 'Hide'} {spot_name(note)}")
        for note in hidden_notes(table)
    )
    asks = "Show or hide which note?"
    id_ = await Choose(in_turn(table), clause="SB-18", asks=asks, options=options)
    game.do(PAGE.write("SB-18", replace(bench, revealed=_toggled(bench.revealed, id_))))


def spot_name(spot: Spot) -> str:
    """Return the name of a lamp or note, from its id: ``lamp 12``, ``the well``."""
    return spot.id.replace("-", " ")


class Vision:
    """``SB-17``, ``SB-19``  View that some sides have of a table."""

    def __init__(self, table: Table, sides: Sequence[Side]) -> None:
        self.table, self.sides = table, tuple(sides)
        self.fog = Fog(bench_of(table).fog)
        self.eyes = [model.disc for model in table.standing() if model.side in self.sides]
        self.lights = burning(table) if self.fog is Fog.DARK else []

    def sees(self, base: Disc) -> bool:
        """``SB-17``  Return whether a base, or a point, is seen."""
        if self.fog is Fog.NONE:
            return True
        near = sorted(self.eyes, key=lambda eye: distance(eye.at, base.at))
        return any(sees(self.table, eye, base) and self._is_clear(eye, base) for eye in near)

    def _is_clear(self, eye: Disc, base: Disc) -> bool:
        """Return whether darkness lets an eye see a base in its line of sight."""
        if self.fog is not Fog.DARK or is_within(gap(eye, base), NEARBY):
            return True
        return any(
            is_within(gap(Disc(light.at, 0.0), base), light.radius)
            and sees(self.table, Disc(light.at, 0.0), base)
            for light in self.lights
        )

    def hidden(self) -> Iterator[Model]:
        """``SB-19``  Yield the models and bodies that are not shown to the players."""
        for model in self.table.models.values():
            if model.where is Where.TABLE and model.side in self.sides:
                continue
            if model.where in {Where.TABLE, Where.BODY} and not self.sees(model.disc):
                yield model

    def tokens(self) -> Iterator[DrawnMarker]:
        """``SB-19``  Yield the tokens that are shown to the players."""
        for token in bench_of(self.table).tokens:
            if self.sees(Disc(token.at, 0.0)):
                yield token


async def roll(game: Game) -> None:
    """``SB-07``  Roll any number of dice of any size, for a needed number or none."""
    side = in_turn(game.table)
    options = tuple(Option(f"d{n}", f"d{n}", "SB-07", does=f"Roll d{n}") for n in SIZES)
    text = await Choose(side, clause="SB-07", asks="Which dice?", options=options)
    faces = int(text[1:])
    many = await Amount(side, clause="SB-07", asks=f"How many {text}?", least=1, most=MAX_DICE)
    asks = "Count results of at least (0 = do not count)"
    need = await Amount(side, clause="SB-07", asks=asks, least=0, most=faces)
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
    words = tuple(Option(word, word, "SB-08", does=f"Write “{word}”") for word in WORDS)
    word = await Choose(
        side, clause="SB-08", asks="What is written on the token?", options=words
    )
    inks = tuple(Option(ink, ink.capitalize(), "SB-08", does=f"Write in {ink}") for ink in INKS)
    ink = await Choose(side, clause="SB-08", asks="Which colour?", options=inks)
    on = OnTable(table.board.width, table.board.height)
    spot = await Place(
        side, clause="SB-08", asks=f"Place {word} where?", region=on, does=f"Place {word}"
    )
    bench = bench_of(table)
    token = DrawnMarker(f"token-{bench.drawn + 1}", word, ink, spot.at)
    game.do(Announced("SB-08", f"A marker is drawn: {word}, {ink}"))
    page = replace(bench, drawn=bench.drawn + 1, tokens=(*bench.tokens, token))
    game.do(PAGE.write("SB-08", page))


async def erase(game: Game) -> None:
    """``SB-08``  Remove a drawn marker."""
    there = {token.id: token for token in bench_of(game.table).tokens}
    options = tuple(
        Option(t.id, f"{t.words}, {t.ink}", "SB-08", does=f"Remove “{t.words}”, {t.ink}")
        for t in there.values()
    )
    asks = "Remove which token?"
    gone = there[await Choose(in_turn(game.table), clause="SB-08", asks=asks, options=options)]
    left = tuple(token for token in bench_of(game.table).tokens if token.id != gone.id)
    game.do(Announced("SB-08", f"A marker is taken away: {gone.words}, {gone.ink}"))
    game.do(PAGE.write("SB-08", replace(bench_of(game.table), tokens=left)))
