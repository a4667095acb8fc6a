"""Lamps, fog and hidden notes of a sandbox, and what the players see of it (SB-16 to SB-19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from game.geometry.points import EPSILON, Disc, Point, distance, gap
from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.rules.kit.queries import DrawnMarker
from game.rules.kit.targeting import sees
from game.rules.sandbox import PAGE, bench_of, in_turn
from game.table.board import Spot
from game.table.events import Announced, Reason
from game.table.records import Model, Side, Where
from game.table.state import Table

LAMP, NOTE = "lamp", "note"
"""Kinds of the map's spots that are lamps and notes."""
NEARBY = 6.0
"""``SB-17``  Inches from a model's edge within which its side sees in the dark."""


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
        Option(id_, label, "SB-17")
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
    """``SB-17``, ``SB-19``  What some sides see of a table."""

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
        if self.fog is not Fog.DARK or gap(eye, base) <= NEARBY + EPSILON:
            return True
        return any(
            gap(Disc(light.at, light.radius), base) <= EPSILON
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
