// Banner: where a page says something of the connection: under its title, in the title's place, or across the top if it says much.

const UNDER_TITLE = 26; // characters that have room there
const LIKE_TITLE = 54; // that have room in two lines

/**
 * Adds a notice to the page. It moves nothing under a finger.
 * @param {HTMLElement} notice
 * @param {number} buttons besides one to try again, which takes no room
 */
export function showBanner(notice, buttons = 0) {
  const { length } = notice.querySelector("p")?.textContent ?? notice.textContent;
  const title = buttons || length > LIKE_TITLE ? null : document.querySelector("[data-title]");
  notice.toggleAttribute("data-long", length > UNDER_TITLE);
  title ? title.append(notice) : document.getElementById("main").prepend(notice);
}
