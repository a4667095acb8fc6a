"""Films of a recorded game, small and short."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.rules.battles import prepare
from game.screens.film.animated_pictures import GifWriter, WebpWriter
from game.screens.film.film_frames import FilmRange
from game.screens.film.film_palette import FilmPalette, Pixels
from game.screens.film.film_settings import FORMATS, FilmSettings
from game.screens.film.film_writing import filmed
from game.screens.film.sound_track import RATE, SoundTrack
from game.screens.live_game import RecordedGame, record_of_live_game, start_game
from game.view.sounds import Sound

SMALL = 160, 90
GREEN = 60, 160, 70


@pytest.fixture(scope="module")
def record() -> RecordedGame:
    """Return a game up to its first question."""
    return record_of_live_game(start_game(prepare("cage", seed=1), ("human", "human")))


def film(record: RecordedGame, out: Path) -> list[float]:
    kind = FORMATS[out.suffix]
    settings = FilmSettings(kind, SMALL, rate=kind.rates[0], speed=4.0)
    return [*filmed(record, [FilmRange(0, len(record.events))], settings, out)]


@pytest.mark.parametrize("ending", [".gif", ".webp"])
def test_a_picture_that_moves_is_written(
    ending: str, record: RecordedGame, tmp_path: Path
) -> None:
    out = tmp_path / f"a{ending}"
    shares = film(record, out)

    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert [*tmp_path.iterdir()] == [out]
    with Image.open(out) as found:
        assert found.size == SMALL
        found.load()


@pytest.mark.parametrize(("ending", "codec"), [(".mp4", "h264"), (".webm", "vp9")])
def test_a_video_has_pictures_and_sound(
    ending: str, codec: str, record: RecordedGame, tmp_path: Path
) -> None:
    av = pytest.importorskip("av")
    out = tmp_path / f"a{ending}"
    shares = film(record, out)

    with av.open(str(out)) as found:
        (pictures,), (sound,) = found.streams.video, found.streams.audio
        assert (pictures.codec_context.name, pictures.width, pictures.height) == (codec, *SMALL)
        frames = sum(1 for _ in found.decode(pictures))
        assert frames == len(shares) - 1
        assert sound.rate == RATE
        assert abs(found.duration / 1e6 - frames / 30) < 0.1


@pytest.mark.parametrize("ending", [".gif", ".webp", ".mp4"])
def test_a_film_that_is_given_up_leaves_nothing(
    ending: str, record: RecordedGame, tmp_path: Path
) -> None:
    kind = FORMATS[ending]
    if kind.is_video:
        pytest.importorskip("av")
    settings = FilmSettings(kind, SMALL, rate=kind.rates[0])
    going = filmed(record, [FilmRange(0, 1)], settings, tmp_path / f"a{ending}")
    while next(going) < 0.31 and not [*tmp_path.iterdir()]:
        pass
    assert [*tmp_path.iterdir()]
    going.close()

    assert not [*tmp_path.iterdir()]


def plain(*colours: tuple[int, int, int]) -> Pixels:
    """Return a frame of vertical stripes."""
    return np.repeat(np.array([colours], np.uint8), 32, 0).repeat(64 // len(colours), 1)


def test_what_turns_green_late_is_green() -> None:
    greys = [plain((n, n, n + 5), (90, n, 60)) for n in range(40, 200, 5)]
    chosen = FilmPalette([*greys, plain(GREEN)])

    shown = chosen.colours[chosen.indices(plain(GREEN))].reshape(-1, 3).mean(0)
    assert np.abs(shown - GREEN).max() < 6


def test_exact_colours_stay_exact() -> None:
    chosen = FilmPalette([plain((n, n, n)) for n in range(0, 250, 9)], ["#3CA046"])

    assert [60, 160, 70] in chosen.colours.tolist()


@pytest.mark.parametrize("writer", [GifWriter, WebpWriter])
def test_frames_that_are_the_same_are_one_that_lasts(
    writer: type[GifWriter | WebpWriter], tmp_path: Path
) -> None:
    first, second = plain((10, 20, 30)), plain((10, 20, 30), (200, 190, 20))
    out = tmp_path / "a"
    going = writer(out, (64, 32), 10, [first, second])
    for frame in (first, first, first, second, second, first):
        going.add(frame.tobytes())
    going.finish()

    shown, lasted = [], []
    with Image.open(out) as found:
        assert getattr(found, "n_frames", 1) == 3
        for n in range(3):
            found.seek(n)
            found.load()
            lasted.append(found.info["duration"])
            shown.append(np.asarray(found.convert("RGB"))[16, 48])
    assert lasted == [300, 200, 100]
    assert abs(shown[1].astype(int) - (200, 190, 20)).max() < 16
    assert abs(shown[2].astype(int) - (10, 20, 30)).max() < 16


def test_sounds_last_over_frames_and_are_not_cut_off_at_their_ends() -> None:
    track = SoundTrack(30)
    frames = [track.next([Sound.DICE]), *(track.next(()) for _ in range(90))]

    assert sum(frame.size for frame in frames) == 91 * RATE // 30
    assert max(np.abs(frame).max() for frame in frames[1:4]) > 0.01
    assert max(np.abs(frame).max() for frame in frames) <= 1.0
    assert not frames[-1].any()
