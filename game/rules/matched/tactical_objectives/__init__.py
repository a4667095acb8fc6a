"""The thirty-six tactical objectives of the Maelstrom missions: ``MP-39``, ``MP-40``.

- ``deck``: what there is, as data; ``conditions``: what each asks for, and how far it is;
- ``deeds``: who was destroyed in a turn, and by whom; ``hand``: what each side holds;
- ``drawing``: how objectives are generated; ``scoring``: how they are scored and discarded;
- ``turns``: the phases of a mission with objectives; ``insight``: what anybody may look up.
"""
