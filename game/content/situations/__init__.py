"""Situations, which are positions with decisions and expectations."""
