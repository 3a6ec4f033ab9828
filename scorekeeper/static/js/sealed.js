// Sealed: a bid from a player's own phone is no event before it opens, so it waits beside the taps, with its hand, until the server has it. If that does
// not take it any more, only this phone asks.
import { flashRefusal } from "./news.js";
import { isRuleError } from "./fold.js";
import { newId } from "./ids.js";
import { pathOf } from "./places.js";
import { gameUrl, nextPage, twoBids } from "./router.js";

/** @import { Fields } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Page } from "./swap.js" */

const BID = "own_bids.create";
const DROP = "own_bids.take_back";

/**
 * What a posted form does about the own bid of this phone; null if it is another form.
 * @param {Game} game
 * @param {URL} url
 */
export function ownBidAt(game, url) {
  const names = game.drawing.pagesAt(pathOf(url)).map(({ endpoint }) => endpoint);
  if (names.includes(BID)) return bid;
  return names.includes(DROP) && game.around.sealed ? drop : null;
}

/**
 * @param {Game} game
 * @param {Fields} fields
 * @returns {Promise<Page | null>}
 */
async function bid(game, fields) {
  const { core, id, record, sender } = game;
  const state = record.state();
  try {
    const event = core.bid(state, fields); // null: it is on the sheet
    if (event) {
      state.apply(event); // refuses calls that the hand does not have
      const seat = Number(fields.get("seat"));
      const given = { ...Object.fromEntries(fields.items()), deal: record.deal() };
      await sender.keepSealed(id, { id: newId(), seat, calls: event.bids[seat]?.calls ?? [], fields: given });
    }
  } catch (error) {
    if (!isRuleError(error)) throw error;
    if (error instanceof core.BidClash) return twoBids(game, fields, BID);
    flashRefusal(game, error);
  }
  return nextPage(game, gameUrl(game));
}

/**
 * The sheet's is right, or the bid is given up; the server may have an earlier one.
 * @param {Game} game
 */
async function drop(game) {
  const { around, id, sender } = game;
  await sender.keepSealed(id, null);
  return around.own_bid.length ? null : nextPage(game, gameUrl(game));
}
