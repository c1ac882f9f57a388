import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, mutations, newId, settingsRow } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

describe('settings', () => {
  it('begin with the defaults, change one by one, and reach my devices alone', async () => {
    const { ana, ben } = await api.world.friends();
    expect((await api.ask(ana, 'GET', '/settings')).json().data).toMatchObject(DEFAULT_SETTINGS);
    const body = { showPresence: false, language: 'fil' };
    const changed = await api.ask(ana, 'PATCH', '/settings', { body });
    expect(changed.json().data).toMatchObject({ ...DEFAULT_SETTINGS, ...body, version: 2 });
    await api.ask(ana, 'PATCH', '/settings', { body: { dataSaver: true } });
    const own = (await api.world.pull(ana)).scopes.flatMap(({ changes }) => changes);
    const row = own.find(({ table }) => table === 'settings')?.row;
    expect(settingsRow.parse(row)).toMatchObject({ ...body, dataSaver: true, version: 3 });
    const bens = (await api.world.pull(ben)).scopes.flatMap(({ changes }) => changes);
    expect(bens.filter(({ table, id }) => table === 'settings' && id === ana.id)).toEqual([]);
  });

  it('of a row that an older server sent read as the defaults, and a change of one names no other', () => {
    const { groupInvites: _newer, ...older } = DEFAULT_SETTINGS;
    const row = { ...older, id: newId(), email: 'ana@example.test', birthDate: '1990-05-05', version: 1 };
    expect(settingsRow.parse(row)).toEqual({ ...row, groupInvites: 'everyone' });
    const wanted = { showPresence: false };
    expect(mutations.updateSettings.args.parse(wanted)).toEqual(wanted);
  });

  it('say who may add one to groups, and keep it when another is changed', async () => {
    const ana = await api.world.person('Ana');
    await api.ask(ana, 'PATCH', '/settings', { body: { groupInvites: 'nobody' } });
    const changed = await api.ask(ana, 'PATCH', '/settings', { body: { dataSaver: true } });
    expect(changed.json().data).toMatchObject({ groupInvites: 'nobody', dataSaver: true });
  });

  it('that are what they were already stay at their version', async () => {
    const ana = await api.world.person('Ana');
    const body = { sendReadReceipts: true };
    expect((await api.ask(ana, 'PATCH', '/settings', { body })).json().data.version).toBe(1);
  });

  it.each([
    [{}],
    [{ showPresence: 'yes' }],
    [{ language: 'de' }],
    [{ unknown: true }],
    [{ groupInvites: 'no one' }],
  ])('refuse %j', async (body) => {
    const ana = await api.world.person('Ana');
    const answer = await api.ask(ana, 'PATCH', '/settings', { body });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation']);
  });
});
