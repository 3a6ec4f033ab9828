"""The picture of a night: two sides that stayed together with each game as a line, or every player with tiles."""

from collections.abc import Sequence
from datetime import tzinfo
from itertools import groupby

from scorekeeper.core.game import CLOSE, HAND
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas, with_dots
from scorekeeper.rooms.club.pages.nights.page import side_names, wins_of_sides
from scorekeeper.rooms.club.pages.players.figures import signed_text
from scorekeeper.rooms.club.services.nights import Night, NightGame, NightTotals, best_partners, closest_game
from scorekeeper.storage.events import last_times
from scorekeeper.web.formatting import clock_in, date_text
from scorekeeper.web.pictures.parts import BOLD, FOOT, HEIGHT, LEFT, RIGHT, WIDTH, figure, top_line
from scorekeeper.web.pictures.text import fitted, line_of, one_or_two

FIELD = 480
"""The height of the two fields with the games won."""
ROWS, ROWS_END = 506, 842
"""Where the lines of the games begin, and the last one ends."""
PITCH = 64
MAX_LINES = 9
MIDDLE = WIDTH / 2
BAR = 292
"""The longest bar."""
HEADLINE = 560
"""The height of the field with the best partners."""
FEW_PLAYERS = 8
"""Of as many, or fewer, there is room for nils and bags below them."""
PLAYERS_TOP, PLAYERS_ROOM, WHOLE_ROOM = 590, 426, 640
"""Where the rows of players begin, and how high they all may be: above those, and without them."""


def night_card(table: str, night: Night, zone: tzinfo, alt: str) -> View:
    """Values for `pictures/night.svg`, of a night with games."""
    common = {
        "width": WIDTH,
        "height": HEIGHT,
        "alt": alt,
        "top": top_line(table, date_text(night.day, "long")),
        "foot": {"name": line_of("Scorekeeper", 29, BOLD), "y": FOOT},
    }
    view = _of_two_sides(night, zone) if night.fixed else _of_players(night)
    note = fitted(str(view.pop("note")), 29, RIGHT - LEFT - 290, smallest=20)
    return common | view | {"note": note}


def _of_two_sides(night: Night, zone: tzinfo) -> View:
    won = wins_of_sides(night)
    fields = []
    for side, name in enumerate(side_names(night)):
        left = LEFT + side * MIDDLE - side * 16
        width = MIDDLE - LEFT - 48
        count = line_of(str(won[side]), 286, BOLD)
        words = _n(won[side], "game won", "games won").split(" ", 1)
        fields.append(
            {
                "index": side,
                "x": side * MIDDLE,
                "left": left,
                "name": fitted(name, 62, width, BOLD, 36),
                "count": count,
                "words": [(line_of(word, 37), 382 + place * 42) for place, word in enumerate(words)],
                "words_x": left + count.width + 40,
            }
        )
    hands = _n(night.hands, "1 hand", "{count} hands")
    return {
        "fields": fields,
        "lines": _game_lines(night) if len(night.games) <= MAX_LINES else _hour_lines(night, zone),
        "headline": None,
        "players": [],
        "facts": _placed([_nils(night), _largest(night), _bags(night), _closest(night)], 855),
        "note": with_dots([_n(len(night.games), "1 game", "{count} games"), hands, *_hours(night, zone)]),
    }


def _hours(night: Night, zone: tzinfo) -> list[str]:
    """From when to when the night was played, in the table's time zone."""
    ended = last_times([game.row.id for game in night.games], (HAND, CLOSE)).values()
    if not ended:
        return []
    first = min(game.row.created for game in night.games)
    return [_("{first} to {last}", first=clock_in(zone, first), last=clock_in(zone, max(ended)))]


def _totals(game: NightGame) -> list[int]:
    return [game.totals[side] for side in game.order]


def _game_lines(night: Night) -> list[View]:
    """A line for each game: both totals, and bars that grow outwards from them."""
    pitch = min(PITCH, (ROWS_END - ROWS) / len(night.games))
    size = min(43, pitch * 0.7)
    most = max(1, *(total for game in night.games for total in game.totals))
    lines = []
    for place, game in enumerate(night.games):
        y = ROWS + pitch * place + pitch / 2
        sides = []
        for side, total in enumerate(_totals(game)):
            is_winner = game.winner == game.order[side]
            text = fitted(figure(total, game.unit), size, 100, BOLD if is_winner else 400)
            sides.append(
                {"text": text, "won": is_winner, "bar": round(BAR * max(0, total) / most, 1), "index": side}
                | {"x": MIDDLE - 20 if side == 0 else MIDDLE + 20}
            )
        lines.append({"number": line_of(str(place + 1), min(29, size)), "y": y, "rule": place > 0, "sides": sides})
        lines[-1]["top"] = y - pitch / 2
    return lines


def _hour_lines(night: Night, zone: tzinfo) -> list[View]:
    """Of many games a line for each hour: how many each side won in it."""
    hours = [
        (hour, list(games)) for hour, games in groupby(night.games, lambda game: game.row.created.astimezone(zone).hour)
    ]
    hours = hours[-MAX_LINES:]
    won = [[sum(game.winner == game.order[side] for game in games) for side in range(2)] for _hour, games in hours]
    most = max(1, *(games for both in won for games in both))
    pitch = min(PITCH, (ROWS_END - ROWS) / len(hours))
    lines: list[View] = []
    for place, (hour, _games) in enumerate(hours):
        y = ROWS + pitch * place + pitch / 2
        sides = [
            {"text": line_of(str(games_won), min(43, pitch * 0.7), BOLD), "won": True, "index": side}
            | {"bar": round(BAR * games_won / most * 0.6, 1), "x": MIDDLE - 20 if side == 0 else MIDDLE + 20}
            for side, games_won in enumerate(won[place])
        ]
        lines.append({"number": line_of(f"{hour:02}:00", 26), "y": y, "rule": place > 0, "sides": sides})
        lines[-1]["top"] = y - pitch / 2
    return lines


def _of_players(night: Night) -> View:
    pair = best_partners(night)
    best: NightTotals | None = pair or (night.players[0] if night.players else None)
    heads = one_or_two(best.name if best else _("One night"), 118, 72, RIGHT - LEFT, BOLD)
    label = _("Best partnership") if pair else _("Most wins")
    under = ""
    if best is not None and pair is not None:
        ahead = round(best.margin / best.games)
        won = _("Won {won} of {games} together", won=best.won, games=best.games)
        under = _("{won}, {points} ahead on average", won=won, points=ahead) if ahead > 0 else won
    elif best is not None:
        under = _("Won {won} of {games}", won=best.won, games=best.games)
    last = 406
    has_facts = len(night.players) <= FEW_PLAYERS
    pitch = min(63.0, (PLAYERS_ROOM if has_facts else WHOLE_ROOM) / max(1, len(night.players)))
    each = {player.games for player in night.players}
    return {
        "fields": [],
        "lines": [],
        "headline": {
            "height": HEADLINE,
            "label": line_of(label, 44),
            "names": [(line, last - (len(heads) - 1 - row) * 96) for row, line in enumerate(heads)],
            "label_y": 260 if len(heads) == 1 else 196,
            "under": fitted(under, 44, RIGHT - LEFT),
        },
        "players": [_player_row(player, row, pitch, len(night.games)) for row, player in enumerate(night.players)],
        "facts": _placed([_nils(night), _bags(night)], 1035) if has_facts else [],
        "note": with_dots(
            [
                _n(len(night.games), "1 game", "{count} games"),
                *([_("{count} players", count=len(night.players))] if not has_facts else []),
                _n(min(each), "1 game each", "{count} games each")
                if len(each) == 1
                else _n(night.hands, "1 hand", "{count} hands"),
            ]
        ),
    }


def _player_row(player: NightTotals, row: int, pitch: float, games: int) -> View:
    """A player's row: the place, a tile for each game of the night, filled if it was won."""
    y, size = PLAYERS_TOP + (row + 0.5) * pitch, min(38.0, pitch * 0.66)
    step = min(33.0, 230 / games)
    points = line_of(signed_text(player.margin), size)
    return {
        "y": y,
        "rule": row > 0,
        "top": y - pitch / 2,
        "high": size,
        "number": line_of(str(row + 1), min(29, size)),
        "name": fitted(player.name, size + 2, 420, BOLD),
        "tiles": [
            {"x": round(562 + step * at, 1), "won": won, "width": round(step * 0.72, 1)}
            for at, won in enumerate(player.results)
            if won is not None
        ],
        "won": line_of(str(player.won), size, BOLD),
        "points": points,
    }


Fact = tuple[str, int | None, str, str]
"""A label, the side whose mark stands before the value or None, the value, a note."""


def _placed(facts: Sequence[Fact | None], top: float) -> list[View]:
    """The facts as cards, two in a row."""
    shown = [fact for fact in facts if fact is not None]
    width = (RIGHT - LEFT - 20) / 2
    views: list[View] = []
    for place, (label, side, value, note) in enumerate(shown):
        x, y = LEFT + place % 2 * (width + 20), top + place // 2 * 190
        room = width - 58 - (44 if side is not None else 0)
        views.append(
            {
                "x": x,
                "y": y,
                "width": width,
                "index": side,
                "label": fitted(label, 31, width - 58),
                "value": fitted(value, 46, room, BOLD, 28),
                "note": fitted(note, 30, width - 58, smallest=22),
            }
        )
    return views


def _nils(night: Night) -> Fact | None:
    if not night.nils:
        return None
    note = _("blind {made} of {nils}", made=night.blind_nils_made, nils=night.blind_nils) if night.blind_nils else ""
    if not night.fixed:
        best = max(night.players, key=lambda player: (player.nils_made, -player.nils))
        if best.nils_made:
            note = _("{name} made {made} of {nils}", name=best.name, made=best.nils_made, nils=best.nils)
    return _("Nils"), None, _("{made} of {nils} made", made=night.nils_made, nils=night.nils), note


def _largest(night: Night) -> Fact | None:
    hand = night.largest
    if hand is None:
        return None
    where = _("game {game}, hand {hand}", game=hand.game + 1, hand=hand.hand)
    return _("Biggest hand"), night.games[hand.game].order.index(hand.side), signed_text(hand.points), where


def _bags(night: Night) -> Fact | None:
    side = night.bags[0] if night.bags else None
    if side is None or not side.bags:
        return None
    cost = _("cost them {points}", points=side.cost) if side.cost else _("cost them nothing")
    return _("Most bags"), side.side if night.fixed else None, f"{side.name}, {side.bags}", cost


def _closest(night: Night) -> Fact | None:
    found = closest_game(night)
    if found is None:
        return None
    index, points = found
    game = night.games[index]
    totals = "–".join([figure(total, game.unit) for total in sorted(game.totals, reverse=True)])
    hands = _n(game.hands, "in 1 hand", "in {count} hands")
    side = None if game.winner is None else game.order.index(game.winner)
    return _("Closest game"), side, _("by {points}", points=points), with_commas([totals, hands])
