"""Bots against each other: many games, counted fairly."""
