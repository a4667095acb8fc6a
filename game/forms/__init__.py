"""Forms, in which TOML files are edited field by field."""
