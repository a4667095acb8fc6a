"""The fight phase of the modern core: ``MC-23``, ``MC-24``.

``phase``: who fights next; ``closing``: piling in and consolidating; ``strikes``: who strikes
whom with what, and what the dice need, in pure functions; ``blows``: how they strike.
"""
