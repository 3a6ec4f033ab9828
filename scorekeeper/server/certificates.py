"""The server's own certificate authority for https, and the certificates that it issues for the machine's addresses.

Phones trust the authority once, and need nothing new when the addresses change. It can vouch only for private addresses
and local names: a stolen key can't impersonate a bank.
"""

import ipaddress
import socket
import ssl
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _
from scorekeeper.durable_files import make_folder, write_private
from scorekeeper.server.settings import BadSetting
from scorekeeper.storage.upgrade import file_locked

CERTIFICATES = "OWN_CERTIFICATES"
"""The configuration key of the `OwnCertificates`, if the server has its own."""

FOLDER = "https"
AUTHORITY, AUTHORITY_KEY, SERVER = "authority.pem", "authority.key", "server.pem"
AUTHORITY_LASTS = timedelta(days=3650)
LASTS = timedelta(days=390)  # phones refuse certificates for more than 825 days
RENEW_BEFORE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(days=1)
MAX_HOSTS = 40  # a laptop joins many networks

Address = IPv4Address | IPv6Address

PRIVATE = tuple(
    ipaddress.ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
"""The networks whose addresses it may vouch for; providers and mesh VPNs assign 100.64.0.0/10."""

LOCAL = ("localhost", "local", "lan", "home", "internal", "home.arpa")
"""The domains whose names it may vouch for, besides the machine's own name."""


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


SERVERS = _named("Scorekeeper")
"""The subject of its servers' certificates."""

NOBODY = "scorekeeper.invalid"
"""A domain that cannot exist."""

ALWAYS = ("localhost", "127.0.0.1", "::1")


def is_private(address: Address) -> bool:
    """Whether the authority may vouch for this address."""
    return any(address in network for network in PRIVATE)


@dataclass(frozen=True, slots=True)
class Authority:
    """The certificate authority: its certificate and key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint of its certificate, as phones show it."""
        return self.certificate.fingerprint(SHA256()).hex(":").upper()

    @property
    def pem(self) -> bytes:
        """Its certificate, for phones to install."""
        return self.certificate.public_bytes(Encoding.PEM)

    def issue(self, hosts: set[str]) -> bytes:
        """A certificate for these addresses and names with its key, and the authority's certificate."""
        key = ec.generate_private_key(ec.SECP256R1())
        extended = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        certificate = (
            _begun(SERVERS, self.certificate.subject, key, LASTS)
            .add_extension(x509.SubjectAlternativeName([_host(host) for host in sorted(hosts)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(extended, critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, SHA256())
        )
        return _pem(key) + certificate.public_bytes(Encoding.PEM) + self.pem


def make_authority(machine: str) -> Authority:
    """A new authority for private addresses, local names and this machine's name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named(f"Scorekeeper on {machine}"[:64])
    usage = {"key_cert_sign": True, "crl_sign": True}
    others = "digital_signature content_commitment key_encipherment data_encipherment key_agreement"
    unused = dict.fromkeys([*others.split(), "encipher_only", "decipher_only"], False)
    permitted: list[x509.GeneralName] = [*map(x509.DNSName, (*LOCAL, *_names(machine))), *map(x509.IPAddress, PRIVATE)]
    # A kind of name without a constraint is open: of these, only names that nobody has, and our own servers' subject.
    permitted += [x509.RFC822Name(NOBODY), x509.UniformResourceIdentifier(NOBODY), x509.DirectoryName(SERVERS)]
    certificate = (
        _begun(name, name, key, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**usage, **unused), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.NameConstraints(permitted, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    return Authority(certificate, key)


class OwnCertificates:
    """The authority in the instance folder, and the server's current certificate.

    Thread-safe. Raises `BadSetting` if the folder cannot be read or written.
    """

    def __init__(self, instance: Path) -> None:
        self.folder = instance / FOLDER
        self._lock = threading.Lock()
        self._machine = socket.gethostname()
        try:
            make_folder(self.folder)
            with file_locked(self.folder / "lock"):
                self.authority = self._authority()
                self._hosts, self._until = self._issued()
        except (OSError, ValueError) as error:
            raise BadSetting(
                _("The certificates in {folder} cannot be used ({why})", folder=str(self.folder), why=str(error))
            ) from error
        self._context: ssl.SSLContext | None = None

    def context_for(self, address: str) -> ssl.SSLContext:
        """The TLS context for clients of this address of the machine; issues a new certificate if needed."""
        with self._lock:
            wanted = self._wanted(address)
            if not wanted <= self._hosts or utc_now() > self._until - RENEW_BEFORE:
                self._hosts = wanted if len(self._hosts) > MAX_HOSTS else wanted | self._hosts
                write_private(self.folder / SERVER, self.authority.issue(self._hosts))
                self._until, self._context = utc_now() + LASTS, None
            if self._context is None:
                self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
                self._context.set_alpn_protocols(["http/1.1"])
                self._context.load_cert_chain(self.folder / SERVER)
            return self._context

    def _authority(self) -> Authority:
        if not (self.folder / AUTHORITY).exists():
            return self._new_authority()
        key = load_pem_private_key((self.folder / AUTHORITY_KEY).read_bytes(), password=None)
        certificate = x509.load_pem_x509_certificate((self.folder / AUTHORITY).read_bytes())
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
            raise ValueError(f"{AUTHORITY_KEY} is not the key of {AUTHORITY}")
        if utc_now() > certificate.not_valid_after_utc - LASTS:
            return self._new_authority()
        return Authority(certificate, key)

    def _new_authority(self) -> Authority:
        made = make_authority(self._machine)
        write_private(self.folder / AUTHORITY_KEY, _pem(made.key))
        write_private(self.folder / AUTHORITY, made.pem)
        (self.folder / SERVER).unlink(missing_ok=True)
        return made

    def _issued(self) -> tuple[set[str], datetime]:
        """The hosts of the stored certificate and when it expires; none if there is no certificate."""
        if not (self.folder / SERVER).exists():
            return set(), utc_now()
        found = x509.load_pem_x509_certificate((self.folder / SERVER).read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        addresses = names.get_values_for_type(x509.IPAddress)
        return {*names.get_values_for_type(x509.DNSName), *map(str, addresses)}, found.not_valid_after_utc

    def _wanted(self, address: str) -> set[str]:
        found = ipaddress.ip_address(address.partition("%")[0])
        own = found.ipv4_mapped if isinstance(found, IPv6Address) and found.ipv4_mapped else found
        return {*ALWAYS, *_names(self._machine)} | ({str(own)} if is_private(own) else set())


def _names(machine: str) -> tuple[str, ...]:
    """The machine's names on its network that a certificate can contain."""
    name = machine.lower()
    fits = name.isascii() and name.replace("-", "").replace(".", "").isalnum()
    return (name, f"{name.partition('.')[0]}.local") if fits else ()


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, lasts: timedelta
) -> x509.CertificateBuilder:
    now = utc_now()
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + lasts)
    )


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
