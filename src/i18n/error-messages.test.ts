import { describe, expect, it } from 'vitest';
import {
  AGE_MESSAGE,
  errorKinds,
  REQUIRED,
  TOO_LONG,
  UNIQUE_CODE_LENGTH_MESSAGE,
} from '../../protocol/index.ts';
import { enUs } from './en-us.ts';
import { errorMessageKeys, validationMessageKey } from './error-messages.ts';
import type { MessageKey } from './messages.ts';

function textOf(key: MessageKey): unknown {
  return key.split('.').reduce<unknown>((value, part) => {
    return typeof value === 'object' && value !== null && part in value
      ? Reflect.get(value, part)
      : undefined;
  }, enUs);
}

it('has a text for every kind of error, and for no other', () => {
  expect(new Set(Object.keys(errorMessageKeys))).toEqual(new Set(Object.keys(errorKinds)));
  for (const key of Object.values(errorMessageKeys)) expect(textOf(key)).toEqual(expect.any(String));
});

describe('validationMessageKey', () => {
  it.each([REQUIRED, TOO_LONG, AGE_MESSAGE, UNIQUE_CODE_LENGTH_MESSAGE])(
    'finds the schema message "%s" again',
    (message) => {
      expect(textOf(validationMessageKey(message))).toBe(message);
    },
  );

  it('falls back to a text that at least points at the field', () => {
    expect(validationMessageKey('constructor')).toBe('validation.check');
    expect(validationMessageKey('Invalid input')).toBe('validation.check');
  });
});
