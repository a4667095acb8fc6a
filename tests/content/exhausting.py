"""Small files that would cost a careless reader much memory or time."""

from __future__ import annotations

import json
import lzma
import random
import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

from game.content.png_payload import MAP, SAVE, SIGNATURE, make_chunk
from tests.content.pack_parts import GUARD, pack_bytes, texts
from tests.tools.texts import edited

MIB = 1 << 20
SWOLLEN = 260 * MIB
"""Bytes that, with the 60 MB of a process that has read nothing, exceed what one may take."""
_MAP = '"type":"map","orientation":"orthogonal","width":48,"height":48'
HEAD = f'{{{_MAP},"tilewidth":32,"tileheight":32,"layers":'
_FORMAT = '[{"name":"format","type":"int","value":1}]'
_SAVE = (
    '{"format":"undertow-save","version":1,"begun":"2026-01-01T00:00:00+00:00",'
    '"scenario":"cage","map":"maps/training-cage.tmj","seed":1'
)
ORIGIN = '{"id":4000,"name":"spring","type":"FloodOrigin","x":20,"y":20,"point":true}'
ZONE = '{"id":4001,"name":"west","type":"DeploymentZone","x":0,"y":0,"width":300,"height":1536}'
NAMES = [f"no-such-name-{n}" for n in range(20_000)]
_RNG = random.Random(3)
_LZMA = lzma.LZMACompressor
_QUICK = {"mode": lzma.MODE_FAST, "mf": lzma.MF_HC3, "depth": 1}


def many(number: int, one: str = "{}") -> str:
    """Return a JSON list of *number* equal items."""
    return f"[{','.join([one] * number)}]"


def json_object(number: int, one: str = '"k#":0') -> str:
    """Return a JSON object of *number* entries, each with its index in place of ``#``."""
    return "{" + ",".join(one.replace("#", str(n)) for n in range(number)) + "}"


def map_bytes(objects: str, properties: str = _FORMAT) -> bytes:
    """Return a map with these objects, which are given as JSON."""
    layer = '{"id":1,"name":"a","type":"objectgroup","objects":' + objects + "}"
    return f'{HEAD}[{layer}],"properties":{properties}}}'.encode()


def crooked_lines(number: int, kind: str, corners: int) -> str:
    """Return *number* - 1 crooked lines, a flood origin and a zone, as JSON."""
    texts = [crooked_line(n, kind, anywhere(corners)) for n in range(1, number)]
    return f"[{','.join(texts)},{ORIGIN},{ZONE}]"


def crooked_line(number: int, kind: str, corners: list[tuple[float, float]]) -> str:
    """Return an object, its corners in pixels."""
    found = [{"x": round(x, 2), "y": round(y, 2)} for x, y in corners]
    named = {"id": number, "name": f"o{number}", "type": kind, "x": 0, "y": 0}
    return json.dumps(named | {"polyline": found})


def anywhere(number: int) -> list[tuple[float, float]]:
    return [(_RNG.uniform(0, 1536), _RNG.uniform(0, 1536)) for _ in range(number)]


def png_with_chunk(name: bytes, data: bytes) -> bytes:
    return SIGNATURE + make_chunk(name, zlib.compress(data, 1)) + make_chunk(b"IEND", b"")


def _quick_compressor(kind: int, *, filters: list[dict[str, Any]]) -> lzma.LZMACompressor:
    """Return a compressor that takes a third of the time, for the same file."""
    return _LZMA(kind, filters=[one | _QUICK for one in filters])


def zip_repeated(data: bytes, method: int, number: int = 1) -> bytes:
    file = BytesIO()
    with (
        patch.object(lzma, "LZMACompressor", _quick_compressor),
        ZipFile(file, "w", method, compresslevel=1) as packed,
    ):
        for n in range(number):
            packed.writestr(f"list{n}.ros", data)
    return file.getvalue()


def uvtt_text(**more: str) -> str:
    found = {"resolution": '{"map_size":{"x":20,"y":20}}', "line_of_sight": "[]"} | more
    return "{" + ",".join(f'"{key}":{value}' for key, value in found.items()) + "}"


def sealed(*bodies: str) -> bytes:
    """Return a save of these lines with valid seals."""
    lines, before = list[str](), ""
    for body in bodies:
        before = sha256(f"{before}{body[:-1]}".encode()).hexdigest()[:12]
        lines.append(f'{body[:-1]},"seal":"{before}"}}\n')
    return "".join(lines).encode()


def save(more: str = "", *lines: str) -> bytes:
    return sealed(_SAVE + more + "}", *lines)


def star(number: int) -> str:
    """Return *number* - 1 lanes that begin in one point, and a flood origin, as JSON."""
    texts = [
        crooked_line(n, "Lane", [(20, 20), (1500 - 5 * n, 1500)]) for n in range(1, number)
    ]
    return f"[{','.join(texts)},{ORIGIN}]"


def army(inside: str) -> bytes:
    return f"<roster name='a'><forces>{inside}</forces></roster>".encode()


def scenario(**lists: list[str]) -> str:
    """Return the text of a scenario with other lists of names."""
    text = edited(texts()["scenarios/crossing.toml"], {'map = "yard"': 'map = "yard-0"'})
    for key, names in lists.items():
        start = text.index(f"{key} = [")
        end = text.index("]", start) + 1
        text = f"{text[:start]}{key} = {json.dumps(names)}{text[end:]}"
    return text


def pack_of_pairings(maps: int, scenarios: int, rosters: int) -> bytes:
    """Return a pack of scenarios that name all its maps, and in which any roster may fight."""
    yard, one = texts()["maps/yard.tmj"], scenario(maps=[f"yard-{n}" for n in range(maps)])
    if "own_forces" not in one:
        one = edited(one, {"minutes =": "own_forces = true\nminutes ="})
    files = {f"maps/yard-{n}.tmj": edited(yard, {"Ruined": f"{n}"}) for n in range(maps)}
    files |= {f"scenarios/one-{n}.toml": one for n in range(scenarios)}
    files |= {f"rosters/guard-{n}.toml": GUARD for n in range(rosters)}
    return pack_bytes({"scenarios/crossing.toml": None, "maps/yard.tmj": None, **files})


FILES: Mapping[str, Callable[[], str | bytes]] = {
    # Army lists.
    "bzip2.rosz": lambda: zip_repeated(b" " * SWOLLEN, ZIP_BZIP2),
    "lzma.rosz": lambda: zip_repeated(b" " * SWOLLEN, ZIP_LZMA),
    "deflated.rosz": lambda: zip_repeated(b" " * SWOLLEN, ZIP_DEFLATED),
    "many-files.rosz": lambda: zip_repeated(b"", ZIP_DEFLATED, 30_000),
    "elements.ros": lambda: army("<a/>" * 1_500_000),
    "forces.ros": lambda: army("<force/>" * 149_000),
    "attributes.ros": lambda: army("<a b=''/>" * 149_000),
    "attributes-of-one.ros": lambda: army(
        "<a " + " ".join([f"b{n}=''" for n in range(299_000)]) + "/>"
    ),
    "text.ros": lambda: army(("a" * 100 + "<!---->") * 140_000),
    "long-attribute.ros": lambda: army("<a b='" + "a" * 15 * MIB + "'/>"),
    "forces.json": lambda: f'{{"roster":{{"forces":{many(74_000)}}}}}',
    "more-forces.json": lambda: f'{{"roster":{{"forces":{many(4_000_000)}}}}}',
    # Maps.
    "equal-keys.tmj": lambda: json_object(30_000, '"k#":0,"k#":0'),
    "equal-key-at-the-end.tmj": lambda: edited(json_object(390_000), {"k0": "k389999"}),
    "tables-with-equal-keys.tmj": lambda: many(130_000, '{"a":0,"a":0}'),
    "objects.tmj": lambda: map_bytes(many(199_000)),
    "more-objects.tmj": lambda: map_bytes(many(1_300_000)),
    "keys-of-objects.tmj": lambda: map_bytes(many(1900, json_object(150))),
    "keys-of-the-board.tmj": lambda: HEAD + "[]," + json_object(300_000)[1:],
    "properties.tmj": lambda: map_bytes("[]", many(199_000)),
    "properties-of-objects.tmj": lambda: map_bytes(many(1900, f'{{"properties":{many(90)}}}')),
    "corners.tmj": lambda: map_bytes(many(1900, f'{{"id":1,"polyline":{many(95)}}}')),
    "layers.tmj": lambda: HEAD + many(199_000) + "}",
    "nested.tmj": lambda: b"[" * 4_000_000,
    "long-class.tmj": lambda: map_bytes('[{"id":1,"type":"' + "Wall" * 1_000_000 + '"}]'),
    "lanes-from-one-point.tmj": lambda: map_bytes(star(300)),
    "lanes.tmj": lambda: map_bytes(crooked_lines(120, "Lane", 2)),
    "walls.tmj": lambda: map_bytes(crooked_lines(500, "Wall", 190)),
    "fewer-walls.tmj": lambda: map_bytes(crooked_lines(14, "Wall", 40)),
    "map.png": lambda: png_with_chunk(MAP, b" " * 43 * MIB),
    "objects.png": lambda: png_with_chunk(MAP, map_bytes(many(14_000_000))),
    # Packs.
    "battles.undertow-pack": lambda: pack_of_pairings(60, 100, 0),
    "rosters.undertow-pack": lambda: pack_of_pairings(2, 100, 150),
    "names.undertow-pack": lambda: pack_bytes({"scenarios/names.toml": scenario(maps=NAMES)}),
    # Own tables.
    "maps.toml": lambda: scenario(maps=NAMES),
    "rosters.toml": lambda: scenario(rosters=NAMES),
    "options.toml": lambda: (
        'title = "a"\nscenarios = ["cage"]\n[options]\n'
        + "".join(f"o{n} = [{'1, ' * 100}]\n" for n in range(8))
    ),
    "dotted.toml": lambda: ".".join(["a"] * 20_000) + " = 1",
    "quoted-and-dotted.toml": lambda: ".".join(['"a b"'] * 20_000) + " = 1",
    "digits-and-dots.toml": lambda: ".".join(["1"] * 20_000) + " = 1",
    "fewer-dots.toml": lambda: ".".join(["a"] * 4000) + " = 1",
    "units.toml": lambda: b'armoury="classic"\n' + b"[[unit]]\n" * 24_000,
    "battles.toml": lambda: b"[[battle]]\n" * 24_000,
    "clauses.toml": lambda: b'dice=""\nclauses=[' + b"1," * 49_000 + b"]",
    "digits.toml": lambda: b"a = " + b"1" * 900_000,
    "large.toml": lambda: b"clauses = [" + b"1," * 2_000_000 + b"]",
    # Saves.
    "lines.undertow": lambda: b"\n" * 30 * MIB,
    "answers.undertow": lambda: save("", '{"line":"opening"}', *['{"line":"answer"}'] * 49_000),
    "events.undertow": lambda: save("", f'{{"line":"opening","events":{many(49_000)}}}'),
    "players.undertow": lambda: save(f',"players":{json_object(90_000)}'),
    "save.png": lambda: png_with_chunk(SAVE, b"\n" * 31 * MIB),
    "swollen.png": lambda: png_with_chunk(SAVE, b" " * SWOLLEN),
    "chunks.png": lambda: SIGNATURE + make_chunk(b"abCd", b"") * 4_000_000,
    # Maps of other programs.
    "lights.uvtt": lambda: uvtt_text(lights=many(20_000_000), portals="0"),
    "points.uvtt": lambda: uvtt_text(line_of_sight=f"[{many(249_000)}]"),
    "lines.uvtt": lambda: uvtt_text(line_of_sight=many(19_000, many(11))),
    "star.uvtt": lambda: uvtt_text(
        line_of_sight="[" + json_object(18_000, '[{"x":1,"y":1},{"x":2.#,"y":19}]')[1:-1] + "]"
    ),
    "picture.uvtt": lambda: uvtt_text(image='"' + "a" * 62 * MIB + '"', portals="0"),
    "wide.uvtt": lambda: uvtt_text(image='"\u4e00' + "a" * 47 * MIB + '"', portals="0"),
    "wider.uvtt": lambda: uvtt_text(image='"\U0001f600' + "a" * 62 * MIB + '"', portals="0"),
}


def write_all(folder: Path) -> list[Path]:
    """Write all of them into a folder, and a picture of a gibibyte that is almost empty."""
    for name, written in FILES.items():
        content = written()
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with (folder / "sparse.png").open("wb") as file:
        file.write(SIGNATURE)
        file.truncate(1 << 30)
    return sorted(folder.iterdir())
