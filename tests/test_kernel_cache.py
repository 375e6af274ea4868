"""Compiled kernels on disk: who is trusted with them, and that nothing about them is ever an error."""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numba
import pytest
from numba.core import event

from explorer.maths import kernel as compiler
from explorer.maths.kernel_cache import KernelCache, open_to_readers, parent_folder, prepared
from explorer.web import warmth
from tests.app_process import CHECKOUT

compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="only POSIX tells who owns a folder")
as_root = pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can be someone else")
STRANGER = 65534


def double(x):
    return 2 * x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that kernels are kept in."""
    monkeypatch.setattr(KernelCache, "failure", None)
    made = prepared(tmp_path / "made" / "kernels")
    monkeypatch.setattr(compiler, "cache_folder", lambda: made)
    return made


def compiles(number) -> int:
    """How many functions are compiled when a process that has only the cache doubles a number."""
    with event.install_recorder("numba:compile") as recorded:
        assert compiler.kernel(double)(number) == 2 * number
    return sum(status.is_start for _, status in recorded.buffer)


def written_by_others(path) -> str:
    """Why a folder is refused, and what to do."""
    named = "EXPLORER_CACHE_DIR can name a folder that is this user's alone"
    return f"other users can write to {path}; chmod go-w {path} ends that, or {named}"


def files(folder):
    return {path: path.read_bytes() for path in folder.iterdir()}


@compiled_only
def test_what_was_compiled_is_read_by_the_next_process(folder):
    assert [compiles(1), compiles(1), compiles(1.5), compiles(1.5)] == [1, 0, 1, 0]
    assert len(files(folder)) == 2


@compiled_only
@pytest.mark.parametrize("spoil", [lambda c: c[:-1], lambda c: b"", lambda c: c[:5000] + b"?" + c[5001:]])
def test_a_damaged_file_is_compiled_again_and_replaced(folder, spoil):
    compiles(1)
    ((path, content),) = files(folder).items()
    path.write_bytes(spoil(content))
    assert [compiles(1), compiles(1)] == [1, 0]


@compiled_only
@pytest.mark.parametrize("name", ["ENOSPC", "EROFS", "EDQUOT"])
@pytest.mark.parametrize("step", ["tempfile.mkstemp", "os.replace"])
def test_a_disk_that_cannot_be_written_costs_the_cache_only(folder, monkeypatch, name, step):
    def fail(*_, **__):
        tries.append(step)
        raise OSError(getattr(errno, name), os.strerror(getattr(errno, name)))

    tries = []
    compiles(1.5)
    kept = files(folder)
    monkeypatch.setattr(step, fail)
    assert [compiles(1), compiles(1), compiles(1.5)] == [1, 1, 0]
    assert files(folder) == kept
    assert tries == [step]  # a full disk is not asked again
    assert os.strerror(getattr(errno, name)) in compiler.why_not_kept()


@compiled_only
@posix
def test_a_file_that_others_could_have_written_is_not_read(folder):
    compiles(1)
    (path,) = files(folder)
    path.chmod(0o666)
    assert [compiles(1), compiles(1)] == [1, 0]
    path.rename(folder / "elsewhere")
    path.symlink_to("elsewhere")
    assert compiles(1) == 1


@posix
def test_the_folder_is_made_for_this_user_alone(tmp_path):
    made = prepared(tmp_path / "a" / "b")
    assert [made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777] == [0o700, 0o700]
    assert prepared(made) == made


@posix
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_folder_that_others_can_write_to_is_refused(tmp_path, mode):
    tmp_path.chmod(mode)
    with pytest.raises(PermissionError, match=f"^{written_by_others(tmp_path)}$"):
        prepared(tmp_path)


@posix
def test_a_way_that_others_can_change_is_refused(tmp_path):
    (tmp_path / "a").mkdir(mode=0o700)
    made = prepared(tmp_path / "a" / "kernels")
    tmp_path.chmod(0o1777)  # sticky: what is ours stays where it is
    assert prepared(made) == made
    tmp_path.chmod(0o777)
    for folder in (made, tmp_path / "new"):
        with pytest.raises(PermissionError, match=f"^{written_by_others(tmp_path)}$"):
            prepared(folder)
    assert not (tmp_path / "new").exists()
    tmp_path.chmod(0o700)
    (tmp_path / "link").symlink_to(made)
    assert prepared(tmp_path / "link") == made


@as_root
def test_what_belongs_to_another_user_is_refused(tmp_path):
    os.chown(tmp_path, STRANGER, STRANGER)
    for folder in (tmp_path, tmp_path / "new"):
        with pytest.raises(PermissionError, match=f"{tmp_path} belongs to another user"):
            prepared(folder)


@as_root
@compiled_only
@pytest.mark.further_case
def test_kernels_that_root_has_compiled_serve_another_user():
    """Who can read and not write, reads what is there; what is not, is compiled in memory.

    Not in pytest's own folder, which each pytest that begins closes to other users.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        assert _compiled_for_another_user(Path(folder)) == ("[1, 0, 1, 1] True\n", "")


def _compiled_for_another_user(folder):
    code = f"""
import os, pathlib, random, shutil, tempfile
from tests import test_kernel_cache as test
top = pathlib.Path({str(folder)!r}) / "cache"
made = test.prepared(top / "kernels")
test.compiler.cache_folder = lambda: made
counts = [test.compiles(1)]
test.open_to_readers(made, top)
os.setgroups([]), os.setgid(test.STRANGER), os.setuid(test.STRANGER)
kept = test.files(made)
print(counts + [test.compiles(1), test.compiles(1.5), test.compiles(1.5)], test.files(made) == kept)
"""
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600)
    return done.stdout, done.stderr


@posix
def test_no_folder_that_is_safe_means_compiling_in_memory(tmp_path, monkeypatch):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv("EXPLORER_CACHE_DIR", str(tmp_path / "open"))
    compiler._cache.cache_clear()
    try:
        assert compiler.cache_folder() is None
        if not numba.config.DISABLE_JIT:
            assert compiler.why_not_kept() == written_by_others(tmp_path / "open")
            assert [compiles(1), compiles(1)] == [1, 1]
        assert list((tmp_path / "open").iterdir()) == []
    finally:
        compiler._cache.cache_clear()


@compiled_only
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems keep caches elsewhere")
def test_in_a_home_that_a_group_can_write_to_the_first_start_says_what_to_do(tmp_path, monkeypatch, capsys):
    tmp_path.chmod(0o775)  # as under a umask of 002
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("EXPLORER_CACHE_DIR", raising=False)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(warmth.WARMTH, "compile_next", lambda: None)
    compiler._cache.cache_clear()
    try:
        warmth.compile_first()
        told = capsys.readouterr().out.splitlines()[1]
        assert told == f"Compiled kernels are not kept for the next start: {written_by_others(tmp_path)}"
        tmp_path.chmod(0o755)
        compiler._cache.cache_clear()
        assert compiler.why_not_kept() is None
        assert compiler.cache_folder().is_relative_to(tmp_path / ".cache")
    finally:
        compiler._cache.cache_clear()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems keep caches elsewhere")
def test_where_the_cache_is_looked_for(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("EXPLORER_CACHE_DIR", raising=False)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    assert parent_folder() == Path("/home/ada/.cache")
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/ada/kept")
    assert parent_folder() == Path("/home/ada/kept")
    monkeypatch.setattr(numba.config, "CACHE_DIR", "/numbas")
    assert parent_folder() == Path("/numbas")
    monkeypatch.setenv("EXPLORER_CACHE_DIR", "~/ours")
    assert parent_folder() == Path("/home/ada/ours")


@posix
def test_readers_are_let_in_from_the_chosen_folder_on(tmp_path):
    top = tmp_path / "made too" / "top"
    made = prepared(top / "kernels")
    (made / "one").touch(mode=0o600)
    before = tmp_path.stat().st_mode
    open_to_readers(made, top)
    folders = (top.parent, top, made, made / "one")
    assert [folder.stat().st_mode & 0o777 for folder in folders] == [0o755, 0o755, 0o755, 0o644]
    assert tmp_path.stat().st_mode == before
