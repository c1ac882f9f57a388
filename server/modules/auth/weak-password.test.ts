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
  'ana.delacruz',
  'AnaDelaCruz99',
  'delacruz-ana-1999',
  'ana1ana2ana3',
])('refuses %s', (password) => {
  expect(() => assertPasswordIsHard(password, own)).toThrow('too easy');
});

it.each(['halo-halo sa tag-init', 'ana rides the bus 73', 'x9!kQ2mm', '5309-1187-4426'])(
  'takes %s',
  (password) => {
    expect(() => assertPasswordIsHard(password, own)).not.toThrow();
  },
);

it('refuses what stands before the @, digits and all', () => {
  const withYear = ['Ana', 'Santos', 'anasantos1990@example.ph'];
  for (const password of ['anasantos1990', 'santosana!1990'])
    expect(() => assertPasswordIsHard(password, withYear)).toThrow('too easy');
});

it('refuses what stands before the @ also when it begins with an initial, or is a telephone number', () => {
  const refused: [string, string][] = [
    ['a.santos@example.ph', 'a.santos'],
    ['a.santos@example.ph', 'asantos99'],
    ['a.santos@example.ph', 'Santos-A-Santos'],
    ['09171234567@example.ph', '09171234567'],
    ['09171234567@example.ph', '0917 123 4567'],
  ];
  for (const [email, password] of refused)
    expect(() => assertPasswordIsHard(password, ['Ana', 'Cruz', email])).toThrow('too easy');
  const taken: [string, string][] = [
    ['09171234567@example.ph', '0917123456789'],
    ['__@example.ph', '!?!?!?!?'],
    ['a.santos@example.ph', 'asantos rides the bus'],
  ];
  for (const [email, password] of taken)
    expect(() => assertPasswordIsHard(password, ['Ana', 'Cruz', email])).not.toThrow();
});
