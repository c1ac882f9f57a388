import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import * as styles from './search-field.css.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Looks through a list that is on the device. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  return (
    <search className={styles.root}>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <input
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
