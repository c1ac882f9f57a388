import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUniqueCodePlausible, LIMITS, normalizeUniqueCode } from '../../../protocol/index.ts';
import { TextField } from '../../components/text-field.tsx';
import { tidyCode } from './typed-code.ts';

interface CodeFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A friend code that puts itself in order under the hand, and says offline when it looks mistyped. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is put back after each change of the text.
  useLayoutEffect(() => {
    if (caret !== null && document.activeElement === input.current) {
      input.current?.setSelectionRange(caret, caret);
    }
  }, [caret, value]);
  const code = normalizeUniqueCode(value);
  const isMistyped = code.length === LIMITS.uniqueCodeLength && !isUniqueCodePlausible(code);
  return (
    <TextField
      ref={input}
      kind="code"
      name="uniqueCode"
      label={t('friends.code')}
      placeholder={t('friends.codePlaceholder')}
      enterKeyHint="send"
      hint={isMistyped ? t('validation.codeMistyped') : undefined}
      error={error}
      value={value}
      onChange={(event) => {
        const tidy = tidyCode(event.target.value, event.target.selectionStart ?? event.target.value.length);
        setCaret(tidy.caret);
        onChange(tidy.value);
      }}
    />
  );
}
