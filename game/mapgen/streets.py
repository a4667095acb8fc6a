"""A whole map of a street: the houses, the ground, lamps, and the Arrival at its right."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from game.content.maps import MapFile, drawn_map
from game.mapgen.outlines import building, ruin
from game.mapgen.retry import first_fit
from game.mapgen.scenery import ground, lamps
from game.mapgen.street import Plot, StreetPlan, plots
from game.rules.pursuit.street_checks import unfit

ATTEMPTS = 200
NAMES = {
    3: "chapel foundry granary theatre depot mill hospital station brewery library bank "
    "courthouse",
    2: "tannery school tenement workshop arcade smithy inn bakery guardhouse laundry market "
    "print-shop",
    1: "shed kiosk garage wash-house coal-store stable pump-house toolshed shelter booth lodge "
    "stall",
}


def make_street(plan: StreetPlan, seed: int) -> MapFile:
    """Return a street fit for a chase; a seed always gives the same.

    Raise NoRoomError if none of such measures was found.
    """
    return first_fit(
        "streets",
        str(seed),
        ATTEMPTS,
        partial(_drawn, plan, seed),
        partial(unfit, wide=plan.street),
    )


def _drawn(plan: StreetPlan, seed: int, rng: Random) -> MapFile:
    laid = plots(plan, rng)
    layers = {
        "ground": ground(plan.length, plan.width),
        "ends": [_arrival(plan)],
        "city": _houses(plan, rng, laid),
        "lamps": lamps(plan.length, plan.width),
    }
    return drawn_map(plan.length, plan.width, layers, title=f"Street {seed}", look="street")


def _arrival(plan: StreetPlan) -> dict[str, Any]:
    ends = [[plan.length, 0], [plan.length, plan.width]]
    return {"class": "Arrival", "name": "arrival", "polyline": ends}


def _houses(plan: StreetPlan, rng: Random, laid: list[Plot]) -> list[dict[str, Any]]:
    """Return the pieces, those nearest to the rear first."""
    kinds = {size: _conditions(rng, plan, size) for size in NAMES}
    return [
        _house(rng, plot, kinds[plot.size].pop()) for plot in sorted(laid, key=lambda p: p.x)
    ]


def _conditions(rng: Random, plan: StreetPlan, size: int) -> list[tuple[str, str]]:
    """Return the names and conditions of all pieces of a size, shuffled."""
    many = plan.pieces // 3
    ruined = round(many * plan.ruins / 100)
    conditions = ["ruin"] * ruined + ["intact"] * (many - ruined)
    rng.shuffle(conditions)
    return list(zip(rng.sample(NAMES[size].split(), many), conditions, strict=True))


def _house(rng: Random, plot: Plot, called: tuple[str, str]) -> dict[str, Any]:
    name, condition = called
    drawn = (ruin if condition == "ruin" else building)(rng, plot.long, plot.deep)
    corners = [[plot.x + x, plot.y + y] for x, y in drawn]
    return {
        "class": "CityPiece",
        "name": name.replace("-", " "),
        "polygon": corners,
        "size": plot.size,
        "condition": condition,
    }
