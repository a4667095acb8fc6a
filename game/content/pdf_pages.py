"""Pages of a PDF file, one picture each."""

from __future__ import annotations

from io import BytesIO

QUALITY = 92
"""Quality of the pictures as JPEG, in percent."""


class PdfPages:
    """A PDF file that grows page by page, so that one picture at a time is in memory."""

    def __init__(self, ppi: int) -> None:
        """*ppi* is the number of pixels to the inch."""
        self.ppi = ppi
        self._file = BytesIO()

    def add(self, pixels: bytes, size: tuple[int, int]) -> None:
        """Add a page with a picture, given as red, green and blue of each pixel."""
        from PIL import Image as Pillow  # noqa: PLC0415  slow to load, and seldom needed

        page, is_first = Pillow.frombytes("RGB", size, pixels), not self._file.tell()
        page.save(self._file, "PDF", append=not is_first, resolution=self.ppi, quality=QUALITY)

    def data(self) -> bytes:
        """Return the whole file."""
        return self._file.getvalue()
