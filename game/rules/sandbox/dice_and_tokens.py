"""Dice of any size, and tokens drawn on the table of a sandbox (SB-07, SB-08)."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import Amount, Choose, Option
from game.play.game import Game
from game.play.placement import OnTable, Place
from game.rules.kit import dice
from game.rules.kit.queries import INKS, DrawnMarker
from game.rules.sandbox import PAGE, bench_of, in_turn
from game.table.events import Announced, RollKind

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
    words = tuple(Option(word, word, "SB-08") for word in WORDS)
    word = await Choose(
        side, clause="SB-08", asks="What is written on the token?", options=words
    )
    inks = tuple(Option(ink, ink.capitalize(), "SB-08") for ink in INKS)
    ink = await Choose(side, clause="SB-08", asks="Which colour?", options=inks)
    on = OnTable(table.board.width, table.board.height)
    spot = await Place(
        side, clause="SB-08", asks=f"Place {word} where?", region=on, does="Place it here"
    )
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
    gone = there[await Choose(in_turn(game.table), clause="SB-08", asks=asks, options=options)]
    left = tuple(token for token in bench_of(game.table).tokens if token.id != gone.id)
    game.do(Announced("SB-08", f"A marker is taken away: {gone.words}, {gone.ink}"))
    game.do(PAGE.write("SB-08", replace(bench_of(game.table), tokens=left)))
