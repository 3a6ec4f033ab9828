// Show QR: draws a QR code, or several in turn, for the camera of another phone. Loaded when somebody asks for it.

const QUIET = 4; // modules of white around it, which readers need
const PIXELS = 8; // of the drawing, for a module
const EVERY = 400; // ms: no three flashes in a second
const SLOWLY = 3000; // for people who want little motion

/**
 * @param {HTMLElement} box
 * @param {string} encoder the address of the package that draws them
 * @param {string[]} frames
 */
async function showQr(box, encoder, frames) {
  const { encodeQR } = await import(encoder);
  const canvas = /** @type {HTMLCanvasElement} */ (box.querySelector("canvas"));
  const [words, next] = /** @type {[HTMLElement, HTMLButtonElement]} */ ([box.querySelector("[data-frame]"), box.querySelector("[data-next]")]);
  let shown = 0;
  const show = (/** @type {number} */ number) => {
    shown = number % frames.length;
    draw(canvas, encodeQR(frames[shown], "raw", { ecc: "low", border: QUIET }));
    words.textContent = (words.dataset.words ?? "").replace("%1", `${shown + 1}`).replace("%2", `${frames.length}`);
  };
  show(0);
  words.hidden = next.hidden = frames.length === 1;
  if (frames.length === 1) return;
  const wait = matchMedia("(prefers-reduced-motion: reduce)").matches ? SLOWLY : EVERY;
  const turning = setInterval(() => (canvas.isConnected ? show(shown + 1) : clearInterval(turning)), wait);
  next.onclick = () => (clearInterval(turning), show(shown + 1)); // from now on by hand
}

/**
 * Black on white, in a dark page too: not every reader knows them the other way round.
 * @param {HTMLCanvasElement} canvas
 * @param {boolean[][]} modules
 */
function draw(canvas, modules) {
  canvas.width = canvas.height = modules.length * PIXELS;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  modules.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS)));
}

export { showQr };
