"""Physics of moving bodies.

No other package imports pymunk.
"""
