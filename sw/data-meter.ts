/** As `DATA_METER_CHANNEL` of the protocol, which this worker loads with its first event. */
const CHANNEL = 'tambay-data-meter';

/** Tells the pages of all that this worker fetches, which their own meter cannot see (src/app/data-meter.ts). */
export const meterFetches = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  new PerformanceObserver((list) => {
    const sizes = list
      .getEntries()
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > 0) channel.postMessage(bytes);
  }).observe({ type: 'resource' });
};
