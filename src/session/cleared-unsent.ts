import type { SessionDeps } from './session-types.ts';
import type { TabNote } from './unsent-note.ts';

/**
 * What the browser has deleted under the page before this one, which was loaded again before it could say so.
 * @param noted by that page as it ended
 * @returns how many unsent items; 0 when the device is the same, and a sign-out in another tab has told what waits
 */
export const clearedUnsent = async (
  deps: Pick<SessionDeps, 'isDeviceKnown' | 'loadSync'>,
  noted: TabNote | undefined,
): Promise<number> => {
  if (noted === undefined) return 0;
  if (!(await deps.isDeviceKnown())) return noted.unsent;
  const device = (await deps.loadSync()).openDeviceStore();
  try {
    return (await device.readDevice()).deviceId === noted.deviceId ? 0 : noted.unsent;
  } finally {
    device.close();
  }
};
