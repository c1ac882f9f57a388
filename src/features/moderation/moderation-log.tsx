import { useTranslation } from 'react-i18next';
import type { ModerationLogRow } from '../../../protocol/index.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../i18n/format.ts';
import { isolate, isolateEach } from '../../i18n/isolate.ts';

/** What moderators have done, the newest first. */
export function ModerationLog({ rows }: { rows: readonly ModerationLogRow[] }) {
  const { t, i18n } = useTranslation();
  const termOf = ({ action, days }: ModerationLogRow): string | null =>
    action !== 'suspend'
      ? null
      : days === null
        ? t('moderation.forGood')
        : t('moderation.day', { count: days });
  const partsOf = (row: ModerationLogRow): string[] =>
    [row.person, termOf(row), row.words, formatDate(i18n.language, 'exact', new Date(row.at))].filter(
      (part) => part !== null,
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: rows of words alone: the way in for the keys that scroll them.
    <section aria-label={t('moderation.log')} tabIndex={0}>
      <Section>
        {rows.map((row) => (
          <ListRow
            key={row.id}
            isWrapping
            // Lists, not one text: the row would isolate one as a whole.
            title={[
              isolate(row.moderator ?? t('moderation.terminal')),
              ` ${t(`moderation.actions.${row.action}`)}`,
            ]}
            subtitle={[isolateEach(partsOf(row), ' · ')]}
          />
        ))}
      </Section>
    </section>
  );
}
