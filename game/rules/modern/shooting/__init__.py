"""The Shooting phase of the modern core: ``MC-12`` to ``MC-15``, and Overwatch, ``MC-21``."""
