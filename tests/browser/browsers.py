"""Find a Chromium-based browser, or get one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error

INSTALL = f"{Path(sys.executable).as_posix()} -m playwright install --with-deps chromium"
INSTALL_SECONDS = 600

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
_MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
_WINDOWS_PROGRAMS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_PACKAGE_MANAGERS = {
    "apt-get": (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]),
    "dnf": (["install", "--assumeyes", "chromium"],),
    "zypper": (["--non-interactive", "install", "chromium"],),
    "pacman": (["--sync", "--refresh", "--noconfirm", "chromium"],),
    "apk": (["add", "chromium"],),
}
_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoBrowser(Exception):
    """No browser could be started, nor installed."""


def launch(playwright, **options):
    """Start the browser that is there, else install one first; NoBrowser says what was tried."""
    failures = []
    for provide in (lambda: None, _install_by_playwright, _install_by_package_manager):
        if problem := provide():
            failures.append(problem)
        for path in _installed(playwright):
            try:
                return _start(playwright, path, options)
            except Error as error:
                failures.append(f"{path}: {error.message.strip().splitlines()[0]}")
    tried = "\n".join(f"  {failure}" for failure in dict.fromkeys(failures))
    raise NoBrowser(f"These tests need Chromium, Chrome or Edge. Type:\n\n  {INSTALL}\n\nTried:\n{tried}")


def _start(playwright, path, options):
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium refuses its sandbox to root
    return playwright.chromium.launch(executable_path=path, chromium_sandbox=not is_root, args=list(_FLAGS), **options)


def _installed(playwright):
    """Paths of the browsers that are there."""
    paths = [shutil.which(name) for name in _NAMES]
    paths += [f"/Applications/{app}.app/Contents/MacOS/{app}" for app in _MAC_APPS]
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder := os.environ.get(variable):
            paths += [str(Path(folder, program)) for program in _WINDOWS_PROGRAMS]
    paths.append(playwright.chromium.executable_path)
    return [path for path in dict.fromkeys(paths) if path and Path(path).is_file()]


def _install_by_playwright():
    return _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _install_by_package_manager():
    manager = next(filter(shutil.which, _PACKAGE_MANAGERS), None)
    if manager is None:
        return f"no package manager among {', '.join(_PACKAGE_MANAGERS)}"
    prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    problems = [_run([*prefix, manager, *arguments]) for arguments in _PACKAGE_MANAGERS[manager]]
    return problems[-1]


def _run(command):
    """Run a command without questions and for a bounded time; returns what went wrong, or None."""
    print("Looking for a browser:", *command, file=sys.stderr, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=INSTALL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{' '.join(command)}: {error}"
    if done.returncode == 0:
        return None
    said = (done.stderr.strip() or done.stdout.strip() or "failed").splitlines()
    return f"{' '.join(command)}: {next((line for line in said if 'rror' in line), said[-1])}"
