"""Kills or cuts off the primary PostgreSQL of deploy/hosts/, while eight clients record hands at two servers.

The machines of docs/hosts.md are network namespaces here, with their addresses and their files. Needs root, ip, etcd,
Patroni and PostgreSQL; it ends everything that it started with the namespace of its processes.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Event, Thread
from uuid import uuid4

from bench.client import Client
from bench.game import record
from bench.recorder import HANDS_A_GAME, Recorder, counted, new_recorders
from bench.table import new_games, text_of
from scorekeeper.server.instance import keys_of
from scorekeeper.server.settings import read_settings

FAILOVERS = 20
FILES = Path(__file__).resolve().parents[1] / "deploy/hosts"
ADDRESSES = {"db1": "10.10.0.11", "db2": "10.10.0.12", "app1": "10.10.0.21", "app2": "10.10.0.22"}
DATABASES, APPS, VOTERS = ("db1", "db2"), ("app1", "app2"), ("db1", "db2", "app1")
HANDS_A_FAILOVER = 100
"""An upper bound of the hands that a client records between two failovers."""
PACE = 0.5  # seconds that a client rests after each hand
QUIET = 3.0  # seconds of recording before each failover
LONGEST = float(os.environ.get("LONGEST", "3600"))  # seconds after which no further failover begins
PATIENCE = 120.0  # seconds until writes go on
REJOINS = 120.0  # seconds until the lost machine is the standby; then its database is copied again
BUILDS = 600.0  # seconds for that, on a busy one
WAYS = ("killed", "cut off", "without power")
PROGRAMS = ("ip", "unshare", "setpriv", "etcd", "patroni")
URL = "postgresql://scorekeeper:secret@/scorekeeper?host=10.10.0.11,10.10.0.12&target_session_attrs=read-write"


def measured(failovers: int = FAILOVERS) -> dict[str, float]:
    """Hands acknowledged, lost and recorded twice; seconds until writes go on, and until streams hear of a hand."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing or os.geteuid():
        sys.exit(f"failover needs root and {', '.join(missing or PROGRAMS)}")
    inside = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
    # The shell buries what others leave: to Patroni, a PostgreSQL that is dead and not buried still runs.
    first = ("sh", "-c", '"$@"; exit $?', "sh")
    command = [*inside, *first, sys.executable, "-m", "bench.failover", str(failovers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


@dataclass
class Machine:
    """A network namespace with the address of one of the machines."""

    name: str
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Its address on the bridge."""
        return ADDRESSES[self.name]

    def connect(self) -> None:
        """Make it, and connect it with the bridge."""
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", self.name, "master", "bridge", "up")
        run("ip", "-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            run("ip", "-n", self.name, "link", "set", device, "up")

    def start(self, *words: str | Path, account: str = "", **variables: str) -> None:
        """Start a program here."""
        other = ("setpriv", f"--reuid={account}", f"--regid={account}", "--clear-groups") if account else ()
        with (self.folder / f"{Path(words[0]).name}.log").open("ab") as log:
            self.processes.append(
                subprocess.Popen(
                    ["ip", "netns", "exec", self.name, *other, *words],
                    env=os.environ | {"HOME": str(self.folder)} | variables,
                    stdout=log,
                    stderr=log,
                    stdin=subprocess.DEVNULL,
                )
            )

    def start_database(self) -> None:
        """etcd and Patroni, as after a start of the machine."""
        self.start_etcd()
        self.start("patroni", self.folder / "patroni.yml", account="postgres")

    def rebuild(self) -> None:
        """Copy its whole database from the primary, like `patronictl reinit`."""
        self.kill()
        shutil.rmtree(self.folder / "data")
        self.start_database()

    def start_etcd(self) -> None:
        """etcd with the variables of its file."""
        lines = _of_machine((FILES / "etcd").read_text(), self.name).splitlines()
        variables = dict(line.split("=", 1) for line in lines if line.startswith("ETCD_"))
        variables |= {"ETCD_DATA_DIR": str(self.folder / "etcd"), "ETCD_UNSUPPORTED_ARCH": ""}
        self.start("etcd", **variables)

    def unplug(self) -> None:
        """Cut its network."""
        run("ip", "link", "set", self.name, "down")

    def plug(self) -> None:
        """Connect it again."""
        run("ip", "link", "set", self.name, "up")

    def kill(self) -> None:
        """Kill everything that runs here: -9."""
        killed = [int(pid) for pid in run("ip", "netns", "pids", self.name).split()]
        for pid in killed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self.processes.clear()
        while any(Path(f"/proc/{pid}").exists() for pid in killed):
            time.sleep(0.01)


def run(*words: str) -> str:
    """What a command prints."""
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def _of_machine(text: str, name: str) -> str:
    """The file of db1 as it is on another machine: only its own name and addresses differ."""
    own = ("name:", "listen:", "connect_address:", "ETCD_NAME", "ETCD_LISTEN", "ETCD_INITIAL_ADV", "ETCD_ADV")
    return "\n".join(
        line.replace("db1", name).replace(ADDRESSES["db1"], ADDRESSES[name]) if line.strip().startswith(own) else line
        for line in text.splitlines()
    )


def _status(address: str, path: str) -> int:
    """How Patroni at this address answers."""
    connection = HTTPConnection(address, 8008, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def _wait(what: str, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"not within {seconds:.0f} seconds: {what}")
        time.sleep(0.2)


class Cluster:
    """The four machines, running."""

    def __init__(self, folder: Path) -> None:
        self.machines = {name: Machine(name, folder / name) for name in ADDRESSES}
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "address", "add", "10.10.0.1/24", "dev", "bridge")
        for device in ("bridge", "lo"):
            run("ip", "link", "set", device, "up")
        for name, machine in self.machines.items():
            machine.folder.mkdir()
            machine.connect()
            if name in DATABASES:
                self._settings(machine)

    @staticmethod
    def _settings(machine: Machine) -> None:
        """The file of Patroni, with folders of this run; the superuser comes by the socket, which has no password."""
        text = _of_machine((FILES / "patroni.yml").read_text(), machine.name)
        for there, here in (
            ("/var/lib/postgresql/15/scorekeeper", machine.folder / "data"),
            ("/var/lib/postgresql/.pgpass-patroni", machine.folder / "pgpass"),
            ("/var/run/postgresql", machine.folder),
            ("mode: automatic", "mode: off"),  # these machines have one kernel
        ):
            text = text.replace(there, str(here))
        (machine.folder / "patroni.yml").write_text(text)
        shutil.chown(machine.folder, "postgres", "postgres")

    def start(self, instance: Path) -> None:
        """PostgreSQL with its standby, an empty database in it, and the app twice."""
        for name in VOTERS:
            self.machines[name].start_etcd()
        self.machines["db1"].start("patroni", self.machines["db1"].folder / "patroni.yml", account="postgres")
        _wait("the first primary", lambda: _status(ADDRESSES["db1"], "/primary") == 200)
        self.machines["db2"].start("patroni", self.machines["db2"].folder / "patroni.yml", account="postgres")
        self._make_database()
        self.wait_for_standby()
        for number, name in enumerate(APPS):
            machine, own = self.machines[name], instance.with_name(f"instance-{name}")
            shutil.copytree(instance, own)
            words = (sys.executable, "-m", "scorekeeper", "serve", "--host", machine.address, "--workers", "2")
            settings = {"SCOREKEEPER_INSTANCE": str(own), "SCOREKEEPER_DATABASE_URL": URL}
            quiet = {"SCOREKEEPER_RATE_LIMITS": "off", "SCOREKEEPER_SECURITY_LOG": "off"}
            machine.start(*words, PYTHONPATH=str(FILES.parents[1]), **settings, **quiet)
            _wait(f"server {number + 1}", lambda: _answers(machine.address))  # noqa: B023 - it is called here

    def _make_database(self) -> None:
        folder = self.machines["db1"].folder
        for statement in (
            "CREATE ROLE scorekeeper LOGIN PASSWORD 'secret'",
            "CREATE DATABASE scorekeeper OWNER scorekeeper",
        ):
            asked = ("psql", "-qX", "-h", str(folder), "-c", statement)
            run("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *asked)

    def wait_for_standby(self, seconds: float = BUILDS) -> None:
        """Wait until one machine is the primary and the other one its synchronous standby."""
        _wait("a synchronous standby", lambda: sorted(map(self.role, DATABASES)) == ["primary", "standby"], seconds)

    def role(self, name: str) -> str:
        """Whether this machine is the primary, the synchronous standby, or neither."""
        paths = (("primary", "/primary"), ("standby", "/synchronous"))
        return next((role for role, path in paths if _status(ADDRESSES[name], path) == 200), "")

    def primary(self) -> Machine:
        """The primary now."""
        return self.machines[next(name for name in DATABASES if self.role(name) == "primary")]


def _answers(address: str) -> bool:
    with suppress(OSError), Client(8000, address=address) as asked:
        return asked.get("/readyz").status == 200
    return False


class Program:
    """A program that follows one game at one server of the app; it connects again when its stream ends."""

    def __init__(self, address: str, game: str, token: str) -> None:
        self.heard: dict[int, float] = {}
        self.connected = 0
        self._path, self._token, self._address = f"/api/v1/games/{game}/events", token, address
        Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while True:
            connection = HTTPConnection(
                self._address, 8000, timeout=10
            )  # a stream says every two seconds that it lives
            with suppress(OSError):
                headers = {"Authorization": f"Bearer {self._token}", "Last-Event-ID": str(max(self.heard, default=0))}
                connection.request("GET", self._path, headers=headers)
                answer = connection.getresponse()
                self.connected += answer.status == 200
                while line := answer.readline():
                    if line.startswith(b"data: "):
                        self.heard[json.loads(line[6:])["seq"]] = time.monotonic()
            connection.close()
            time.sleep(0.5)


class Failovers:
    """What eight clients and two programs notice of each."""

    def __init__(self, cluster: Cluster, recorders: list[Recorder], programs: list[Program], game: str) -> None:
        self.cluster, self.recorders, self.programs, self.game = cluster, recorders, programs, game
        self.first, self.all, self.heals = list[float](), list[float](), list[float]()
        self.rebuilt = 0
        self.ways: dict[str, list[float]] = {way: [] for way in WAYS}

    def fail(self, number: int) -> None:
        """Lose the primary in one of three ways, wait until hands are recorded again, and bring it back."""
        way, primary = WAYS[number % len(WAYS)], self.cluster.primary()
        time.sleep(QUIET)
        before = time.monotonic()
        if way != "killed":
            primary.unplug()
        if way != "cut off":
            primary.kill()
        _wait("another primary", lambda: self.cluster.role(_other(primary.name)) == "primary")
        promoted = time.monotonic()
        _wait("writes of all", lambda: all(one.times and one.times[-1] > promoted for one in self.recorders))
        after = [next(at for at in one.times if at > promoted) for one in self.recorders]
        self.first.append(min(after) - before)
        self.all.append(max(after) - before)
        self.ways[way].append(max(after) - before)
        self.heals.append(self._heal(number))
        primary.plug()
        if way != "cut off":
            primary.start_database()
        try:
            self.cluster.wait_for_standby(REJOINS)
        except TimeoutError:  # its history and the new one cannot be put together, as a person would see in its log
            self.rebuilt += 1
            primary.rebuild()
            self.cluster.wait_for_standby()
        print(
            f"{number + 1:3} {primary.name} {way}: first {self.first[-1]:.1f} s, all eight {self.all[-1]:.1f} s, "
            f"streams {self.heals[-1]:.1f} s later",
            file=sys.stderr,
            flush=True,
        )

    def _heal(self, number: int) -> float:
        """Seconds from recording a hand of the game that the programs follow until both have heard of it."""
        entry = {"id": str(uuid4()), "seq": number + 1, "kind": "hand", "hand": number + 1, **record(number + 1)}
        token = next(one.link_token for one in self.recorders if one.link_token)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, ValueError), Client(8000, address=ADDRESSES["app2"]) as browser:
                answer = browser.call(f"/games/{self.game}/entries", entry, token)
                if answer.status in (200, 201):
                    break
                print(answer.status, text_of(answer)[:200], file=sys.stderr)
            time.sleep(0.2)
        saved = time.monotonic()
        _wait("both streams", lambda: all(number + 2 in program.heard for program in self.programs))
        return max(0.0, *(program.heard[number + 2] - saved for program in self.programs))


def _other(name: str) -> str:
    return next(other for other in DATABASES if other != name)


@contextmanager
def _recording(recorders: list[Recorder]) -> Iterator[None]:
    """All clients record until the block ends; if it failed, say what became of their hands."""
    over = Event()
    threads = [Thread(target=one.record_until, args=(8000, over)) for one in recorders]
    for thread in threads:
        thread.start()
    try:
        yield
    except TimeoutError:
        for one in recorders:
            print(one.address, len(one.acknowledged), dict(one.refused), dict(one.unclear), file=sys.stderr)
        raise
    finally:
        over.set()
        for thread in threads:
            thread.join(PATIENCE)


def _measure(failovers: int) -> Mapping[str, float]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="failover-") as name, ExitStack() as at_end:
        folder = Path(name)
        folder.chmod(0o711)
        Path("/run/netns").mkdir(exist_ok=True)
        run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
        instance = folder / "instance"
        instance.mkdir(mode=0o700)
        keys_of(read_settings({"SCOREKEEPER_INSTANCE": str(instance)}))  # both servers have the same
        cluster = Cluster(folder)
        for machine in cluster.machines.values():
            at_end.callback(machine.kill)
        cluster.start(instance)
        os.environ["SCOREKEEPER_INSTANCE"] = str(folder / "instance-app1")
        games = 1 + failovers * HANDS_A_FAILOVER // HANDS_A_GAME
        recorders = new_recorders(folder / "instance-app1", 8000, games, URL, ADDRESSES["app1"])
        for number, one in enumerate(recorders):
            one.address, one.pace = ADDRESSES[APPS[number % 2]], PACE
        token = next(one.link_token for one in recorders if one.link_token)
        with Client(8000, address=ADDRESSES["app1"]) as browser:
            table = json.loads(text_of(browser.get("/api/v1/me", {"Authorization": f"Bearer {token}"}))).get("table")
        (game,) = new_games(folder / "instance-app1", table, 1, url=URL)
        programs = [Program(ADDRESSES[name], game, token) for name in APPS]
        found = Failovers(cluster, recorders, programs, game)
        with _recording(recorders):
            for number in range(failovers):
                if time.monotonic() - began > LONGEST:
                    break
                found.fail(number)
        return (
            {"times": len(found.first)}
            | counted(URL, folder / "instance-app1", recorders)
            | {
                "first_s": max(found.first),
                "all_median_s": median(found.all),
                "all_s": max(found.all),
                "heal_s": max(found.heals),
                "rebuilt": found.rebuilt,
                "reconnected": sum(program.connected - 1 for program in programs),
            }
            | {f"{way.replace(' ', '_')}_s": max(times, default=0.0) for way, times in found.ways.items()}
        )


if __name__ == "__main__":
    print(json.dumps(_measure(int(sys.argv[1]))))
