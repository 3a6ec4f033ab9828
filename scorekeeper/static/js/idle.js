// Idle: once the page itself has loaded, every page loads what sends the taps that wait.

const AFTER = 1000; // ms

setTimeout(() => import(document.documentElement.dataset.send), AFTER);
