"""nginx in front of the app with https and a new certificate, set up as in docs/hosting.md."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

NGINX = ("nginx", "/usr/sbin/nginx")  # Debian puts it where only root's PATH looks
NO_NGINX = "no nginx here: install it (apt install nginx-light)"
STOPS_WITHIN = 60  # seconds, on a busy machine

CONFIG = """
daemon off;
{user}
pid nginx.pid;
error_log stderr error;
events {{}}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxied;
    fastcgi_temp_path unused-fastcgi;
    uwsgi_temp_path unused-uwsgi;
    scgi_temp_path unused-scgi;
    server {{
        listen 127.0.0.1:{port} {ssl};
        ssl_certificate certificate.pem;
        ssl_certificate_key certificate.pem;
        location / {{
            proxy_pass {app};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            {per_page}
        }}
        {beside}
    }}
}}
"""


def own_port() -> socket.socket:
    """A port of this machine, reserved for the proxy: its URL is known before anything runs behind it."""
    return socket.create_server(("127.0.0.1", 0))


def address(port: socket.socket, scheme: str = "https") -> str:
    """The URL of the proxy with this port."""
    return f"{scheme}://localhost:{port.getsockname()[1]}"


@contextmanager
def proxied(
    folder: Path, port: socket.socket, app: str, per_page: str = "", beside: str = "", scheme: str = "https"
) -> Iterator[str]:
    """The URL of nginx in front of the app at `app`.

    `per_page` is more configuration for the app's own URLs, `beside` for others.
    """
    folder.mkdir(exist_ok=True)
    certificate = trustme.CA().issue_cert("localhost", "127.0.0.1")
    certificate.private_key_and_cert_chain_pem.write_to_path(str(folder / "certificate.pem"))
    user = "user root;" if os.geteuid() == 0 else ""  # its own user cannot enter the folders of root's tests
    (folder / "nginx.conf").write_text(
        CONFIG.format(
            port=port.getsockname()[1],
            ssl="ssl" if scheme == "https" else "",
            app=app,
            user=user,
            per_page=per_page,
            beside=beside,
        )
    )
    handed_on = port.fileno()
    process = subprocess.Popen(
        [nginx(), "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"],
        # nginx takes over a listening socket, as it does in an upgrade of its binary.
        env={**os.environ, "NGINX": f"{handed_on};"},
        pass_fds=[handed_on],
        stderr=subprocess.PIPE,
        text=True,
    )
    url = address(port, scheme)
    port.close()
    try:
        yield url
    finally:
        ended_by_itself = process.poll() is not None
        process.terminate()
        _, errors = process.communicate(timeout=STOPS_WITHIN)
        assert not ended_by_itself, errors


def nginx() -> str:
    """The program; skips if there is none."""
    found = next((path for path in map(shutil.which, NGINX) if path), None)
    if found is None:
        pytest.skip(NO_NGINX)
    return found
