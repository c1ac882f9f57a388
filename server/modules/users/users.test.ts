import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatUniqueCode, newId, ownUser, userRow } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

describe('a profile', () => {
  it('is whole for its owner, and public for a friend', async () => {
    const { ana, ben } = await api.world.friends();
    for (const path of [`/users/${ana.id}`, `/users/unique-code/${ana.uniqueCode}`]) {
      const own = (await api.ask(ana, 'GET', path)).json().data;
      expect(own).toEqual(ownUser.parse(own));
      expect(own).toMatchObject({ email: ana.email, birthDate: ana.birthDate });
      const seen = (await api.ask(ben, 'GET', path)).json().data;
      expect(seen).toEqual(userRow.parse(own));
      expect(Object.keys(seen)).not.toContain('email');
    }
  });

  it('is found by a stranger who has the code, and not by id', async () => {
    const [ana, stranger] = [await api.world.person('Ana'), await api.world.person('Sol')];
    const found = await api.ask(stranger, 'GET', `/users/unique-code/${ana.uniqueCode}`);
    expect(found.json().data).toEqual(userRow.parse({ ...ana, createdAt: ana.createdAt.toISOString() }));
    expect((await api.ask(stranger, 'GET', `/users/${ana.id}`)).statusCode).toBe(404);
  });

  it('is found by its code however people type it', async () => {
    const ana = await api.world.person('Ana');
    const typed = encodeURIComponent(` ${formatUniqueCode(ana.uniqueCode).toLowerCase()} `);
    expect((await api.ask(ana, 'GET', `/users/unique-code/${typed}`)).json().data.id).toBe(ana.id);
  });

  it('does not exist across a block in either direction, and looks like nobody’s', async () => {
    const { ana, ben } = await api.world.friends();
    await api.world.block(ana, ben);
    const answersTo = async (asker: typeof ana, other: typeof ana) => {
      const { requestId: _, ...byCode } = (
        await api.ask(asker, 'GET', `/users/unique-code/${other.uniqueCode}`)
      ).json();
      const { requestId: __, ...byId } = (await api.ask(asker, 'GET', `/users/${other.id}`)).json();
      return [byCode, byId];
    };
    const nobody = { ...ben, id: newId(), uniqueCode: '0000000000000' };
    const absent = await answersTo(ana, nobody);
    expect(absent[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(await answersTo(ana, ben)).toEqual(absent);
    expect(await answersTo(ben, ana)).toEqual(absent);
  });

  it.each(['/users/not-a-uuid', '/users/unique-code/short', '/users/unique-code/12345678901234'])(
    'is not looked for at %s',
    async (path) => {
      const ana = await api.world.person('Ana');
      const answer = await api.ask(ana, 'GET', path);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation']);
    },
  );

  it('is nobody’s without a session, and of no other account than the one that asks', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    expect((await api.ask(null, 'GET', `/users/${ana.id}`)).statusCode).toBe(401);
    const wrong = await api.ask(ana, 'GET', `/users/${ana.id}`, { headers: { 'x-acting-user': ben.id } });
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'wrong_account']);
  });
});

describe('PUT /users/{id}', () => {
  const put = (person: Person, id: string, body: unknown) => api.ask(person, 'PUT', `/users/${id}`, { body });

  it('changes what is named, and nothing that is not mine to change', async () => {
    const ana = await api.world.person('Ana');
    const body = {
      ...{ firstName: ' Anita ', middleName: 'Luz', birthDate: '1991-02-03' },
      ...{ email: 'other@example.test', uniqueCode: '0000000000000', role: 'ADMIN', id: newId() },
    };
    const changed = await put(ana, ana.id, body);
    expect(changed.statusCode).toBe(200);
    const known = { id: ana.id, email: ana.email, uniqueCode: ana.uniqueCode, lastName: ana.lastName };
    expect(changed.json().data).toMatchObject({
      ...known,
      ...{ firstName: 'Anita', middleName: 'Luz', birthDate: '1991-02-03', version: 2 },
    });
    const cleared = await put(ana, ana.id, { middleName: '' });
    expect(cleared.json().data).toMatchObject({ middleName: null, firstName: 'Anita', version: 3 });
  });

  it('keeps the age rule and the rules of names, and loses nothing', async () => {
    const ana = await api.world.person('Ana');
    const year = new Date().getUTCFullYear();
    for (const [body, error] of [
      [{ birthDate: `${year - 12}-01-01` }, { field: 'birthDate', message: 'Age can not be less than 13' }],
      [{ firstName: '  ' }, { field: 'firstName', message: 'Required' }],
    ] as const) {
      const refused = await put(ana, ana.id, { lastName: 'Cruz', ...body });
      expect([refused.statusCode, refused.json().errors]).toEqual([400, [error]]);
    }
    expect((await api.ask(ana, 'GET', `/users/${ana.id}`)).json().data).toMatchObject({
      lastName: ana.lastName,
      version: 1,
    });
  });

  it('of somebody else is forbidden to friends, and unknown to everybody else', async () => {
    const { ana, ben } = await api.world.friends();
    const stranger = await api.world.person('Sol');
    expect((await put(ben, ana.id, { firstName: 'X' })).statusCode).toBe(403);
    expect((await put(stranger, ana.id, { firstName: 'X' })).statusCode).toBe(404);
    await api.world.block(ana, ben);
    expect((await put(ben, ana.id, { firstName: 'X' })).statusCode).toBe(404);
  });
});
