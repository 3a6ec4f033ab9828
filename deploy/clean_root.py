"""Follows a Containerfile without a daemon: each stage in a root folder of its own.

This machine's Debian and Python stand for the base image; a stage sees nothing else of the machine. A started container
has its own processes and network, and what the file and `podman run` say: the account, the folders that it may write,
the health.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

PROGRAMS = ("bin", "etc", "lib", "lib64", "sbin", "usr", sys.base_prefix.lstrip("/"))
BORROWED = "/borrowed"
"""Where a stage sees packages of this machine, if it borrows them."""
FROM_LOCK = re.compile(r"^(?P<folder>\S+)/bin/pip install .*-r (?P<lock>\S+)$")
LONGEST = 1800  # seconds
WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")
"""Before a program: it ends when the one ends that started it. Another account forgets that, so it is said again."""
APART = (*WITH_PARENT, "unshare", "--mount", "--pid", "--fork", "--kill-child")
MOUNTS = """
set -e
root=$1; shift
mount --make-rprivate /
mount --bind "$root" "$root"
for place in {programs}; do
    if [ -e "/$place" ]; then mkdir -p "$root/$place"; mount --bind -o ro "/$place" "$root/$place"; fi
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for each in null zero random urandom; do touch "$root/dev/$each"; mount --bind "/dev/$each" "$root/dev/$each"; done
ln -s /proc/self/fd "$root/dev/fd"; ln -s /proc/self/fd/0 "$root/dev/stdin"; mkdir -m 1777 "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
{more}
exec "$@"
"""


@dataclass
class Stage:
    """A stage while its steps are followed: its root, and what a container of it begins with."""

    root: Path
    workdir: str = "/"
    variables: dict[str, str] = field(default_factory=lambda: {"PATH": f"{sys.base_prefix}/bin:/usr/bin:/bin"})
    user: str = "0:0"
    command: tuple[str, ...] = ()
    health: tuple[str, ...] = ()
    stop: signal.Signals = signal.SIGTERM
    volumes: tuple[str, ...] = ()
    packages: Path | None = None
    """The packages of this machine that stand for those of the locks."""


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, each with the rest of its line."""
    lines = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#")).replace("\\\n", " ")
    return [
        (name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines.splitlines() if line.strip())
    ]


def context_of(checkout: Path) -> list[Path]:
    """The files that a build may see, by `.dockerignore`."""
    rules = [
        line for line in (checkout / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")
    ]
    again = [rule[1:] for rule in rules if rule.startswith("!")]
    found = list[Path]()
    for place, folders, files in os.walk(checkout):
        here = Path(place).relative_to(checkout)
        folders[:] = [  # thousands of files are in those of tools
            name for name in sorted(folders)
            if not _ignored(here / name, rules) or any(rule.startswith(f"{here / name}/") for rule in again)
        ]  # fmt: skip
        found += [here / name for name in sorted(files) if not _ignored(here / name, rules)]
    return found


def _ignored(path: Path, rules: Sequence[str]) -> bool:
    ignored = False
    for rule in rules:
        pattern = rule.lstrip("!")
        above = [path, *path.parents][:-1]
        if any(
            fnmatch(each.as_posix(), pattern) or fnmatch(f"/{each}", pattern.replace("**/", "*/")) for each in above
        ):
            ignored = not rule.startswith("!")
    return ignored


def follow(checkout: Path, folder: Path, text: str, packages: Path | None = None) -> Stage:
    """The last stage, built by the steps of this Containerfile.

    Packages come from the network, or are borrowed from a folder of this machine that has the same versions.
    """
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for name, rest in instructions(text):
        if name == "FROM":
            stage = Stage(folder / str(len(stages)), packages=packages)
            stage.root.mkdir(parents=True)
            stages[rest.partition(" AS ")[2] or str(len(stages))] = stage
        elif name == "COPY":
            _copy(checkout, stages, stage, shlex.split(rest))
        elif name not in ("ARG", "EXPOSE"):
            STEPS[name](stage, rest)
    return stage


def _workdir(stage: Stage, rest: str) -> None:
    stage.workdir = rest
    _inside(stage, rest).mkdir(parents=True)


def _run(stage: Stage, rest: str) -> None:
    if stage.packages is not None:
        rest = " && ".join(_borrowed(stage, command.strip()) for command in rest.split("&&"))
    run(stage, ["sh", "-c", f"cd {stage.workdir} && {rest}"])


def _borrowed(stage: Stage, command: str) -> str:
    """What to run instead of a command that installs from a lock."""
    installs = FROM_LOCK.match(command)
    if installs is None:
        return command
    packages = f"{installs['folder']}/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    return f"grep -q == {installs['lock']} && echo {BORROWED} > {packages}/borrowed.pth"


def _env(stage: Stage, rest: str) -> None:
    given = dict(each.split("=", 1) for each in shlex.split(rest))
    stage.variables |= {key: value.replace("$PATH", stage.variables["PATH"]) for key, value in given.items()}


def _user(stage: Stage, rest: str) -> None:
    stage.user = rest


def _volume(stage: Stage, rest: str) -> None:
    stage.volumes = (*stage.volumes, rest)


def _stop_signal(stage: Stage, rest: str) -> None:
    stage.stop = signal.Signals[rest]


def _healthcheck(stage: Stage, rest: str) -> None:
    stage.health = tuple(json.loads(rest.partition("CMD ")[2]))


def _cmd(stage: Stage, rest: str) -> None:
    stage.command = tuple(json.loads(rest))


STEPS: Mapping[str, Callable[[Stage, str], None]] = {
    "WORKDIR": _workdir,
    "RUN": _run,
    "ENV": _env,
    "USER": _user,
    "VOLUME": _volume,
    "STOPSIGNAL": _stop_signal,
    "HEALTHCHECK": _healthcheck,
    "CMD": _cmd,
}


def _inside(stage: Stage, path: str) -> Path:
    return stage.root / os.path.normpath(f"{stage.workdir}/{path}").lstrip("/")


def _copy(checkout: Path, stages: Mapping[str, Stage], stage: Stage, words: Sequence[str]) -> None:
    *sources, target = [word for word in words if not word.startswith("--")]
    origin = re.search(r"--from=(\S+)", " ".join(words))
    if origin:
        (source,) = sources
        shutil.copytree(stages[origin[1]].root / source.lstrip("/"), _inside(stage, target), symlinks=True)
        return
    files = context_of(checkout)
    for source in sources:
        found = [path for path in files if path == Path(source) or Path(source) in path.parents]
        if not found:
            raise ValueError(f"the context has no {source}")
        for path in found:
            place = _inside(stage, target) / (path.relative_to(source) if path != Path(source) else path)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(checkout / path, place)


def run(stage: Stage, words: Sequence[str]) -> None:
    """Run this in a stage that is being built, with the network of this machine and its settings for packages."""
    settings = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_CERT", "PIP_IND", "HTTP", "http"))
    }
    done = subprocess.run(
        [*APART, *_entered(stage, "", settings, "0:0", words)],
        capture_output=True, text=True, timeout=LONGEST, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def _entered(stage: Stage, more: str, settings: Mapping[str, str], user: str, words: Sequence[str]) -> list[str]:
    variables = [f"{name}={value}" for name, value in (stage.variables | dict(settings)).items()]
    if stage.packages is not None:
        more = f'mkdir -p "$root{BORROWED}"; mount --bind -o ro {stage.packages} "$root{BORROWED}"\n{more}'
    script = MOUNTS.format(programs=" ".join(PROGRAMS), more=more)
    begin = ["chroot", f"--userspec={user}", str(stage.root), *WITH_PARENT, "/usr/bin/env", "-i", *variables, *words]
    return ["sh", "-c", script, "sh", str(stage.root), *begin]


class Container:
    """A started container: its first process, as this machine sees it."""

    def __init__(self, stage: Stage, outer: subprocess.Popen[str]) -> None:
        self.stage, self.outer = stage, outer
        children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
        while not children.read_text():
            time.sleep(0.01)
        self.first = int(children.read_text())

    def run(self, *words: str, root: bool = False) -> subprocess.CompletedProcess[str]:
        """What a command prints beside it, as `podman exec` runs one."""
        user, group = ("0", "0") if root else self.stage.user.split(":")
        variables = [f"{name}={value}" for name, value in self.stage.variables.items()]
        return subprocess.run(
            [*("nsenter", "-t", str(self.first), "-m", "-n", "-p", "-r", "-w", "-S", user, "-G", group),
             *("/usr/bin/env", "-i", *variables, *words)],
            capture_output=True, text=True, timeout=LONGEST, check=False,
        )  # fmt: skip

    def wait_until_healthy(self) -> None:
        """Ask as the file says, until it is."""
        end = time.monotonic() + LONGEST
        while (asked := self.run(*self.stage.health)).returncode:
            if self.outer.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"never healthy: {asked.stderr}")
            time.sleep(0.2)

    def stop(self) -> int:
        """Send it the signal of the file; the exit status of its first process."""
        os.kill(self.first, self.stage.stop)
        return self.outer.wait(LONGEST)


@contextmanager
def started(stage: Stage, volumes: Path, **settings: str) -> Iterator[Container]:
    """A container of this stage: read-only but for its volumes and `/tmp`, with a network of its own."""
    more = ["ip link set lo up"]
    for place in stage.volumes:
        kept = volumes / place.lstrip("/").replace("/", "-")
        if not kept.exists():  # a new volume is as the image has it
            shutil.copytree(stage.root / place.lstrip("/"), kept)
            made = (stage.root / place.lstrip("/")).stat()
            os.chown(kept, made.st_uid, made.st_gid)
        more.append(f"mount --bind {kept} $root{place}")
    more.append("mount -o remount,bind,ro $root")
    entered = _entered(stage, "\n".join(more), settings, stage.user, stage.command)
    with subprocess.Popen(
        [*APART, "--net", "--ipc", "--uts", *entered], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as outer:
        try:
            yield Container(stage, outer)
        finally:
            outer.kill()
