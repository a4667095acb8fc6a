"""The formats of all files that Undertow uses."""
