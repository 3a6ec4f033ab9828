// Scan: the camera reads QR codes, with what the browser has for it or with a package. Loaded when somebody asks for it.

/** @import { Read } from "./camera.js" */
/** @typedef {{ detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }} Detector */
/** @typedef {{ new (options: { formats: string[] }): Detector, getSupportedFormats: () => Promise<string[]> }} Detectors */

const EVERY = 100; // ms between two looks

/**
 * Looks until all was read, somebody cancels, or the page is hidden or gone. Raises what the browser says if there is no camera.
 * @param {HTMLElement} box
 * @param {string} reader
 * @param {(text: string) => Read} read
 */
async function scan(box, reader, read) {
  const [looking, cancel, says] = ["looking", "stop", "scanned"].map((part) => /** @type {HTMLElement} */ (box.querySelector(`[data-${part}]`)));
  const video = /** @type {HTMLVideoElement} */ (box.querySelector("video"));
  const detector = await detectorAt(reader);
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size } });
  const ended = new AbortController();
  const end = () => ended.abort();
  const { signal } = ended;
  cancel.addEventListener("click", end, { signal });
  addEventListener("pagehide", end, { signal });
  document.addEventListener("visibilitychange", end, { signal });
  for (const track of stream.getTracks()) {
    track.addEventListener("ended", end, { signal });
    signal.addEventListener("abort", () => track.stop());
  }
  try {
    says.textContent = says.dataset.before ?? "";
    looking.hidden = false;
    cancel.focus();
    video.srcObject = stream;
    video.play().catch(() => {}); // some wait for ever for a camera that gives no picture
    while (!signal.aborted && video.isConnected) {
      for (const { rawValue } of await detector.detect(video).catch(() => [])) {
        if (signal.aborted) break;
        const found = read(rawValue);
        if (found === "done") end();
        else if (found !== "other") says.textContent = (says.dataset.words ?? "").replace("%1", `${found.part}`).replace("%2", `${found.all}`);
      }
      await new Promise((done) => setTimeout(done, EVERY));
    }
  } finally {
    end();
    video.srcObject = null;
    looking.hidden = true;
  }
}

/**
 * @param {string} reader
 * @returns {Promise<Detector>}
 */
async function detectorAt(reader) {
  const own = /** @type {{ BarcodeDetector?: Detectors }} */ (self).BarcodeDetector;
  const formats = own ? await own.getSupportedFormats() : [];
  const Found = own && formats.includes("qr_code") ? own : /** @type {Detectors} */ ((await import(reader)).BarcodeDetector);
  return new Found({ formats: ["qr_code"] });
}

export { scan };
