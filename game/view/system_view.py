"""The parts that rules add to the view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import Box
from game.table.board import Board, TerrainKind
from game.table.records import ORIGIN, Model
from game.table.state import Piece, PieceKind, Table
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import Painting, TerrainPainter
from game.view.camera import Camera, Pixel
from game.view.playback.stage import Animation, Stage
from game.view.sprites import TokenState
from game.view.style import DrawingTheme

Drawn: TypeAlias = tuple[pygame.Surface, Pixel]
"""A premultiplied picture, and its place in the window or on the board."""
Shown: TypeAlias = Iterable[tuple[Model, Point, TokenState]]
"""The shown models, with place and state."""


class Cover(Protocol):
    """A cover of the ground, such as water."""

    @property
    def outlines(self) -> tuple[Path, ...]: ...

    def over(self, bare: pygame.Surface, area: Box, ppi: int) -> pygame.Surface:
        """Return a part of the painted board, its box in whole inches, with the cover."""


class CoverFront(Protocol):
    """A cover that is spreading."""

    def part(
        self, key: object, bare: pygame.Surface, covered: pygame.Surface, area: Box, ppi: int
    ) -> pygame.Surface:
        """Return a part of the board as far as it is covered by now."""


class GroundState(NamedTuple):
    """The present state of the painted ground."""

    cover: Cover | None = None
    front: CoverFront | None = None
    """The edge of the cover while it spreads."""
    shift: Point = ORIGIN
    """Inches by which it has moved; a part that leaves at one end enters at the other."""


BARE = GroundState()


class Layer:
    """One system's drawing on a scene; by default it draws nothing."""

    kinds: Collection[TerrainKind] = ()
    """Kinds of changed ground that it draws."""

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        self.look = look

    def fit(self, look: DrawingTheme) -> None:
        """Use another UI scale from now on."""
        self.look = look

    def prepare(self, stage: Stage, camera: Camera) -> None:
        """Paint everything in sight now, in this thread."""

    def ground(self, stage: Stage, ground: GroundState) -> GroundState:
        """Return the state of the ground; *ground* without this system."""
        return ground

    def floor(
        self, canvas: pygame.Surface, stage: Stage, camera: Camera, laid: Iterable[Piece]
    ) -> bool:
        """Draw on the ground, below markers and overlays; return whether it was sharp.

        *laid* are pieces drawn although they are not on the table yet.
        """
        return True

    def floor_key(self, stage: Stage, laid: Iterable[Piece]) -> Hashable:
        """Return all that ``floor`` depends on, besides the camera and the state of the ground.

        Return None if it changes in each frame.
        """
        return ()

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """Yield pictures below the models."""
        yield from ()

    def above(self, stage: Stage, camera: Camera, shown: Shown) -> Iterator[Drawn]:
        """Yield pictures above the models."""
        yield from ()


def centred(picture: pygame.Surface, camera: Camera, at: Point) -> Drawn:
    """Return a picture with its middle at a point of the board."""
    x, y = camera.pixel(at)
    return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


class StandingPicture(NamedTuple):
    """A picture of an object on a map, painted when it is needed."""

    area: Box
    """Box around it and its shadow, in inches."""
    paint: Callable[[int], Drawn]
    """Returns it at a number of pixels per inch, with its place on the board."""
    kind: PieceKind | None = None
    """The kind of piece that it is; None if it is none."""


@dataclass(frozen=True, kw_only=True)
class SystemView:
    """The drawing and playback of one system; by default there is nothing."""

    on_map: Callable[[Board], bool] = lambda _: False
    """Returns whether a map shows it, whatever the rules."""
    needs_map: bool = False
    """True if its rules alone show nothing on other maps."""
    animation: Callable[[Stage], Animation] = Animation
    layer: Callable[[Table, DrawingTheme, BoardLayout], Layer] = Layer
    pictures: Callable[[BoardLayout], Iterable[StandingPicture]] = lambda _: ()
    """Returns the pictures of its objects on a map that are not part of the painted board."""
    repeats: Callable[[Board], Point] = lambda _: ORIGIN
    """Returns the direction in which the ground of a map repeats, as a unit vector."""
    floor: Painting = lambda *_: None
    """Paints on the floor, below spots and terrain."""
    raised: Painting = lambda *_: None
    """Paints over the terrain, below walls."""
    rim: Painting = lambda *_: None
    """Paints over the walls."""
    terrain: Mapping[TerrainKind, TerrainPainter] = field(default_factory=dict)
