// The result card: sends the picture with its sentence to another app, or copies the sentence.

const card = document.querySelector("[data-result]");
const [send, copy] = ["send", "copy"].map((name) => card.querySelector(`[data-${name}]`));
const text = card.querySelector("input").value;

// The picture is loaded before the tap, because a browser shares only right after one.
async function pictureOf(link) {
  const answer = await fetch(link.href);
  return new File([await answer.blob()], link.download, { type: "image/png" });
}

async function prepare() {
  const picture = await pictureOf(card.querySelector("a[download]")).catch(() => null);
  const shared = picture && navigator.canShare?.({ files: [picture], text }) ? { files: [picture], text } : { text };
  send.hidden = false;
  send.addEventListener("click", () => navigator.share(shared).catch(() => {}));
}

if (navigator.share) prepare();
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = copy.dataset.done;
  });
}
