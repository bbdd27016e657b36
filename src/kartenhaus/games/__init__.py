"""The games. Each is its own package, loaded on first use."""

from kartenhaus.core.game import register

for _name in ("mada", "mad", "maumau"):
    register(_name, f"{__name__}.{_name}")
