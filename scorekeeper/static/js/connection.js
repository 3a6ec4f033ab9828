// Connection: a notice while the server cannot be reached, or does not answer; it goes with the next answer.

const showing = () => document.getElementById("connection");

// `state`: "offline", "slow", or null once the server answers. `retry` is what the notice's button does.
export function showConnection(state, retry) {
  if (showing()?.dataset.state === state) return;
  showing()?.remove();
  if (!state) return;
  const notice = document.getElementById(`${state}-notice`).content.cloneNode(true);
  notice.querySelector("button")?.addEventListener("click", retry);
  document.getElementById("main").prepend(notice);
}
