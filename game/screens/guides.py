"""The guides as log entries: the little of Markdown that they use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from game.content.palettes import Colour
from game.content.rulebook import ID, rulebook
from game.content.storage import ASSETS
from game.widgets.log_view import LogEntry, heading_entry
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, MUTED, TEXT

FOLDER = ASSETS / "guide"
PREFIX = "guide "
"""Begins the id of a guide among the articles of the help screen."""
ORDER = (
    *("playing", "flood", "zero-g", "pursuit", "cage", "matched-play", "sandbox"),
    *("editor", "maps", "scenarios", "rosters", "armouries", "campaigns"),
    *("command-line", "lab", "performance", "contributing"),
)
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
class Guide:
    name: str
    """The name of the file, without its ending."""
    title: str
    entries: tuple[LogEntry, ...]

    @property
    def id(self) -> str:
        return PREFIX + self.name


@lru_cache(4)
def guides(folder: Path = FOLDER) -> tuple[Guide, ...]:
    """Return all guides in reading order."""
    files = {path.stem: path for path in sorted(folder.glob("*.md"))}
    names = [name for name in ORDER if name in files]
    names += [name for name in files if name not in ORDER]
    return tuple(
        Guide(name, *_read(files[name].read_text("utf-8"), name, frozenset(names)))
        for name in names
    )


def _read(text: str, name: str, known: frozenset[str]) -> tuple[str, tuple[LogEntry, ...]]:
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
    return PREFIX + path.stem if path.suffix == ".md" and path.stem in known else ""
