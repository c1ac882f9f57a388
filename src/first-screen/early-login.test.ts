import { expect, it } from 'vitest';
import { loginBody } from '../../protocol/index.ts';
import { loginText } from './early-login.ts';

it.each([
  ['ana@example.org', 'not my secret 1'],
  ['  Ana.Santos@Example.ORG ', ' kept as typed '],
  ['ana@example.org', 'pa"ss\\word n\u0303'],
])('says before the app what the form of the app would say: %s, %s', (email, password) => {
  expect(loginText(email, password)).toBe(JSON.stringify(loginBody.parse({ email, password })));
});
