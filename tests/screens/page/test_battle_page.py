"""A battle as a page, also in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import pytest

from game.bots.registry import policy
from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.content.palettes import PaletteName
from game.content.save_format import parse_save
from game.rules.battles import prepare
from game.screens.film.film_frames import FilmRange
from game.screens.film.film_settings import film_settings
from game.screens.film.film_writing import filmed
from game.screens.live_game import LiveGame, record_of_live_game, start_game
from game.screens.page.battle_page import MIN_WIDTH, battle_page
from game.screens.page.line_charts import ChartSeries, line_chart
from game.screens.page.page_writing import PageOrder, written_apart

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
in_browser = pytest.mark.skipif(not BROWSER, reason="Chromium is not installed")
NAUGHTY = '<script>alert("&")</script>'
SEEN = """<script>addEventListener("load", () => document.body.dataset.seen =
  [...document.images].map(one => one.naturalWidth).join())</script>"""
TRIES = 4
PLAYED = """<video src="film.webm" muted autoplay></video><script>
const film = document.querySelector("video");
film.ontimeupdate = () => document.body.dataset.seen =
  [film.videoWidth, film.videoHeight, film.currentTime > 0].join();
</script>"""


@lru_cache(maxsize=1)
def played() -> LiveGame:
    """Return a short game of random bots, in which a unit has a name that looks like HTML."""
    battle = prepare("adrift", seed=4)
    table = battle.opening.fork()
    first = next(iter(table.units.values()))
    table.units[first.id] = replace(first, name=NAUGHTY)
    live_game = start_game(replace(battle, opening=table), ("random", "random"))
    bot = policy("random")
    while live_game.session.pending:
        live_game.session.answer(bot.answer(live_game.session))
    return live_game


@lru_cache(maxsize=1)
def drawn() -> str:
    """Return the page of the game."""
    return battle_page(played())


def seen_in_browser(page: Path) -> str:
    """Return what a page says that it has seen in a browser without a network."""
    words = ("--headless", "--no-sandbox", "--disable-gpu", "--proxy-server=127.0.0.1:9")
    made = subprocess.run(  # noqa: S603  our own words
        [BROWSER, *words, "--virtual-time-budget=8000", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'data-seen="([^"]*)"', made.stdout)
    assert found, made.stderr
    return found[1]


@pytest.mark.slow
def test_a_page_is_small_needs_no_network_and_escapes_names() -> None:
    page = drawn()
    assert len(page.encode()) < 3_000_000
    assert NAUGHTY not in page
    assert "&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;" in page
    assert not re.search(r"""(?:src|href)=["'](?!data:)|url\(|@import""", page)
    assert page.count("<figure>") == page.count('src="data:image/jpeg;base64,') >= 7


def test_a_chart_has_a_point_for_each_place_and_escapes_names() -> None:
    series = [ChartSeries("A & B", [0, 1, 3], 0), ChartSeries("<C>", [0, 0, 3], 1)]
    chart = line_chart("Points", [5, 7, 9], series, [(5, "1"), (9, "2")], most=3, marks=[7, 7])
    lines = re.findall(r'class="line" d="M([^"]+)"', chart)
    assert [line.count("L") for line in lines] == [2, 2]
    assert "A &amp; B" in chart
    assert "&lt;C&gt;" in chart
    names = re.findall(r'y="([\d.]+)" text-anchor="start"', chart)
    assert abs(float(names[0]) - float(names[1])) >= 13


@pytest.mark.slow
@in_browser
def test_a_browser_shows_the_pictures_of_a_page(tmp_path: Path) -> None:
    page = drawn()
    file = tmp_path / "battle.html"
    # The page itself lets no script run.
    file.write_text(re.sub(r"<meta http-equiv.*?>", SEEN, page), "utf-8")
    widths = [int(one) for one in seen_in_browser(file).split(",")]
    assert len(widths) == page.count("<figure>")
    assert min(widths) >= MIN_WIDTH


@pytest.mark.slow
@in_browser
def test_a_browser_plays_a_film(tmp_path: Path) -> None:
    pytest.importorskip("av")
    record = record_of_live_game(start_game(prepare("cage", seed=1), ("human", "human")))
    out = tmp_path / "film.webm"
    settings = film_settings(out, (320, 180), None, 4.0)
    for _ in filmed(record, [FilmRange(0, len(record.events))], settings, out):
        pass
    file = tmp_path / "film.html"
    file.write_text(f'<body data-seen="">{PLAYED}</body>', "utf-8")
    # On a busy machine the browser's own clock may end before the film has begun.
    assert "320,180,true" in (seen_in_browser(file) for _ in range(TRIES))


@pytest.mark.slow
def test_another_process_writes_a_page_and_tells_why_not() -> None:
    game = start_game(prepare("cage", seed=1), ("human", "human"))
    save = parse_save(game.as_text(), "game")
    path = written_apart(PageOrder(save, PaletteName.LAMPLIGHT))
    assert path.parent == pictures()
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")

    broken = replace(save, header=cast("Any", None))
    with pytest.raises(UnusableFile, match="NoneType"):
        written_apart(PageOrder(broken, PaletteName.LAMPLIGHT))
