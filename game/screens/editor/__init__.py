"""The screens on which the user's files are edited."""
