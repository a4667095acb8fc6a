"""Maps, from their files to the boards that they describe."""
