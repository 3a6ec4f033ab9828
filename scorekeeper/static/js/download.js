// Download progress: polls the number of exported games every second, from the tap that starts the download until its end.

const [section, bar, words] = /** @type {[HTMLElement, HTMLProgressElement, HTMLElement]} */ (
  ["[data-follow]", "[data-follow] progress", "[data-follow] p"].map((place) => document.querySelector(place))
);
const count = new Intl.NumberFormat(document.documentElement.lang);
let asking = 0;

async function ask() {
  const answer = await fetch(section.dataset.follow, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const run = await answer.json();
  bar.max = run.total;
  bar.value = run.done;
  const message = run.over ? section.dataset.ended : section.dataset.progress;
  words.textContent = message.replace("{done}", count.format(run.done)).replace("{total}", count.format(run.total));
  if (run.over) clearInterval(asking);
}

for (const link of document.querySelectorAll("a[download]")) {
  link.addEventListener("click", () => {
    clearInterval(asking);
    words.textContent = section.dataset.begins ?? "";
    bar.value = 0;
    asking = setInterval(ask, 1000);
  });
}
