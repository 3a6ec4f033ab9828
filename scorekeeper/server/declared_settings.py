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
    f"Where games are stored: sqlite:///… or postgresql://…; by default {DATABASE_FILE} in the instance folder.",
)
SECRET_KEY = Setting(
    "SCOREKEEPER_SECRET_KEY", "Signs cookies and forms; created at the first start and stored in the instance folder."
)
ACCESS_LOG = Setting(
    "SCOREKEEPER_ACCESS_LOG", "Whether to log each request by its route: no id, name or token.", ("off", "on")
)
SECURITY_LOG = Setting(
    "SCOREKEEPER_SECURITY_LOG",
    "Whether to log who joins, is refused or removed, and which links are made or revoked: no id, name or token.",
    ("on", "off"),
)
LOG_FORMAT = Setting(
    "SCOREKEEPER_LOG_FORMAT", "The format of the logs: lines of text, or JSON objects.", ("text", "json")
)
STRANGERS_CREATE_TABLES = Setting(
    "SCOREKEEPER_STRANGERS_CREATE_TABLES",
    "Whether anyone may create a table; if off, only keepers of an existing one.",
    ("on", "off"),
)
PROXIES = Setting(
    "SCOREKEEPER_PROXIES",
    "How many of your proxies are in front of the app: their X-Forwarded-For and X-Forwarded-Proto are trusted.",
    ("0", "1", "2", "3", "4"),
)
URL = Setting(
    "SCOREKEEPER_URL",
    "The app's public URL, such as https://spades.example.org or https://home.example/spades: links and QR codes use "
    "it, and requests to any other host are refused.",
)
FORWARDED_HOST = Setting(
    "SCOREKEEPER_FORWARDED_HOST",
    "Whether to trust the proxies' X-Forwarded-Host too; only for proxies that set it themselves.",
    ("off", "on"),
)
RATE_LIMITS = Setting(
    "SCOREKEEPER_RATE_LIMITS",
    "Whether to limit wrong links and codes, new tables, file checks and writes per minute and hour.",
    ("on", "off"),
)
RATE_LIMIT_STORAGE = Setting(
    "SCOREKEEPER_RATE_LIMIT_STORAGE",
    "Where to count for the limits: memory:// for one process, database:// on PostgreSQL for several. By default "
    "memory://, and database:// with --workers.",
)
API_ORIGINS = Setting(
    "SCOREKEEPER_API_ORIGINS",
    "The websites whose pages may call the API (CORS), such as https://club.example.org, with spaces between them; "
    "none by default.",
)
METRICS_TOKEN = Setting(
    "SCOREKEEPER_METRICS_TOKEN",
    "The bearer token with which Prometheus reads /metrics; without it, there is no such page.",
)
TIME_ZONE = Setting("SCOREKEEPER_TIME_ZONE", "The time zone of the pages, such as Europe/Berlin; UTC by default.")
ROOMS = Setting(
    "SCOREKEEPER_ROOMS",
    "The rooms beside the table that are open, such as club tournaments; by default all whose packages are installed, "
    "none if empty.",
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
    API_ORIGINS,
    METRICS_TOKEN,
    TIME_ZONE,
    ROOMS,
)
