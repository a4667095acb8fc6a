"""What is loaded beside the frames."""

from __future__ import annotations

from threading import Event, Thread

from game.view.loader import Loader, finish, loading


def test_who_ends_waits_for_what_is_loaded_by_something_that_is_loaded() -> None:
    go, further = Event(), Event()
    second: list[Loader[bool]] = []

    def chain() -> None:
        go.wait(10)
        second.append(Loader(lambda: further.wait(10)))

    first = Loader(chain)
    ending = Thread(target=finish)
    ending.start()

    go.set()
    first.result()
    ending.join(0.2)
    assert ending.is_alive()
    assert loading()

    further.set()
    ending.join(10)
    assert not ending.is_alive()
    assert second[0].done
