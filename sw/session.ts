import { withDevice } from '../sync/index.ts';

type Session = {
  readonly userId: string;
  readonly token: string;
  /** They, and not somebody who was here before, have asked for pushes on this device. */
  readonly isPushWanted: boolean;
};

/** Who is signed in on this device, and the token to speak for them. */
export const readSession = (): Promise<Session | null> =>
  withDevice(async (device) => {
    const { userId, token, pushFor } = await device.readDevice();
    return userId !== null && token !== null ? { userId, token, isPushWanted: pushFor === userId } : null;
  });
