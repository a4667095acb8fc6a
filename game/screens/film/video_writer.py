"""The writer of videos with sound, by the library PyAV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import av
import numpy as np
from av.audio.fifo import AudioFifo
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.video.frame import VideoFrame
from av.video.reformatter import Colorspace
from av.video.stream import VideoStream

from game.screens.film.film_palette import Pixels
from game.screens.film.sound_track import RATE, SoundTrack
from game.view.sounds import Sound

H264 = {"preset": "veryfast", "crf": "22", "rc-lookahead": "4", "bf": "1"}
"""Options of x264; its usual lookahead and B-frames keep 30 MB more of pictures at 720p."""
SOUND_FRAME = 960
"""Samples in a frame of sound if the codec takes any number."""
THREADS = 1
"""Threads of the codec of the pictures; each takes memory for frames of its own."""
SOUND_BITS = 96_000
"""Bits per second of the sound."""


class VideoKind(NamedTuple):
    container: str
    picture: str
    """Codec of the pictures."""
    sound: str
    """Codec of the sound."""
    options: Mapping[str, str]
    """Options of the codec of the pictures."""


KINDS: Mapping[str, VideoKind] = {
    ".mp4": VideoKind("mp4", "libx264", "aac", H264),
    ".webm": VideoKind(
        "webm",
        "libvpx-vp9",
        "libopus",
        {"deadline": "realtime", "speed": "8", "crf": "32", "row-mt": "1"},
    ),
}


class VideoWriter:
    """A video of a film, with its sound."""

    def __init__(
        self,
        path: Path,
        size: tuple[int, int],
        rate: int,
        samples: Sequence[Pixels] = (),
        *,
        ending: str,
    ) -> None:
        kind = KINDS[ending]
        self._size = size
        flags = {"movflags": "+faststart"} if kind.container == "mp4" else {}
        self._container = av.open(str(path), "w", format=kind.container, options=flags)
        pictures = self._container.add_stream(
            kind.picture, rate=rate, options=dict(kind.options)
        )
        sound = self._container.add_stream(kind.sound, rate=RATE, layout="mono")
        assert isinstance(pictures, VideoStream)
        assert isinstance(sound, AudioStream)
        self._pictures, self._sound = pictures, sound
        self._pictures.width, self._pictures.height = size
        self._pictures.pix_fmt = "yuv420p"
        self._pictures.codec_context.thread_count = THREADS
        # Without it, players guess the colours by the size of the picture.
        self._pictures.codec_context.colorspace = Colorspace.ITU709
        self._moment = Fraction(1, rate)
        self._sound.bit_rate = SOUND_BITS
        self._track, self._queue = SoundTrack(rate), AudioFifo()
        self._count = self._heard = 0
        """Numbers of frames and of samples so far."""

    def add(self, rows: bytes, sounds: Iterable[Sound] = ()) -> None:
        """Add a frame as rows of red, green and blue, and the sounds that begin with it."""
        wide, high = self._size
        pixels = np.frombuffer(rows, np.uint8).reshape(high, wide, 3)
        frame = VideoFrame.from_ndarray(pixels, format="rgb24").reformat(
            format="yuv420p", dst_colorspace=Colorspace.ITU709
        )
        frame.pts, frame.time_base = self._count, self._moment
        self._count += 1
        self._container.mux(self._pictures.encode(frame))
        samples = self._track.next(sounds)
        heard = AudioFrame.from_ndarray(samples[np.newaxis], format="fltp", layout="mono")
        heard.sample_rate, heard.pts = RATE, self._heard
        heard.time_base = Fraction(1, RATE)
        self._heard += samples.size
        self._queue.write(heard)
        self._encode_sound()

    def _encode_sound(self) -> None:
        count = self._sound.frame_size or SOUND_FRAME
        while found := self._queue.read(count):
            self._container.mux(self._sound.encode(found))

    def finish(self) -> None:
        """Write all that is left, and the end of the file."""
        if rest := self._queue.read(0, partial=True):
            self._container.mux(self._sound.encode(rest))
        self._container.mux(self._sound.encode(None))
        self._container.mux(self._pictures.encode(None))
        self.close()

    def close(self) -> None:
        """Release the file, finished or not."""
        self._container.close()
