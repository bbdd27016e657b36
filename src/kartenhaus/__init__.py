"""Kartenhaus."""
