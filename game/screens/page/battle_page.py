"""A battle as one HTML page, which needs neither a network nor the program."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template
from typing import NamedTuple

import pygame

from game.content.file_lookup import free_path
from game.content.file_names import joined, single_name
from game.content.maps.map_library import title_in
from game.content.own_folders import pictures
from game.content.palettes import are_swapped
from game.content.safe_writing import write_whole
from game.content.save_format import ENDING, HUMAN
from game.content.shipped_folders import ASSETS
from game.lab.highlights import Highlight
from game.lab.luck_ledger import ledger
from game.lab.turning_points import rise, turn_of
from game.play.log.wording import result_reason, side_name, turn_word, victory
from game.rules.catalog import points, score_label
from game.screens.chance_timeline import ChanceTimeline
from game.screens.film.film_frames import FilmFrames, FilmRange
from game.screens.live_game import (
    LiveGame,
    RecordedGame,
    record_of_live_game,
    rounds_begun,
)
from game.screens.luck_view import luck_text
from game.screens.page.line_charts import ChartSeries, line_chart
from game.screens.side_totals import tally
from game.shown.player_names import character_label
from game.table.apply import apply
from game.table.records import Side, Where, many
from game.table.state import Table
from game.text.capitals import capital

PAGE = ASSETS / "battle.html"
HEIGHT_PIXELS = 630
MIN_WIDTH, MAX_WIDTH = 800, 1280
"""Limits of the width of a picture, which fits the board, in pixels."""
BARS = 100
"""Height of what stands above and below the board in a picture, in pixels."""


class PagePicture(NamedTuple):
    """A moment of the battle, drawn on the page."""

    at: int
    """Number of events before it."""
    title: str
    caption: str
    note: str = ""


def write_page(live_game: LiveGame) -> Path:
    """Write a game as a page into the folder of pictures; raise UnusableFile."""
    return _written(live_game, ".html", battle_page(live_game))


def write_file(live_game: LiveGame) -> Path:
    """Write a game as a save into the folder of pictures; raise UnusableFile."""
    return _written(live_game, ENDING, live_game.as_text())


def _written(live_game: LiveGame, ending: str, text: str) -> Path:
    out = free_path(joined(pictures(), f"{single_name(live_game.title)}{ending}"))
    write_whole(out, text)
    return out


def battle_page(live_game: LiveGame) -> str:
    """Return a game as a page: pictures, chances, points, forces, dice and result."""
    record = record_of_live_game(live_game)
    timeline = ChanceTimeline(record)
    timeline.finish()
    table = live_game.session.table
    words = Template(PAGE.read_text("utf-8"))
    return words.substitute(
        title=escape(live_game.title),
        about=escape(_about(live_game)),
        result=escape(_result(live_game)),
        sides="".join(_side(live_game, side) for side in table.sides),
        pictures=_strip(record, timeline.highlights, _result(live_game)),
        charts="".join([_chances(record, timeline), _points(record)]),
        forces="".join(_forces(table, side) for side in table.sides),
        luck=_luck(live_game),
    )


def _about(live_game: LiveGame) -> str:
    """Return the map, the length and the dice seed of a battle."""
    battle, table = live_game.battle, live_game.session.table
    board = title_in(battle.files.get(battle.map, "")) or battle.map
    turns = many(table.clock.round, turn_word(table))
    return f"{board} · {turns} · dice seed {battle.seed}"


def _result(live_game: LiveGame) -> str:
    """Return the result in words: ``"Wardens win: most kills"``."""
    if not (result := live_game.result):
        return "Not over yet"
    reason = result_reason(result.winner, result.reason)
    return f"{victory(result.winner)}: {reason}"


def _side(live_game: LiveGame, side: Side) -> str:
    """Return the heading of a side: its name, points, player and totals."""
    totals, player = tally(live_game, side), live_game.seats.names[side]
    by = "a person" if player == HUMAN else f"a bot, {character_label(player)}"
    n = _colour(live_game.session.table, side)
    lines = "".join(f"<li>{escape(line)}</li>" for line in totals.lines)
    return (
        f'<section class="side side-{n}"><h3>{escape(side_name(side))}'
        f"<b>{totals.points}</b></h3><p>Played by {escape(by)}</p><ul>{lines}</ul></section>"
    )


def _strip(record: RecordedGame, found: Sequence[Highlight], result: str) -> str:
    """Return the battle as pictures: its first turn, its highlights, its end."""
    opening, whole = record.opening, len(record.events)
    begun = next(iter(rounds_begun(record.events).values()), whole)
    shown = [PagePicture(begun, "Set-up", "The forces before the first turn")]
    for one in found:
        note = capital(rise(one.swing, opening))
        shown.append(PagePicture(one.deed, turn_of(one.swing, opening), one.caption, note))
    if shown[-1].at < whole:
        shown.append(PagePicture(whole, "The end", result))
    board = opening.board
    wide = round((HEIGHT_PIXELS - BARS) * board.width / board.height)
    size = min(MAX_WIDTH, max(MIN_WIDTH, wide)), HEIGHT_PIXELS
    frames = FilmFrames(record, [FilmRange(0, whole)], size)
    return "".join(_figure(frames.still(one.at), one, n) for n, one in enumerate(shown))


def _figure(picture: pygame.Surface, about: PagePicture, n: int) -> str:
    file = BytesIO()
    pygame.image.save(picture, file, "picture.jpg")
    data = b64encode(file.getvalue()).decode("ascii")
    title, caption = escape(about.title), escape(about.caption)
    number = f'<span class="number">{n}</span> ' if about.note else ""
    note = f"<small>{escape(about.note)}</small>" if about.note else ""
    alt = escape(f"{about.title}: {about.caption}", quote=True)
    return (
        f'<figure><img src="data:image/jpeg;base64,{data}" alt="{alt}">'
        f"<figcaption>{number}<b>{title}</b> {caption}{note}</figcaption></figure>"
    )


def _chances(record: RecordedGame, timeline: ChanceTimeline) -> str:
    """Return the chart of the chances to win; empty if nobody can win."""
    if not timeline.moments:
        return ""
    moments = timeline.moments
    first = [moment.chance for moment in moments]
    series = _series(record.opening, first, [1.0 - chance for chance in first])
    chart = line_chart(
        "Chances to win",
        [moment.at for moment in moments],
        series,
        _turn_labels(record),
        most=1.0,
        marks=[one.deed for one in timeline.highlights],
        percent=True,
    )
    return f"<h3>Chances to win</h3>{chart}"


def _points(record: RecordedGame) -> str:
    """Return the chart of the points, turn by turn."""
    table, counts = record.opening.fork(), {*rounds_begun(record.events).values()}
    places, scores = list[int](), list[tuple[int, ...]]()
    last = len(record.events)
    for count, event in enumerate(record.events, 1):
        apply(table, event)
        if count in counts or count == last:
            now = points(record.mission, table)
            places.append(count)
            scores.append(tuple(now[side] for side in table.sides))
    if not any(any(one) for one in scores):
        return ""
    most = max(0, *(max(one) for one in scores))
    one, other = zip(*scores, strict=True)
    title = capital(score_label(record.mission)) or "Points"
    series = _series(record.opening, one, other)
    chart = line_chart(title, places, series, _turn_labels(record), most=most)
    return f"<h3>{escape(title)}</h3>{chart}"


def _series(table: Table, *values: Sequence[float]) -> list[ChartSeries]:
    return [
        ChartSeries(side_name(side), one, _colour(table, side))
        for side, one in zip(table.sides, values, strict=True)
    ]


def _colour(table: Table, side: Side) -> int:
    """Return the index of a side's colour; sides that are called by a colour have it."""
    return table.sides.index(side) ^ are_swapped(table.sides)


def _turn_labels(record: RecordedGame) -> list[tuple[float, str]]:
    return [(count, str(turn)) for turn, count in rounds_begun(record.events).items()]


def _forces(table: Table, side: Side) -> str:
    """Return the table of a side's units, with the models that each has left."""
    rows = list[str]()
    for unit in table.units.values():
        models = [table.models[model] for model in unit.models]
        if unit.side != side or all(model.where is Where.RESERVE for model in models):
            continue
        left = len(table.of(unit.id))
        rows.append(f"<tr><td>{escape(unit.name)}</td><td>{left} of {len(models)}</td></tr>")
    head = f"<tr><th>{escape(side_name(side))}</th><th>Models left</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _luck(live_game: LiveGame) -> str:
    """Return the table of the dice luck of both sides."""
    table, rows = live_game.session.table, list[str]()
    for account in ledger(live_game.session.game.story, table.sides):
        for n, luck in enumerate((account.overall, *account.parts)):
            name = side_name(account.side) if n == 0 else ""
            cells = name, capital(luck.what), luck_text(luck, brief=True)
            inner = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            rows.append(f'<tr class="all">{inner}</tr>' if n == 0 else f"<tr>{inner}</tr>")
    return f"<table><tbody>{''.join(rows)}</tbody></table>"
