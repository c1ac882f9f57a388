import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode } from '../../protocol/index.ts';
import { visuallyHidden } from '../theme/mixins.css.ts';
import * as styles from './code-display.css.ts';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

export interface CodeDisplayProps {
  /** The bare 13 characters. */
  code: string;
  label: string;
}

/** A friend code to read out, to copy, to show across a table. */
export function CodeDisplay({ code, label }: CodeDisplayProps) {
  const { t } = useTranslation();
  const shown = formatUniqueCode(code);
  const { isCopied, copy } = useCopy(shown);
  const Icon = isCopied ? Check : Copy;
  return (
    <div className={styles.root}>
      <div className={styles.texts}>
        <span className={styles.label}>{label}</span>
        <span className={styles.code}>{shown}</span>
      </div>
      <IconButton
        variant="solid"
        label={t(isCopied ? 'action.copied' : 'action.copy')}
        icon={<Icon size={20} aria-hidden="true" />}
        onClick={copy}
      />
      <span className={visuallyHidden} role="status">
        {isCopied ? t('action.copied') : ''}
      </span>
    </div>
  );
}
