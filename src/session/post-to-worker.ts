/**
 * Posts a message to the service worker as soon as it is active, also when it does not control this page: on a first visit,
 * and after a reload that bypassed it. Where there is no worker nothing happens.
 */
export const postToWorker = async (message: object): Promise<void> => {
  const registration = await globalThis.navigator?.serviceWorker?.ready;
  registration?.active?.postMessage(message);
};
