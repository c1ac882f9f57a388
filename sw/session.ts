import { withDevice } from '../sync/index.ts';

/** Who is signed in on this device, and the token to speak for them. */
export const readSession = (): Promise<{ userId: string; token: string } | null> =>
  withDevice(async (device) => {
    const { userId, token } = await device.readDevice();
    return userId !== null && token !== null ? { userId, token } : null;
  });
