"""The only package that imports pymunk: bodies in motion, contacts, collisions."""
