import { withDevice } from '../sync/index.ts';

type Session = {
  readonly userId: string;
  readonly token: string;
  /** They, and not somebody who was here before, have asked for pushes on this device. */
  readonly isPushWanted: boolean;
  /** Their engine keeps off the network here: only the pages know the faults of the lab. */
  readonly isLabOn: boolean;
  /** As a page has learnt it: what is added to the device's time to get the server's, in milliseconds. */
  readonly clockOffsetMs: number;
};

/** Who is signed in on this device, and the token to speak for them. */
export const readSession = (): Promise<Session | null> =>
  withDevice(async (device) => {
    const { userId, token, pushFor, isLabOn, clockOffsetMs } = await device.readDevice();
    if (userId === null || token === null) return null;
    return { userId, token, isPushWanted: pushFor === userId, isLabOn, clockOffsetMs };
  });
