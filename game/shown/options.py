"""The options of a question as players see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

ENTER = "Enter"


class KeyCap(Protocol):
    """A key, whose text is its name."""

    @property
    def shift(self) -> bool: ...


class ShownOption(Protocol):
    """An option that can be pressed."""

    @property
    def label(self) -> str: ...

    @property
    def clause(self) -> str: ...

    @property
    def detail(self) -> str: ...

    @property
    def deed(self) -> str:
        """Return what it does, beginning with a verb; empty if its label says so."""

    @property
    def reason(self) -> str:
        """Return why it cannot be pressed; empty if it can."""

    @property
    def figure(self) -> str:
        """Return the number behind reason or detail, for the tooltip; empty for none."""

    @property
    def lit(self) -> bool: ...

    @property
    def is_next(self) -> bool:
        """Return whether Enter highlights it, while nothing is highlighted."""

    @property
    def enters(self) -> bool:
        """Return whether Enter takes it."""

    @property
    def key(self) -> KeyCap | None: ...


AnyOption = TypeVar("AnyOption", bound=ShownOption)


def key_caps(option: ShownOption) -> list[str]:
    """Return the keys of an option: Enter if it chooses or highlights it, then its own."""
    if option.reason:
        return []
    own = [str(option.key)] if option.key else []
    enter = [ENTER] if (option.lit or option.is_next) and own != [ENTER] else []
    if enter and option.key and option.key.shift:  # Shift+Enter: one of both is enough
        own = []
    return [*enter, *own]


def option_tip(option: ShownOption) -> str:
    """Return why an option cannot be pressed, or its detail, if there is more to say."""
    clause = f" ({option.clause})" if option.clause else ""
    if option.figure:
        return f"{option.reason or option.detail}: {option.figure}{clause}"
    return option.reason + clause if option.reason else ""


def main_option(options: Iterable[AnyOption], ends: KeyCap) -> AnyOption | None:
    """Return the option that Enter chooses, else the one that ends the phase; None if none.

    *ends*: the key that ends a phase.
    """
    found = [*options]
    ending = (option for option in found if option.key == ends)
    return next((option for option in found if option.enters), next(ending, None))


@dataclass(frozen=True, slots=True)
class MainAction:
    """The button for the action of Enter."""

    label: str = ""
    """Empty if there is nothing to do."""
    keys: str = ""
    """Its key, and how many could still act if it ends the phase."""
    reason: str = ""
    hint: str = ""


def main_action(option: ShownOption) -> MainAction:
    """Return the button for an option.

    The end of a phase says how many could still act; its tooltip names them.
    """
    many = "" if option.enters else f" · {option.detail.partition(':')[0]}"
    keys = f"{ENTER if option.enters else option.key}{many}"
    words = option.detail or option.reason
    hint = f"{words}: {option.figure}" if option.figure else option.detail
    return MainAction(option.deed or option.label, keys, option.reason, hint)
