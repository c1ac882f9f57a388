import { Link } from '@tanstack/react-router';
import { ChevronRight, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isMutationName } from '../../../protocol/index.ts';
import type { DiagnosedItem, Diagnosis } from '../../../sync/index.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { errorMessageKeys } from '../../i18n/error-messages.ts';
import { formatDate } from '../../i18n/format.ts';
import { useWaitingFiles } from '../../queries/waiting-files.ts';
import { usePendingLeaves } from '../../session/use-pending-leaves.ts';
import { OutboxLeave } from '../outbox/outbox-leave.tsx';
import { useFileWords } from '../outbox/use-file-words.ts';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';

/** Why each thing that is not settled is not, with files that were named before they were sent, and chats with strangers whose end the server does not know. */
export function WaitingSection({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useTranslation();
  const { items } = diagnosis;
  const files = useWaitingFiles();
  const fileWords = useFileWords();
  const leaves = usePendingLeaves();
  const isNothing = items.length + leaves.length === 0 && files?.length === 0;
  return (
    <Section title={t('doctor.waiting')} {...(isNothing ? { note: t('doctor.nothingWaits') } : {})}>
      <RowList items={items} keyOf={({ id }) => id}>
        {(item) => <WaitingRow item={item} diagnosis={diagnosis} />}
      </RowList>
      <RowList items={files ?? []} keyOf={({ id }) => id}>
        {(file) => {
          const { title, why } = fileWords(file);
          return (
            <ListRow
              isWrapping
              leading={<Hourglass size={22} aria-hidden="true" />}
              title={title}
              meta={<When isDeviceTime at={file.createdAt} />}
              subtitle={why}
            />
          );
        }}
      </RowList>
      <RowList items={leaves} keyOf={({ chatId }) => chatId}>
        {(leave) => <OutboxLeave leave={leave} />}
      </RowList>
      <ListRow
        isCompact
        title={t('outbox.title')}
        trailing={<ChevronRight size={20} aria-hidden="true" />}
        render={<Link to="/profile/outbox" />}
      />
    </Section>
  );
}

function WaitingRow({ item, diagnosis }: { item: DiagnosedItem; diagnosis: Diagnosis }) {
  const { t, i18n } = useTranslation();
  // The type promises what a newer release may have named otherwise.
  const nameOf = (name: DiagnosedItem['name']): string =>
    isMutationName(name) ? t(`outbox.what.${name}`) : t('outbox.unknown');
  const why = (): string => {
    const { waiting } = item;
    switch (waiting.for) {
      case 'user':
        return waiting.error === null
          ? t('doctor.for.user')
          : t('doctor.for.userWhy', { why: t(errorMessageKeys[waiting.error]) });
      case 'mutation': {
        const other = diagnosis.items.find(({ id }) => id === waiting.id);
        return t('doctor.for.mutation', {
          what: other ? nameOf(other.name) : waiting.id.slice(-8),
        });
      }
      case 'time':
        return t('doctor.for.time', { time: formatDate(i18n.language, 'seconds', new Date(waiting.until)) });
      case 'scope':
        return t('doctor.for.scope', { seq: waiting.seq, cursor: waiting.cursor ?? 0 });
      default:
        return t(`doctor.for.${waiting.for}`);
    }
  };
  return (
    <ListRow
      isWrapping
      leading={<Hourglass size={22} aria-hidden="true" />}
      title={nameOf(item.name)}
      meta={<When at={Date.parse(item.writtenAt)} />}
      subtitle={`${why()} ${t('doctor.attempts', { count: item.attempts })}`}
    />
  );
}
