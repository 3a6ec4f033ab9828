// Handover: gives a game that this phone started, and the one before it, to the server, and continues there.
import { idAt, moveGame, startThere, whyUnstarted } from "./starting.js";
import { recordOf } from "./record.js";
import { keepGame, keptGame, outboxOf } from "./store.js";

// `inTurn` makes one change at a time, and `sendRecord` sends the taps of a game; `complete` loads what a function needs. `link` is what was tapped
// while the server starts the game, or null.
export function handoverOf(core, around, page, { complete, inTurn, link, sendRecord, untilRetry, waitingWords }) {
  let refusal = null; // why the server does not start it, and what the notice's button does

  // Starts a game of this phone on the server too, and continues there: at the same page, or at the link that was tapped meanwhile.
  async function begin() {
    const started = await startKept(around.game.id);
    refusal = started?.refused ? await whyUnstarted(around, started.refused, core, complete) : null;
    if (!started?.url) return untilRetry(refusal?.words ?? waitingWords(), refusal?.press).then(begin);
    inTurn(async () => {
      await moveGame(around, started.url);
      const there = (address) => address.replaceAll(around.game.id, idAt(started.url));
      history.replaceState(null, "", there(page.here()));
      link() ? location.assign(there(link())) : location.reload();
      return new Promise(() => {}); // no tap is recorded any more
    });
  }

  // Starts a game that this phone keeps; a rematch comes after the game before it, which may get another id.
  async function startKept(id) {
    const { rematch_of: before } = await keptGame(id);
    const found = before ? await sendBefore(before) : { isThere: true };
    return found?.isThere ? startThere(await keptGame(id), page.send) : found;
  }

  // Gives a game and its taps to the server: `isThere` once it has all, `refused` if it asks something first; null without an answer.
  async function sendBefore(id) {
    const here = await keptGame(id);
    if (!here?.start) return sendTaps(id);
    const started = await startKept(id);
    if (!started?.url) return started;
    await moveGame(here, started.url);
    return sendTaps(idAt(started.url));
  }

  async function sendTaps(id) {
    if (!(await outboxOf(id).all()).length) return { isThere: true };
    const reply = await page.send(around.events_url.replace(around.game.id, id));
    if (!reply?.ok) return reply && { refused: reply.status };
    const game = await reply.json();
    const own = recordOf(core, game, outboxOf(id), (events) => keepGame(game, events));
    await own.begin(game.events);
    await sendRecord(game, own);
    return own.waiting() ? { refused: true } : { isThere: true };
  }

  return { begin, refusal: () => refusal };
}
