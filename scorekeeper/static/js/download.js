// Download progress: asks how many games are out once a second, from the tap that started it until it is over.

const section = document.querySelector("[data-follow]");
const bar = section.querySelector("progress");
const words = section.querySelector("p");
const count = new Intl.NumberFormat("en");
let asking = 0;

async function ask() {
  const answer = await fetch(section.dataset.follow, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const run = await answer.json();
  bar.max = run.total;
  bar.value = run.done;
  words.textContent = `${run.over ? "Done: " : ""}${count.format(run.done)} of ${count.format(run.total)} games`;
  if (run.over) clearInterval(asking);
}

for (const link of document.querySelectorAll("a[download]")) {
  link.addEventListener("click", () => {
    clearInterval(asking);
    words.textContent = "The download begins …";
    bar.value = 0;
    asking = setInterval(ask, 1000);
  });
}
