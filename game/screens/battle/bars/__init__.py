"""The bars above and below the board: turn and phases, take-back and speed, who decides."""
