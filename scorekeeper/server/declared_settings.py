"""All settings, each with its name, its effect and its values."""

from dataclasses import dataclass

DATABASE_FILE = "scorekeeper.sqlite"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its environment variable, its effect, and its values, default first."""

    name: str
    help: str
    values: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in `config.toml`."""
        return self.name.removeprefix("SCOREKEEPER_").lower()


INSTANCE = Setting("SCOREKEEPER_INSTANCE", "The folder with the database, the secret key and config.toml.")
DATABASE_URL = Setting(
    "SCOREKEEPER_DATABASE_URL",
    f"Where games are kept: sqlite:///… or postgresql://…; else in {DATABASE_FILE} in the instance folder.",
)
SECRET_KEY = Setting(
    "SCOREKEEPER_SECRET_KEY", "Signs cookies and forms; made at the first start and kept in the instance folder."
)
ACCESS_LOG = Setting(
    "SCOREKEEPER_ACCESS_LOG", "Whether each request is logged, by its route: no id, name or token.", ("off", "on")
)
SECURITY_LOG = Setting(
    "SCOREKEEPER_SECURITY_LOG",
    "Whether it is logged who joins, is refused or removed, and which links are made and end: no id, name or token.",
    ("on", "off"),
)
LOG_FORMAT = Setting(
    "SCOREKEEPER_LOG_FORMAT", "How the app's logs are written: lines for people, or JSON objects.", ("text", "json")
)
STRANGERS_CREATE_TABLES = Setting(
    "SCOREKEEPER_STRANGERS_CREATE_TABLES",
    "Whether anyone who finds the app may start a table; else only the keepers of one.",
    ("on", "off"),
)
PROXIES = Setting(
    "SCOREKEEPER_PROXIES",
    "How many proxies of yours stand in front: their word is taken for the reader's address, and for https.",
    ("0", "1", "2", "3", "4"),
)
URL = Setting(
    "SCOREKEEPER_URL",
    "The address that browsers use, such as https://spades.example.org: links and QR codes carry it, and requests to "
    "any other host are refused.",
)
FORWARDED_HOST = Setting(
    "SCOREKEEPER_FORWARDED_HOST",
    "Whether those proxies' word is taken for the host too; only for proxies that set X-Forwarded-Host themselves.",
    ("off", "on"),
)
RATE_LIMITS = Setting(
    "SCOREKEEPER_RATE_LIMITS",
    "Whether guesses at links and codes, new tables, checks and writes are limited by the minute and hour.",
    ("on", "off"),
)
RATE_LIMIT_STORAGE = Setting(
    "SCOREKEEPER_RATE_LIMIT_STORAGE",
    "Where the limits are counted: memory:// for one server process; several share redis://… or memcached://….",
)
METRICS_TOKEN = Setting(
    "SCOREKEEPER_METRICS_TOKEN",
    "Opens /metrics to Prometheus, which sends it as a bearer token; there is no such page without it.",
)
TIME_ZONE = Setting(
    "SCOREKEEPER_TIME_ZONE", "The clock that the pages tell times by, such as Europe/Berlin; UTC where none is named."
)
SETTINGS = (
    INSTANCE,
    DATABASE_URL,
    SECRET_KEY,
    ACCESS_LOG,
    SECURITY_LOG,
    LOG_FORMAT,
    STRANGERS_CREATE_TABLES,
    PROXIES,
    URL,
    FORWARDED_HOST,
    RATE_LIMITS,
    RATE_LIMIT_STORAGE,
    METRICS_TOKEN,
    TIME_ZONE,
)
