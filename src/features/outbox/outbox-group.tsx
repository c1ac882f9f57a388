import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxCard } from '../../queries/outbox.ts';
import * as styles from './outbox-group.css.ts';
import { OutboxRow } from './outbox-row.tsx';

/** What hangs together: a new group and what was written in it go, wait and are taken back as one. */
export function OutboxGroup({ card: { root, dependents } }: { card: OutboxCard }) {
  const { t } = useTranslation();
  const captionId = useId();
  return (
    <>
      <OutboxRow item={root} dependents={dependents.length} />
      {dependents.length > 0 && (
        <div className={styles.dependents}>
          <div className={styles.thread}>
            <p id={captionId} className={styles.caption}>
              {t('outbox.dependents', { count: dependents.length })}
            </p>
            <ul aria-labelledby={captionId}>
              {dependents.map((item) => (
                <li key={item.id}>
                  <OutboxRow item={item} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
}
