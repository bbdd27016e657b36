"""The metrics of this process as Prometheus text."""

from __future__ import annotations

from kartenhaus.server.house import House

HELP = {
    "refused": "messages refused",
    "opened": "tables opened",
    "connected": "connections that said hello",
    "broken": "tables paused by an error",
}


def text(house: House) -> str:
    """All metrics of this process."""
    lines = []
    for name, said in HELP.items():
        lines += [f"# HELP kartenhaus_{name}_total {said}", f"# TYPE kartenhaus_{name}_total counter"]
        lines.append(f"kartenhaus_{name}_total {house.counts[name]}")
    gauges = {
        "connections": ("viewers connected now", sum(len(room.connections) for room in house.rooms.values())),
        "rooms": ("tables in memory", len(house.rooms)),
        "entries_written": ("entries committed since the start", house.store.written),
        "commits": ("commits since the start", house.store.commits),
        "waiting_entries": ("entries that wait for a commit", house.store.waiting),
        "stuck_bots": ("bots that do not answer", house.thinker.stuck),
    }
    for name, (said, value) in gauges.items():
        lines += [f"# HELP kartenhaus_{name} {said}", f"# TYPE kartenhaus_{name} gauge", f"kartenhaus_{name} {value}"]
    return "\n".join(lines) + "\n"
