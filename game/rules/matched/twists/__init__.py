"""The twists of matched play, as a module (MP-11 to MP-22)."""
