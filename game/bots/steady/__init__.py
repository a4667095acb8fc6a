"""The ``steady`` bot: one policy that plays every mission."""
