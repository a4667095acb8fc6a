"""Hints at fields of forms, taken from the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from game.content.shipped_folders import ASSETS

_HEAD = re.compile(r"\| key of (?:an? |the )?(.+?) \|")
_CLAUSES = re.compile(r"`[A-Z]{2}(-\d\d)?`.*")
_ELSEWHERE = re.compile(r"(, )?see (above|below)")
_BRACKETS = re.compile(r"`\[*(.+?)(?:\.x)?\]*`")
_KEYS = re.compile(r"`([^`]+)`")


@lru_cache(maxsize=8)
def hints_of(guide: str) -> Mapping[tuple[str, str], str]:
    """Return the hints for keys by table and key, from the tables of a guide."""
    text = (ASSETS / "guide" / f"{guide}.md").read_text("utf-8")
    return dict(_hints(text.splitlines()))


def _hints(lines: Sequence[str]) -> Iterator[tuple[tuple[str, str], str]]:
    table: str | None = None
    for line in lines:
        if found := _HEAD.match(line):
            named = "`" in found[1] or found[1] not in {"roster", "scenario", "armoury"}
            table = _BRACKETS.sub(r"\1", found[1]) if named else ""
        elif not line.startswith("|"):
            table = None
        elif table is not None and line.startswith("| `"):
            keys, value, default, *rest = (cell.strip() for cell in line.strip("|").split("|"))
            clauses = f"({rest.pop()})" if rest and _CLAUSES.fullmatch(rest[-1]) else ""
            meaning = rest[0] if rest else ""
            words = " ".join(filter(None, (f"{meaning[:1].upper()}{meaning[1:]}", clauses)))
            usual = default if default.startswith("required") else f"usual: {default}"
            form = "; ".join(filter(None, (_ELSEWHERE.sub("", value), usual)))
            hint = "\n".join(filter(None, (words, form))).replace("`", "")
            for key in _KEYS.findall(keys):
                yield (table, key), hint
