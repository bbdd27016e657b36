"""Tools for working on Kartenhaus; not part of the package."""
