// Register: starts the service worker of a page that stays. WebKit never ends the start of one whose page is left just then, and keeps it for all
// later pages, none of which opens without the network.

const MOMENT = 1000; // ms, in which a page that is only passed through is left

/**
 * @param {string} worker its address
 * @returns {Promise<ServiceWorkerRegistration | undefined>} nothing where a browser has no workers
 */
export async function startWorker(worker) {
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  return navigator.serviceWorker?.register(worker);
}
