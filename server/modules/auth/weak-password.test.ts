import { expect, it } from 'vitest';
import { assertPasswordIsHard } from './weak-password.ts';

const own = ['Ana Maria', 'Dela Cruz', 'ana.delacruz@example.ph', 'Tambay'];

it.each([
  'password',
  'PASSWORD1',
  '12345678',
  'qwertyuiop',
  'anamaria99',
  'Dela-Cruz-1',
  'ana.delacruz@example.ph',
  'tambay2026',
])('refuses %s', (password) => {
  expect(() => assertPasswordIsHard(password, own)).toThrow('too easy');
});

it.each(['halo-halo sa tag-init', 'ana rides the bus 73', 'x9!kQ2mm'])('takes %s', (password) => {
  expect(() => assertPasswordIsHard(password, own)).not.toThrow();
});
