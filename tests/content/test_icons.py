"""Icons that users draw are reduced to plain shapes, and never break the window."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import quoteattr

import pygame
import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.icons import MAX_ELEMENTS, MAX_SVG_BYTES, parse_icon
from game.content.own_folders import own_folder
from game.content.shipped_folders import ICONS
from game.widgets.theme import Theme
from tests.rules.test_packing import png

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
SHAPE = '<path d="M0 0 9 9 0 9"/>'


@pytest.mark.parametrize("file", sorted((ICONS / "units").glob("*.svg")), ids=lambda f: f.stem)
def test_shipped_icons_are_of_the_kind_that_users_may_draw(file: Path) -> None:
    assert parse_icon(file.read_bytes(), str(file)).svg


@pytest.mark.parametrize(
    ("svg", "reason"),
    [
        ("<svg><script>x()</script></svg>", "has <script>: an icon is made of plain shapes"),
        (f"{HEAD}<image href='x.png'/></svg>", "has <image>"),
        (f"{HEAD}<foreignObject/></svg>", "has <foreignObject>"),
        (f'{HEAD}<path onload="x()" d="M0 0"/></svg>', "has a script: onload"),
        (f"{HEAD}<g href='http://x.y/z'>{SHAPE}</g></svg>", "refers to another file"),
        (f"{HEAD}<g fill='url(http://x.y)'>{SHAPE}</g></svg>", "fill refers to another file"),
        (f'{HEAD}<g style="fill: url(x.svg#a)">{SHAPE}</g></svg>', "fill refers to another"),
        (f'{HEAD}<path d="M1e9 0"/></svg>', "d has a number beyond 100000"),
        (f'<?xml-stylesheet href="a.css"?>{HEAD}{SHAPE}</svg>', "a processing instruction"),
        ("<!DOCTYPE svg><svg/>", "declares a document type or an entity"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><svg>&b;</svg>', "declares a document type"),
        ("<html/>", "has <html>"),
        (f"{HEAD}{SHAPE}", "is not valid SVG: no element found"),
        ("", "is not valid SVG"),
        (f"{HEAD}{'<g>' * 40}{'</g>' * 40}</svg>", "or 32 levels"),
        (f"{HEAD}{SHAPE * (MAX_ELEMENTS + 1)}</svg>", f"more than {MAX_ELEMENTS} elements"),
        (f"{HEAD}{' ' * MAX_SVG_BYTES}</svg>", "the limit is 64 KiB"),
    ],
)
def test_svg_that_could_do_more_than_draw_is_refused(svg: str, reason: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_icon(svg.encode(), "hawk.svg")
    assert reason in str(caught.value)


def test_what_drawing_programs_add_is_left_out() -> None:
    svg = (
        f'{HEAD}<title>A hawk</title><metadata a="b"><c/></metadata>'
        '<path style="fill:red;stroke-dasharray:0.001;font:x" class="a" d="M0 0 9 9"/></svg>'
    )
    cleaned = parse_icon(svg.encode(), "hawk.svg").svg

    assert cleaned == f'{HEAD}<path d="M0 0 9 9" fill="red"></path></svg>'


def test_signs_of_xml_in_attributes_stay_within_them() -> None:
    value = """ a<b>"c"&'d'\t\n\re """
    svg = f"{HEAD}<path fill={quoteattr(value)}/></svg>"
    cleaned = parse_icon(svg.encode(), "hawk.svg").svg

    (_, path) = fromstring(cleaned).iter()  # noqa: S314  written by this test
    assert path.attrib == {"fill": value}


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"GIF89a", "is neither a PNG nor a JPEG picture"),
        (b"\xff\xd8\xff" + bytes(9), "is a damaged JPG picture"),
        (png(600, 4), "is 600 × 4 pixels; the limit is 512 × 512"),
    ],
)
def test_a_picture_that_is_no_small_png_is_refused(raw: bytes, reason: str) -> None:
    with pytest.raises(UnusableFile, match=reason):
        parse_icon(raw, "hawk.png")


def test_own_icons_are_drawn_and_faulty_ones_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    own_folder(library_kinds.ICON).mkdir(parents=True)
    for name, raw in (
        (
            "square.svg",
            f'{HEAD}<rect width="9" height="9" fill="currentColor"/></svg>'.encode(),
        ),
        ("dark.png", png(4, 4)),
        ("odd.svg", b"<svg><script/></svg>"),
        ("torn.png", png(4, 4)[:40]),
    ):
        (own_folder(library_kinds.ICON) / name).write_bytes(raw)
    pygame.display.init()
    pygame.display.set_mode((8, 8))
    theme = Theme()

    assert theme.icon("units/square", 20, "#FF0000").get_at((10, 10)) == pygame.Color("red")
    assert theme.icon("units/dark", 20).get_at((10, 10)) == pygame.Color("black")
    person = pygame.image.tobytes(theme.icon("units/person", 20), "RGBA")
    for name in ("odd", "torn", "nothing", "../../x", "/etc/passwd", "a/b/c"):
        assert pygame.image.tobytes(theme.icon(f"units/{name}", 20), "RGBA") == person
