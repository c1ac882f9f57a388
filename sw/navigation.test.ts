import { expect, it } from 'vitest';
import { isShellNavigation } from './navigation.ts';

it.each([
  ['/', true],
  ['/chats/0123456789ABC?from=push', true],
  ['/apiary', true],
  ['/api/docs', false],
  ['/api', false],
  ['/socket.io/?EIO=4', false],
  ['/?loginRequestFrom=https://example.org', false],
])('answers %s from the shell: %s', (path, isShell) => {
  expect(isShellNavigation(new URL(path, 'https://tambay.example'))).toBe(isShell);
});
