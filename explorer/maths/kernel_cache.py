"""Where compiled kernels are kept between runs, and who is trusted with them.

What is read from the cache is run as machine code, so whoever can write there can make this process do anything.
Kernels are therefore kept only in a folder that no one but this user and root can write to, and whose way from the
root of the file system no one else can change. A folder in the shared temporary directory is never looked for: where
there is no such folder, kernels are compiled in memory.

Numba's own cache (`cache=True`) asks for none of this. It also raises where it cannot write, so that an image with
kernels compiled beforehand fails on a read-only disk; and an entry is lost when two processes write to its index. So
this is a cache of our own behind Numba's interface: one file for each kernel and signature, written whole or not at
all, and read only if its checksum is right. It is there to save time, and nothing that goes wrong with it is an error.
"""

import hashlib
import os
import pickle
import shlex
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

_ANOTHER = "EXPLORER_CACHE_DIR can name a folder that is this user's alone"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_KNOWS_OWNERS = hasattr(os, "geteuid")
_CHECKSUM = hashlib.sha256().digest_size  # bytes at the start of a file
_made = set()  # the folders that this process has made


class KernelCache(NullCache):
    """The compiled forms of one function, as files in `folder`, which is one that `prepared` gave."""

    failure: OSError | None = None  # why saving failed; no kernel of this process is saved any more

    def __init__(self, function, folder: Path):
        self._name, self._folder = f"{function.__module__}.{function.__qualname__}", folder

    @property
    def cache_path(self):
        return str(self._folder)

    def load_overload(self, sig, target_context):
        """The compiled form for a signature; None where there is none that can be used."""
        target_context.refresh()  # NumPy's and Python's own functions are known to it from here on
        try:
            content = _read(self._file(sig, target_context.codegen()))
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # a pickle that cannot be read raises anything
            return None

    def save_overload(self, sig, compiled):
        """Keep a compiled form, if it does not hold addresses of this process."""
        if KernelCache.failure or compiled.lifted or compiled.library.has_dynamic_globals:
            return
        try:
            _write(self._file(sig, compiled.codegen), dumps(compiled._reduce()))
        except OSError as error:
            KernelCache.failure = error

    def _file(self, sig, codegen) -> Path:
        """Its name says for which arguments and which processor; the folder's, of which sources."""
        key = repr((self._name, str(sig), codegen.magic_tuple()))
        return self._folder / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.kernel"


def parent_folder() -> Path | None:
    """The folder that the user or the system has chosen for caches; None where they have none."""
    chosen = os.environ.get("EXPLORER_CACHE_DIR") or numba.config.CACHE_DIR
    if not chosen and sys.platform == "win32":
        chosen = os.environ.get("LOCALAPPDATA")
    elif not chosen and sys.platform == "darwin":
        chosen = "~/Library/Caches"
    elif not chosen:
        chosen = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    with suppress(RuntimeError):  # there is no home
        return Path(chosen).expanduser() if chosen else None


def prepared(folder: Path) -> Path:
    """The folder without links on its way, made where it is missing, for this user alone.

    Raises OSError where that fails, or where someone else could change what is in it.
    """
    folder = Path(os.path.realpath(folder))
    for path in (*reversed(folder.parents), folder):
        with suppress(FileExistsError):
            if not path.exists():
                path.mkdir(mode=0o700)
                _made.add(path)
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode):
            raise NotADirectoryError(f"{path} is not a folder")
        # In a sticky folder, as /tmp is, others cannot rename what is ours; but they can add files of their own.
        _check_owner(path, status, sticky=path != folder and bool(status.st_mode & stat.S_ISVTX))
    return folder


def open_to_readers(folder: Path, top: Path) -> None:
    """Let every user read the kernels in `folder`, root's, on a way down from `top`, or from what was made above it."""
    top = Path(os.path.realpath(top))
    way = (path for path in (folder, *folder.parents) if path.is_relative_to(top) or path in _made)
    for path in (*folder.iterdir(), *way):
        path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))


def _check_owner(path, status, sticky=False):
    if not _KNOWS_OWNERS:
        return  # on Windows a user's own folders are closed to others
    if status.st_uid not in (0, os.geteuid()):
        raise PermissionError(f"{path} belongs to another user; {_ANOTHER}")
    if status.st_mode & _OTHERS_WRITE and not sticky:
        remedy = f"chmod go-w {shlex.quote(str(path))} ends that, or {_ANOTHER}"
        raise PermissionError(f"other users can write to {path}; {remedy}")


def _read(path) -> bytes:
    with open(path, "rb", opener=_open_no_link) as file:
        _check_owner(path, os.fstat(file.fileno()))
        content = file.read()
    if hashlib.sha256(content[_CHECKSUM:]).digest() != content[:_CHECKSUM]:
        raise ValueError(f"{path} is damaged")
    return content[_CHECKSUM:]


def _open_no_link(path, flags):
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _write(path, content: bytes) -> None:
    descriptor, unfinished = tempfile.mkstemp(dir=path.parent)  # for this user alone
    try:
        with open(descriptor, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise
