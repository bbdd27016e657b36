"""Bots against each other: many games, fairly counted."""
