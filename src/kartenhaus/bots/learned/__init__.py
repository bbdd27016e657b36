"""Learned judgement: what a seat may know as numbers (features), and small networks that judge it."""
