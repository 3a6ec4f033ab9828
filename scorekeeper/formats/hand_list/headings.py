"""What the headings of a list of hands say, in the three languages: bids, tricks, hands, points and dates."""

import re

from scorekeeper.formats.list_sides import label_of


def _words(*beginnings: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(beginnings)})\w*", re.IGNORECASE)


IS_BID = _words(
    *("bids?\\b", "contract", "calls?\\b", "ansage", "angesagt", "gebot", "gereizt", "soll\\b"),
    *("apuesta", "puja", "pedid", "subasta", "canto", "oferta", "contrato", "dijo"),
)
IS_TOOK = _words(
    *("took\\b", "taken", "tricks?\\b", "books?\\b", "made\\b", "won\\b", "got\\b"),
    *("actual", "stich", "gemacht", "geholt", "bekommen", "ist\\b"),
    *("bazas?\\b", "hech", "hizo", "hicieron", "ganad", "llevad", "tomad"),
)
IS_ROUND = _words("round", "runde", "ronda", "vuelta")
IS_HAND = _words("hand", "deals?\\b", "no\\b", "nr\\b", "núm", "num", "blatt", "mano", "reparto")
IS_GAME = _words("game", "match", "spiel", "partie", "partida", "juego")
IS_DEALER = _words("dealer", "dealt", "geber", "gibt", "reparte", "repartidor")
IS_DATE = _words("dates?\\b", "days?\\b", "night", "played on", "datum", "tag\\b", "abend", "fecha", "día", "noche")
UNIT = re.compile(r"\s*[(\[][^)\]]*[)\]]")
"""What a heading says in brackets, such as a unit."""
IS_POINTS = _words(
    "points?\\b", "pts\\b", "score", "total", "running", "punkt", "pkt\\b", "stand\\b", "punto", "tanto", "suma"
)
IS_SUM = _words("total", "sum", "gesamt", "insgesamt", "endstand", "suma", "score")


def says_number(head: str) -> bool:
    return any(pattern.search(head) for pattern in (IS_HAND, IS_ROUND)) or head == "#"


def is_of_all(head: str) -> bool:
    """Whether a column says the same of all sides."""
    return any(pattern.search(head) for pattern in (IS_DATE, IS_GAME, IS_DEALER)) and not says_bid_or_tricks(head)


def says_bid_or_tricks(head: str) -> bool:
    return says_bid(head) or says_tricks(head)


def said_in(head: str) -> str:
    """What a heading says, without a unit in brackets, unless it says there what the column has."""
    plain = UNIT.sub("", head)
    is_known = any(words.search(plain) for words in (IS_BID, IS_TOOK, IS_POINTS, IS_HAND, IS_DATE))
    return plain if is_known else head


def says_bid(head: str) -> bool:
    return IS_BID.search(said_in(head)) is not None


def says_tricks(head: str) -> bool:
    """Whether it says tricks; what says a bid, too, has those that were bid."""
    return IS_TOOK.search(said_in(head)) is not None and not says_bid(head)


def says_points(head: str) -> bool:
    return IS_POINTS.search(UNIT.sub("", head)) is not None and not says_bid_or_tricks(head)


def label_in(head: str) -> str:
    """Whose column it is, as far as its heading says: `we` of `We took`."""
    return label_of(IS_TOOK.sub(" ", IS_BID.sub(" ", UNIT.sub("", head))))
