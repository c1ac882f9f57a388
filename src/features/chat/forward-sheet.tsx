import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useBlockedIds } from '../../queries/blocks.ts';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import { forwardMessage } from './forward-message.ts';

interface ForwardSheetProps {
  isOpen: boolean;
  message: LocalMessage;
  onClose: () => void;
}

/** Where words and pictures go as well. They are queued like any others. */
export function ForwardSheet({ isOpen, message, onClose }: ForwardSheetProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const blocked = useBlockedIds();
  // Message requests and blocked members are no targets of a forward.
  const chats = (useChatList() ?? []).filter(
    ({ shelf, person }) => shelf !== 'requests' && !(person && blocked.has(person.id)),
  );
  const [search, setSearch] = useState('');
  const send = ({ chat, title }: ChatListItem) => {
    onClose();
    forwardMessage(engine, message, chat.id).then(
      () => toaster.show({ message: t('chat.forwardedTo', { name: title }), variant: 'success' }),
      () => toaster.show({ message: errorText(null), variant: 'error' }),
    );
  };
  const found = chats.filter(({ title }) => matchesSearch(title, search));
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.forwardTitle')}
      layout="padded"
    >
      <SearchField label={t('chats.search')} value={search} onChange={setSearch} />
      <ul>
        {found.map((item) => (
          <li key={item.id}>
            <ListRow
              leading={
                <Avatar
                  id={item.person?.id ?? item.id}
                  name={item.title}
                  pictureId={item.person ? item.person.avatarId : item.chat?.avatarId}
                  size="sm"
                  shape={item.person ? 'person' : 'group'}
                />
              }
              title={<ChatTitle chat={item} />}
              {...(item.isWordsOnly && message.media.length > 0
                ? { subtitle: t('error.requestTextOnly'), isWrapping: true }
                : { onPress: () => send(item) })}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('chats.noMatch')}</p>}
    </Sheet>
  );
}
