"""The help screen: how-to-play pages, guides, keys, rulebook, credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath

import pygame

from game.content.file_source import DISK, named
from game.content.how_to_pages import PAGES_FOLDER, has_page
from game.content.palettes import Colour
from game.content.rulebook import ID, rulebook
from game.content.scenarios import FOLDER as SCENARIOS
from game.content.scenarios import scenario_names
from game.content.shipped_folders import ASSETS
from game.screens.battle.choice_list import ChoiceList
from game.screens.battle.clause_dialog import marked, paragraphs
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Open
from game.screens.teaching import HowToScreen
from game.widgets.button import Style
from game.widgets.dialogs import key_entry
from game.widgets.key_bindings import insert_key_names
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, heading_entry
from game.widgets.theme import AMBER, MUTED, TEXT, WELL
from game.widgets.widget import Panel

WIDE, HIGH = 1280.0, 860.0
GAP, MARGIN = 14.0, 24.0
HOW, KEYS, CREDITS = "how ", "keys", "credits"

GUIDES = ASSETS / "guide"
GUIDE = "guide "
"""Begins the id of a guide among the articles of the help screen."""
GUIDE_ORDER = (GUIDES / "order.txt").read_text("utf-8").split()
"""Guides in reading order; others follow by name."""

_INLINE = re.compile(
    r"(?P<image>!\[[^\]]*\]\([^)]*\))"
    r"|\[(?P<words>[^\]]+)\]\((?P<goal>[^)\s]+)\)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?=\S)(?P<slanted>[^*]+)\*"
    r"|`(?P<code>[^`]+)`"
)
_ITEM = re.compile(r"\s*(?:[-*]|\d+\.) +(?P<words>.+)")
_HEADING = re.compile(r"(?P<level>#{1,6}) +(?P<title>.+)")
_RULE = re.compile(r"\|[\s:|-]+\|")


@dataclass(frozen=True, slots=True)
class HelpArticle:
    """An article of the help screen: a page, a guide, the keys, a clause, or the credits."""

    id: str
    title: str
    about: str
    """Its book and chapter."""
    entries: tuple[LogEntry, ...]

    @property
    def words(self) -> str:
        """Return the whole text in lower case, for searching."""
        text = " ".join(span.text for entry in self.entries for span in entry.spans)
        return f"{self.title} {self.about} {text}".casefold()


class HelpScreen(MenuScreen):
    """The help screen; typing searches, the arrow keys select an article."""

    def __init__(self, keys: Sequence[tuple[str, str]] = (), at: str = "") -> None:
        """Collect the articles.

        *keys* are the key bindings of the previous screen. *at* is the id of the clause or
        article to open.
        """
        articles = [*_pages(), *guides(), *([_keys(keys)] if keys else [])]
        articles += [*_clauses(), _credits()]
        self.articles = {a.id: a for a in articles}
        self.chosen = at if at in self.articles else next(iter(self.articles))
        self.sought = ""

    def lay_out(self) -> None:
        wide, high = self.frame.units
        w, h = min(WIDE, wide - 2 * GAP), min(HIGH, high - 2 * GAP)
        panel = self.new_card(w, h, "HELP", (MARGIN, 12, 300, 40))
        column = min(400.0, w * 0.36)
        self._add_list(panel, column, h)
        left = MARGIN + column + GAP
        self.title = panel.add(Label((left, 16, w - left - 190, 34), "", size=22, face="title"))
        self.title.colour = TEXT
        self.about = panel.add(Label((left, 50, w - left - 190, 22), "", size=13))
        self.about.colour = MUTED
        self.add_back((w - MARGIN - 150, 14, 150, 38))
        panel.inlay((left, 84, w - left - MARGIN, h - 84 - MARGIN), WELL)
        self.text = panel.add(
            Log((left + 4, 96, w - left - MARGIN - 12, h - 96 - MARGIN - 64), self.follow)
        )
        box, label = (left + 20, h - MARGIN - 54, 260, 42), "Show with pictures"
        self.pictures = self.add_button(box, label, self.show, "book-open", style=Style.PRIMARY)
        self.stack.focus.to(self.field)
        self._list()
        self._read()

    def _add_list(self, panel: Panel, column: float, high: float) -> None:
        self.field = panel.add(
            TextField(
                (MARGIN, 56, column, 36),
                self.sought,
                ghost="Search guides and rules",
                longest=40,
                on_change=self._seek,
                on_enter=lambda _: self.show(),
            )
        )
        self.list = panel.add(
            ListBox(
                (MARGIN, 102, column, high - 102 - MARGIN),
                on_choose=self.choose,
                on_open=lambda _: self.show(),
                row_height=44,
            )
        )

    def _seek(self, words: str) -> None:
        self.sought = words
        self._list()
        ids = [row.id for row in self.list.rows if not row.heading]
        if ids and self.chosen not in ids:
            self.choose(ids[0])

    def _list(self) -> None:
        """List the articles that contain all words searched for, titles first."""
        # The key that leads to a search elsewhere is typed here, too.
        words = self.sought.casefold().removeprefix("/").split()
        found = [a for a in self.articles.values() if all(w in a.words for w in words)]
        found.sort(key=lambda a: not all(w in a.title.casefold() for w in words))
        none = ListRow("none", "No match", heading=True)
        self.list.rows = tuple(ListRow(a.id, a.title, a.about) for a in found) or (none,)
        self.list.chosen = ""
        if any(a.id == self.chosen for a in found):
            self.list.choose(self.chosen)

    def choose(self, id_: str) -> None:
        self.chosen = id_
        if self.list.chosen != id_ and any(row.id == id_ for row in self.list.rows):
            self.list.choose(id_)
        self._read()

    def _read(self) -> None:
        article = self.articles[self.chosen]
        self.title.text, self.about.text = article.title, article.about
        self.text.show(article.entries)
        self.text.lay_out()
        self.text.scroll.to(0)
        self.pictures.shown = self.chosen.startswith(HOW)

    def follow(self, id_: str) -> None:
        """Open a cited clause, even if it is not among those found."""
        if id_ in self.articles:
            if all(row.id != id_ for row in self.list.rows):
                self.field.text = self.sought = ""
                self._list()
            self.choose(id_)

    def show(self) -> None:
        """Open the selected page with its pictures."""
        if self.chosen.startswith(HOW):
            self.change = Open(HowToScreen(self.chosen.removeprefix(HOW)))

    def route(self, event: pygame.Event) -> None:
        arrows = {pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN}
        typing = self.stack.focus.on is self.field
        if typing and event.type == pygame.KEYDOWN and event.key in arrows:
            self.list.take_key(event)
        else:
            self.stack.handle(event)


def _pages() -> list[HelpArticle]:
    """Return the text of all how-to-play pages."""
    return [
        _page(
            name,
            DISK.read(named(name, PAGES_FOLDER, ".toml")),
            DISK.read(named(name, SCENARIOS, ".toml")),
        )
        for name in filter(has_page, scenario_names())
    ]


@lru_cache(64)
def _page(name: str, _text: str, _scenario: str) -> HelpArticle:
    """Return a scenario's page without pictures, remembered until one of its files changes.

    The pictures take long to read.
    """
    screen = HowToScreen(name)
    entries = [LogEntry(tuple(marked(screen.page.lead)))]
    for passage in screen.page.passages:
        entries += [heading_entry(passage.title), LogEntry(tuple(marked(passage.text)))]
    return HelpArticle(
        HOW + name, f"How to play: {screen.title}", "On one page", tuple(entries)
    )


def _keys(keys: Sequence[tuple[str, str]]) -> HelpArticle:
    shown = [(insert_key_names(key), does) for key, does in keys]
    column = max(len(key) for key, _ in shown) + 2
    line = partial(key_entry, column=column)
    entries = tuple(line(key, does) for key, does in shown)
    return HelpArticle(KEYS, "Keys", "All keys at the table", entries)


def _clauses() -> list[HelpArticle]:
    return [
        HelpArticle(
            c.id,
            f"{c.id} · {c.title}",
            " – ".join(filter(None, (c.book, c.chapter))),
            tuple(LogEntry(tuple(marked(p))) for p in paragraphs(c.text)),
        )
        for c in rulebook().all
    ]


def _credits() -> HelpArticle:
    title, entries = _read_markdown((ASSETS / "CREDITS.md").read_text("utf-8"), "Credits")
    return HelpArticle(CREDITS, title, "Work by others, with thanks", entries)


def clause_under(stack: PanelStack) -> str:
    """Return the clause named under the mouse, or an empty string."""
    widget = stack.below_mouse()
    if isinstance(widget, ChoiceList):
        return widget.clause_under
    lines = (getattr(widget, name, "") for name in ("lit", "label", "tip"))
    found = (ID.search(words) for words in lines)
    return next((match.group() for match in found if match), "")


@lru_cache(4)
def guides(folder: Path = GUIDES) -> tuple[HelpArticle, ...]:
    """Return all guides in reading order."""
    files = {path.stem: path for path in sorted(folder.glob("*.md"))}
    names = [name for name in GUIDE_ORDER if name in files]
    names += [name for name in files if name not in GUIDE_ORDER]
    found = {n: _read_markdown(files[n].read_text("utf-8"), n, frozenset(names)) for n in names}
    return tuple(
        HelpArticle(GUIDE + n, title, "Guide", words) for n, (title, words) in found.items()
    )


def _read_markdown(
    text: str, name: str, known: frozenset[str] = frozenset()
) -> tuple[str, tuple[LogEntry, ...]]:
    """Return the title of a guide and its entries; *known*: the guides that links can open."""
    title, entries = name, list[LogEntry]()
    for block in _blocks(text):
        if block.startswith("```"):
            entries += [
                LogEntry((TextSpan(f"  {line}" if line else " ", AMBER, face="mono"),))
                for line in block.splitlines()[1:]
            ]
        elif heading := _HEADING.fullmatch(block):
            if heading["level"] == "#":
                title = heading["title"].replace("`", "")
            else:
                entries.append(heading_entry(heading["title"].replace("`", "")))
        elif block.startswith("|"):
            entries += _row(block, known)
        elif item := _ITEM.fullmatch(block):
            entries.append(LogEntry((TextSpan("–  "), *_spans(item["words"], known))))
        elif spans := tuple(_spans(block, known)):
            entries.append(LogEntry(spans))
    return title, tuple(entries)


def _blocks(text: str) -> Iterator[str]:
    """Yield headings, code blocks without their last fence, table rows, items, paragraphs."""
    code, words = list[str](), list[str]()

    def paragraph() -> Iterator[str]:
        if words:
            yield " ".join(words)
            words.clear()

    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            yield from paragraph()
            if code:
                yield "\n".join(code)
                code.clear()
            else:
                code.append("```")
        elif code:
            code.append(line)
        elif line.startswith(("#", "|")):
            yield from paragraph()
            yield line.strip()
        elif not line.strip() or _ITEM.fullmatch(line):
            yield from paragraph()
            words.extend(filter(None, [line.strip()]))
        else:
            words.append(line.strip())
    yield from paragraph()


def _row(row: str, known: frozenset[str]) -> Iterator[LogEntry]:
    """Yield a table row as one line; nothing for the rule below the head."""
    if _RULE.fullmatch(row):
        return
    spans = list[TextSpan]()
    for cell in row.strip("|").split("|"):
        found = [*_spans(cell.strip(), known, MUTED if spans else AMBER)]
        spans += [TextSpan("  ·  ", MUTED), *found] if spans and found else found
    if spans:
        yield LogEntry(tuple(spans))


def _spans(words: str, known: frozenset[str], colour: Colour = TEXT) -> Iterator[TextSpan]:
    """Yield words with emphasis in amber, and as links the clauses, books and guides named."""
    end = 0
    for found in _INLINE.finditer(words):
        if found.start() > end:
            yield TextSpan(words[end : found.start()], colour)
        end = found.end()
        if shown := found["words"]:
            yield TextSpan(shown.replace("`", ""), AMBER, _goal(found["goal"], known))
        elif code := found["code"]:
            yield TextSpan(code, AMBER, code if ID.fullmatch(code) else "")
        elif emphasis := found["strong"] or found["slanted"]:
            yield TextSpan(emphasis.replace("`", ""), AMBER)
    if words[end:]:
        yield TextSpan(words[end:], colour)


def _goal(link: str, known: frozenset[str]) -> str:
    """Return the id of the article that a link opens; empty if help has none."""
    path = PurePosixPath(link.partition("#")[0])
    if path.parent.name == "rulebook":
        books = (book for book in rulebook().books if book.file == path.name)
        return next((c.id for book in books for c in book.clauses[:1]), "")
    return GUIDE + path.stem if path.suffix == ".md" and path.stem in known else ""
