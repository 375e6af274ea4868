"""The version of what the routes answer: it changes with every source, preset and library that decides a number."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from explorer import resources

_LIBRARIES = ("numpy", "numba", "scikit-learn")


def _hash() -> str:
    digest = hashlib.sha256(" ".join(map(version, _LIBRARIES)).encode())
    sources = Path(__file__).parent.parent
    for path in (*sorted(sources.rglob("*.py")), *sorted(resources.folder("presets").glob("*.toml"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


VERSION = _hash()
