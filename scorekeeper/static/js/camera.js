// Camera: the button that reads a QR code, see `macros/camera.html`. What reads it loads when the button is pressed.

const NO = new Map([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "none"],
  ["OverconstrainedError", "none"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
]);

/**
 * What a QR code is to the one who scans: all that was needed, something else, or one of several.
 * @typedef {"done" | "other" | { part: number, all: number }} Read
 */

/**
 * Shows the button, if the pad has a reader and the browser a camera: none has one on plain http.
 * @param {HTMLElement | null} box
 * @param {string | undefined} reader the address of its script
 * @param {(text: string) => Read} read
 */
export function offerCamera(box, reader, read) {
  if (!box || !reader || !navigator.mediaDevices) return;
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("[data-scan]"));
  const say = (/** @type {string} */ why) => {
    for (const no of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-no]"))) no.hidden = no.dataset.no !== why;
  };
  box.hidden = false;
  button.onclick = async () => {
    say("");
    button.hidden = true;
    try {
      await (await import("./scan.js")).scan(box, reader, (/** @type {string} */ text) => {
        const found = read(text);
        say(found === "other" ? found : "");
        return found;
      });
    } catch (error) {
      console.warn(error);
      say(NO.get(/** @type {Error} */ (error).name) ?? "reader");
    }
    button.hidden = false;
    button.focus();
  };
}
