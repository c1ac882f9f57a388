import {
  noticeSeenResponse,
  noticesOverResponse,
  type PushSubscriptionBody,
  pushKeyResponse,
  pushRegistered,
  pushRemoved,
  type ShownNotice,
} from '../../protocol/index.ts';
import type { Answer, CallServer } from './call-server.ts';

export type NotificationApi = {
  /** The application server key to subscribe with. */
  pushKey(): Promise<Answer<{ publicKey: string }>>;
  registerPush(token: string, subscription: PushSubscriptionBody): Promise<Answer<unknown>>;
  /** @param id the subscription's auth key */
  removePush(token: string, id: string): Promise<Answer<unknown>>;
  /** The member looks at a screen that notifications lead to. */
  noticeSeen(token: string, url: string): Promise<Answer<unknown>>;
  /** Which of the notifications shown here are over, by their tags. */
  noticesOver(token: string, shown: readonly ShownNotice[]): Promise<Answer<{ tags: string[] }>>;
};

export const createNotificationApi = (call: CallServer): NotificationApi => ({
  pushKey: () => call(pushKeyResponse, { method: 'GET', path: '/notifications/push/key', isQuiet: true }),
  registerPush: (token, body) =>
    call(pushRegistered, {
      method: 'POST',
      path: '/notifications/push/register',
      token,
      body,
      isQuiet: true,
    }),
  removePush: (token, id) =>
    call(pushRemoved, {
      method: 'DELETE',
      path: `/notifications/push/${encodeURIComponent(id)}`,
      token,
      isQuiet: true,
    }),
  noticeSeen: (token, url) =>
    call(noticeSeenResponse, {
      method: 'PUT',
      path: '/notifications/seen',
      token,
      body: { url },
      isQuiet: true,
    }),
  noticesOver: (token, shown) =>
    call(noticesOverResponse, {
      method: 'POST',
      path: '/notifications/over',
      token,
      body: { shown },
      isQuiet: true,
    }),
});
