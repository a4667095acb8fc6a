"""Reading the rulebook's files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.content.rulebook import ID, UnknownClauseError, clause, rulebook
from game.content.shipped_folders import RULEBOOK

SMALL = """# Small talk

What it is about.

## Greeting

### CC-01 · Bow
Bow first, as in `CC-02`; see `CC-02` and `CC-01`.

Twice.

### CC-02 · Hat
Lift it.

## Leaving

### CC-03 · Door
Close it.
"""


def test_a_book_is_cut_into_clauses_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "small.md").write_text(SMALL, "utf-8")

    (book,) = rulebook(tmp_path).books
    bow, _, door = book.clauses

    assert (book.title, book.preface) == ("Small talk", "What it is about.")
    assert (bow.id, bow.title, bow.chapter, bow.file) == (
        "CC-01",
        "Bow",
        "Greeting",
        "small.md",
    )
    assert bow.text == "Bow first, as in `CC-02`; see `CC-02` and `CC-01`.\n\nTwice."
    assert SMALL.splitlines()[bow.line - 1] == "### CC-01 · Bow"
    assert bow.cites == ("CC-02",)
    assert (door.chapter, door.text, door.cites) == ("Leaving", "Close it.", ())


def test_every_heading_of_the_shipped_rulebook_is_a_clause_with_a_text() -> None:
    headings = [
        heading
        for file in RULEBOOK.glob("*.md")
        for heading in re.findall(r"^### *(\S+)", file.read_text("utf-8"), re.MULTILINE)
    ]
    clauses = rulebook().all

    assert sorted(headings) == sorted({c.id for c in clauses})
    assert all(c.text and c.title and ID.fullmatch(c.id) for c in clauses)


def test_the_books_come_in_the_order_of_the_readme() -> None:
    files = [book.file for book in rulebook().books]

    assert files[:3] == ["README.md", "classic-core.md", "modern-core.md"]
    assert files[-2:] == ["missions.md", "sandbox.md"]
    assert rulebook().all[0].id == "CC-01"


def test_no_clause_cites_one_that_does_not_exist() -> None:
    book = rulebook()

    assert not [(c.id, other) for c in book.all for other in c.cites if other not in book]


def test_an_unknown_clause_is_answered_with_those_spelt_alike() -> None:
    assert clause("CC-19").title == "Coherency"
    with pytest.raises(UnknownClauseError, match=r"no clause 'cc-9'; did you mean 'CC-09'"):
        clause("cc-9")
    with pytest.raises(UnknownClauseError, match=r"no clause 'tea time'$"):
        clause("tea time")


@pytest.mark.parametrize(
    "id_", ["CC-05", "MC-15", "MI-03", "MP-04", "MP-23", "MP-29", "MP-39", "MP-40", "PU-28"]
)
def test_what_no_source_says_is_marked_from_its_first_word(id_: str) -> None:
    """A ruling of our own is marked in the clause, or in the preface of its book."""
    found = clause(id_)
    (book,) = [book for book in rulebook().books if found in book.clauses]

    assert found.text.startswith("*Ruling.*") or "*Ruling.*" in book.preface


def test_what_was_added_to_a_clause_of_the_source_is_marked_where_it_begins() -> None:
    text = " ".join(clause("ZG-25").text.split())

    assert "5+ cover save. *Ruling.* So does any other model on the line" in text
