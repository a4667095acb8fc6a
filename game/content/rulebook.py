"""The rulebook: clauses parsed from the Markdown files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from game.content.shipped_folders import RULEBOOK

ID = re.compile(r"\b(?:CC|MC|FF|PU|ZG|TC|MP|MI|SB)-\d\d\b")
"""Pattern of clause ids, as cited in code, tests, situations and other clauses."""

_LOOSE = re.compile(r"([A-Za-z]{2})[- ]?(\d{1,2})")
_VERSION = re.compile(r"\ARules version (\w+)\.\s*")
_HEADING = re.compile(r"(?P<level>#{1,3}) +(?P<title>.+)")
_CLAUSE = re.compile(r"(?P<id>[A-Z]{2}-\d\d) · (?P<title>.+)")  # a middle dot


class UnknownClauseError(LookupError):
    """No clause has this id; the message names similar ids."""


@dataclass(frozen=True, slots=True)
class Clause:
    id: str
    title: str
    text: str
    """Text in Markdown, with the line breaks of the file."""
    _: KW_ONLY
    chapter: str
    book: str
    file: str
    line: int
    """Line of its heading in the file, counted from 1."""

    @property
    def cites(self) -> tuple[str, ...]:
        """Return the other clauses that the text cites, each once, in order."""
        return tuple(dict.fromkeys(c for c in ID.findall(self.text) if c != self.id))


@dataclass(frozen=True, slots=True)
class Book:
    """One file of the rulebook."""

    title: str
    version: str
    """The rules version: it changes when the same answers may lead to another game."""
    preface: str
    _: KW_ONLY
    file: str
    clauses: tuple[Clause, ...]


class Rulebook:
    def __init__(self, books: tuple[Book, ...]) -> None:
        self.books = books
        self.all = tuple(clause for book in books for clause in book.clauses)
        """All clauses, in the order of the books."""
        self._by_id = {clause.id: clause for clause in self.all}

    def __contains__(self, id_: str) -> bool:
        return id_ in self._by_id

    def clause(self, id_: str) -> Clause:
        """Return a clause by its id; raise UnknownClauseError with similar ids."""
        if found := self._by_id.get(id_):
            return found
        near = self._alike(id_)
        hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
        raise UnknownClauseError(f"the rulebook has no clause {id_!r}{hint}")

    def _alike(self, id_: str) -> list[str]:
        if loose := _LOOSE.fullmatch(id_):
            strict = f"{loose[1].upper()}-{int(loose[2]):02}"
            if strict in self._by_id:
                return [strict]
        return get_close_matches(id_.upper(), self._by_id, n=3, cutoff=0.5)


@lru_cache(4)
def rulebook(folder: Path = RULEBOOK) -> Rulebook:
    """Return the parsed rulebook: the README first, then the books as it links them."""
    files = sorted(folder.glob("*.md"), key=lambda f: f.name)
    readme = folder / "README.md"
    if readme in files:
        order = readme.read_text("utf-8")
        files.sort(key=lambda f: (f != readme, order.find(f"({f.name})") % (len(order) + 1)))
    return Rulebook(tuple(_read(file.name, file.read_text("utf-8")) for file in files))


def clause(id_: str) -> Clause:
    """Return a clause of the shipped rulebook; raise UnknownClauseError."""
    return rulebook().clause(id_)


@dataclass(slots=True)
class _Part:
    """A heading and the lines below it."""

    level: int
    title: str
    line: int
    text: list[str]

    @property
    def words(self) -> str:
        return "\n".join(self.text).strip()


def _read(file: str, text: str) -> Book:
    title, version, preface, chapter = file, "", "", ""
    clauses = list[Clause]()
    for part in _parts(text):
        if part.level == 1:
            title, preface = part.title, _VERSION.sub("", part.words)
            if found := _VERSION.match(part.words):
                version = found[1]
        elif part.level == 2:
            chapter = part.title
        elif named := _CLAUSE.fullmatch(part.title):
            id_, name = named.groups()
            clauses.append(
                Clause(
                    id_,
                    title=name,
                    text=part.words,
                    chapter=chapter,
                    book=title,
                    file=file,
                    line=part.line,
                )
            )
    return Book(title, version=version, preface=preface, file=file, clauses=tuple(clauses))


def _parts(text: str) -> Iterator[_Part]:
    part: _Part | None = None
    for n, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.fullmatch(line):
            if part:
                yield part
            part = _Part(len(heading["level"]), heading["title"].strip(), n, [])
        elif part:
            part.text.append(line)
    if part:
        yield part
