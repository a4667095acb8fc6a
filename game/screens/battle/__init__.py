"""The battle: board, strip of phases, rosters, card, prompt, log, dice; and its replay."""
