"""The games of the house. Each is a package of its own, loaded when first asked for."""

from kartenhaus.core.game import register

for _name in ("mada", "mad", "maumau"):
    register(_name, f"{__name__}.{_name}")
