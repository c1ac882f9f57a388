import type { Device } from '../../sync/index.ts';
import type { SyncDoor } from './session-types.ts';
import { readToken } from './token-storage.ts';

/** @returns what the device noted; a sign-in that ended without an orderly sign-out is forgotten there */
export const readLeftDevice = async (sync: SyncDoor, storage: Storage): Promise<Device> => {
  const device = sync.openDeviceStore();
  try {
    const noted = await device.readDevice();
    // A member who signed in meanwhile, in another tab, is not forgotten.
    if (noted.token !== null && readToken(storage) === null) await device.forgetSignIn();
    return noted;
  } finally {
    device.close();
  }
};
