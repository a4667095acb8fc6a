"""Fuzzer for file readers: spoils files, packs and stores of every kind at random.

``python -m tests.content.mangling --count 3000 --seed 1`` reads 3,000 files, each in a process
of its own, names those that raise or cost more than their budget, and exits with 1 if any does.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED

from game.bots.simple_bots import RandomBot
from game.content.png_payload import MAP, SAVE
from game.content.settings import Settings
from game.content.shipped_folders import ROOT
from game.rules.battles import prepare
from game.rules.saving import saved_text
from tests.content.exhausting import png_with_chunk, sealed, zip_repeated
from tests.content.mangled_archives import SPOILERS, archives
from tests.content.tiled_files import READ, as_tmx
from tests.content.weighing import SECONDS, weigh
from tests.tools.costs import is_too_much

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 0.5, -0.0, 1e-320, 1e308, 10**30, -(10**12), 2**63),
    *("", " ", "a", "é", "龍", "\x00", "\ud800", "nan", "1e400", "../../etc", "x" * 5000),
    *([], {}, [[]], [None], {"": 0}, {"id": {}}, [1, "a", None], [[0, 0]] * 300),
)
WORDS = ("1e999", "-1e999", "NaN", "Infinity", "1" * 500, '"\\u0000"', "[" * 300, "{}", "", "é")
"""Tokens that are invalid, or barely valid, in JSON or TOML."""
TOKEN = re.compile(r'"[^"\n]*"|[\w.+-]+|[^\w\s]')
ANSWERS = 60
"""Number of answers in a saved game."""


def _game(scenario: str, seed: int) -> str:
    battle = prepare(scenario, seed=seed)
    bot, session = RandomBot(), battle.session()
    for _ in range(ANSWERS):
        if session.pending:
            session.answer(bot.answer(session))
    return saved_text(session, battle.header({}))


def _campaign() -> str:
    file = ROOT / "assets/campaigns/the-water-below.toml"
    raw = {"stage": "the-long-street", "winner": "draw", "reason": "a", "turns": 3}
    return json.dumps(
        {
            "format": "undertow-campaign",
            "version": 1,
            "begun": "2026-01-01T00:00:00+00:00",
            "file": file.name,
            "text": file.read_text("utf-8"),
            "seed": 5,
            "players": {"wardens": "human", "brood": "steady"},
            "fought": [raw],
        }
    )


def samples() -> dict[str, list[str]]:
    """Return sample files as text, in order, each with the suffix of its kind."""
    text = {suffix: list[str]() for suffix in (".tmj", ".tmx", ".toml", ".ros", ".uvtt")}
    for pattern in ("maps/*.tmj", "assets/**/*.toml", "tests/**/*.toml", "tests/**/*.ros"):
        for file in sorted(ROOT.glob(pattern)):
            text[file.suffix].append(file.read_text("utf-8"))
    text[".tmx"] = [as_tmx(one.raw) for one in READ.values()]
    for file in sorted((ROOT / "tests/content/foreign_files").glob("*.tmx")):
        text[".tmx"].append(file.read_text("utf-8"))
    text[".uvtt"].append((ROOT / "tests/content/cellar.uvtt").read_text("utf-8"))
    saves = [_game(name, 7) for name in ("cage", "combat_patrol", "salvage", "pursuit")]
    head = '{"file":null,"title":"a","at":"2026-01-01T00:00:00+00:00","edits":3}'
    return text | {
        ".undertow": saves,
        ".save.png": saves,
        ".map.png": text[".tmj"],
        ".rosz": text[".ros"],
        ".json": ['{"roster":{"forces":[{"selections":[{"name":"a","number":2}]}]}}'],
        "settings.json": [Settings().model_dump_json()],
        ".campaign.json": [_campaign()],
        ".unsaved": [f"{head}\n{words}" for words in text[".tmj"]],
    }


# Changes to a text.


def _nodes(raw: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container in a value together with each of its keys or indices."""
    if isinstance(raw, dict | list):
        for key in [*raw] if isinstance(raw, dict) else range(len(raw)):
            yield raw, key
            yield from _nodes(raw[key])


def _spoil_value(raw: Any, rng: Random) -> Any:
    """Change a value somewhere inside."""
    nodes = [*_nodes(raw)]
    if not nodes:
        return deepcopy(rng.choice(ODD))
    holder, key = rng.choice(nodes)
    other, there = rng.choice(nodes)
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[rng.choice(("", "id", "x" * 300, f"{key}s", "\x00"))] = holder.pop(key)
        case 2 if not isinstance(other[there], dict | list):
            holder[key] = other[there]
        case 3 if isinstance(holder, list):
            holder += holder[:50]
        case _:
            holder[key] = deepcopy(rng.choice(ODD))
    return raw


def spoil_json(text: str, rng: Random) -> str:
    """Change values in some of the lines if each is JSON, or else in the whole."""
    try:
        whole = [json.loads(text)]
    except ValueError:
        whole = [json.loads(line) for line in text.splitlines()]
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(whole))
        whole[at] = _spoil_value(whole[at], rng)
    return "\n".join(json.dumps(one) for one in whole)


def spoil_toml(text: str, rng: Random) -> str:
    raw = tomllib.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        raw = _spoil_value(raw, rng)
    return toml_file(raw)


def toml_file(raw: Any) -> str:
    """Return the text of a TOML file; only a table gives a valid one."""
    if not isinstance(raw, dict):
        return _toml(raw)
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in raw.items())


def _toml(raw: Any) -> str:
    """Return a value as TOML on one line."""
    match raw:
        case dict():
            inside = (f"{json.dumps(key)} = {_toml(value)}" for key, value in raw.items())
            return f"{{{', '.join(inside)}}}"
        case list():
            return f"[{', '.join(map(_toml, raw))}]"
        case None:
            return "nan"
        case _:
            return json.dumps(raw)


def spoil_tokens(text: str, rng: Random) -> str:
    """Replace, drop, swap or repeat words, numbers and signs."""
    tokens = [*TOKEN.finditer(text)]
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        one, other = rng.choice(tokens), rng.choice(tokens)
        into = rng.choice((other.group(), "", json.dumps(rng.choice(ODD)), rng.choice(WORDS)))
        text = text[: one.start()] + into + text[one.end() :]
    return text


def spoil_lines(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    at, to = sorted(rng.randrange(len(lines) + 1) for _ in range(2))
    to = min(to, at + 40)
    match rng.randrange(3):
        case 0:
            del lines[at:to]
        case 1:
            lines[at:at] = lines[at:to] * rng.choice((1, 1, 20))
        case _:
            lines[at:to] = reversed(lines[at:to])
    return "".join(lines)


def spoil_bytes(data: bytes, rng: Random) -> bytes:
    """Flip, cut, repeat or scatter bytes."""
    raw = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 30))):
        at = rng.randrange(len(raw) + 1)
        match rng.randrange(5):
            case 0:
                del raw[at : at + rng.randrange(200)]
            case 1:
                raw[at:at] = raw[at : at + rng.randrange(200)]
            case 2:
                raw[at:at] = rng.randbytes(rng.randrange(9))
            case 3 if rng.random() < 0.2:
                del raw[at:]
            case _ if at < len(raw):
                raw[at] ^= 1 << rng.randrange(8)
            case _:
                pass
    return bytes(raw)


# Files made from it.


def _resealed(text: str) -> bytes:
    """Return a save with valid seals, so that only its contents are wrong."""
    bodies = list[str]()
    for line in text.splitlines():
        try:
            body = json.loads(line)
        except ValueError:
            bodies.append(line or " ")
            continue
        if isinstance(body, dict):
            body.pop("seal", None)
        bodies.append(json.dumps(body, separators=(",", ":")))
    return sealed(*bodies)


def _encoded(text: str) -> bytes:
    return text.encode(errors="replace")


def _packed(text: str) -> bytes:
    return zip_repeated(_encoded(text), ZIP_DEFLATED)


PACKING: dict[str, Callable[[str], bytes]] = {
    ".undertow": _resealed,
    ".save.png": lambda text: png_with_chunk(SAVE, _resealed(text)),
    ".map.png": lambda text: png_with_chunk(MAP, _encoded(text)),
    ".rosz": _packed,
}
JSON = (".tmj", ".map.png", ".undertow", ".save.png", ".uvtt", ".json", "settings.json")
"""Suffixes of files that are JSON, as a whole or line by line."""


def mangled(
    kinds: dict[str, list[str]], seed: int, archives: Mapping[str, list[bytes]] = {}
) -> tuple[str, bytes]:
    """Return the name and the content of a spoilt file, chosen by a seed.

    *archives* are samples of packs and stores; one of them is taken as often as two kinds.
    """
    rng = Random(seed)
    ending = rng.choice([*kinds, *[*archives] * 2])
    if ending in archives:
        data = rng.choice(archives[ending])
        if rng.randrange(4):
            return f"{seed}{ending}", SPOILERS[ending](data, rng, spoilt)
        return f"{seed}{ending}", spoil_bytes(data, rng)
    text = rng.choice(kinds[ending])
    pack = PACKING.get(ending, _encoded)
    ways = _ways(ending)
    direction = rng.randrange(len(ways) + 1)
    data = (
        spoil_bytes(pack(text), rng)
        if direction == len(ways)
        else pack(ways[direction](text, rng))
    )
    return f"{seed}{ending}", data


def _ways(ending: str) -> list[Callable[[str, Random], str]]:
    """Return the ways to spoil the text of a file, the likely ones more than once."""
    ways: list[Callable[[str, Random], str]] = [spoil_tokens, spoil_lines]
    if ending.endswith(JSON):
        ways += [spoil_json] * 3
    elif ending == ".toml":
        ways += [spoil_toml] * 3
    return ways


def spoilt(ending: str, text: str, rng: Random) -> str:
    """Return the text of a file, spoilt in a way that goes with its ending."""
    way = rng.choice(_ways(ending))
    try:
        return way(text, rng)
    except (ValueError, IndexError):  # it was spoilt before
        return text[: rng.randrange(len(text) + 1)]


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kinds, more, wrong, most, slowest = samples(), archives(), 0, 0.0, 0.0
    with TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            name, data = mangled(kinds, seed, more)
            file = Path(folder) / name
            file.write_bytes(data)
            cost = weigh(file)
            file.unlink()
            most, slowest = max(most, cost["MB"]), max(slowest, cost["CPU"])
            if is_too_much(cost, SECONDS):
                wrong += 1
                sys.stdout.write(f"{json.dumps(cost)}\n")
    sys.stdout.write(f"{args.count} files, {wrong} wrong; {most:.0f} MB, {slowest:.1f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
