// Place: whoever comes back to a page by a link to one of its matches finds it scrolled as it was left. Without this script, the match shows.

const place = `place ${location.pathname}`;

function showPlace() {
  const kept = location.hash.startsWith("#match-") ? sessionStorage.getItem(place) : null;
  if (kept !== null) scrollTo(0, Number(kept));
}

addEventListener("pagehide", () => sessionStorage.setItem(place, String(Math.round(scrollY))));
addEventListener("load", showPlace); // by then the browser has shown the match
showPlace();
