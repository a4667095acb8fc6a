"""The help screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import zip_longest
from pathlib import Path, PurePosixPath

import pygame

from game.content.file_words import named
from game.content.how_to_pages import has_page, load_page
from game.content.library_kinds import PAGE, SCENARIO
from game.content.palettes import Colour
from game.content.rulebook import ID, rulebook
from game.content.scenarios import load_scenario, scenario_names
from game.content.shipped_folders import ASSETS
from game.content.user_files import DISK
from game.screens.battle.battle_keys import all_keys
from game.screens.card import Card, CardSize
from game.screens.clause_dialog import marked, paragraphs
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Destination, Open
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column, keyed, row, sized
from game.widgets.dialogs import key_entry
from game.widgets.key_bindings import insert_key_names
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import APART, EDGE, FIELD, HEADING_TEXT, MEDIUM, SIDE, SMALL_TEXT, TIGHT
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, heading_entry
from game.widgets.theme import AMBER, DIM, MUTED, TEXT, WELL

SEARCH, LIST, TITLE, PAGE_TEXT = "search", "list", "title", "text"
"""Keys of the widgets."""
ARROWS = frozenset({pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN})
"""Keys that select an article while one types."""
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
        self.found = self._search(self.sought)
        """Rows of the articles that have the words searched for."""

    def view(self) -> Card:
        field = self._field()
        found = sized(column(field, self._list()), width=SIDE, least=FIELD)
        chosen = self.articles[self.chosen] if self.found else self._none()
        article = sized(self._text(chosen), grow=1)
        content, back = row(found, article, gap=APART), sized(self.back_button(), height=MEDIUM)
        return Card("HELP", content, aside=back, size=CardSize.FULL, focus=field)

    def _field(self) -> TextField:
        field = TextField(
            self.sought,
            ghost="Search guides and rules",
            longest=40,
            on_change=self._seek,
            on_enter=lambda _: self.open_page(),
        )
        return keyed(SEARCH, field)

    def _list(self) -> ListBox:
        none = ListRow("none", "No match", heading=True)
        box = ListBox(
            self.found or (none,),
            on_choose=self.choose,
            on_open=lambda _: self.open_page(),
            is_compact=True,
            chosen=self.chosen if self._is_found(self.chosen) else "",
        )
        # Each search has a list of its own, which begins at the selected article.
        return keyed((LIST, self.sought), box)

    def _text(self, article: HelpArticle) -> LayoutCell:
        """Return an article, with a button to its pictures if it has any."""
        text = Log(self.follow, entries=article.entries, indent=0, follows=False)
        pictures = Button(
            "Show with pictures", self.open_page, icon="ui/book-open", style=Style.PRIMARY
        )
        return column(
            keyed(TITLE, Label(article.title, size=HEADING_TEXT, face="title")),
            Label(article.about, size=SMALL_TEXT, colour=MUTED),
            sized(keyed(PAGE_TEXT, text), height=0, grow=1),
            row(pictures) if article.id.startswith(HOW) else None,
            pad=EDGE,
            gap=TIGHT,
            plate=WELL,
        )

    def _none(self) -> HelpArticle:
        """Return what is shown instead of an article if none has the words searched for."""
        words = f"Nothing here has “{self.sought.strip()}”. Search for fewer or shorter words."
        return HelpArticle("", "No match", "", (LogEntry((TextSpan(words),)),))

    def _seek(self, words: str) -> None:
        self.sought, self.found = words, self._search(words)
        if self.found and not self._is_found(self.chosen):
            self.chosen = self.found[0].id

    def _search(self, words: str) -> tuple[ListRow, ...]:
        """List the articles that contain all words searched for, titles first."""
        # The key that leads to a search elsewhere is typed here, too.
        wanted = words.casefold().removeprefix("/").split()
        found = [a for a in self.articles.values() if all(w in a.words for w in wanted)]
        found.sort(key=lambda a: not all(w in a.title.casefold() for w in wanted))
        return tuple(ListRow(a.id, a.title, a.about) for a in found)

    def _is_found(self, id_: str) -> bool:
        return any(row.id == id_ for row in self.found)

    def choose(self, id_: str) -> None:
        """Select an article."""
        self.chosen = id_

    def follow(self, id_: str) -> None:
        """Open a cited clause, even if it is not among those found."""
        if id_ in self.articles:
            if not self._is_found(id_):
                self._seek("")
            self.chosen = id_

    def open_page(self) -> None:
        """Open the selected page with its pictures."""
        if self.found and self.chosen.startswith(HOW):
            self.change = Open(Destination("how to play", self.chosen.removeprefix(HOW)))

    def route(self, event: pygame.Event) -> None:
        typing = self.stack.focus.on is self.panel.known(SEARCH)
        if typing and event.type == pygame.KEYDOWN and event.key in ARROWS:
            if box := self.panel.known((LIST, self.sought)):
                box.take_key(event)
        else:
            self.stack.handle(event)


def _pages() -> list[HelpArticle]:
    """Return the text of all how-to-play pages."""
    return [
        _page(
            name,
            DISK.read(named(name, PAGE)),
            DISK.read(named(name, SCENARIO)),
        )
        for name in filter(has_page, scenario_names())
    ]


@lru_cache(64)
def _page(name: str, _text: str, _scenario: str) -> HelpArticle:
    """Return a scenario's page without pictures, remembered until one of its files changes.

    The pictures take long to read.
    """
    page, title = load_page(name), load_scenario(name).title
    entries = [LogEntry(tuple(marked(page.lead)))]
    for passage in page.passages:
        entries += [heading_entry(passage.title), LogEntry(tuple(marked(passage.text)))]
    return HelpArticle(HOW + name, f"How to play: {title}", "On one page", tuple(entries))


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


def help_with_keys(at: str = "") -> HelpScreen:
    """Return the help screen with the keys of every battle; *at*: the article to open."""
    return HelpScreen(all_keys(), at)


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
    blocks = [*_blocks(text)]
    for block, after in zip_longest(blocks, blocks[1:], fillvalue=""):
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
            is_head = _RULE.fullmatch(after) is not None
            entries += _head_row(block) if is_head else _row(block, known)
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


def _head_row(row: str) -> Iterator[LogEntry]:
    """Yield the head of a table as one line, which does not look like the rows below it."""
    cells = filter(None, (cell.strip().replace("`", "") for cell in row.strip("|").split("|")))
    if words := "  ·  ".join(cells).upper():
        yield LogEntry((TextSpan(words, DIM, face="heading"),))


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
