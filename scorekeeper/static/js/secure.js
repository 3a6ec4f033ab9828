// Secure: shows the state of this browser's connection. A browser registers a worker only if it trusts the certificate.

async function stateHere() {
  if (!isSecureContext) return "plain";
  if (!navigator.serviceWorker) return "warned"; // some browsers hide it from pages whose certificate they do not trust
  const about = document.querySelector("[data-worker]");
  return navigator.serviceWorker.register(about?.dataset.worker ?? "").then(() => "trusted", () => "warned");
}

const state = await stateHere();
for (const section of document.querySelectorAll("[data-secure]")) section.hidden = section.dataset.secure !== state;
