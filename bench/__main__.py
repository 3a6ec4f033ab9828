"""`python -m bench`: measures and prints a table and then, on the last line, JSON. Arguments choose the parts.

Some run only on request, and take a number: `python -m bench crashes=300 restarts=30 peer=100000`.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable

from bench import (
    club,
    cost,
    crashes,
    dear,
    disk_full,
    every_page,
    exporting,
    failover,
    first_load,
    hall,
    history,
    hostile,
    ihatemoney,
    live,
    million,
    peer,
    phone,
    races,
    rated_clubs,
    ratings,
    readers,
    recording,
    replay,
    restarts,
    scale,
    slow,
    soak,
    starting,
    tapping,
    tournament,
    waiting_taps,
    what_wins,
)

PARTS: dict[str, Callable[[], dict[str, float]]] = {
    "replay": replay.measured,
    "recording": recording.measured,
    "cost": cost.measured,
    "first-load": first_load.measured,
    "history": history.measured,
    "export": exporting.measured,
    "phone": phone.measured,
    "tapping": tapping.measured,
    "waiting-taps": waiting_taps.measured,
    "what-wins": what_wins.measured,
    "tournament": tournament.measured,
    "hall": hall.measured,
    "starting": starting.measured,
    "hostile": hostile.measured,
    "dear": dear.measured,
    "slow-connections": slow.measured,
    "slow-readers": readers.measured,
    "live": live.measured,
    "club": club.on_sqlite,
    "club-postgres": club.on_postgres,
}
WHEN_NAMED: dict[str, tuple[Callable[[int], dict[str, float]], int]] = {
    "crashes": (crashes.measured, crashes.KILLS),
    "crashes-in-a-round": (crashes.in_a_round, crashes.ROUND_KILLS),
    "crashes-postgres": (restarts.workers_killed, restarts.RESTARTS),
    "restarts": (restarts.measured, restarts.RESTARTS),
    "disk-full": (disk_full.on_sqlite, disk_full.TIMES),
    "disk-full-postgres": (disk_full.on_postgres, disk_full.TIMES),
    "races": (races.on_sqlite, races.ROUNDS),
    "races-postgres": (races.on_postgres, races.ROUNDS),
    "soak": (soak.on_sqlite, soak.HANDS),
    "soak-postgres": (soak.on_postgres, soak.HANDS),
    "every-page": (every_page.measured, every_page.LARGE[0]),
    "peer": (peer.measured, peer.MANY),
    "rated-clubs": (rated_clubs.measured, rated_clubs.TIMES),
    "ratings": (ratings.measured, ratings.GAMES),
    "failover": (failover.measured, failover.FAILOVERS),
    "scale": (scale.measured, scale.SECONDS),
    "million": (million.measured, million.TABLES),
}
ROWS = (
    ("replay", "A game of 20 hands, scored again", "{ms:.2f} ms", "1 ms"),
    ("replay", "  the same in hands a second", "{hands_per_second:,.0f}", ""),
    ("replay", "  from sheet to scoreboard, both as JSON", "{from_json_ms:.2f} ms", ""),
    ("recording", "Recording a hand, the POST", "{post_ms:.2f} ms", ""),
    ("recording", "  against the floor of {post_floor_ms:.2f} ms", "{post_ratio:.2f} ×", "2 ×"),
    ("recording", "Recording a hand and the page after it", "{post_and_get_ms:.2f} ms", ""),
    ("recording", "  against the floor of {post_and_get_floor_ms:.2f} ms", "{post_and_get_ratio:.2f} ×", "4 ×"),
    ("cost", "A game page of 20 hands, processor", "{page_ms:.2f} ms", ""),
    ("cost", "  against a bare page of 30 rows, {page_floor_ms:.2f} ms", "{page_ratio:.2f} ×", "5 ×"),
    ("cost", "  the first page after a hand", "{new_page_ms:.2f} ms", ""),
    ("cost", "  against the same bare page, {new_page_floor_ms:.2f} ms", "{new_page_ratio:.2f} ×", "5 ×"),
    ("cost", "Nothing new: a 304", "{unchanged_ms:.2f} ms", ""),
    ("cost", "  against an empty one, {unchanged_floor_ms:.2f} ms", "{unchanged_ratio:.2f} ×", "3.5 ×"),
    ("cost", "A hand, and what three followers fetch", "{hand_ms:.2f} ms", ""),
    ("cost", "  against the floor of {hand_floor_ms:.2f} ms", "{hand_ratio:.2f} ×", "2 ×"),
    ("first-load", "First load of a game of 20 hands, packed", "{first_body_bytes:,.0f} bytes", "16,384 bytes"),
    ("first-load", "  with all headers", "{first_bytes:,.0f} bytes", ""),
    ("first-load", "  requests", "{first_requests:.0f}", ""),
    ("first-load", "Coming back to it, packed", "{again_body_bytes:,.0f} bytes", ""),
    ("first-load", "  requests", "{again_requests:.0f}", ""),
    ("history", "A table of {games:,.0f} games: its history", "{history_ms:.1f} ms", ""),
    ("history", "  against 100 games, {history_few_ms:.1f} ms", "{history_ratio:.2f} ×", "1.3 ×"),
    ("history", "A player's page there", "{player_ms:.1f} ms", ""),
    ("history", "  against 100 games, {player_few_ms:.1f} ms", "{player_ratio:.2f} ×", "1.3 ×"),
    ("history", "A game's page there", "{game_ms:.1f} ms", ""),
    ("history", "  against 100 games, {game_few_ms:.1f} ms", "{game_ratio:.2f} ×", "1.3 ×"),
    ("history", "A night there", "{night_ms:.1f} ms", ""),
    ("history", "  against 100 games, {night_few_ms:.1f} ms", "{night_ratio:.2f} ×", "1.3 ×"),
    ("history", "A season of three nights there, by points", "{season_ms:.1f} ms", ""),
    ("history", "  against 100 games, {season_few_ms:.1f} ms", "{season_ratio:.2f} ×", "1.3 ×"),
    ("history", "  by the places of each night", "{places_ms:.1f} ms", ""),
    ("history", "  against 100 games, {places_few_ms:.1f} ms", "{places_ratio:.2f} ×", "1.3 ×"),
    ("history", "  what is owed in it", "{owed_ms:.1f} ms", ""),
    ("history", "  against 100 games, {owed_few_ms:.1f} ms", "{owed_ratio:.2f} ×", "1.3 ×"),
    ("history", "The leaderboard there", "{players_ms:.1f} ms", ""),
    ("history", "  against 100 games, {players_few_ms:.1f} ms", "{players_ratio:.2f} ×", "1.3 ×"),
    ("ratings", "Ratings of {games:,.0f} games", "{seconds:.1f} s", "15 s"),
    ("ratings", "  of one more game", "{one_more_ms:.2f} ms", "1 ms"),
    ("history", "First bytes of an export there", "{export_ms:.1f} ms", ""),
    ("history", "  against 100 games, {export_few_ms:.1f} ms", "{export_ratio:.2f} ×", "1.3 ×"),
    ("export", "Export of {hands:,.0f} hands as CSV, hands a second", "{hands_per_second:,.0f}", ""),
    ("export", "  sqlite3 -csv dumping the same rows", "{sqlite3_hands_per_second:,.0f}", ""),
    ("export", "  memory at the peak, above idle", "{peak_mb:.0f} MB", "60 MB"),
    ("phone", "The phone’s module imported, cached", "{import_1:.0f} ms", ""),
    ("phone", "  and a game of 13 hands replayed", "{both_1:.0f} ms", ""),
    ("phone", "  both on a phone 4× slower", "{both_4:.0f} ms", "200 ms"),
    ("phone", "    its import alone", "{import_4:.0f} ms", ""),
    ("phone", "  both on a phone 6× slower", "{both_6:.0f} ms", ""),
    ("tapping", "A bid until the next seat is laid out", "{bid_1:.0f} ms, shown after {bid_shown_1:.0f}", ""),
    ("tapping", "  phone 4× slower", "{bid_4:.0f} ms, shown after {bid_shown_4:.0f}", "30 ms"),
    ("tapping", "  phone 6× slower", "{bid_6:.0f} ms, shown after {bid_shown_6:.0f}", ""),
    (
        "tapping",
        "A trick count until it and the lines are laid out",
        "{count_1:.0f} ms, shown after {count_shown_1:.0f}",
        "",
    ),
    ("tapping", "  phone 4× slower", "{count_4:.0f} ms, shown after {count_shown_4:.0f}", "30 ms"),
    ("tapping", "  phone 6× slower", "{count_6:.0f} ms, shown after {count_shown_6:.0f}", ""),
    ("tapping", "Saving until the next hand is laid out", "{save_1:.0f} ms, shown after {save_shown_1:.0f}", ""),
    ("tapping", "  phone 4× slower", "{save_4:.0f} ms, shown after {save_shown_4:.0f}", "50 ms"),
    ("tapping", "  phone 6× slower", "{save_6:.0f} ms, shown after {save_shown_6:.0f}", ""),
    ("tapping", "Without a pause between touching and lifting, 4× slower: a bid", "{bid_at_once_4:.0f} ms", ""),
    ("tapping", "  a count", "{count_at_once_4:.0f} ms", ""),
    ("tapping", "  saving", "{save_at_once_4:.0f} ms", ""),
    ("tapping", "The first touch until the phone draws, cached", "{boot_1:.0f} ms", ""),
    ("tapping", "  phone 4× slower", "{boot_4:.0f} ms", "200 ms"),
    ("tapping", "  phone 6× slower", "{boot_6:.0f} ms", ""),
    ("tapping", "What it loads to play, with all rules", "{phone_bytes:,.0f} bytes", "60,000 bytes"),
    ("tapping", "  the rest of a game’s pages", "{pages_bytes:,.0f} bytes", ""),
    ("waiting-taps", "{taps:.0f} taps that waited, on a line of 400 ms, sent together", "{s:.2f} s", "3 s"),
    ("waiting-taps", "  each by itself, {single_s:.1f} s", "{ratio:.0f} ×", ""),
    ("waiting-taps", "  the server alone, sent together", "{server_ms:.0f} ms", ""),
    ("waiting-taps", "    each by itself, {single_server_ms:.0f} ms", "{server_ratio:.1f} ×", ""),
    ("tournament", "A swiss round of 128 teams paired, processor", "{swiss_128_ms:.0f} ms", "1,000 ms"),
    ("tournament", "  12 rounds of a rotation of 48 players", "{rotation_48_ms:.0f} ms", "1,000 ms"),
    ("tournament", "  of 64 players", "{rotation_64_ms:.0f} ms", "1,000 ms"),
    ("tournament", "  a round of a bracket of 64", "{bracket_64_ms:.0f} ms", ""),
    ("tournament", "Standings of 128 teams after 7 rounds", "{standings_128_ms:.0f} ms", ""),
    ("tournament", "  all {events:,.0f} events replayed", "{replay_128_ms:.0f} ms", ""),
    ("hall", "A hall of 64 tables: {hands:.0f} hands until on the desk, median", "{median_ms:.0f} ms", ""),
    ("hall", "  95 of 100", "{p95_ms:.0f} ms", "300 ms"),
    ("hall", "  the server's share of a core", "{core:.2f}", "0.50"),
    ("hall", "  memory for 256 phones, a desk and two walls", "{more_mb:.1f} MB", ""),
    ("hall", "  the desk’s page with 64 matches, processor", "{desk_ms:.1f} ms", ""),
    ("hall", "  against a bare page of as many names, {desk_floor_ms:.1f} ms", "{desk_ratio:.1f} ×", "4 ×"),
    ("what-wins", "What wins a hand of pairs, processor", "{pairs:.1f} ms", "50 ms"),
    ("what-wins", "  four nils", "{nils:.1f} ms", "50 ms"),
    ("what-wins", "  five players for chips", "{five:.0f} ms", "50 ms"),
    ("what-wins", "  six players for chips", "{six:.0f} ms", "50 ms"),
    ("what-wins", "  eight players, 26 tricks", "{eight:.0f} ms", "50 ms"),
    ("what-wins", "  eight nils, 26 tricks", "{eight_nils:.0f} ms", "50 ms"),
    ("starting", "The command `scorekeeper rules`", "{rules_ms:.0f} ms", "250 ms"),
    ("starting", "  a Python that does nothing", "{nothing_ms:.0f} ms", ""),
    ("hostile", "A ZIP of 8 kB that unpacks to 8 MB, refused", "{zip_8_kb_s:.2f} s", "1 s"),
    ("hostile", "  memory at the peak, above idle", "{zip_8_kb_mb:.0f} MB", "60 MB"),
    ("hostile", "A ZIP of 83 kB that unpacks to 80 MB, refused", "{zip_83_kb_s:.2f} s", "1 s"),
    ("hostile", "  memory at the peak, above idle", "{zip_83_kb_mb:.0f} MB", "60 MB"),
    ("hostile", "A ZIP of 248 kB that unpacks to 240 MB, refused", "{zip_248_kb_s:.2f} s", "1 s"),
    ("hostile", "  memory at the peak, above idle", "{zip_248_kb_mb:.0f} MB", "60 MB"),
    ("hostile", "A game of 5,000 take-backs, checked", "{take_backs_s:.2f} s", ""),
    ("hostile", "  memory at the peak, above idle", "{take_backs_mb:.0f} MB", ""),
    ("hostile", "2,000 games of one hand, checked", "{tiny_games_s:.2f} s", ""),
    ("hostile", "  memory at the peak, above idle", "{tiny_games_mb:.0f} MB", ""),
    ("hostile", "Ten of 248 kB at once, the slowest answer", "{ten_worst_s:.2f} s", ""),
    ("hostile", "  memory at the peak, above idle", "{ten_mb:.0f} MB", ""),
    ("hostile", "  another table's page meanwhile, 95 of 100", "{ten_page_p95_ms:.0f} ms", "100 ms"),
    ("hostile", "An import of 22 kB, another table's slowest save", "{import_22_kb_save_ms:.0f} ms", "200 ms"),
    ("hostile", "An import of 2,000 games, another's slowest save", "{import_large_save_ms:.0f} ms", "200 ms"),
    *(
        ("dear", *row)
        for name, attack in (
            ("alone", "Nobody else there"),
            ("pictures", "8 connections that ask for pictures as PNG"),
            ("public", "16 for the public page of 256 teams"),
            ("pairing", "4 that pair 60 rounds of 100 players and undo it"),
            ("entries", "8 for all entries of a tournament"),
            ("tournament", "8 for a tournament of 256 teams"),
            ("prints", "8 for its cards and score sheets"),
            ("workbooks", "8 for a table as a workbook"),
            ("zips", "8 for a table as a ZIP"),
            ("nights", "8 for its nights as CSV"),
            ("wins", "8 for what wins, six players for chips"),
            ("fixtures", "8 that post 1,700 lines of fixtures"),
            ("teams", "8 that enter 256 teams and take them back"),
            ("hands", "8 that post a list of 490 hands"),
            ("batches", "8 that post 200 corrections of a long game"),
        )
        for row in (
            (f"{attack}: another table’s page, 95 of 100", f"{{{name}_page_p95_ms:.0f}} ms", "100 ms"),
            ("  its save", f"{{{name}_save_p95_ms:.0f}} ms", "200 ms"),
            ("  of these failed", f"{{{name}_failed:.0f}}", "1"),
            ("  memory above idle", f"{{{name}_mb:.0f}} MB", ""),
        )
    ),
    ("slow-connections", "A page while {connections:.0f} connections are half open", "{ms:.1f} ms", "500 ms"),
    ("slow-connections", "  the slowest of them", "{slowest_ms:.1f} ms", "500 ms"),
    ("slow-connections", "  with nobody else there", "{alone_ms:.1f} ms", ""),
    *(
        ("slow-readers", *row)
        for count in readers.READERS
        for row in (
            (f"{count} readers of large games that do not read, memory", f"{{{count}_mb:.0f}} MB", "60 MB"),
            ("  another table’s page, 95 of 100", f"{{{count}_page_p95_ms:.1f}} ms", "100 ms"),
            ("  with nobody else there", f"{{{count}_alone_p95_ms:.1f}} ms", ""),
        )
    ),
    ("live", "Until another phone shows a bid or count, median", "{shown_median_ms:.0f} ms", "50 ms"),
    ("live", "  95 of 100", "{shown_p95_ms:.0f} ms", "100 ms"),
    ("live", "  until it hears of it, median", "{median_ms:.0f} ms", ""),
    ("live", "    95 of 100", "{p95_ms:.0f} ms", ""),
    ("live", "  the server, with {viewers:,.0f} phones and 40 events a second", "{core:.0%} of a core", ""),
    ("live", "  its memory above idle", "{more_mb:.0f} MB", ""),
    ("live", "  until it hears, if phones poll every two seconds, median", "{polling_median_ms:,.0f} ms", ""),
    ("live", "  95 of 100", "{polling_p95_ms:,.0f} ms", ""),
    ("live", "  the server", "{polling_core:.0%} of a core", ""),
    ("live", "  its memory above idle", "{polling_more_mb:.0f} MB", ""),
    ("live", "The last stream of a device ends after it is forgotten", "{revoked_ms:.0f} ms", "1,000 ms"),
    ("club", "An evening of {games:.0f} games on SQLite, 99 of 100", "{p99_ms:.0f} ms", "100 ms"),
    ("club", "  a bid or count, 99 of 100", "{post_p99_ms:.0f} ms", "100 ms"),
    ("club", "  the server and its database", "{cores:.2f} cores", "1 core"),
    ("club", "  its memory", "{mb:.0f} MB", "300 MB"),
    ("club-postgres", "An evening of {games:.0f} games on PostgreSQL, 99 of 100", "{p99_ms:.0f} ms", "100 ms"),
    ("club-postgres", "  a bid or count, 99 of 100", "{post_p99_ms:.0f} ms", "100 ms"),
    ("club-postgres", "  the server and its database", "{cores:.2f} cores", "1 core"),
    ("club-postgres", "  memory of the three processes", "{mb:.0f} MB", "300 MB"),
    ("club-postgres", "  and of PostgreSQL", "{database_mb:.0f} MB", ""),
    *(
        (part, *row)
        for part, title in (
            ("crashes", "{times:.0f} × kill −9 on SQLite, hands acknowledged"),
            ("crashes-in-a-round", "{times:.0f} × kill −9 in a round of a tournament, acknowledged"),
            ("crashes-postgres", "{times:.0f} × one of three processes killed, hands acknowledged"),
            ("restarts", "{times:.0f} × PostgreSQL restarted, hands acknowledged"),
            ("disk-full", "{times:.0f} × SQLite’s disk full, hands acknowledged"),
            ("disk-full-postgres", "{times:.0f} × PostgreSQL’s disk full, hands acknowledged"),
        )
        for row in (
            (title, "{acknowledged:,.0f}", ""),
            ("  of them lost", "{lost:.0f}", "1"),
            ("  written twice", "{doubled:.0f}", "1"),
            ("  games whose chain is broken", "{broken:.0f}", "1"),
            ("  hands refused at first", "{refused:,.0f}", ""),
            ("  of these without saying to try later", "{unclear:.0f}", "1"),
        )
    ),
    ("failover", "{times:.0f} × the primary PostgreSQL lost, hands acknowledged", "{acknowledged:,.0f}", ""),
    ("failover", "  of them lost", "{lost:.0f}", "1"),
    ("failover", "  written twice", "{doubled:.0f}", "1"),
    ("failover", "  games whose chain is broken", "{broken:.0f}", "1"),
    ("failover", "  until the first client records again, at most", "{first_s:.1f} s", "30 s"),
    ("failover", "  until all eight do, median", "{all_median_s:.1f} s", ""),
    ("failover", "  at most", "{all_s:.1f} s", "30 s"),
    ("failover", "  killed; cut off; without power", "{killed_s:.1f}; {cut_off_s:.1f}; {without_power_s:.1f} s", ""),
    ("failover", "  lost machines whose database was copied again", "{rebuilt:.0f}", ""),
    ("failover", "  a stream hears of the next hand after, at most", "{heal_s:.1f} s", "30 s"),
    *(
        ("scale", *row)
        for count in scale.COUNTS
        for row in (
            (f"Hands a second, {count} of `--workers`", f"{{rate_{count}:.0f}}", ""),
            ("  99 of 100 answers", f"{{p99_ms_{count}:.0f}} ms", "200 ms"),
            ("  the server and PostgreSQL", f"{{cores_{count}:.2f}} cores", ""),
            ("    for each hand, processor", f"{{hand_ms_{count}:.1f}} ms", ""),
        )
    ),
    ("scale", "A million hands on PostgreSQL", "{postgres_bytes:,.0f} bytes", ""),
    ("scale", "  on SQLite", "{sqlite_bytes:,.0f} bytes", ""),
    ("million", "An event, and what four phones fetch, processor", "{event_ms:.1f} ms", ""),
    ("million", "  a phone that listens, each second", "{phone_ms:.3f} ms", ""),
    ("million", "{tables:,.0f} tables: live in the busiest minute", "{live:,.0f}", ""),
    ("million", "  their phones", "{phones:,.0f}", ""),
    ("million", "  events a second", "{events:,.0f}", ""),
    ("million", "  cores of the app and of PostgreSQL", "{cores:,.0f}", ""),
    ("million", "  hands a year", "{hands_a_year:,.0f}", ""),
    ("scale", "Load of the machine when it began", "{load:.1f}", ""),
    ("every-page", "Pages of {games:,.0f} games and {players:,.0f} players", "{pages:.0f}", ""),
    ("every-page", "  slower than those of 100 games and 50 players", "{slower:.0f}", "1"),
    ("every-page", "  the slowest of them, processor", "{slowest_ms:.0f} ms", ""),
    *(
        (part, *row)
        for part, where in (("soak", "on SQLite"), ("soak-postgres", "on PostgreSQL, three processes"))
        for row in (
            ("{hands:,.0f} hands " + where + ", memory after half", "{middle_mb:.1f} MB", ""),
            ("  after all of them", "{last_mb:.1f} MB", ""),
            ("  so it grew by", "{growth:.1%}", "5 %"),
        )
    ),
    *(
        (part, *row)
        for part, where in (("races", "on SQLite"), ("races-postgres", "with three processes on PostgreSQL"))
        for row in (
            (f"Races of eight clients {where}", "{races:,.0f}", ""),
            ("  several succeeded", "{several:.0f}", "1"),
            ("  nobody succeeded", "{nobody:.0f}", "1"),
            ("  answers that are neither yes nor no", "{unclear:.0f}", "1"),
        )
    ),
)


def main(chosen: list[str]) -> None:
    """Measure the chosen parts, or all."""
    found = {}
    for word in chosen or PARTS:
        name, _, count = word.partition("=")
        if name in WHEN_NAMED:
            measure, usual = WHEN_NAMED[name]
            try:
                found[name] = measure(int(count or usual))
            except ihatemoney.CannotInstall as why:
                print(f"{name} is left out: ihatemoney cannot be installed here ({why})", file=sys.stderr)
        elif name in PARTS:
            found[name] = PARTS[name]()
        else:
            sys.exit(f"there is no {name} to measure; there is: {', '.join([*PARTS, *WHEN_NAMED])}")
    print(f"{'':<46} {'measured':>16} {'aim: under':>14}")
    for part, label, figure, aim in (*ROWS, *peer.ROWS):
        if part in found:
            print(f"{label.format(**found[part]):<46} {figure.format(**found[part]):>16} {aim:>14}")
    print(json.dumps({part: {name: round(value, 3) for name, value in found[part].items()} for part in found}))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCOREKEEPER_INSTANCE"] = folder  # nothing is left where `make run` keeps games
        main(sys.argv[1:])
