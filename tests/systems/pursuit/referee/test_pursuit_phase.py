"""The game's Pursuit phase against a referee that knows only the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count
from math import hypot
from typing import Any

import pytest

from game.content.situations.situation_files import parse_situation
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.table.apply import apply
from game.table.events import PhaseOver, Queued
from game.table.records import Where
from game.table.state import Table
from tests.systems.pursuit.referee.pursuit_geometry import LONG, WIDE, TooClose, Vec
from tests.systems.pursuit.referee.pursuit_phase import Asked, Deed, Street
from tests.systems.pursuit.referee.pursuit_streets import street

CASES, PARTS = 600, 12
NEAR = 0.01
CLAUSES = (
    "PU-07", "PU-08", "PU-09", "PU-10", "PU-11", "PU-12", "PU-13", "PU-14", "PU-15", "PU-16",
    "PU-19", "PU-20", "PU-22", "PU-23", "PU-24",
)  # fmt: skip


def on_table(found: Street, x: float, y: float) -> list[float]:
    """Return a place of the street as one of the game's table, which may be turned."""
    at = {
        0.0: (x, y),
        90.0: (WIDE - y, x),
        180.0: (LONG - x, WIDE - y),
        270.0: (y, LONG - x),
    }[found.north]
    return [round(c, 3) for c in at]


def situation(found: Street) -> str:
    """Return a street as the text of a situation."""
    lines = [
        'title = "A street"',
        'clauses = ["PU-07"]',
        'system = "pursuit"',
        'armoury = "pursuit"',
    ]
    wide, high = (LONG, WIDE) if found.north in {0.0, 180.0} else (WIDE, LONG)
    lines += [
        'sides = ["riders", "swarm"]',
        f"board = {{ width = {wide:.0f}, height = {high:.0f} }}",
        "[clock]",
        'phase = "pursuit"',
        "round = 2",
        "[pages.pursuit]",
        "rolled = 1",
        f"placed = {found.placed}",
        "[[object]]",
        'class = "Arrival"',
        f"polyline = {[on_table(found, LONG, 0.0), on_table(found, LONG, WIDE)]}",
    ]
    for block in found.blocks:
        corners = [on_table(found, *p) for p in block.shape]
        lines += [
            "[[object]]",
            'class = "CityPiece"',
            f'name = "{block.id}"',
            f"size = {block.size}",
            f'condition = "{"intact" if block.intact else "ruin"}"',
            f"polygon = {corners}",
        ]
    for man in found.men:
        lines += [
            "[[model]]",
            f'id = "{man.id}"',
            f'unit = "{man.id.removesuffix("-1")}"',
            f'side = "{man.side}"',
            f'profile = "{man.profile}"',
            f"at = {on_table(found, man.x, man.y)}",
            f"facing = {(man.facing + found.north) % 360.0}",
            f"W = {man.wounds}",
        ]
        if man.stuck:
            lines.append(f'marks = [{{ name = "stopped", about = "{man.stuck}" }}]')
    for cluster in found.clusters:
        lines += ["[[piece]]", f'id = "{cluster.id}"', 'kind = "mines"']
        lines += (
            [f"at = {on_table(found, cluster.x, cluster.y)}", f'on = "{cluster.piece}"']
            if cluster.piece
            else ["away = true"]
        )
    return "\n".join(lines)


def as_answered(found: Street, asked: Asked) -> Any:
    """Return the referee's answer as the game reads it."""
    match asked.answer:
        case Vec(x, y):
            return on_table(found, x, y)
        case (x, y, turned):
            return [*on_table(found, x, y), turned]
        case float(angle):
            return (angle + found.north) % 360.0
        case other:
            return other


def differences(found: Street, text: str) -> Iterator[str]:
    """Yield where the game and the referee, which has played, differ."""
    rules, table = set_up(parse_situation(text, "a street"))
    opening = table.fork()
    session = Session(rules, table, ScriptedDice(tuple(found.faces)))
    for asked in found.asked:
        pending = session.pending
        if pending is None:
            yield f"the game is over before {asked}"
            break
        about = getattr(pending, "about", None) or getattr(pending, "unit", None) or ""
        if (pending.clause, pending.by, about) != (asked.clause, asked.by, asked.about):
            yield f"{pending.clause} asks {pending.by} about {about}, not {asked}"
            break
        try:
            session.answer(as_answered(found, asked))
        except Exception as no:  # noqa: BLE001  whatever it says is reported
            yield f"{asked}: {no!r}"
            break
    yield from compared(found, at_the_end(session, opening, found))
    queued = next((e.order for e in session.game.story if isinstance(e, Queued)), ())
    if [id_ for id_ in queued if id_ in found.order] != found.order:
        yield f"the order is {queued}, not {found.order}"


def at_the_end(session: Session, opening: Table, found: Street) -> Table:
    """Return the game's table as the phase ends."""
    table = opening.fork()
    for event in session.game.story:
        if isinstance(event, PhaseOver):
            break
        apply(table, event)
    return table


def compared(found: Street, table: Table) -> Iterator[str]:
    if table.rolls != found.used:
        yield f"{table.rolls} dice were rolled, not {found.used}"
    if (table.result is not None) != found.decided:
        yield f"the result is {table.result}, decided: {found.decided}"
    for man in found.men:
        model = table.models[man.id]  # type: ignore[index]
        if (model.where is Where.TABLE) != man.on:
            yield f"{man.id} is at {model.where}, on the table: {man.on}"
            continue
        if not man.on:
            continue
        x, y = on_table(found, man.x, man.y)
        if hypot(model.at.x - x, model.at.y - y) > NEAR:
            yield f"{man.id} is at {model.at}, not {(x, y)}"
        stuck = next((m.about for m in model.marks if m.name == "stopped"), "")
        fought = any(m.name == "fought" for m in model.marks)
        facing = (man.facing + found.north) % 360.0
        here = model.wounds, stuck, fought or found.decided, model.facing
        there = man.wounds, man.stuck, man.fought or found.decided, facing
        if here != there:
            yield f"{man.id}: {here}, not {there}"
    for block in found.blocks:
        yield from _piece_faults(
            found, table, block.id, block.at if block.on else None, block.turned
        )
    for cluster in found.clusters:
        lies = Vec(cluster.x, cluster.y) if cluster.piece else None
        yield from _piece_faults(found, table, cluster.id, lies, 0.0, cluster.piece)


def _piece_faults(
    found: Street, table: Table, id_: str, at: Vec | None, turned: float, on: str = ""
) -> Iterator[str]:
    piece = table.pieces[id_]
    if (piece.where is Where.TABLE) != (at is not None):
        yield f"{id_} is at {piece.where}, not {at}"
    elif at is not None:
        x, y = on_table(found, *at)
        if hypot(piece.at.x - x, piece.at.y - y) > NEAR or (piece.turned, piece.on) != (
            turned,
            on,
        ):
            yield f"{id_} is at {piece.at} {piece.turned} {piece.on}, not {x, y, turned, on}"


@lru_cache(maxsize=512)
def refereed_street(seed: int) -> tuple[Street, str] | None:
    """Return a street as the referee leaves it, and its situation; None if it cannot tell."""
    try:
        found = street(seed)
        text = situation(found)
        found.play()
    except TooClose:
        return None
    return found, text


def cases(part: int) -> Iterator[tuple[int, Street, str]]:
    """Yield the seed of each case of a part, its street after the phase, and its situation."""
    seeds = count(1000 * part)
    for _ in range(CASES // PARTS):
        while (case := refereed_street(seed := next(seeds))) is None:
            pass
        yield seed, *case


@pytest.mark.slow
@pytest.mark.rule(*CLAUSES)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_game_plays_the_phase_as_the_referee_does(part: int) -> None:
    faults = {
        seed: found
        for seed, after, text in cases(part)
        if (found := [*differences(after, text)])
    }

    assert faults == {}


@pytest.mark.slow
def test_the_cases_show_all_that_happens_in_the_phase() -> None:
    """Count what the cases show, until each has been shown often enough."""
    shown, decided, norths = Counter[Deed](), 0, set[float]()
    for _, after, _ in chain.from_iterable(cases(part) for part in range(5)):
        shown.update({deed for deed, _ in after.deeds})
        decided += bool(after.decided)
        norths.add(after.north)
        if min(shown[deed] for deed in Deed) >= 3 and decided >= 5 and len(norths) == 4:
            break

    assert {deed.name: shown[deed] for deed in Deed if shown[deed] < 3} == {}
    assert decided >= 5
    assert norths == {0.0, 90.0, 180.0, 270.0}


@pytest.mark.slow
def test_few_streets_are_too_close_to_call() -> None:
    assert sum(refereed_street(seed) is None for seed in range(100)) <= 15
