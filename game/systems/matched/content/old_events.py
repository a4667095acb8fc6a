"""Scores of matched play in saves of older versions, which lack their kinds."""

from __future__ import annotations

KINDS = (
    ("ObjectivePlaced", "renumbered", True, "MP-36"),
    ("Scored", "bonus", "Slay the warlord", "MP-32"),
    ("Scored", "bonus", "First strike", "MP-33"),
    ("Scored", "bonus", "First blood", "MP-34"),
    ("Scored", "bonus", "Linebreaker", "MP-35"),
    ("Scored", "bonus", "No mercy", "MP-38"),
    ("Scored", "bonus", "Mission priorities", "MP-42"),
)
