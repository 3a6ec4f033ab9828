// Result: a link or the result of a game on the page is sent to another app, the result with its picture, or copied.

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * The picture is loaded before the tap, because a browser shares only right after one.
 * @param {HTMLAnchorElement} link
 */
async function pictureOf(link) {
  const answer = await fetch(link.href);
  return new File([await answer.blob()], link.download, { type: "image/png" });
}

/**
 * @param {HTMLElement} send
 * @param {Field} field
 * @param {HTMLAnchorElement | null} save
 */
async function prepare(send, field, save) {
  const text = field.value;
  const picture = save && (await pictureOf(save).catch(() => null));
  const withPicture = picture && navigator.canShare?.({ files: [picture], text }) ? { files: [picture], text } : { text };
  const shared = field.matches("textarea") ? withPicture : { title: document.title, url: text };
  send.hidden = false;
  send.onclick = () => navigator.share(shared).catch(() => {});
}

/**
 * Without https a browser has no clipboard: the text is then selected, to copy by hand.
 * @param {HTMLElement} copy
 * @param {Field} field
 */
async function copyText(copy, field) {
  const words = copy.querySelector("span") ?? copy;
  field.select();
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  words.textContent = (done ? copy.dataset.done : copy.dataset.selected) ?? "";
}

const offer = () => document.querySelectorAll("[data-result]").forEach(offerEach);

/** @param {Element} result */
function offerEach(result) {
  const [send, copy] = ["[data-send]", "[data-copy]"].map((place) => /** @type {HTMLElement | null} */ (result.querySelector(place)));
  /** @type {Field | null} */
  const field = result.querySelector("input, textarea");
  if (!copy || !field) return;
  if (send && navigator.share !== undefined) prepare(send, field, result.querySelector("a[download]"));
  copy.hidden = false;
  copy.onclick = () => copyText(copy, field);
}

addEventListener("pageshown", offer);
offer();
