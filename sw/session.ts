import { openDeviceStore } from '../sync/index.ts';

/** Who is signed in on this device, and the token to speak for them. */
export const readSession = async (): Promise<{ userId: string; token: string } | null> => {
  const device = openDeviceStore();
  try {
    const { userId, token } = await device.readDevice();
    return userId !== null && token !== null ? { userId, token } : null;
  } finally {
    device.close();
  }
};
