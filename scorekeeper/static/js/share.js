// Sharing a link, or a result card: sends it to another app, the result with its picture, or copies the text. And a phone's drawer.

const card = document.querySelector("[data-result]");
const [send, copy, field] = /** @type {[HTMLElement, HTMLElement, HTMLInputElement | HTMLTextAreaElement]} */ (
  ["[data-send]", "[data-copy]", "input, textarea"].map((place) => card?.querySelector(place))
);
/** @type {HTMLAnchorElement | null | undefined} */
const save = card?.querySelector("a[download]");

/**
 * The picture is loaded before the tap, because a browser shares only right after one.
 * @param {HTMLAnchorElement} link
 */
async function pictureOf(link) {
  const answer = await fetch(link.href);
  return new File([await answer.blob()], link.download, { type: "image/png" });
}

async function prepare() {
  const text = field.value;
  const picture = save && (await pictureOf(save).catch(() => null));
  const withPicture = picture && navigator.canShare?.({ files: [picture], text }) ? { files: [picture], text } : { text };
  const shared = save ? withPicture : { title: document.title, url: text };
  send.hidden = false;
  send.addEventListener("click", () => navigator.share(shared).catch(() => {}));
}

// Without https a browser has no clipboard: the text is then selected, to copy by hand.
async function copyText() {
  const words = copy.querySelector("span") ?? copy;
  field.select();
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  words.textContent = done ? copy.dataset.done : copy.dataset.selected;
}

if (card && navigator.share !== undefined) prepare();
if (card) {
  copy.hidden = false;
  copy.addEventListener("click", copyText);
}

// Escape closes a phone's drawer.
document.addEventListener("keydown", ({ key }) => {
  /** @type {HTMLDetailsElement | null} */
  const drawer = key === "Escape" ? document.querySelector("[data-drawer][open]") : null;
  if (!drawer) return;
  drawer.open = false;
  drawer.querySelector("summary")?.focus();
});
