import { expect, it } from 'vitest';
import { registerForm } from './register-form.ts';

const valid = {
  email: 'ana@example.org',
  password: 'tahimik na gabi',
  confirmPassword: 'tahimik na gabi',
  firstName: 'Ana',
  lastName: 'Reyes',
  birthDate: '1999-04-01',
};
const messagesOf = (values: unknown) =>
  registerForm.safeParse(values).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);

it('accepts a registration without a middle name', () => {
  expect(registerForm.safeParse(valid).success).toBe(true);
});

it('says "Passwords don\'t match" on the second password', () => {
  expect(messagesOf({ ...valid, confirmPassword: 'iba' })).toEqual([
    "confirmPassword: Passwords don't match",
  ]);
});

it('says it beside the errors of other fields', () => {
  expect(messagesOf({ ...valid, email: 'x', confirmPassword: 'iba' })).toEqual([
    'email: Must be a valid e-mail',
    "confirmPassword: Passwords don't match",
  ]);
});

it('asks for the second password before comparing', () => {
  expect(messagesOf({ ...valid, confirmPassword: '' })).toEqual(['confirmPassword: Required']);
});

it('says "Age can not be less than 13" by the year alone', () => {
  const year = new Date().getUTCFullYear();
  expect(messagesOf({ ...valid, birthDate: `${year - 12}-01-01` })).toEqual([
    'birthDate: Age can not be less than 13',
  ]);
  expect(messagesOf({ ...valid, birthDate: `${year - 13}-12-31` })).toBeUndefined();
});
