import type { SessionDeps } from './session-types.ts';
import { forgetTabNote, readTabNote } from './unsent-note.ts';

/**
 * What the browser has deleted under the page before this one, which was fetched anew before it could say so.
 * @returns how many unsent items; 0 when the device is the same, and a sign-out in another tab has told what waits
 */
export const clearedUnsent = async (
  deps: Pick<SessionDeps, 'tabStorage' | 'isDeviceKnown' | 'loadSync'>,
): Promise<number> => {
  const noted = readTabNote(deps.tabStorage);
  if (noted === undefined) return 0;
  forgetTabNote(deps.tabStorage);
  if (!(await deps.isDeviceKnown())) return noted.unsent;
  const device = (await deps.loadSync()).openDeviceStore();
  try {
    return (await device.readDevice()).deviceId === noted.deviceId ? 0 : noted.unsent;
  } finally {
    device.close();
  }
};
