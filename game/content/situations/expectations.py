"""The result that a situation expects."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from game.content import schemas
from game.content.added_formats import ExpectedKeys, ExpectedModelKeys
from game.content.schemas import Part, Several, Spot, Word, Written, about

Json = Any
CLAUSE = Written("id of a clause", "ids of clauses")
DEGREES = Written("degrees, to 0.01°")
NAMES = Written("list of names")


class ExpectedDecision(Part):
    """The pending decision at the end of a situation."""

    kind: Annotated[str | None, schemas.about("its kind: `Choose`, `March` …")] = None
    clause: Annotated[str | None, CLAUSE, schemas.about("its clause")] = None
    by: Annotated[
        Word | None, Written("id of a side"), schemas.about("the side that is asked")
    ] = None
    about: Annotated[
        str | None,
        Written("id of a unit or model"),
        schemas.about("the unit or model it is about"),
    ] = None
    options: Annotated[
        Several[str] | None,
        schemas.about("the options that may be chosen, in order", value="list of ids"),
    ] = None
    greyed: Annotated[
        dict[str, str] | Several[str] | None,
        schemas.about(
            "the options that may not be chosen, in order",
            value="list of ids, or table: id = clause that forbids it",
        ),
    ] = None


class ExpectedRefusal(Part):
    """The refusal of the last answer."""

    clause: Annotated[str, CLAUSE, about("the clause that forbids it")]
    fix: Annotated[Json, about("the nearest legal answer, as offered", value="an answer")] = (
        None
    )


class ExpectedModel(ExpectedModelKeys):
    """Expected state of a model at the end; None where it is not checked."""

    id: Annotated[Word, about("the model")]
    at: Annotated[Spot | None, about('its place, to 0.01"')] = None
    wounds: Annotated[int | None, about("Wounds left")] = None
    gone: Annotated[bool | None, about("it is off the table")] = None
    body: Annotated[bool | None, about("it drifts as a body")] = None
    facing: Annotated[float | None, DEGREES, about("where it faces")] = None
    arrows: Annotated[int | None, about("its speed arrows")] = None
    heading: Annotated[float | None, DEGREES, about("where its arrows point")] = None
    marks: Annotated[Several[str] | None, NAMES, about("its marks")] = None


class ExpectedPiece(Part):
    """Expected state of a piece at the end; None where it is not checked."""

    id: Annotated[Word, about("the piece")]
    at: Annotated[Spot | None, about("its place")] = None
    gone: Annotated[bool | None, about("it is off the table for good")] = None
    arrows: Annotated[int | None, about("its speed arrows")] = None
    heading: Annotated[float | None, DEGREES, about("where its arrows point")] = None
    holder: Annotated[
        str | None, about("who holds it", value='id of a model, or `""` for none')
    ] = None
    turned: Annotated[float | None, DEGREES, about("how it is turned")] = None
    away: Annotated[bool | None, about("it is off the table and will return")] = None
    on: Annotated[str | None, Written("id of a piece"), about("the piece on which it is")] = (
        None
    )


class ExpectedUnit(Part):
    """Expected state of a unit at the end; None where it is not checked."""

    id: Annotated[Word, about("the unit")]
    marks: Annotated[Several[str] | None, NAMES, about("its marks")] = None


class ExpectedMarker(Part):
    """Expected state of an objective marker at the end; None where it is not checked."""

    id: Annotated[Word, about("the marker")]
    at: Annotated[Spot | None, about("its place")] = None
    number: Annotated[int | None, about("its number")] = None


class Expectations(ExpectedKeys):
    """Expected result of a situation."""

    dice_left: Annotated[int, Field(ge=0), about("number of dice left")] = 0
    clauses: Annotated[
        Several[Annotated[str, CLAUSE]],
        about("clauses cited by events, in this order; others may come between"),
    ] = ()
    never: Annotated[Several[Annotated[str, CLAUSE]], about("clauses that no event cites")] = ()
    log: Annotated[
        Several[str],
        about(
            "parts of log lines, in this order; others may come between: "
            '`"to hit foes with gun, 3+: 5 1"`'
        ),
    ] = ()
    unsaid: Annotated[Several[str], about("texts that no log line contains")] = ()
    asks: Annotated[ExpectedDecision | None, about("the pending question at the end")] = None
    refused: Annotated[ExpectedRefusal | None, about("the last answer is refused")] = None
    winner: Annotated[str | None, about("the winner", value="id of a side, or `draw`")] = None
    first: Annotated[
        str | None, Written("id of a side"), about("the side with the first turn")
    ] = None
    zones: Annotated[
        dict[Word, str] | None,
        about(
            "the deployment zones in the order in which they were chosen",
            value="table: side = id of a zone",
        ),
    ] = None
    marker: Annotated[Several[ExpectedMarker], about("markers")] = ()
    scores: Annotated[
        dict[str, int] | None,
        about("points; a side that is left out has none", value="table: side = points"),
    ] = None
    command: Annotated[
        dict[Word, int],
        about("command points that sides have left", "MC-26", value="table: side = points"),
    ] = Field(default_factory=dict)
    model: Annotated[Several[ExpectedModel], about("models")] = ()
    unit: Annotated[Several[ExpectedUnit], about("units")] = ()
    piece: Annotated[Several[ExpectedPiece], about("pieces")] = ()
