"""What is opened over the battle: the pause menu, its dialogs, the score sheet."""
