"""Prompts: what a person answers a decision through."""
