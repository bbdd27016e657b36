"""Skilled judgement: better rules of thumb, and a small network that judges the standing of a position with open hands."""
