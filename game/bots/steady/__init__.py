"""The ``steady`` bot, which plays every mission."""
