"""The version of what the routes answer: it changes with every source, preset and library that decides a number."""

import hashlib
from importlib.metadata import version
from pathlib import Path

from explorer import resources

_LIBRARIES = ("numpy", "numba", "scikit-learn")


def _hash() -> str:
    digest = hashlib.sha256(" ".join(map(version, _LIBRARIES)).encode())
    for folder, pattern in ((Path(__file__).parent.parent, "*.py"), (resources.path("presets"), "*.toml")):
        for path in sorted(folder.rglob(pattern)):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]


VERSION = _hash()
