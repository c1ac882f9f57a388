import { describe, expect, it } from 'vitest';
import {
  addFriendBody,
  chatsQuery,
  chatType,
  friendshipRow,
  friendsQuery,
  LIMITS,
  loginBody,
  messageBody,
  messagesQuery,
  ownUser,
  registerBody,
  userIdParams,
  type z,
} from '../../protocol/index.ts';

// The specification's fields, rules and constants (§3, §5, §9) against the schemas that forms and server share.
// A client that knows only the specification has to be understood, so the inputs here have only its fields.

const id = '2f1c6a54-4b38-4d8f-9d0e-7f1f0a6f2b11';
const queries = { friendsQuery, chatsQuery, messagesQuery };

const complaints = (schema: z.ZodMiniType, input: unknown): Record<string, string> => {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]));
};

describe('fields of the specification', () => {
  const person = {
    email: 'ana@example.ph',
    password: 'halo-halo sa tag-init',
    firstName: 'Ana',
    lastName: 'Reyes',
    birthDate: '1999-05-04',
  };

  it('registration takes the six fields, and the middle name may be missing', () => {
    expect(registerBody.parse(person)).toEqual(person);
    expect(registerBody.parse({ ...person, middleName: 'Cruz' })).toEqual({ ...person, middleName: 'Cruz' });
    expect(complaints(registerBody, {})).toEqual({
      email: 'Required',
      password: 'Required',
      firstName: 'Required',
      lastName: 'Required',
      birthDate: 'Required',
    });
  });

  it('a user has names, e-mail, birth date and a unique code', () => {
    const { email, firstName, middleName, lastName, birthDate, uniqueCode } = ownUser.shape;
    expect([email, firstName, middleName, lastName, birthDate, uniqueCode]).not.toContain(undefined);
  });

  it('a message takes content, images, files and video, all optional, with an optional chat and a user', () => {
    const message = { chatId: id, userId: id, content: 'Tara!', images: [id], files: [id], video: id };
    expect(messageBody.parse(message)).toEqual(message);
    expect(messageBody.parse({ userId: id, content: 'Tara!' })).toEqual({ userId: id, content: 'Tara!' });
  });

  it('a friend request has two people and the status PENDING or APPROVED', () => {
    expect(friendshipRow.shape.status.options).toEqual(['PENDING', 'APPROVED']);
    expect(Object.keys(friendshipRow.shape)).toEqual(expect.arrayContaining(['requesterId', 'requesteeId']));
  });

  it('add-friend takes a unique code and an optional requester', () => {
    expect(addFriendBody.parse({ uniqueCode: '0123456789ABC' })).toEqual({ uniqueCode: '0123456789ABC' });
    expect(complaints(addFriendBody, { uniqueCode: '0123456789ABC', requesterId: 'ana' })).toHaveProperty(
      'requesterId',
    );
  });

  it.each(Object.entries(queries))(
    'a list query takes search, page, perPage, orderBy and orderDir: %s',
    (_, query) => {
      const orderBy = query.shape.orderBy.def.innerType.options[0];
      expect(query.parse({ search: 'ana', page: '2', perPage: '10', orderBy, orderDir: 'DESC' })).toEqual({
        search: 'ana',
        page: 2,
        perPage: 10,
        orderBy,
        orderDir: 'DESC',
      });
    },
  );

  it('the friend list also takes status, userId, requestsToMe and myRequests', () => {
    const asked = { status: 'PENDING', userId: id, requestsToMe: 'true', myRequests: 'false' };
    expect(friendsQuery.parse(asked)).toMatchObject({ ...asked, requestsToMe: true, myRequests: false });
  });
});

describe('rules of the specification', () => {
  it('an e-mail field takes only valid e-mails', () => {
    for (const email of ['ana', 'ana@', '@example.ph', 'ana@example', 'ana reyes@example.ph']) {
      expect(complaints(loginBody, { email, password: 'x' }), email).toHaveProperty('email');
    }
    expect(complaints(loginBody, { email: 'ana.reyes+tambay@example.ph', password: 'x' })).toEqual({});
  });

  it('ids of users, chats and requesters must be uuids', () => {
    expect(complaints(userIdParams, { id: '42' })).toHaveProperty('id');
    expect(complaints(messageBody, { userId: '42', chatId: '42', content: 'x' })).toMatchObject({
      userId: expect.any(String),
      chatId: expect.any(String),
    });
    expect(complaints(friendsQuery, { userId: '42' })).toHaveProperty('userId');
  });

  it.each(Object.entries(queries))(
    'page defaults to 1 and is positive, perPage defaults to 5: %s',
    (_, query) => {
      expect(query.parse({})).toEqual({ page: 1, perPage: 5 });
      for (const page of ['0', '-1', '1.5', 'x', ''])
        expect(complaints(query, { page }), page).toHaveProperty('page');
    },
  );

  it.each(Object.entries(queries))('orderDir is ASC or DESC: %s', (_, query) => {
    for (const orderDir of ['asc', 'up', ''])
      expect(complaints(query, { orderDir })).toHaveProperty('orderDir');
    for (const orderDir of ['ASC', 'DESC']) expect(complaints(query, { orderDir })).toEqual({});
  });

  it('whatever is missing is Required', () => {
    expect(complaints(loginBody, { email: '', password: '' })).toEqual({
      email: 'Required',
      password: 'Required',
    });
    expect(complaints(addFriendBody, {})).toEqual({ uniqueCode: 'Required' });
  });
});

describe('constants of the specification', () => {
  it('are those of §9', () => {
    expect(LIMITS).toMatchObject({
      uploadBytesMax: 10_485_760,
      minimumAgeYears: 13,
      uniqueCodeLength: 13,
      perPageDefault: 5,
      toastMs: 3_000,
    });
    expect(chatType.options).toEqual(['PRIVATE', 'PUBLIC', 'GROUP']);
  });
});
