import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { strangerQueue, strangerSettings } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { openPushService } from '../../testing/push-service.ts';
import type { Person } from '../../testing/world.ts';
import { TELL_FOR_MS } from './tell-waiting.ts';

const WAIT_OPTIONS = { timeout: 25_000, interval: 10 };
let service: Awaited<ReturnType<typeof openPushService>>;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  service = await openPushService();
  api = await openApi({ pushPorts: service.ports });
});
afterAll(async () => {
  await api.close();
  service.close();
});
afterEach(async () => {
  service.arrived.length = 0;
  await api.world.db.delete(strangerQueue);
  await api.world.db.update(strangerSettings).set({ tellUntil: null });
});

const stranger = async (firstName: string, language = 'any'): Promise<Person> => {
  const person = await api.world.person(firstName);
  const body = { optedIn: true, language, interests: [] };
  expect((await api.ask(person, 'PUT', '/strangers/settings', { body })).statusCode).toBe(200);
  return person;
};
const listening = async (person: Person): Promise<string> => {
  const { path, ...body } = service.subscribe();
  expect((await api.ask(person, 'POST', '/notifications/push/register', { body })).statusCode).toBe(201);
  return path;
};
const tellMe = (person: Person) => api.ask(person, 'PUT', '/strangers/tell', { body: { wanted: true } });
/** Somebody who asked to be told, and the path at which their pushes arrive. */
const asking = async (firstName: string, language?: string) => {
  const person = await stranger(firstName, language);
  const path = await listening(person);
  expect((await tellMe(person)).json().data).toEqual({ willBeTold: true });
  return { person, path };
};
const wait = async (person: Person): Promise<void> => {
  expect((await api.ask(person, 'POST', '/strangers/queue')).statusCode).toBe(200);
};
const pushesAt = (path: string) => service.arrived.filter((one) => one.path === path);
const isTold = (path: string) => vi.waitFor(() => expect(pushesAt(path)).toHaveLength(1), WAIT_OPTIONS);
const willBeTold = async (person: Person): Promise<boolean> =>
  (await api.ask(person, 'GET', '/strangers')).json().data.willBeTold;

describe('a member who asked to be told that somebody waits', () => {
  it('is told once, and the notification names nobody', async () => {
    const { person, path } = await asking('Anastacia');
    const ben = await stranger('Benigno');
    await wait(ben);
    await isTold(path);
    const [push] = pushesAt(path);
    expect(push?.payload).toMatchObject({ type: 'stranger', url: '/strangers' });
    for (const secret of [ben.id, ben.uniqueCode, ben.firstName, ben.email, person.id, person.firstName])
      expect(JSON.stringify([push?.payload, push?.headers])).not.toContain(secret);
    expect(await willBeTold(person)).toBe(false);
    // The next who waits is no news to her; a third who asked shows that pushes had gone by then.
    await api.world.db.delete(strangerQueue);
    const { path: third } = await asking('Carla');
    await wait(await stranger('Dino'));
    await isTold(third);
    expect(pushesAt(path)).toHaveLength(1);
  });

  it('is not told of oneself, of a blocked person, of another language, nor when the time is over or one has opted out', async () => {
    const ben = await stranger('Benigno', 'en');
    const [blocked, foreign, late, gone] = [
      await asking('Blanca'),
      await asking('Filomena', 'fil'),
      await asking('Luningning'),
      await asking('Gomburza'),
    ];
    await api.world.block(blocked.person, ben);
    api.world.clock.advance(TELL_FOR_MS + 1);
    for (const { person } of [blocked, foreign, gone]) await tellMe(person);
    const body = { optedIn: false, language: 'any', interests: [] };
    await api.ask(gone.person, 'PUT', '/strangers/settings', { body });
    await tellMe(ben);
    const own = await listening(ben);
    const fits = await asking('Fe');
    await wait(ben);
    await isTold(fits.path);
    for (const path of [blocked.path, foreign.path, late.path, gone.path, own])
      expect(pushesAt(path)).toEqual([]);
    expect(await willBeTold(late.person)).toBe(false);
  });

  it('has opted in, or nothing is kept', async () => {
    const ana = await api.world.person('Ana');
    expect((await tellMe(ana)).statusCode).toBe(403);
    const body = { optedIn: false, language: 'any', interests: [] };
    await api.ask(ana, 'PUT', '/strangers/settings', { body });
    expect((await tellMe(ana)).statusCode).toBe(403);
    const kept = await api.world.db
      .select()
      .from(strangerSettings)
      .where(eq(strangerSettings.userId, ana.id));
    expect(kept).toMatchObject([{ optedInAt: null, tellUntil: null }]);
  });
});
