"""Undertow, a tabletop for skirmish battles."""

import os

# No plugin of another package may change how files are read; to look for one takes 20 ms.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

__version__ = "0.9.0"
