import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolError } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceMark } from '../../components/choice-mark.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useBlockedIds } from '../../queries/blocks.ts';
import { type ChatTarget, useChatTargets } from '../../queries/chat-targets.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { ChatFace } from '../people/chat-face.tsx';
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

/** Messages times chats. */
const FORWARDED_MAX = 100;

/** Where words and pictures go as well, into several chats at once. They are queued like any others. */
export function ForwardSheet({ isOpen, onClose, ...rest }: ForwardSheetProps) {
  const { t } = useTranslation();
  // What was queued before the disk was full is not queued again when the rest is tried once more.
  const [queued] = useState(() => new Set<string>());
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.forwardTitle')}
      layout="padded"
    >
      <ForwardForm queued={queued} onClose={onClose} {...rest} />
    </Sheet>
  );
}

interface ForwardFormProps extends Omit<ForwardSheetProps, 'isOpen'> {
  /** Messages with the chats that they have been queued for. */
  queued: Set<string>;
}

function ForwardForm({ queued, messages, onClose, onSent }: ForwardFormProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const blocked = useBlockedIds();
  // Message requests and blocked members are no targets of a forward.
  const chats = useChatTargets().filter(({ person }) => !(person && blocked.has(person.id)));
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChatTarget>>(new Map());
  const toggle = (item: ChatTarget) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(item.id)) next.set(item.id, item);
      return next;
    });
  const send = () => {
    const targets = [...chosen.values()];
    onClose();
    const sent = targets.map(async ({ id: chatId }) => {
      // One after the other: they arrive in this order.
      for (const message of messages) {
        const pair = `${message.id} ${chatId}`;
        if (queued.has(pair)) continue;
        queued.add(pair);
        try {
          await forwardMessage(engine, message, chatId);
        } catch (error) {
          queued.delete(pair);
          throw error;
        }
      }
    });
    void Promise.allSettled(sent).then((results) => {
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) {
        const detail = failed.reason instanceof ProtocolError ? failed.reason.detail : null;
        toaster.show({ message: errorText(detail), variant: 'error' });
        return;
      }
      const [first] = targets;
      const message =
        targets.length === 1
          ? t('chat.forwardedTo', { name: first?.title ?? '' })
          : t('chat.forwardedToChats', { count: targets.length });
      toaster.show({ message, variant: 'success' });
      queued.clear();
      onSent?.();
    });
  };
  const found = chats.filter(({ title }) => matchesSearch(title, search));
  // Behind more than one push carries, the member's own next words would wait for minutes.
  const chatsMax = Math.max(1, Math.floor(FORWARDED_MAX / messages.length));
  const isFull = chosen.size >= chatsMax;
  const hasMedia = messages.some(({ media }) => media.length > 0);
  return (
    <>
      <SearchField label={t('chats.search')} value={search} onChange={setSearch} />
      <ArrowRows>
        <ul>
          {found.map((item) => (
            <li key={item.id}>
              <ListRow
                leading={<ChatFace chat={item} size="sm" />}
                title={<ChatTitle chat={item} />}
                {...(item.isWordsOnly && hasMedia
                  ? { subtitle: t('error.requestTextOnly'), isWrapping: true }
                  : {
                      trailing: <ChoiceMark isChosen={chosen.has(item.id)} />,
                      render: (
                        // biome-ignore lint/a11y/useSemanticElements: a row with an avatar is no native checkbox.
                        <button
                          type="button"
                          role="checkbox"
                          aria-checked={chosen.has(item.id)}
                          aria-disabled={isFull && !chosen.has(item.id)}
                        />
                      ),
                      onPress: () => {
                        if (!isFull || chosen.has(item.id)) toggle(item);
                      },
                    })}
              />
            </li>
          ))}
        </ul>
      </ArrowRows>
      {found.length === 0 && <p>{t('chats.noMatch')}</p>}
      <div className={styles.foot}>
        {isFull && (
          <p className={styles.full} role="status">
            {t('chat.forwardFull', { count: chatsMax })}
          </p>
        )}
        <Button isWide disabled={chosen.size === 0} onClick={send}>
          {chosen.size > 1 ? t('chat.forwardToChats', { count: chosen.size }) : t('chat.forward')}
        </Button>
      </div>
    </>
  );
}
