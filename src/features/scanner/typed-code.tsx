import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { QrLinkKind } from '../../session/qr-link.ts';
import { readScanned, type ScannedCode } from './scanned-code.ts';

export interface TypedCodeProps {
  label: string;
  /** What the bare id of a sign-in is for here. */
  bare: QrLinkKind;
  onCode: (code: ScannedCode) => string | null;
}

/** Without a camera, or for a code that no camera reads: the letters under it, or a link that was sent. */
export function TypedCode({ label, bare, onCode }: TypedCodeProps) {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  useHoldUpdate(value !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return setError(t('validation.required'));
    const code = readScanned(value, location.origin, bare);
    setError((code ? onCode(code) : t('scan.foreign')) ?? undefined);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextField
          kind="code"
          name="code"
          label={label}
          enterKeyHint="go"
          error={error}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="secondary" isWide>
          {t('scan.useCode')}
        </Button>
      </Stack>
    </form>
  );
}
