import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Diagnosis } from '../../../sync/index.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useChatList } from '../../queries/chat-list.ts';
import { RowList } from '../shell/row-list.tsx';

/** How far this device has read each log, and how far the server had written it when it last told. */
export function ScopesSection({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useTranslation();
  const chats = useChatList() ?? [];
  const nameOf = (scope: string): string => {
    if (scope.startsWith('user:')) return t('doctor.ownScope');
    const id = scope.slice('chat:'.length);
    return chats.find((chat) => chat.id === id)?.title ?? id.slice(-8);
  };
  return (
    <Section title={t('doctor.scopes')} note={t('doctor.scopesNote')}>
      <RowList items={diagnosis.scopes} keyOf={({ scope }) => scope}>
        {({ scope, cursor, head }) => (
          <ListRow
            isCompact
            leading={<Layers size={22} aria-hidden="true" />}
            title={nameOf(scope)}
            meta={
              head === null
                ? t('doctor.cursor', { cursor: cursor.seq })
                : t('doctor.cursorOfHead', { cursor: cursor.seq, head: head.seq })
            }
          />
        )}
      </RowList>
    </Section>
  );
}
