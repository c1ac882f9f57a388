import { MessageCircleOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shownText, writtenMessage } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { isolate } from '../../i18n/isolate.ts';
import { type LostMessages, useLostMessages } from '../../queries/lost-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { wordsOf } from '../chat/message-parts.ts';
import { DiscardButton } from '../outbox/discard-button.tsx';

/**
 * What was written for chats that are gone: one card for each, with the words, until somebody takes or drops them.
 * @param only of this chat alone
 */
export function LostMessageCards({ only }: { only?: string }) {
  return useLostMessages()
    .filter(({ chatId }) => only === undefined || chatId === only)
    .map((lost) => <LostCard key={lost.chatId} lost={lost} />);
}

function LostCard({ lost }: { lost: LostMessages }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const hand = useOutboxHand();
  const { chatId, rows, draft, draftIds, fileCount } = lost;
  const shown = rows.map((row) => {
    const message = writtenMessage(row, engine.userId);
    return message.content || wordsOf(t, message);
  });
  const files = fileCount === 0 ? [] : [t('media.count', { count: fileCount })];
  const words = [...rows.flatMap(({ args }) => args.content || []), ...draft].join('\n');
  const { isCopied, copy } = useCopy(words);
  const why = useReason(lost);
  const discard = async (): Promise<void> => {
    await Promise.all(rows.map(({ id }) => engine.cancel(id)));
    if (draftIds.length > 0) await engine.saveDrafts(chatId, [], draftIds);
  };
  return (
    <Banner
      tone="danger"
      icon={<MessageCircleOff size={20} />}
      actions={
        <>
          {words !== '' && (
            <Button variant="plain" size="sm" onClick={copy}>
              {t(isCopied ? 'action.copied' : 'chat.copyText')}
            </Button>
          )}
          <DiscardButton
            isFailed
            what="message"
            body={t('outbox.discardBody')}
            onConfirm={() => hand.attempt(discard)}
          />
        </>
      }
    >
      {why} {[...shown, ...draft, ...files].map((one) => `“${isolate(shownText(one))}”`).join(' ')}
    </Banner>
  );
}

/** How many messages were not sent, or that there was only a draft; and that one is no longer in the chat. */
const useReason = ({ name, rows: { length: count } }: LostMessages): string => {
  const { t } = useTranslation();
  if (count === 0) return name === null ? t('group.lostDraft') : t('group.lostDraftIn', { name });
  return name === null ? t('group.lost', { count }) : t('group.lostIn', { count, name });
};
