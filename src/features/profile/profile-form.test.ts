import { expect, it } from 'vitest';
import { changedFields, namedFields, profileForm, withChange } from './profile-form.ts';

const ana = { firstName: 'Ana', middleName: '', lastName: 'Reyes', birthDate: '1990-05-05' };

it('sends what was changed and nothing else', () => {
  expect(changedFields(ana, { ...ana, firstName: 'Anita' })).toEqual({ firstName: 'Anita' });
  expect(changedFields({ ...ana, middleName: 'Luz' }, ana)).toEqual({ middleName: '' });
  expect(changedFields(ana, ana)).toBeNull();
});

it('is filled from a change that waits', () => {
  const change = { firstName: 'Anita', middleName: null, avatarId: null };
  expect(withChange({ ...ana, middleName: 'Luz' }, change)).toEqual({ ...ana, firstName: 'Anita' });
  expect(namedFields(change)).toEqual(['firstName', 'middleName']);
  expect(namedFields({ avatarId: null })).toEqual([]);
});

it('keeps the rules of the protocol', () => {
  const year = new Date().getUTCFullYear();
  const refused = profileForm.safeParse({ ...ana, firstName: ' ', birthDate: `${year - 12}-01-01` });
  const messages = refused.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(messages).toContain('firstName: Required');
  expect(messages).toContain('birthDate: Age can not be less than 13');
});
