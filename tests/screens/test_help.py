from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.content.faults import UnusableFile
from game.content.how_to_pages import load_page, parse_page
from game.content.rulebook import rulebook
from game.content.scenarios import scenario_names
from game.content.settings import Settings
from game.content.user_files import DISK
from game.rules.situation_setup import set_up
from game.screens.battle.battle_keys import all_keys
from game.screens.battle.clause_under_mouse import clause_under
from game.screens.battle.screen import BattleScreen
from game.screens.help import GUIDES, HelpArticle, HelpScreen, guides
from game.screens.how_to_screen import HowToScreen, RenderedPicture
from game.screens.page_pictures import _draw_page_picture  # overlays, not yet pixels
from game.screens.screen import WindowContext
from game.view.overlays import BaseOutline, OverlayLine, OverlayTone, Trail
from game.widgets.list_box import ListBox
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import BODY_TEXT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import Theme
from tests.screens.input_driver import Player, ready
from tests.tiers import few
from tests.tools.texts import edited


def articles_of(screen: HelpScreen) -> ListBox:
    (found,) = (w for w in screen.panel.widgets if isinstance(w, ListBox))
    return found


def titles(screen: HelpScreen) -> list[str]:
    return [row.label for row in articles_of(screen).rows]


def page(screen: HelpScreen) -> Log:
    (found,) = (w for w in screen.panel.widgets if isinstance(w, Log))
    return found


def page_title(screen: HelpScreen) -> str:
    label = screen.panel.known("title")
    assert isinstance(label, Label)
    return label.text


def page_text(screen: HelpScreen) -> str:
    return " ".join(s.text for entry in page(screen).entries for s in entry.spans)


def test_the_whole_rulebook_is_there_by_its_chapters(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    ids = [row.id for row in articles_of(screen).rows]

    assert [c.id for c in rulebook().all] == [i for i in ids if i in rulebook()]
    row = next(r for r in articles_of(screen).rows if r.id == "CC-15")
    assert (row.label, row.detail) == ("CC-15 · Cover", "Classic core – Wounding and saving")


def test_typing_searches_titles_first_then_all_words(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    player.type("instant death")

    assert titles(screen)[0] == "CC-16 · Instant death"
    assert len(titles(screen)) < 12
    assert page_title(screen) == "CC-16 · Instant death"
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
    assert page_title(screen) == "No match"
    assert "“/coverqqq”" in page(screen).entries[0].spans[0].text
    for _ in "qqq":
        player.key(pygame.K_BACKSPACE)
    assert page_title(screen) == screen.articles[chosen].title


def test_the_head_of_a_table_does_not_look_like_a_row_of_it(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "credits"))
    head, row = page(screen).entries[2:4]

    assert [span.text for span in head.spans] == ["FAMILY  ·  FILES  ·  BY  ·  LICENCE"]
    assert head.spans[0].face == "heading"
    assert row.spans[0].text == "Barlow Condensed"
    assert {span.face for span in row.spans} == {"body"}


def test_arrows_choose_what_is_read_while_one_types(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "CC-05"))
    assert "CC-05" in page_title(screen)
    player.key(pygame.K_DOWN)

    assert page_title(screen) == "CC-06 · Snap shots"


def test_the_selected_article_stays_in_sight_while_others_are_left_out(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "SB-19"))

    def in_sight() -> list[str]:
        return [row.id for row in articles_of(screen).in_sight()]

    player.type("the")
    assert len(articles_of(screen).rows) < len(screen.articles)
    assert "SB-19" in in_sight()
    for _ in "the":
        player.key(pygame.K_BACKSPACE)
    assert len(articles_of(screen).rows) == len(screen.articles)
    assert "SB-19" in in_sight()


def test_a_cited_clause_is_followed_with_the_keys_and_read_from_its_top(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "guide flood"))
    player.type("flood")
    text = page(screen)
    screen.stack.focus.to(text)
    player.key(pygame.K_PAGEDOWN)
    player.key(pygame.K_RIGHT)
    cited = text.lit
    player.key(pygame.K_RETURN)

    assert screen.chosen == cited != "guide flood"
    assert screen.stack.focus.on is page(screen)
    assert page(screen).scroll.offset == 0


def test_a_cited_clause_is_followed_with_the_mouse(player: Player) -> None:
    citing = next(c for c in rulebook().all if c.cites)
    screen = player.open(HelpScreen(all_keys(), citing.id))
    player.type(citing.id)
    text = page(screen)
    row, piece = next((n, p) for n, r in enumerate(text._rows) for p in r.line if p.span.link)  # noqa: SLF001  the place of a link on its row shows nowhere else
    left, top = screen.panel.rect.move(text.rect.topleft).topleft
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
    panel.add(Label("Morale tests", hint="Read rule CC-32"), (0, 0, 100, 20))
    log = panel.add(Log(), (0, 40, 300, 100))
    log.append(
        LogEntry((TextSpan("Cover: ", link=""), TextSpan("see CC-15", link="clause:CC-15")))
    )
    log.wrap()

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

    assert "Barlow Condensed" in page_text(screen)
    assert "game-icons.net" in page_text(screen)
    assert "](" not in page_text(screen)


def test_every_guide_stands_between_the_pages_and_the_keys(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys()))
    ids = [row.id for row in articles_of(screen).rows]
    names = [path.stem for path in GUIDES.glob("*.md")]
    first, keys = ids.index("guide playing"), ids.index("keys")

    assert {*ids[first:keys]} == {f"guide {name}" for name in names}
    assert all(id_.startswith("how ") for id_ in ids[:first])


@pytest.mark.parametrize(
    "guide", few(guides(), 6), ids=lambda guide: guide.id.removeprefix("guide ")
)
def test_a_guide_is_shown_without_its_marks(player: Player, guide: HelpArticle) -> None:
    screen = player.open(HelpScreen(all_keys(), guide.id))
    links = {s.link for entry in page(screen).entries for s in entry.spans if s.link}

    assert page_title(screen) == guide.title
    assert any(entry.heading for entry in page(screen).entries)
    assert all(mark not in page_text(screen) for mark in ("](", " **", "`", "|--", "## "))
    assert links <= {*screen.articles}


def test_a_guide_opens_the_guides_and_clauses_that_it_names(player: Player) -> None:
    screen = player.open(HelpScreen(all_keys(), "guide flood"))
    links = [s.link for entry in page(screen).entries for s in entry.spans if s.link]
    assert {"FF-25", "guide matched-play"} <= {*links}
    screen.follow("guide matched-play")
    screen.show()

    assert page_title(screen) == "Matched play"
    assert articles_of(screen).chosen == "guide matched-play"


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
        "A  ·  B",
        "c  ·  d * e",
    ]
    assert links == ["guide two", "CC-15"]


@pytest.mark.parametrize("name", few(scenario_names(), 6))
def test_every_scenario_has_a_page_with_pictures(player: Player, name: str) -> None:
    page = load_page(name)
    screen = player.open(HowToScreen(name))
    drawn = [w for w in screen.panel.widgets if isinstance(w, RenderedPicture)]
    player.wait_until(lambda: all(widget.picture for widget in drawn), frames=100_000)

    assert len(drawn) == len(page.passages)
    different = {pygame.image.tobytes(d.picture, "RGB") for d in drawn if d.picture}
    assert len(different) == len(page.passages), "two pictures are the same"


@pytest.mark.parametrize(
    ("size", "scale", "text"),
    [((1280, 720), 1.0, 1.0), ((1280, 720), 1.0, 1.5), ((1280, 720), 1.3, 1.0)],
)
def test_a_page_scrolls_as_a_whole_and_grows_with_the_size_of_texts(
    player: Player, size: tuple[int, int], scale: float, text: float
) -> None:
    settings = Settings(text=text)
    player.frame = WindowContext(Theme(scale, text), size, settings)
    screen = player.open(HowToScreen("combat_patrol"))
    logs = [w for w in screen.panel.widgets if isinstance(w, Log)]
    for log in logs:
        log.wrap()

    assert [log.scroll.most for log in logs] == [0] * len(logs)
    assert len(screen.panel.described.views) == 1
    assert bool(screen.panel.described.views[0].scroll.most) == (scale * text > 1)
    (lead,) = (w for w in screen.panel.widgets if isinstance(w, Paragraph))
    assert lead.size == BODY_TEXT * text
    pictures = [w.rect.height for w in screen.panel.widgets if isinstance(w, RenderedPicture)]
    assert min(pictures) >= Theme(scale).px(130) - 1


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
        parse_page(edited(text, {old: new}, count=1), "page.toml")

    assert complaint in str(caught.value)


def test_a_page_shows_where_something_drifts_without_measuring_it() -> None:
    page = load_page("adrift")
    overlays = [*_draw_page_picture(page.passages[1].picture)]

    assert set_up(page.opened[1])[1].board.look == "space"
    legs = [(o.start, o.end, o.tone) for o in overlays if isinstance(o, OverlayLine)]
    assert legs == [
        ((6, 8), (11.5, 2.5), OverlayTone.PLANNED),
        ((11.5, 2.5), (15, 6), OverlayTone.PLANNED),
    ]
    assert [o.bases[0].at for o in overlays if isinstance(o, BaseOutline)] == [(15, 6)]
    assert not [o for o in overlays if isinstance(o, Trail)]
