"""Dice and markers that belong to no rule: ``SB-07``, ``SB-08``."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import Amount, Choose, Option
from game.play.game import Game
from game.play.placement import OnTable, Place
from game.rules.kit import dice
from game.rules.kit.queries import INKS, DrawnMarker
from game.rules.sandbox.state import PAGE, bench_of, in_turn
from game.table.events import Announced
from game.table.state import Table

SIZES = (6, 3, 2, 4, 8, 10, 12, 20, 100)
"""``SB-07``  How many faces a die may have, the usual first."""
MOST_DICE = 40
WORDS = (
    *("Objective", "Target", "Start", "Goal", "Trap", "Fire", "Smoke", "Hazard", "Door"),
    *("Alarm", "Wreck", "Cargo", "Search", "Guard", "Wait", "Here"),
    *"ABCDEFGH",
    *"123456789",
)
"""``SB-08``  What a marker may say."""


async def roll(game: Game) -> None:
    """``SB-07``  Roll any number of dice of any size, perhaps for a number or more."""
    side = in_turn(game.table)
    options = tuple(Option(f"d{n}", f"d{n}", "SB-07") for n in SIZES)
    told = await Choose(side, "SB-07", "Which dice?", options, kind="size")
    faces = int(told[1:])
    many = await Amount(side, "SB-07", f"How many {told}?", 1, MOST_DICE, kind="dice")
    asks = "Which number or more is needed? 0: none"
    need = await Amount(side, "SB-07", asks, 0, faces, kind="need")
    if faces == 6:
        game.throw("SB-07", side, f"{many}d6", many, need=need)
        return
    rolled = [dice.pick(game, "SB-07", side, told, faces) + 1 for _ in range(many)]
    shown = " ".join(str(n) for n in rolled)
    if need:
        shown += f": {sum(n >= need for n in rolled)} of {many} show {need} or more"
    elif many > 1:
        shown += f", together {sum(rolled)}"
    game.do(Announced("SB-07", f"{many}{told}: {shown}"))


async def draw(game: Game) -> None:
    """``SB-08``  Draw a marker with a word in a colour somewhere on the table."""
    table, side = game.table, in_turn(game.table)
    words = tuple(Option(word, word, "SB-08") for word in WORDS)
    word = await Choose(side, "SB-08", "What does the marker say?", words, kind="word")
    inks = tuple(Option(ink, ink.capitalize(), "SB-08") for ink in INKS)
    ink = await Choose(side, "SB-08", "In which colour?", inks, kind="ink")
    on = OnTable(table.board.width, table.board.height)
    spot = await Place(side, "SB-08", f"Where is {word}?", on, does="Draw it here")
    bench = bench_of(table)
    token = DrawnMarker(f"token-{bench.drawn + 1}", word, ink, spot.at)
    game.do(Announced("SB-08", f"A marker is drawn: {word}, {ink}"))
    page = replace(bench, drawn=bench.drawn + 1, tokens=(*bench.tokens, token))
    game.do(PAGE.write("SB-08", page))


def tokens(table: Table) -> tuple[DrawnMarker, ...]:
    return bench_of(table).tokens


async def erase(game: Game) -> None:
    """``SB-08``  Take a marker away that was drawn."""
    there = {token.id: token for token in tokens(game.table)}
    options = tuple(Option(t.id, f"{t.words}, {t.ink}", "SB-08") for t in there.values())
    asks = "Which marker is taken away?"
    gone = there[await Choose(in_turn(game.table), "SB-08", asks, options, kind="token")]
    left = tuple(token for token in tokens(game.table) if token.id != gone.id)
    game.do(Announced("SB-08", f"A marker is taken away: {gone.words}, {gone.ink}"))
    game.do(PAGE.write("SB-08", replace(bench_of(game.table), tokens=left)))
