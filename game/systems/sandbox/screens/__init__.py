"""The screens of the sandbox."""
