"""Names in other scripts: the fonts that draw them, their widths, carets and places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.content.maps.map_library import parse_map
from game.picture_cache import PICTURES
from game.text.clusters import cluster_edges, clusters
from game.view.board.painter import MapPrint, PrintSettings
from game.widgets import system_fonts, text_runs
from game.widgets.font_files import coverage_of
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan, TextStyle, shortened
from game.widgets.text_runs import FontChain
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import CHAINS, CUTS, FONTS, TEXT, Face, Theme
from game.widgets.widget import Widget
from tests.widgets.test_font_files import font_file, full_map

SCRIPTS = {
    "Polish": "\u0141\u00f3d\u017a Gr\u00f6\u00dfe",
    "Cyrillic": "\u041a\u0440\u0435\u043f\u043e\u0441\u0442\u044c",
    "Greek": "\u03a9\u03bb\u1f05",
    "Hebrew": "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    "Arabic": "\u0645\u0631\u062d\u0628\u0627",
    "emoji": "\U0001f642\u2694\ufe0f\U0001f44d\U0001f3fd",
    "symbols": "\u2192\u2713\u2620\u2699\u2b06",
    "Vietnamese": "\u1ea1a\u0323\u0302",
    "Chinese": "\u8981\u585e",
}
MIXED = f"{SCRIPTS['Cyrillic']} \u2013 5 {SCRIPTS['Hebrew']} (A) {SCRIPTS['emoji']}"
EMPTY = {
    "type": "map",
    "orientation": "orthogonal",
    "class": "Board",
    "width": 6,
    "height": 6,
    "tilewidth": 32,
    "tileheight": 32,
    "properties": [{"name": "format", "type": "int", "value": 1}],
}
"""A map of 6 × 6 inches without layers."""
FACES: list[Face] = [*CUTS]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let the system have these fonts, by their paths."""
    files = list[str]()
    monkeypatch.setenv("UNDERTOW_SYSTEM_FONTS", "1")
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: [str(n) for n in range(len(files))])
    monkeypatch.setattr(pygame.font, "match_font", lambda name: files[int(name)])
    # Other fonts are installed.
    system_fonts._found.cache_clear()  # noqa: SLF001
    PICTURES.clear()
    yield files
    system_fonts._found.cache_clear()  # noqa: SLF001
    PICTURES.clear()


def ink(picture: pygame.Surface) -> bytes:
    """Return the drawn part of a picture."""
    return pygame.image.tobytes(picture.subsurface(picture.get_bounding_rect()), "RGBA")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_letter_of_any_script_is_a_box(theme: Theme, script: str, face: Face) -> None:
    words = SCRIPTS[script]
    files = {CHAINS[face].own, *FONTS.glob("*.ttf")}
    boxes = {ink(pygame.Font(file, 20).render("\U0010fffe", True, TEXT)) for file in files}  # noqa: FBT003

    assert theme.text(words, 20, TEXT, face).get_width() == theme.width(words, 20, face)
    for letter in clusters(words):
        assert ink(theme.text(letter, 20, TEXT, face)) not in boxes


@pytest.mark.parametrize("face", FACES)
def test_letters_that_the_face_has_are_drawn_by_it_as_a_whole(theme: Theme, face: Face) -> None:
    words = "Orr \u2013 4+ \u00d7 \u0141\u00f3d\u017a"
    font, spread = theme.font(face, 20), theme.spread(face, 20)
    wide = sum(font.size(one)[0] for one in words) + spread * (len(words) - 1)
    plain = font.render(words, True, TEXT)  # noqa: FBT003

    assert CHAINS[face].draws_alone(words)
    assert theme.width(words, 20, face) == (wide if spread else plain.get_width())
    if not spread:
        assert ink(theme.text(words, 20, TEXT, face)) == ink(plain.convert_alpha())


@pytest.mark.parametrize("face", ["heading", "title"])
def test_headings_have_cyrillic_letters_of_the_text_font(face: Face) -> None:
    drawn = CHAINS[face].drawn(SCRIPTS["Cyrillic"], right_to_left=False)

    assert {one.file.name for one in drawn} == {"Inter-SemiBold.ttf"}


def test_the_letters_of_arabic_are_joined_and_run_from_the_right(theme: Theme) -> None:
    alone = sum(theme.width(letter, 40) for letter in SCRIPTS["Arabic"])
    assert theme.width(SCRIPTS["Arabic"], 40) < 0.9 * alone

    # The last letter, an alef, is an upright stroke: it stands at the left.
    picture = theme.text(SCRIPTS["Arabic"], 40)
    columns = [
        sum(picture.get_at((x, y)).a for y in range(picture.get_height()))
        for x in range(picture.get_width())
    ]
    alef = theme.width("\u0627", 40)
    assert max(columns) == max(columns[:alef])


def test_runs_of_all_fonts_stand_on_the_baseline_of_the_face(theme: Theme) -> None:
    for face in FACES:
        latin = theme.text("H", 40, TEXT, face)
        low = latin.get_bounding_rect().bottom - latin.get_height() / 2
        for words in (f"{SCRIPTS['Cyrillic'][0]}H", "\u05d0", "H\u05d0H"):
            picture = theme.text(words, 40, TEXT, face)
            found = picture.get_bounding_rect().bottom - picture.get_height() / 2
            assert abs(found - low) <= 1, (face, words)


def test_letters_that_reach_beyond_the_face_are_not_cut_off(theme: Theme) -> None:
    high = "\u0628\u0651\u064e\u0650"
    font = pygame.Font(FONTS / "NotoSansArabic-Regular.ttf", 40)
    font.set_script("Arab")
    font.set_direction(pygame.DIRECTION_RTL)
    alone = font.render(high, True, TEXT)  # noqa: FBT003

    assert ink(theme.text(high, 40)) == ink(alone.convert_alpha())


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("words", [*SCRIPTS.values(), MIXED, f"a{MIXED}"])
def test_carets_are_within_the_line_and_found_by_their_pixel(
    theme: Theme, words: str, face: Face
) -> None:
    places = {n: theme.caret(words, n, 20, face) for n in cluster_edges(words)}

    assert all(0 <= x <= theme.width(words, 20, face) for x in places.values())
    for n, x in places.items():
        assert places[theme.index_at(words, x, 20, face)] == x
        assert theme.caret(words, n, 20, face) == x


def test_the_caret_of_hebrew_moves_from_right_to_left(theme: Theme) -> None:
    words = "\u05e9\u05dc\u05d5\u05dd"
    places = [theme.caret(words, n, 15) for n in range(5)]

    assert places == sorted(places, reverse=True)
    assert places[0] == theme.width(words, 15)
    assert places[-1] == 0
    # After a word from the left, the caret jumps to the end of each letter in turn.
    start = theme.width("ab ", 15)
    assert [theme.caret(f"ab {words}", 3 + n, 15) - start for n in range(1, 5)] == places[1:]


@settings(max_examples=25)
@given(st.text(st.sampled_from(f"{MIXED}{''.join(SCRIPTS.values())} ")), st.integers(20, 300))
@example(" \u0302\u05d5", 20)
@example("a  \u0302\u05d5", 20)
def test_no_letter_is_split_where_lines_are_broken_or_cut(words: str, room: int) -> None:
    theme, edges = Theme(), {*clusters(words)}
    for line in TextStyle(theme).wrap([TextSpan(words)], room):
        for piece in line:
            assert {*clusters(piece.span.text)} <= edges
    cut = shortened(theme, words, 13, room)
    if cut != words:
        assert {*clusters(cut[:-1])} <= edges
        assert theme.width(cut, 13) <= room or cut == "\u2026"


def test_chinese_is_broken_without_spaces(theme: Theme) -> None:
    words = "\u8981\u585e" * 20

    for line in TextStyle(theme).wrap([TextSpan(words)], 300):
        assert sum(piece.width for piece in line) <= 300


def test_a_character_that_no_font_has_is_shown_by_its_number(theme: Theme) -> None:
    for words, shown in [("\u8981A", "[8981]A"), ("\U0010fffe\u0301", "[10FFFE]")]:
        assert ink(theme.text(words, 20)) == ink(theme.text(shown, 20))
        assert theme.width(words, 20) == theme.width(shown, 20)


def test_accents_that_no_font_has_leave_their_letter(theme: Theme) -> None:
    assert ink(theme.text("A\u1ab2", 20)) == ink(theme.text("A", 20))
    assert theme.width("\u200b", 20) == 0


def test_the_system_is_asked_once_and_only_for_what_no_shipped_font_has(
    system: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def names() -> list[str]:
        asked.append("names")
        return ["0"]

    monkeypatch.setattr(pygame.font, "get_fonts", names)
    system.append(str(FONTS / "Inter-Regular.ttf"))
    theme = Theme()
    theme.text(f"Orr \u2013 {MIXED}", 20)
    assert asked == []
    theme.text("\u8981", 20)
    theme.text("\u585e", 20)
    assert asked == ["names"]


def test_a_font_of_the_system_draws_what_ours_lack(
    system: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The font of the symbols plays one that only the system has.
    symbols = FONTS / "NotoSansSymbols-Regular.ttf"
    chain = FontChain(FONTS / "Inter-Regular.ttf", [])
    system.append(str(symbols))

    assert chain.font_for("\u2646") == symbols
    monkeypatch.setenv("UNDERTOW_SYSTEM_FONTS", "0")
    assert chain.font_for("\u2646") is None


def test_broken_fonts_of_the_system_are_passed_over(system: list[str], tmp_path: Path) -> None:
    promising = font_file(
        tmp_path / "broken.ttf", {b"glyf": b"", b"cmap": full_map((0x2600, 0x26FF, 5))}
    )
    symbols = FONTS / "NotoSansSymbols-Regular.ttf"
    system += [str(tmp_path / "gone.ttf"), str(promising), str(symbols)]
    assert "\u2646" in coverage_of(promising)

    assert FontChain(FONTS / "Inter-Regular.ttf", []).font_for("\u2646") == symbols


def test_a_system_that_cannot_tell_its_fonts_has_none(
    system: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> list[str]:
        raise OSError("no registry")

    monkeypatch.setattr(pygame.font, "get_fonts", fail)

    assert system_fonts.system_font_files() == ()


def test_one_word_of_a_script_is_drawn_by_one_font(
    monkeypatch: pytest.MonkeyPatch, theme: Theme
) -> None:
    narrow, broad = Path("narrow"), Path("broad")
    held = {narrow: "\u0645\u0631 ", broad: "\u0645\u0631\u062d "}
    monkeypatch.setattr(text_runs, "coverage_of", held.__getitem__)
    chain = FontChain(narrow, [broad])

    found = chain.drawn("\u0645\u0631\u062d \u0645", right_to_left=True)
    assert [one.file for one in found] == [broad, broad, broad, broad, narrow]


class RecordingTheme(Theme):
    """A theme that records which texts are drawn in which face."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[tuple[str, Face]] = []

    def text(
        self, words: str, size: float, colour: str = TEXT, face: Face = "body"
    ) -> pygame.Surface:
        self.drawn.append((words, face))
        return super().text(words, size, colour, face)


def paint_widget(widget: Widget, theme: Theme) -> None:
    """Paint a widget of 500 x 40 pixels."""
    widget.fit(theme)
    widget.paint(pygame.Surface((600, 100)))


def print_label(words: str, theme: Theme, folder: Path) -> None:
    """Print a small map with a label."""
    note = {"type": "Note", "name": words, "id": 1, "point": True, "x": 48, "y": 32}
    texts = [
        {"name": n, "type": "string", "value": v}
        for n, v in (("style", "label"), ("text", words))
    ]
    raw = EMPTY | {"layers": [{"type": "objectgroup", "id": 1, "objects": [note]}]}
    note["properties"] = texts
    mapfile = parse_map(json.dumps(raw), "map")
    MapPrint(mapfile, PrintSettings(50), look=theme).write(folder / "print.png")


@pytest.mark.parametrize("script", SCRIPTS)
def test_headings_labels_fields_rows_and_prints_draw_names_by_these_fonts(
    script: str, tmp_path: Path
) -> None:
    words, box, theme = SCRIPTS[script], (0.0, 0.0, 500.0, 40.0), RecordingTheme()
    paint_widget(heading(words).placed(box), theme)
    paint_widget(Label(words, face="strong").placed(box), theme)
    paint_widget(TextField(words).placed(box), theme)
    paint_widget(ListBox([ListRow(words, words)]).placed(box), theme)
    paint_widget(Paragraph(words).placed(box), theme)
    print_label(words, theme, tmp_path)

    faces = [face for drawn, face in theme.drawn if drawn.casefold() == words.casefold()]
    assert {*faces} == {"title", "strong", "body", "heading"}
    assert len(faces) == 7, "the label of a print is drawn with a halo"
