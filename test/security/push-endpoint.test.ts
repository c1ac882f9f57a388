import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, privateChatId } from '../../protocol/index.ts';
import { postPush } from '../../server/modules/notifications/push-endpoint.ts';
import { livingSubscriptions } from '../../server/modules/notifications/subscriptions.ts';
import { openApi } from '../../server/testing/api.ts';
import { createSubscriber } from '../../server/testing/push-service.ts';
import { INSIDE, inBrackets } from './inside-addresses.ts';

/**
 * Where a push goes is named by a client (docs/threat-model.md, "Push endpoints"). docs/decisions/0011 asks for https and a
 * public address, and that it is looked up and pinned when it is sent: hosts need not stand on a list, so a name that only
 * looks like a push service's is taken, and judged by where it leads. A port may not be named.
 */

const REFUSED = [
  ...INSIDE.map((address) => `https://${inBrackets(address)}/send`),
  'https://127.1/send',
  'https://2130706433/send',
  'https://0x7f000001/send',
  'https://0177.0.0.1/send',
  'https://127。0。0。1/send',
  'https://①②⑦.0.0.1/send',
  'https://[fe80::1%25lo]/send',
  'https://localhost/send',
  'https://localhost./send',
  'https://db.internal/send',
  'https://printer.local/send',
  'https://intranet/send',
  'http://fcm.googleapis.com/send',
  'https://fcm.googleapis.com:8443/send',
  'https://fcm.googleapis.com:22/send',
  'https://93.184.216.34:8443/send',
  'https://fcm.googleapis.com@evil.test/send',
  'https://user:secret@push.example/send',
  'file:///etc/passwd',
  'gopher://push.example/',
  'push.example',
  'https://',
];

/** Everything that a packet could go by: names are asked of it, connections opened by it. It opens none. */
const openCanary = (addresses: Record<string, string[]> = {}) => {
  const asked: string[] = [];
  const connected: { host: unknown; port: unknown; servername: unknown }[] = [];
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = ({ host, port, servername }: Record<string, unknown>) => {
    connected.push({ host, port, servername });
    throw new Error('No way out of this test');
  };
  const resolve = async (hostname: string): Promise<string[]> => {
    asked.push(hostname);
    return addresses[hostname] ?? [];
  };
  return { asked, connected, ports: { resolve, agent } };
};
const send = (endpoint: string, { ports }: ReturnType<typeof openCanary>): Promise<number> =>
  postPush(ports, { endpoint, headers: {}, body: Buffer.from('sealed') }, AbortSignal.timeout(5_000));

describe('[T06] an endpoint that leads inside', () => {
  const canary = openCanary(Object.fromEntries(INSIDE.map((address, at) => [`p${at}.example`, [address]])));
  let api: Awaited<ReturnType<typeof openApi>>;
  beforeAll(async () => {
    api = await openApi({ pushPorts: canary.ports });
  });
  afterAll(() => api.close());

  it.each(REFUSED)('%s is refused, and nothing asks or knocks there', async (endpoint) => {
    const { ana, ben, chatId } = await api.world.friends();
    const body = { endpoint, keys: createSubscriber().keys };
    const answer = await api.ask(ben, 'POST', '/notifications/push/register', { body });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation']);
    await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body: { id: newId(), content: 'Kumusta?' } });
    // One that was stored by an older release is not sent to either.
    await expect(send(endpoint, canary)).rejects.toThrow();
    expect([canary.asked, canary.connected]).toEqual([[], []]);
  });

  it('is not knocked at under any name, and the subscription is forgotten', async () => {
    const sent: Promise<unknown>[] = [];
    for (const [at, address] of INSIDE.entries()) {
      const name = `p${at}.example`;
      sent.push(
        expect(send(`https://${name}/send`, canary), address).rejects.toThrow('Not a public address'),
      );
    }
    await Promise.all(sent);
    expect(canary.connected).toEqual([]);

    const { ana, ben } = await api.world.friends();
    const { keys } = createSubscriber();
    const body = { endpoint: 'https://p0.example/send', keys };
    expect((await api.ask(ben, 'POST', '/notifications/push/register', { body })).statusCode).toBe(201);
    canary.asked.length = 0;
    const message = { id: newId(), content: 'Una' };
    await api.ask(ana, 'POST', `/chats/${privateChatId(ana.id, ben.id)}/messages`, { body: message });
    const left = () => livingSubscriptions(api.world.db, ben.id, api.world.clock.now());
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 25_000 });
    expect([canary.asked, canary.connected]).toEqual([['p0.example'], []]);
  });

  it('that is as long as a book is not stored', async () => {
    const { ben } = await api.world.friends();
    const body = { endpoint: `https://push.example/${'x'.repeat(3_000)}`, keys: createSubscriber().keys };
    const answer = await api.ask(ben, 'POST', '/notifications/push/register', { body });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation']);
  });
});

describe('[T06] a name is asked once, and what it said is where it goes', () => {
  it('is connected to by the address that was judged, whatever the name says a moment later', async () => {
    const canary = openCanary();
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    canary.ports.resolve = async (hostname) => {
      canary.asked.push(hostname);
      return answers.shift() ?? ['127.0.0.1'];
    };
    await expect(send('https://rebind.example/send', canary)).rejects.toThrow('No way out');
    expect(canary.asked).toEqual(['rebind.example']);
    expect(canary.connected).toEqual([{ host: '93.184.216.34', port: 443, servername: 'rebind.example' }]);
    // The next push finds out where it leads by now.
    await expect(send('https://rebind.example/send', canary)).rejects.toThrow('Not a public address');
    expect(canary.connected).toHaveLength(1);
  });

  it('one address inside among open ones spoils all of them', async () => {
    const canary = openCanary({ 'mixed.example': ['93.184.216.34', '::ffff:10.0.0.7'] });
    await expect(send('https://mixed.example/send', canary)).rejects.toThrow('Not a public address');
    expect(canary.connected).toEqual([]);
  });

  it.each(['2606:4700::1111', '93.184.216.34'])('an open one, %s, is connected to', async (address) => {
    const canary = openCanary({ 'push.example': [address] });
    await expect(send('https://push.example/send', canary)).rejects.toThrow('No way out');
    expect(canary.connected).toMatchObject([{ host: address, servername: 'push.example' }]);
  });

  it('a name that only looks like a push service is taken, and judged by where it leads', async () => {
    const canary = openCanary({ 'fcm.googleapis.com.evil.test': ['10.0.0.7'] });
    await expect(send('https://fcm.googleapis.com.evil.test/send', canary)).rejects.toThrow(
      'Not a public address',
    );
    expect(canary.connected).toEqual([]);
  });
});
