import { freePort, type RunningApp, startApp } from './browser-app.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** The app, and a bad network in front of it whose origin it accepts. Close the proxy first, then dispose of the app. */
export const startAppBehindProxy = async (): Promise<{ app: RunningApp; proxy: FaultProxy }> => {
  const port = await freePort();
  const proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
  return { app: await startApp({ port, origins: [proxy.origin] }), proxy };
};
