// Live: the server sends this page the number of each new event. If it cannot, the page polls.
import { heard } from "./follow.js";

let stream = null;

function listen() {
  const shown = document.querySelector("[data-live]");
  const url = shown && !document.hidden && new URL(shown.dataset.live, location).href;
  if (stream && (stream.url !== url || stream.readyState === EventSource.CLOSED)) {
    stream.close();
    stream = null;
  }
  if (!url || stream || !window.EventSource) return;
  stream = new EventSource(url);
  stream.onmessage = ({ data }) => heard(data);
}

addEventListener("pageshown", listen);
document.addEventListener("visibilitychange", listen);
listen();
