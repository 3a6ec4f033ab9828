"""A clean Debian with its own systemd, for the rehearsal: namespaces around a folder, without a container program."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
}
PASSED_ON = (
    "PIP_CERT",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_INDEX_URL",
    "SSL_CERT_FILE",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
BASE = "systemd,systemd-sysv,ca-certificates,git,openssl"
LONGEST = 1800  # seconds for one block of commands
CGROUPS = Path("/sys/fs/cgroup")

IN_GROUP = ("sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"')
BOOT = """
set -eu
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev/
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mkdir dev/pts dev/shm
if [ "$2" = cgroup2 ]; then
    mount -t cgroup2 cgroup2 sys/fs/cgroup
else
    mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
    mkdir sys/fs/cgroup/systemd
    mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
fi
pivot_root . mnt
umount -l mnt
mount --make-rshared /  # as a booted machine has it: a unit sees the credentials that are mounted for it
exec /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=rehearsal \\
    SYSTEMD_PROC_CMDLINE=systemd.legacy_systemd_cgroup_controller=1 /lib/systemd/systemd --system
"""
NAMESPACES = ("--fork", "--kill-child", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup")


class Failed(Exception):
    """A command of the machine that did not succeed."""


def make_debian(root: Path) -> None:
    """Install a minimal Debian into the folder, with this machine's settings of apt and pip."""
    subprocess.run(["debootstrap", "--variant=minbase", f"--include={BASE}", "bookworm", root], check=True)


def take_settings(root: Path) -> None:
    """Let apt and pip in the folder reach what they reach here."""
    for name in ("apt/apt.conf.d", "pip.conf", "ssl/certs/ca-certificates.crt"):
        here, there = Path("/etc", name), root / "etc" / name
        if here.is_dir():
            shutil.copytree(here, there, dirs_exist_ok=True)
        elif here.is_file():
            shutil.copyfile(here, there)


class Machine:
    """A booted Debian. Its network only goes out, so that no port of this machine is in the way."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "etc/resolv.conf").write_text("nameserver 10.0.2.3\n")
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")  # as an installer does
        legacy = (CGROUPS / "systemd").is_dir()
        self._group = (CGROUPS / "systemd" if legacy else CGROUPS) / f"rehearsal-{os.getpid()}"
        self._group.mkdir()
        self._outer = subprocess.Popen(
            [
                *IN_GROUP,
                self._group,
                "unshare",
                *NAMESPACES,
                "sh",
                "-c",
                BOOT,
                "sh",
                root,
                "cgroup" if legacy else "cgroup2",
            ],
            stdin=subprocess.DEVNULL,
        )
        self._network: subprocess.Popen[bytes] | None = None
        try:
            self._first = self._wait_for_systemd()
            self._connect()
        except BaseException:
            self.stop()
            raise

    def _wait_for_systemd(self) -> int:
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children")
        while self._outer.poll() is None:
            for child in children.read_text().split():
                if Path(f"/proc/{child}/comm").read_text() == "systemd\n":
                    return int(child)
            time.sleep(0.1)
        raise Failed("systemd did not start")

    def _connect(self) -> None:
        """Give it a way out, and wait until it has booted."""
        ready, tell = os.pipe()
        words = [
            "slirp4netns",
            "--configure",
            "--disable-host-loopback",
            f"--ready-fd={tell}",
            str(self._first),
            "tap0",
        ]
        self._network = subprocess.Popen(words, pass_fds=(tell,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(tell)
        if os.read(ready, 1) != b"1":
            raise Failed("slirp4netns gives no network")
        os.close(ready)
        self.run("until systemctl is-system-running 2>&1 | grep -qE 'running|degraded'; do sleep 0.2; done")

    def run(self, script: str, folder: str = "/root") -> str:
        """What these commands print; raises `Failed` with that when one of them fails."""
        passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        done = subprocess.run(
            [
                *("nsenter", f"--target={self._first}", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup"),
                *("--root", "--wd", "bash", "-euo", "pipefail", "-c", f"cd {folder}\n{script}"),
            ],
            env=ENVIRONMENT | passed | {"DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if done.returncode:
            raise Failed(f"{done.stdout}\nexit status {done.returncode}")
        return done.stdout

    def stop(self) -> None:
        """End it, with everything that runs in it."""
        self._outer.kill()
        self._outer.wait()
        if self._network is not None:
            self._network.terminate()
            self._network.wait()
        for _ in range(100):  # until the kernel has ended every process in it
            try:
                for inner in sorted(self._group.rglob("*/"), reverse=True):
                    inner.rmdir()
                self._group.rmdir()
                break
            except OSError:
                time.sleep(0.1)
