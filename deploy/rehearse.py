"""Follows docs/deploy.md word for word in a clean Debian: from nothing to a hand recorded over https.

    make rehearsal                                (as root; needs debootstrap and slirp4netns)
    make rehearsal ARGS='--debian FOLDER'         in a copy of this Debian, instead of a fresh one
    make rehearsal ARGS='--keep'                  leaves the folder
    make rehearsal ARGS='--only Install nginx'    only these sections; without Caddy, nginx has to be among them
    make rehearsal ARGS=--container               the steps of deploy/Containerfile in a clean root, instead of the page

It runs each console block of the page, in order, and checks after some sections what the page promises.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from deploy.clean_root import follow, started
from deploy.machine import Failed, Machine, make_debian, take_settings

CHECKOUT = Path(__file__).resolve().parents[1]
PAGE = CHECKOUT / "docs/deploy.md"
PART = re.compile(r"^##+ (?P<heading>[^\n]+)$|^```console\n(?P<commands>.*?)^```$", re.MULTILINE | re.DOTALL)
HOST = "spades.example.org"
API = f"https://{HOST}/api/v1"
CADDYS_AUTHORITY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
PROMETHEUS = "http://127.0.0.1:9090/api/v1"
MISSING = 'ALERTS{alertname="ScorekeeperBackupMissing", alertstate="firing"}'
NEXT_VERSION = "99.0"
GAME = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}], "dealer": 1}
HAND = {"seq": 1, "kind": "hand", "hand": 1, "bids": ["5", "nil"], "took": [13, 0]}
TOTALS = [58, 100]


def sections(page: str) -> Iterator[tuple[str, list[str]]]:
    """The headings of the page, each with its blocks of commands."""
    heading, blocks = "", list[str]()
    for part in PART.finditer(page):
        if part["heading"]:
            yield heading, blocks
            heading, blocks = part["heading"], []
        else:
            blocks.append(part["commands"])
    yield heading, blocks


class Rehearsal:
    """The page, followed on one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.began = time.monotonic()
        self.authority = CADDYS_AUTHORITY
        self.game, self.token = "", ""
        self.checks: dict[str, Callable[[str], None]] = {
            "Install": self.server_is_confined,
            "Caddy": self.hand_over_caddy,
            "nginx": self.record_a_hand,
            "Make the first link": self.link_is_printed,
            "With Prometheus": self.missing_backup_alerts,
            "Backups": self.backup_is_there,
            "Restore": self.game_is_there,
            "A copy that leaves the machine": self.copy_is_elsewhere,
            "Rehearse a restore of the copy": self.copy_is_whole,
            "Restore the copy": self.last_hand_is_there,
            "Upgrade": self.new_version_runs,
            "Roll back": self.old_version_runs,
            "From SQLite to PostgreSQL": self.games_moved,
            "Backups of PostgreSQL": self.dump_is_there,
            "Restore PostgreSQL": self.game_is_there,
            "A copy of the whole PostgreSQL server": self.copy_is_whole,
            "From PostgreSQL to SQLite": self.games_moved,
            "A Raspberry Pi at a club": self.ready,
        }

        # What others do between two blocks of the page.
        self.others: dict[str, Callable[[], None]] = {
            "git pull": self.release_a_version,
            "ssh-keyscan": self.other_machine,
            "enable --now scorekeeper-litestream": self.let_the_key_in,
        }

    def follow(self, page: str, only: Collection[str] = ()) -> None:
        """Every command of the page, or only those of some sections, and the checks."""
        self.certificate_for_nginx()
        if only:
            self.authority = "/etc/ssl/spades.pem"
            self.checks = {heading: check for heading, check in self.checks.items() if heading in only}
        for heading, blocks in sections(page):
            if only and heading not in only:
                continue
            if blocks:
                self.say(heading)
            output = ""
            for block in blocks:
                print("".join(f"    # {line}\n" for line in block.splitlines()), end="", flush=True)
                for words, prepare in self.others.items():
                    if words in block:
                        prepare()
                output += self.machine.run(block, "/root/scorekeeper")
            if heading in self.checks:
                self.checks.pop(heading)(output)
        if self.checks:
            raise Failed(f"the page has no section {', '.join(self.checks)}")
        self.say("Everything is as the page says.")

    def say(self, text: str) -> None:
        """A line with the time since the beginning."""
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", flush=True)

    def expect(self, what: str, holds: bool, found: str) -> None:
        """Say that it holds, or stop."""
        if not holds:
            raise Failed(f"not so: {what}\n{found}")
        self.say(f"  checked: {what}")

    # What the page promises, by section.

    def server_is_confined(self, output: str) -> None:
        """After the installation: the server is ready, under an account of its own."""
        self.ready(output)
        found = self.machine.run(
            "systemctl is-active scorekeeper scorekeeper-backup.timer\n"
            "stat -c '%a %U' /proc/$(systemctl show -P MainPID scorekeeper) /var/lib/scorekeeper/scorekeeper.sqlite\n"
            "systemd-analyze security --no-pager --threshold=20 scorekeeper | tail -n 1"
        )
        self.expect(
            "the server runs, and not as root", found.startswith("active\nactive\n") and "root" not in found, found
        )

    def ready(self, output: str) -> None:
        """The server could save a hand."""
        self.expect("/readyz answers", "ok" in output.splitlines(), output)

    def hand_over_caddy(self, output: str) -> None:
        """After Caddy: it passes a hand on. Then it makes way for nginx."""
        self.record_a_hand(output)
        self.machine.run("systemctl disable --now caddy")
        self.authority = "/etc/ssl/spades.pem"

    def record_a_hand(self, _output: str) -> None:
        """A table, a game and a hand, over https."""
        made = self.call("/tables", {"name": "Rehearsal"})
        token = made["tokens"]["scorer"]
        game = self.call(f"/tables/{made['table']}/games", GAME, token)["game"]
        self.game, self.token = game, token
        board = self.call(f"/games/{game}/entries", HAND, token)["scoreboard"]
        self.expect("a hand is recorded over https", [side["total"] for side in board["sides"]] == TOTALS, str(board))

    def link_is_printed(self, output: str) -> None:
        """The link has the public URL, and opens."""
        link = re.search(rf"https://{HOST}/join/\S+", output)
        opened = f"-L -c /tmp/cookies -o /dev/null -w '%{{http_code}} %{{url_effective}}' {link[0]}" if link else ""
        found = self.curl(opened) if link else output
        self.expect("the link opens", link is not None and found.startswith("200 "), found)
        self.expect("the doctor finds nothing wrong", "fail" not in output, output)

    def missing_backup_alerts(self, output: str) -> None:
        """Prometheus reads the server's figures; as there is no backup yet, it alerts."""
        self.expect("Prometheus is ready", "Ready" in output, output)
        self.wait_for_prometheus("the server is up for Prometheus", 'up{job="scorekeeper"} == 1')
        self.wait_for_prometheus("the missing backup alerts", MISSING)

    def wait_for_prometheus(self, what: str, asked: str) -> None:
        """Wait until Prometheus finds something."""
        found = self.machine.run(
            f"ask() {{ curl -sS --get --data-urlencode 'query={asked}' {PROMETHEUS}/query || true; }}\n"
            "for _ in $(seq 60); do found=$(ask)\n"
            'case $found in *\'"value":\'*) break ;; esac; sleep 2; done; echo "$found"'
        )
        self.expect(what, '"value":' in found, found)

    def copy_is_elsewhere(self, _output: str) -> None:
        """litestream has copied to the other machine, and Prometheus asks it too. Then there is one more hand."""
        self.wait_for_prometheus("litestream is up for Prometheus", 'up{job="litestream"} == 1')
        self.record_a_hand("")
        self.machine.run("sleep 5")
        found = self.machine.run("find /home/copies/scorekeeper -type f")
        self.expect("the copy is on the other machine", ".ltx" in found, found)

    def copy_is_whole(self, output: str) -> None:
        """Every game in the copy is verified."""
        self.expect("the copy is verified", "nothing wrong" in output, output)

    def last_hand_is_there(self, output: str) -> None:
        """After the restore of the copy: the hand that no nightly backup had; and litestream goes on."""
        self.ready(output)
        self.game_is_there(output)
        self.wait_for_prometheus("litestream is up again", 'up{job="litestream"} == 1')

    def backup_is_there(self, output: str) -> None:
        """The backup's unit made a file that only its account can read."""
        self.wait_for_prometheus("nothing alerts any more", f"absent({MISSING})")
        self.expect(
            "there is a backup",
            re.search(r"^-rw-------.* games-\S+\.sqlite$", output, re.MULTILINE) is not None,
            output,
        )

    def dump_is_there(self, output: str) -> None:
        """On PostgreSQL the same unit makes dumps; it keeps one only if it could be restored and verified."""
        self.expect(
            "there is a dump", re.search(r"^-rw-------.* games-\S+\.dump$", output, re.MULTILINE) is not None, output
        )

    def game_is_there(self, _output: str) -> None:
        """The game as it was recorded, over https."""
        board = self.call(f"/games/{self.game}", None, self.token)["scoreboard"]
        self.expect("the game is there", [side["total"] for side in board["sides"]] == TOTALS, str(board))

    def new_version_runs(self, output: str) -> None:
        """After the upgrade."""
        found = self.machine.run("scorekeeper-admin --version")
        self.expect("the new version runs", NEXT_VERSION in found, found)
        self.game_is_there(output)

    def old_version_runs(self, output: str) -> None:
        """After the rollback."""
        found = self.machine.run("scorekeeper-admin --version")
        self.expect("the older version runs", NEXT_VERSION not in found, found)
        self.game_is_there(output)

    def games_moved(self, output: str) -> None:
        """After a move to another database: the games came along, and the next can be played."""
        self.expect("the games were imported", "imported" in output, output)
        self.ready(output)
        self.record_a_hand(output)

    # What a host has already: a name, a certificate, and new versions.

    def certificate_for_nginx(self) -> None:
        """A certificate that this machine made itself, where an ACME client would put one; and the name."""
        self.machine.run(
            f"echo 127.0.0.1 {HOST} >> /etc/hosts\n"
            f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST} -addext subjectAltName=DNS:{HOST} "
            "-keyout /etc/ssl/spades.key -out /etc/ssl/spades.pem"
        )

    def other_machine(self) -> None:
        """Another machine with ssh, and an account for copies: here under a name of its own."""
        self.machine.run(
            "apt-get install -y openssh-server && systemctl start ssh\n"
            "echo 127.0.0.1 copies.example.org >> /etc/hosts\n"
            "adduser --disabled-password --gecos '' copies\n"
            "printf 'Match User copies\\n    ForceCommand internal-sftp\\n' > /etc/ssh/sshd_config.d/copies.conf\n"
            "systemctl reload ssh"
        )

    def let_the_key_in(self) -> None:
        """The other machine accepts the new key, as the page says."""
        self.machine.run(
            "install -d -o copies -g copies -m 700 /home/copies/.ssh\n"
            'echo "restrict $(cat /etc/scorekeeper-copy/key.pub)" > /home/copies/.ssh/authorized_keys'
        )

    def release_a_version(self) -> None:
        """The next version, in the repository from which the page pulls."""
        self.machine.run(
            "git clone -q /srv/scorekeeper.git /tmp/next && cd /tmp/next\n"
            f"sed -i 's/^version = .*/version = \"{NEXT_VERSION}\"/' pyproject.toml\n"
            "git -c user.name=Host -c user.email=host@example.org commit -qam 'Next version' && git push -q"
        )

    def call(self, path: str, body: object, token: str = "") -> dict:  # type: ignore[type-arg]
        """What the API answers."""
        words = f"'{API}{path}'"
        if token:
            words += f" -H 'Authorization: Bearer {token}'"
        if body is not None:
            words += f" -H 'Content-Type: application/json' -d '{json.dumps(body)}'"
        return json.loads(self.curl(words))  # type: ignore[no-any-return]

    def curl(self, words: str) -> str:
        """What curl prints; it only trusts the certificate of the proxy in use."""
        patience = "--retry 300 --retry-delay 1 --retry-connrefused"
        return self.machine.run(f"curl -s --fail {patience} --cacert {self.authority} {words}")


def new_debian(root: Path, known: Path | None) -> None:
    """A Debian with this machine's settings of apt and pip; a copy of a known one, if there is one."""
    if known:
        subprocess.run(["cp", "-a", "--reflink=auto", known, root], check=True)
    else:
        make_debian(root)
    take_settings(root)


def rehearse_container() -> None:
    """Follow the Containerfile with packages from the network, start what it builds, and stop that."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-", dir="/var/tmp") as folder:
        stage = follow(CHECKOUT, Path(folder, "image"), (CHECKOUT / "deploy/Containerfile").read_text("utf-8"))
        with started(stage, Path(folder)) as container:
            container.wait_until_healthy()
            for script in ("import psycopg", "from importlib.util import find_spec as f; assert not f('pip')"):
                done = container.run("python3", "-c", script)
                if done.returncode:
                    raise Failed(done.stderr)
            print(container.run("scorekeeper", "doctor").stdout)
            status = container.stop()
        if status:
            raise Failed(f"it stopped with exit status {status}")
    print("The container is as its file says.")


def main() -> None:
    """Make the machine, follow the page, and clear the machine away."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debian", type=Path, help="use a copy of this Debian, made by debootstrap")
    parser.add_argument("--only", nargs="+", default=(), help="follow only the sections with these headings")
    parser.add_argument("--container", action="store_true", help="follow deploy/Containerfile instead")
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    chosen = parser.parse_args()
    if chosen.container:
        rehearse_container()
        return
    missing = [name for name in ("debootstrap", "slirp4netns", "unshare", "nsenter") if shutil.which(name) is None]
    if missing:
        sys.exit(f"The rehearsal needs {', '.join(missing)}")
    folder = Path(tempfile.mkdtemp(prefix="rehearsal-", dir="/var/tmp"))
    root = folder / "root"
    try:
        new_debian(root, chosen.debian)
        subprocess.run(["git", "clone", "-q", "--bare", CHECKOUT, root / "srv/scorekeeper.git"], check=True)
        machine = Machine(root)
        try:
            machine.run("git clone -q /srv/scorekeeper.git scorekeeper")
            Rehearsal(machine).follow(PAGE.read_text("utf-8"), chosen.only)
        finally:
            machine.stop()
    except Failed as error:
        sys.exit(str(error))
    finally:
        if not chosen.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
