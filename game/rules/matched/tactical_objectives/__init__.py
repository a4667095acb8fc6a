"""The thirty-six tactical objectives of the Maelstrom missions (MP-39, MP-40)."""
