import { expect, it } from 'vitest';
import { watchNotificationTaps } from './notifications.ts';

it('a tap that comes while the app starts waits for its router; of two the later one counts', () => {
  const container = new EventTarget();
  const say = (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data }));
  const openTapped = watchNotificationTaps(container);
  say({ type: 'OPEN', url: '/posts/1' });
  say({ type: 'OPEN', url: '/chats/1' });
  say({ type: 'OPEN', url: '//elsewhere.example' });
  const opened: string[] = [];
  openTapped({ history: { push: (url) => opened.push(url) } });
  expect(opened).toEqual(['/chats/1']);
  say({ type: 'OPEN', url: '/chats/2' });
  expect(opened).toEqual(['/chats/1', '/chats/2']);
});
