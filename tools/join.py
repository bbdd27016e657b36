"""Join the browser client into few files, as a build does: `make setup` runs this when a module or a style sheet has changed."""

from __future__ import annotations

import sys

from hatch_build import Unbuildable, fetch_lit_html, join_client

if __name__ == "__main__":
    try:
        fetch_lit_html()
        join_client()
    except Unbuildable as why:
        sys.exit(f"error: {why}")
