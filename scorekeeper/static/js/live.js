// Live: the server sends the number of each new event of a game to one tab of this browser, which tells the others: a browser has six
// connections to a server, and a stream keeps one. What shows another game, or hears nothing, polls.
import { setClock } from "./offset.js";
import { leadership, onTabs, tellTabs } from "./tabs.js";
import { heard } from "./follow.js";

/** @type {EventSource | null} */
let stream = null;

const shown = () => {
  const page = document.querySelector("[data-live]");
  return page?.dataset.live && !document.hidden ? new URL(page.dataset.live, location.href).href : null;
};

function listen() {
  const url = shown();
  if (stream && (stream.url !== url || !leader.leads() || stream.readyState === EventSource.CLOSED)) {
    stream.close();
    stream = null;
  }
  if (!url || !window.EventSource) return leader.letGo();
  if (!leader.leads()) return leader.wait();
  if (stream) return;
  stream = new EventSource(url);
  stream.addEventListener("now", ({ data }) => setClock(Number(data)));
  stream.onmessage = ({ data }) => {
    tellTabs({ kind: "live", url, version: data });
    heard(data);
  };
}

const leader = leadership("scorekeeper listens", listen);

onTabs("live", ({ url, version }) => url === shown() && heard(version));
addEventListener("pageshown", listen);
document.addEventListener("visibilitychange", listen);
listen();
