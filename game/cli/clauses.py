"""The command rules."""

from __future__ import annotations

import argparse
import sys

from game.content.rulebook import UnknownClauseError, rulebook


def rules(args: argparse.Namespace) -> int:
    """Print one clause, or the titles of all clauses."""
    book = rulebook()
    if args.clause is None:
        for chapter in book.books:
            print(chapter.title)
            for clause in chapter.clauses:
                print(f"  {clause.id}  {clause.title}")
        return 0
    try:
        clause = book.clause(args.clause)
    except UnknownClauseError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{clause.id} · {clause.title}  ({clause.book}: {clause.chapter})\n")
    print(clause.text)
    return 0
