"""Play of the pursuit."""
