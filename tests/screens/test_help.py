from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.faults import UnusableFile
from game.content.file_source import DISK
from game.content.how_to_pages import load_page, parse_page
from game.content.rulebook import rulebook
from game.content.scenarios import scenario_names
from game.rules.situation_setup import set_up
from game.screens.battle.screen import BattleScreen, all_keys
from game.screens.help import GUIDES, HelpArticle, HelpScreen, clause_under, guides
from game.screens.teaching import HowToScreen, _draw_page_picture
from game.view.overlays import BaseOutline, OverlayLine, OverlayTone, Trail
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import Theme
from game.widgets.widget import Panel
from tests.screens.input_driver import Player, ready


def titles(screen: HelpScreen) -> list[str]:
    return [row.label for row in screen.list.rows]


def words(screen: HelpScreen) -> str:
    return " ".join(s.text for entry in screen.text.entries for s in entry.spans)


def test_the_whole_rulebook_is_there_by_its_chapters(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    ids = [row.id for row in screen.list.rows]

    assert [c.id for c in rulebook().all] == [i for i in ids if i in rulebook()]
    row = next(r for r in screen.list.rows if r.id == "CC-15")
    assert (row.label, row.detail) == ("CC-15 · Cover", "Classic core – Wounding and saving")


def test_typing_searches_titles_first_then_all_words(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    player.type("instant death")

    assert titles(screen)[0] == "CC-16 · Instant death"
    assert len(titles(screen)) < 12
    assert screen.title.text == "CC-16 · Instant death"
    player.type(" xyzzy")
    assert titles(screen) == ["No match"]


def test_a_search_may_begin_with_a_slash_and_says_if_it_finds_nothing(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    player.type("/cover")
    assert "CC-15 · Cover" in titles(screen)
    chosen = screen.chosen
    player.type("qqq")
    assert titles(screen) == ["No match"]
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    assert screen.chosen == chosen


def test_arrows_choose_what_is_read_while_one_types(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "CC-05"))
    assert "CC-05" in screen.title.text
    player.key(pygame.K_DOWN)

    assert screen.title.text == "CC-06 · Snap shots"


def test_a_cited_clause_is_followed_with_the_mouse(player: Player) -> None:
    citing = next(c for c in rulebook().all if c.cites)
    screen = player.open(HelpScreen(all_keys(), citing.id))
    player.type(citing.id)
    text = screen.text
    row, piece = next((n, p) for n, r in enumerate(text._rows) for p in r.line if p.span.link)
    left, top = screen.stack.panels[0].rect.move(text.rect.topleft).topleft
    x, y = left + screen.frame.theme.px(24) + piece.x + 3, top + row * text.script.high + 5
    player.click(x, y)

    assert screen.chosen == piece.span.link
    assert screen.chosen in citing.cites


def test_f1_in_a_battle_opens_at_the_clause_that_is_asked_by_and_leads_back(
    player: Player,
) -> None:
    battle = player.play()
    ready(player, battle)
    asked = battle.session.pending
    assert asked
    player.key(pygame.K_F1)
    assert isinstance(player.top, HelpScreen)
    assert player.top.chosen == asked.clause
    player.key(pygame.K_ESCAPE)

    assert player.stack.screens == [battle]
    assert battle.session.pending is asked


def test_the_clause_under_the_mouse_is_that_of_a_link_a_label_or_a_hint(player: Player) -> None:
    stack = PanelStack(Theme())
    panel = stack.add(Panel(Theme(), (0, 0, 300, 200)))
    panel.add(Label((0, 0, 100, 20), "Morale tests", hint="Read rule CC-32"))
    log = panel.add(Log((0, 40, 300, 100)))
    log.append(
        LogEntry((TextSpan("Cover: ", link=""), TextSpan("see CC-15", link="clause:CC-15")))
    )
    log.lay_out()

    def under(x: int, y: int) -> str:
        stack.handle(
            pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(0, 0, 0))
        )
        return clause_under(stack)

    assert under(50, 10) == "CC-32"
    assert under(90, 50) == "CC-15"
    assert under(280, 190) == ""


def test_the_credits_name_what_was_made_by_others(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "credits"))

    assert "Barlow Condensed" in words(screen)
    assert "game-icons.net" in words(screen)
    assert "](" not in words(screen)


def test_every_guide_stands_between_the_pages_and_the_keys(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    ids = [row.id for row in screen.list.rows]
    names = [path.stem for path in GUIDES.glob("*.md")]
    first, keys = ids.index("guide playing"), ids.index("keys")

    assert {*ids[first:keys]} == {f"guide {name}" for name in names}
    assert all(id_.startswith("how ") for id_ in ids[:first])


@pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.id.removeprefix("guide "))
def test_a_guide_is_shown_without_its_marks(player: Player, guide: HelpArticle) -> None:
    screen = player.open(HelpScreen(all_keys(), guide.id))
    links = {s.link for entry in screen.text.entries for s in entry.spans if s.link}

    assert screen.title.text == guide.title
    assert any(entry.heading for entry in screen.text.entries)
    assert all(mark not in words(screen) for mark in ("](", " **", "`", "|--", "## "))
    assert links <= {*screen.articles}


def test_a_guide_opens_the_guides_and_clauses_that_it_names(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "guide flood"))
    links = [s.link for entry in screen.text.entries for s in entry.spans if s.link]
    assert {"FF-25", "guide matched-play"} <= {*links}
    screen.follow("guide matched-play")

    assert screen.title.text == "Matched play"
    assert screen.list.chosen == "guide matched-play"


def test_the_words_of_a_guide_are_found(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    player.type("Agresti and Min")

    assert titles(screen) == ["Map editor"]


def test_a_guide_is_read_block_by_block(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text(
        "# The `one`\n\nTwo\nlines of *stress*, see [two](two.md#there)\nor [none](none.md).\n"
        "![A picture](a.png)\n\n## A heading\n\n- an item\n  of two lines\n- by `CC-15`\n"
        "1. first\n\n```sh\nmake  it\n\n# so\n```\n\n| a | b |\n|---|:-:|\n| **c** | d * e |\n",
        "utf-8",
    )
    (tmp_path / "two.md").write_text("Without a title.\n", "utf-8")
    one, two = guides(tmp_path)
    lines = ["".join(s.text for s in entry.spans) for entry in one.entries]
    links = [s.link for entry in one.entries for s in entry.spans if s.link]

    assert (one.title, two.title) == ("The one", "two")
    assert [line.strip() for line in lines] == [
        "Two lines of stress, see two or none.",
        "A HEADING",
        "–  an item of two lines",
        "–  by CC-15",
        "–  first",
        "make  it",
        "",
        "# so",
        "a  ·  b",
        "c  ·  d * e",
    ]
    assert links == ["guide two", "CC-15"]


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_has_a_page_with_pictures(player: Player, name: str) -> None:
    page = load_page(name)
    screen = player.open(HowToScreen(name))
    player.wait_until(lambda: all(drawn.picture for drawn in screen.drawn), frames=100_000)

    assert all(drawn.picture for drawn in screen.drawn)
    assert len(screen.drawn) == len(page.passages)
    different = {pygame.image.tobytes(d.picture, "RGB") for d in screen.drawn if d.picture}
    assert len(different) == len(page.passages), "two pictures are the same"


def test_the_page_is_reached_from_help_and_from_the_pause(player: Player) -> None:
    player.open(HelpScreen(all_keys(), "how combat_patrol"))
    player.press("Show with pictures")
    assert isinstance(player.top, HowToScreen)
    player.key(pygame.K_ESCAPE)
    player.leave()

    battle = player.play()
    ready(player, battle)
    player.key(pygame.K_ESCAPE)
    player.press("How to play…")
    assert isinstance(player.top, HowToScreen)
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.top, BattleScreen)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("`MI-03`", "`MI-93`", "the rulebook has no clause 'MI-93'"),
        ('title = "Deploy"', 'titel = "Deploy"', "part[0].titel"),
        ('profile = "warden"', 'profile = "wardn"', "there is no profile 'wardn'"),
        ("radius = 2", "radius = -2", "part[0].picture.ring[0].radius"),
    ],
)
def test_a_bad_page_is_told_where_and_why(old: str, new: str, complaint: str) -> None:
    text = DISK.read("assets/pages/combat_patrol.toml")
    assert old in text

    with pytest.raises(UnusableFile) as caught:
        parse_page(text.replace(old, new, 1), "page.toml", "combat_patrol")

    assert complaint in str(caught.value)


def test_a_page_shows_where_something_drifts_without_measuring_it() -> None:
    drifting = load_page("adrift").passages[1].picture
    overlays = [*_draw_page_picture(drifting)]

    assert set_up(drifting.opened)[1].board.look == "space"
    legs = [(o.start, o.end, o.tone) for o in overlays if isinstance(o, OverlayLine)]
    assert legs == [
        ((6, 8), (11.5, 2.5), OverlayTone.PLANNED),
        ((11.5, 2.5), (15, 6), OverlayTone.PLANNED),
    ]
    assert [o.bases[0].at for o in overlays if isinstance(o, BaseOutline)] == [(15, 6)]
    assert not [o for o in overlays if isinstance(o, Trail)]
