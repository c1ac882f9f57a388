import { Search, X } from 'lucide-react';
import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import * as styles from './search-field.css.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Where searching is all there is to do. */
  isFocused?: boolean;
  /** A list that the field opens and points into, and its keys. */
  field?: ComponentPropsWithoutRef<'input'>;
}

/** Looks through a list that is on the device. */
export function SearchField({ label, value, onChange, isFocused = false, field }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <search className={styles.root}>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <input
        ref={input}
        className={styles.input}
        type="text"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...field}
      />
      {value !== '' && (
        <IconButton
          variant="soft"
          label={t('action.close')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => onChange('')}
        />
      )}
    </search>
  );
}
