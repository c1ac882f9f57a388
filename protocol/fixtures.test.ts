import { describe, expect, it } from 'vitest';
import { messageBody } from './calls/chats.ts';
import { mutations, registerBody, type z } from './index.ts';

const firstMessage = (schema: z.ZodMiniType, input: unknown): string | undefined => {
  const result = schema.safeParse(input);
  const issue = result.error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
};

const ana = {
  email: ' Ana@Example.PH ',
  password: 'halo-halo sa tag-init',
  firstName: 'Ana',
  lastName: 'Reyes',
  birthDate: '1999-05-04',
};

describe('registration', () => {
  it('reads a person', () => {
    expect(registerBody.parse({ ...ana, firstName: '  Ana \u202e Maria ' })).toEqual({
      ...ana,
      email: 'ana@example.ph',
      firstName: 'Ana Maria',
    });
  });

  it('counts the age by the year only', () => {
    const year = new Date().getUTCFullYear();
    expect(firstMessage(registerBody, { ...ana, birthDate: `${year - 13}-12-31` })).toBeUndefined();
    expect(firstMessage(registerBody, { ...ana, birthDate: `${year - 12}-01-01` })).toBe(
      'birthDate: Age can not be less than 13',
    );
  });

  it.each([
    [{ ...ana, email: undefined }, 'email: Required'],
    [{ ...ana, email: '' }, 'email: Required'],
    [{ ...ana, email: 'ana' }, 'email: Must be a valid e-mail'],
    [{ ...ana, password: 'short' }, 'password: Must contain at least 8 characters'],
    [{ ...ana, firstName: ' \u200b ' }, 'firstName: Required'],
    [{ ...ana, lastName: '\u200d' }, 'lastName: Contains characters that cannot be shown'],
    [{ ...ana, lastName: `e${'\u0301'.repeat(40)}` }, 'lastName: Contains characters that cannot be shown'],
    [{ ...ana, firstName: 'A\u0000' }, 'firstName: Contains characters that cannot be stored'],
    [{ ...ana, firstName: 'A\ud800' }, 'firstName: Contains characters that cannot be stored'],
    [{ ...ana, birthDate: '+275760-09-13' }, 'birthDate: Required'],
  ])('refuses %j', (input, message) => {
    expect(firstMessage(registerBody, input)).toBe(message);
  });
});

describe('a message', () => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const args = { id, chatId: id, writtenAt: '2026-11-20T10:00:00.000Z' };

  it('needs content, a picture, a file or a video', () => {
    for (const schema of [mutations.sendMessage.args, messageBody]) {
      expect(firstMessage(schema, { ...args, content: '  ' })).toBe('content: Required');
      expect(firstMessage(schema, args)).toBe('content: Required');
      expect(firstMessage(schema, { ...args, images: [id] })).toBeUndefined();
      expect(firstMessage(schema, { ...args, content: 'Tara!' })).toBeUndefined();
    }
  });

  it('keeps blanks and line ends as they were typed', () => {
    expect(mutations.sendMessage.args.parse({ ...args, content: '  a\n b ' }).content).toBe('  a\n b ');
  });

  it('refuses the same picture twice and an instant without milliseconds', () => {
    expect(firstMessage(mutations.sendMessage.args, { ...args, images: [id, id.toUpperCase()] })).toBe(
      'images: The same picture twice',
    );
    expect(
      mutations.sendMessage.args.safeParse({ ...args, content: 'x', writtenAt: '2026-11-20T10:00:00Z' })
        .success,
    ).toBe(false);
  });
});

describe('free text', () => {
  it('is judged by what is kept of it: read twice, it says the same', () => {
    const letter = String.fromCodePoint(0x958);
    const read = (length: number) => messageBody.safeParse({ content: letter.repeat(length) });
    expect(read(2_000).data?.content).toHaveLength(4_000);
    expect(messageBody.safeParse(read(2_000).data).success).toBe(true);
    expect(read(2_001).success).toBe(false);
  });
});
