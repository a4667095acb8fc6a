"""Maps: their files, their objects, and the boards they make."""
