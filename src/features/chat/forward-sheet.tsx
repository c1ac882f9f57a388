import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceMark } from '../../components/choice-mark.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useBlockedIds } from '../../queries/blocks.ts';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import { forwardMessage } from './forward-message.ts';
import * as styles from './forward-sheet.css.ts';

interface ForwardSheetProps {
  isOpen: boolean;
  /** In the order in which they are sent. */
  messages: readonly LocalMessage[];
  onClose: () => void;
  /** They are on the device for all of these chats. */
  onSent?: () => void;
}

/** Where words and pictures go as well, into several chats at once. They are queued like any others. */
export function ForwardSheet({ isOpen, onClose, ...rest }: ForwardSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.forwardTitle')}
      layout="padded"
    >
      <ForwardForm onClose={onClose} {...rest} />
    </Sheet>
  );
}

function ForwardForm({ messages, onClose, onSent }: Omit<ForwardSheetProps, 'isOpen'>) {
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
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChatListItem>>(new Map());
  const toggle = (item: ChatListItem) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(item.id)) next.set(item.id, item);
      return next;
    });
  const send = () => {
    const targets = [...chosen.values()];
    onClose();
    const sent = targets.map(async ({ chat }) => {
      // One after the other: they arrive in this order.
      for (const message of messages) await forwardMessage(engine, message, chat.id);
    });
    Promise.all(sent).then(
      () => {
        const [first] = targets;
        const name = first?.title ?? '';
        const message =
          targets.length === 1
            ? t('chat.forwardedTo', { name })
            : t('chat.forwardedToChats', { count: targets.length });
        toaster.show({ message, variant: 'success' });
        onSent?.();
      },
      () => toaster.show({ message: errorText(null), variant: 'error' }),
    );
  };
  const found = chats.filter(({ title }) => matchesSearch(title, search));
  const hasMedia = messages.some(({ media }) => media.length > 0);
  return (
    <>
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
              {...(item.isWordsOnly && hasMedia
                ? { subtitle: t('error.requestTextOnly'), isWrapping: true }
                : {
                    trailing: <ChoiceMark isChosen={chosen.has(item.id)} />,
                    render: (
                      // biome-ignore lint/a11y/useSemanticElements: a row with an avatar is no native checkbox.
                      <button type="button" role="checkbox" aria-checked={chosen.has(item.id)} />
                    ),
                    onPress: () => toggle(item),
                  })}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('chats.noMatch')}</p>}
      <div className={styles.foot}>
        <Button isWide disabled={chosen.size === 0} onClick={send}>
          {chosen.size > 1 ? t('chat.forwardToChats', { count: chosen.size }) : t('chat.forward')}
        </Button>
      </div>
    </>
  );
}
