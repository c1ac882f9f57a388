import type { FastifyRequest } from 'fastify';
import { chosenId } from '../../../../protocol/index.ts';

/** As long as browsers keep a cookie (RFC 6265bis). Each pull under another id sets it anew. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/**
 * Names the device that last pulled from this browser. Browsers that clear script-written storage (Safari after seven days,
 * Firefox when the disk is full) keep it, so that the server can tell a device with a new id how much was pending under the
 * old one. It gives no access: only devices of the caller are looked up. It is sent with pulls only.
 */
export const createDeviceCookie = (isSecure: boolean) => {
  const name = isSecure ? '__Secure-tambay-device' : 'tambay-device';
  const pattern = new RegExp(`(?:^|; )${name}=([0-9a-f-]{36})(?:;|$)`);
  const attributes = `Path=/api/v1/sync/pull; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    /** The device that a request names; null without one. */
    read: ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
      const parsed = chosenId().safeParse(pattern.exec(headers.cookie ?? '')?.[1]);
      return parsed.success ? parsed.data : null;
    },
    /** `Set-Cookie` for a device. */
    keep: (deviceId: string): string => `${name}=${deviceId}; Max-Age=${MAX_AGE_SECONDS}; ${attributes}`,
  };
};
