"""Tests of the rule systems, a folder each."""
