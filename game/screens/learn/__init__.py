"""The lessons: a battle screen with a teacher beside it."""
