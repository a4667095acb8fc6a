"""The forms in which a map is exported: a picture, pages to print, or Universal VTT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.uvtt_export import exported, left_out
from game.content.safe_writing import write_whole
from game.table.records import many
from game.view.board.painter import MapPrint, PrintSettings, size_fault
from game.view.board.print_pages import PAPERS, PagePrint, Paper, page_fault, page_plan
from game.view.style import DrawingTheme


class MapExport(NamedTuple):
    """A map that is to be exported, with its settings."""

    mapfile: MapFile
    settings: PrintSettings = PrintSettings()
    file: str = ""
    """Name of the map's file, beside which its pictures are."""
    paper: Paper = PAPERS["a4"]
    """The paper of pages."""


class RunningExport(Protocol):
    """An export that is written in a thread."""

    done: float
    """The share that is painted."""
    stopped: bool

    def write(self, path: Path) -> None:
        """Write the file; raise UnusableFile, or StoppedError if it was stopped."""
        ...


class VttPrint:
    """A map with its picture as a Universal VTT file."""

    def __init__(self, drawn: MapPrint) -> None:
        self.drawn = drawn
        self.done = 0.0
        self.stopped = False

    def write(self, path: Path) -> None:
        """Paint the picture and write the file; raise UnusableFile or StoppedError."""
        parts = list[bytes]()
        for part in self.drawn.parts():
            self.done = self.drawn.done
            self.drawn.stopped = self.stopped
            parts.append(part)
        ppi = self.drawn.settings.ppi
        write_whole(path, exported(self.drawn.mapfile, b"".join(parts), ppi).text)


class ExportForm(NamedTuple):
    """A form of exported maps."""

    ending: str
    label: str
    fault: Callable[[MapExport], str]
    """Returns why a map cannot be exported so; empty if it can."""
    words: Callable[[MapExport], str]
    """Returns how large the result is."""
    begin: Callable[[MapExport, DrawingTheme], RunningExport]
    """Prepares the export, with all that needs fonts."""


def _print(request: MapExport, look: DrawingTheme) -> MapPrint:
    return MapPrint(request.mapfile, request.settings, request.file, look)


def _size_fault(request: MapExport) -> str:
    mapfile = request.mapfile
    return size_fault(mapfile.width, mapfile.height, request.settings.ppi)


def _page_fault(request: MapExport) -> str:
    mapfile, ppi = request.mapfile, request.settings.ppi
    return page_fault(mapfile.width, mapfile.height, request.paper, ppi)


def _pixels(request: MapExport) -> str:
    mapfile, ppi = request.mapfile, request.settings.ppi
    return f"{mapfile.width * ppi} × {mapfile.height * ppi} pixels ({ppi} per inch)"


def _scene(request: MapExport) -> str:
    missing = len(left_out(to_board(request.mapfile)))
    words = f", without {many(missing, 'piece')} of terrain" if missing else ""
    return _pixels(request) + words


def _pages(request: MapExport) -> str:
    mapfile, ppi = request.mapfile, request.settings.ppi
    plan = page_plan(mapfile.width, mapfile.height, request.paper)
    pages = f"{plan.pages} page{'s' * (plan.pages != 1)}"
    return f"{pages} of {request.paper.name} at table scale ({ppi} pixels per inch)"


FORMS: Final[Sequence[ExportForm]] = (
    ExportForm(".png", "Picture", _size_fault, _pixels, _print),
    ExportForm(
        ".pdf",
        "Pages",
        _page_fault,
        _pages,
        lambda request, look: PagePrint(_print(request, look), request.paper, look),
    ),
    ExportForm(
        ".uvtt",
        "Universal VTT",
        _size_fault,
        _scene,
        lambda request, look: VttPrint(_print(request, look)),
    ),
)


def form_of(path: Path) -> ExportForm | None:
    """Return the form of a file by its ending; None for another ending."""
    ending = path.suffix.lower()
    return next((one for one in FORMS if one.ending == ending), None)
