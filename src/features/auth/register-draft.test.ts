import { expect, it } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { dropRegisterDraft, keepRegisterDraft, readRegisterDraft } from './register-draft.ts';

const empty = { firstName: '', middleName: '', lastName: '', email: '', birthDate: '' };

it('keeps what was typed, and never the password', () => {
  const storage = memoryStorage();
  const typed = { ...empty, firstName: 'Ana', email: 'ana@example.org', password: 'tahimik na gabi' };
  keepRegisterDraft(typed, () => storage);
  expect(readRegisterDraft(() => storage)).toEqual({ ...empty, firstName: 'Ana', email: 'ana@example.org' });
  expect(storage.getItem('tambay.register')).not.toContain('tahimik');
  dropRegisterDraft(() => storage);
  expect(readRegisterDraft(() => storage)).toEqual(empty);
});

it.each(['', 'not JSON', '[]', '7', '{"firstName":7,"lastName":{"a":1}}'])(
  'begins with empty fields where %j is kept',
  (kept) => {
    const storage = memoryStorage();
    storage.setItem('tambay.register', kept);
    expect(readRegisterDraft(() => storage)).toEqual(empty);
  },
);

it('does without a storage', () => {
  const open = (): Storage => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  expect(() => keepRegisterDraft(empty, open)).not.toThrow();
  expect(readRegisterDraft(open)).toEqual(empty);
});
