"""Code of ``game`` that nothing reaches, tests aside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import game

vulture = pytest.importorskip("vulture", reason="needs requirements-dev.txt")

ROOT = Path(game.__file__).parents[1]
BY_NAME = re.compile(
    r'"[\w.{}]+:(\w+)"'
    r'|Parts(?:\[[\w\[\]]+\])?\(\s*"[\w.]+", "(\w+)"'
    r'|(?:declared|ranked)\("(\w+)"'
)
"""The objects that an entry point, a part of a system or a field of its entry names."""
BY_LIBRARIES = [
    # Settings of pydantic, and keys of the files that it reads.
    "model_config",
    "nextlayerid",
    "nextobjectid",
    "tiledversion",
    "propertytype",
    # Looked up by the parser of XML, io, pickle, enum, pymunk and pygame.
    "*Handler",
    "buffer_text",
    "writable",
    "protocol",
    "_value_",
    "elasticity",
    "mid*",
    # Properties of streams and frames that PyAV reads.
    "pix_fmt",
    "colorspace",
    "thread_count",
    "bit_rate",
    "sample_rate",
    "pts",
    "time_base",
]
"""Names that a library uses."""
BY_VALUE = [
    # Members of enums that files and saves name by their values.
    "CAPTURE",
    "TAKE",
    "DEFEND",
    "PURGE",
    "HEADHUNT",
    "GETS_AWAY",
    # Columns of the tables of games, and what the head of a save says of its origin.
    "*_1",
    "*_2",
    "engine",
    # Additions to formats, which are looked up by their names.
    "situation_model",
    "expected_model",
    # The types of casts.
    "TextIO",
    "_Description",
]
"""Names of which only the value is used."""


def unused(*files: Path) -> list[str]:
    """Return what nothing in some files uses, as file, line and name."""
    found = vulture.Vulture(
        ignore_names=[*BY_LIBRARIES, *BY_VALUE],
        ignore_decorators=["@*validator*", "@*.register"],
    )
    found.scavenge([str(file) for file in files])
    return [
        f"{item.filename}:{item.first_lineno}: {item.name}" for item in found.get_unused_code()
    ]


@pytest.mark.slow
def test_everything_is_used() -> None:
    texts = (file.read_text("utf-8") for file in (ROOT / "game").rglob("*.py"))
    named = {name for text in texts for pair in BY_NAME.findall(text) for name in pair}
    found = unused(ROOT / "game", ROOT / "main.py")
    left = [one for one in found if one.split()[-1] not in named]
    assert not left, "\n".join(left)


def test_what_nothing_uses_is_found(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("def used(): ...\n\n\ndef left(): ...\n\n\nused()\n")
    assert unused(file) == [f"{file}:4: left"]
