"""Every link on a game's page opens for whoever sees it: a watcher's menu has nothing that records."""

import pytest

from tests.access.cast import Cast
from tests.web.at_table import Pad


@pytest.mark.parametrize("who", ["alice", "bob", "wendy"])
@pytest.mark.parametrize("ended", [False, True], ids=["in play", "ended"])
def test_links_of_a_game_open_for_their_reader(cast: Cast, who: str, ended: bool) -> None:
    if ended:
        keeper = cast.phone("alice")
        keeper.open(f"/games/{cast.game}")
        Pad(keeper).hand("3, 3, 3, 2", 8)
        keeper.open(f"/games/{cast.game}/stop")
        keeper.submit(keeper.page.form_with("reason"))
    phone = cast.phone(who)
    phone.open(f"/games/{cast.game}")
    addresses = {link.url for link in phone.page.links if link.url.startswith("/")}
    assert len(addresses) > 10
    for url in sorted(addresses):
        assert cast.clients[who].get(url, follow_redirects=True).status_code == 200, url
