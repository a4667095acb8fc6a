"""Writers of animated pictures, which need no library for videos."""

from __future__ import annotations

import struct
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin, Image

from game.screens.film.film_palette import UNCHANGED, FilmPalette, Pixels, signal_colours
from game.view.sounds import Sound

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The extension of a GIF that repeats it."""
QUALITY, EFFORT = 80, 2
"""Quality of a WebP picture, to 100, and the work done to make it small, to 6."""
ANIMATION_FLAG = 0x02


def changed_box(changed: npt.NDArray[np.bool_]) -> Box:
    """Return the smallest box around all pixels that changed; of one pixel if none did."""
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    if not rows.size:
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


class AnimatedPicture:
    """A picture that moves; a frame like the one before it only prolongs that one."""

    def __init__(self, path: Path, size: tuple[int, int], rate: int) -> None:
        self.size, self._rate = size, rate
        self.file: BinaryIO = path.open("wb")
        self._waiting: tuple[Pixels, Box] | None = None
        """The last frame that differs from the one before it, and where."""
        self._began = self._count = 0
        """Numbers of frames before that one, and of all frames."""

    def add(self, rows: bytes, sounds: Iterable[Sound] = ()) -> None:
        """Add a frame as rows of red, green and blue; nothing is to be heard."""
        wide, high = self.size
        pixels = self.prepared(np.frombuffer(rows, np.uint8).reshape(high, wide, 3))
        if self._waiting is None:
            self._waiting = pixels, (0, 0, wide, high)
        else:
            before, _ = self._waiting
            differs = pixels != before
            changed = differs if differs.ndim == 2 else differs.any(-1)
            if changed.any():
                self._write_waiting()
                self._waiting = pixels, changed_box(changed)
                self._began = self._count
                self.follow(before, changed)
        self._count += 1

    def _write_waiting(self) -> None:
        if self._waiting:
            # From whole times, so that rounding does not add up.
            ends = round(1000 * self._count / self._rate)
            self.write(*self._waiting, ends - round(1000 * self._began / self._rate))

    def finish(self) -> None:
        """Write the last frame, and the end of the file."""
        self._write_waiting()
        self.end()
        self.close()

    def close(self) -> None:
        """Release the file, finished or not."""
        self.file.close()

    def prepared(self, pixels: Pixels) -> Pixels:
        """Return a frame in the form in which frames are compared and written."""
        return pixels

    def follow(self, before: Pixels, changed: npt.NDArray[np.bool_]) -> None:
        """Take note of how the next frame to be written differs from the one before it."""

    @abstractmethod
    def write(self, pixels: Pixels, box: Box, milliseconds: int) -> None:
        """Write the part of a frame that changed."""

    @abstractmethod
    def end(self) -> None:
        """Write the end of the file."""


class GifWriter(AnimatedPicture):
    """An animated GIF with one palette for all frames."""

    def __init__(
        self, path: Path, size: tuple[int, int], rate: int, samples: Sequence[Pixels]
    ) -> None:
        """Begin a file; the palette is chosen from *samples*, frames of the whole film."""
        super().__init__(path, size, rate)
        self.palette = FilmPalette(samples, signal_colours())
        self._same: npt.NDArray[np.bool_] | None = None
        self.file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0))
        self.file.write(self.palette.colours.tobytes() + FOREVER)

    def prepared(self, pixels: Pixels) -> Pixels:
        """Return the indices of the frame's colours."""
        return self.palette.indices(pixels)

    def follow(self, before: Pixels, changed: npt.NDArray[np.bool_]) -> None:
        self._same = ~changed

    def write(self, pixels: Pixels, box: Box, milliseconds: int) -> None:
        left, top, right, bottom = box
        part = pixels[top:bottom, left:right].copy()
        if self._same is not None:
            part[self._same[top:bottom, left:right]] = UNCHANGED
        picture = Image.fromarray(part, "P")
        self.file.writelines(
            GifImagePlugin.getdata(
                picture,
                (left, top),
                duration=milliseconds,
                transparency=UNCHANGED,
                disposal=1,
            )
        )

    def end(self) -> None:
        self.file.write(b";")


class WebpWriter(AnimatedPicture):
    """An animated WebP: a container of pictures of what changes."""

    def __init__(
        self, path: Path, size: tuple[int, int], rate: int, samples: Sequence[Pixels] = ()
    ) -> None:
        super().__init__(path, size, rate)
        wide, high = (_three_bytes(n - 1) for n in size)
        self.file.write(b"RIFF\0\0\0\0WEBP")
        self._write_chunk(b"VP8X", struct.pack("<I", ANIMATION_FLAG) + wide + high)
        self._write_chunk(b"ANIM", struct.pack("<IH", 0, 0))

    def write(self, pixels: Pixels, box: Box, milliseconds: int) -> None:
        # Frames begin at even pixels.
        left, top = box[0] & ~1, box[1] & ~1
        part = np.ascontiguousarray(pixels[top : box[3], left : box[2]])
        found = BytesIO()
        Image.fromarray(part).save(found, "WEBP", quality=QUALITY, method=EFFORT)
        numbers = left // 2, top // 2, part.shape[1] - 1, part.shape[0] - 1, milliseconds
        # It covers what was there, without blending.
        head = b"".join(map(_three_bytes, numbers)) + b"\x02"
        self._write_chunk(b"ANMF", head + found.getvalue()[12:])

    def _write_chunk(self, name: bytes, body: bytes) -> None:
        self.file.write(name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2))

    def end(self) -> None:
        """Write the length of the file into its head."""
        long = self.file.tell()
        self.file.seek(4)
        self.file.write(struct.pack("<I", long - 8))


def _three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")
