import { MessageCircleOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { type LostMessages, useLostMessages } from '../../queries/lost-messages.ts';
import { useEngine } from '../../session/services.tsx';

/** What was written for chats that are gone: one card for each, with the words, until somebody takes or drops them. */
export function LostMessageCards() {
  return useLostMessages().map((lost) => <LostCard key={lost.chatId} lost={lost} />);
}

function LostCard({ lost: { name, rows } }: { lost: LostMessages }) {
  const { t } = useTranslation();
  const engine = useEngine();
  const words = rows.map(({ args }) => args.content ?? '').join('\n');
  const { isCopied, copy } = useCopy(words);
  return (
    <Banner
      tone="danger"
      icon={<MessageCircleOff size={20} />}
      actions={
        <>
          <Button variant="plain" size="sm" onClick={copy}>
            {t(isCopied ? 'action.copied' : 'chat.copyText')}
          </Button>
          <Button
            variant="plain"
            size="sm"
            onClick={() => void Promise.all(rows.map(({ id }) => engine.cancel(id)))}
          >
            {t('action.discard')}
          </Button>
        </>
      }
    >
      {name === null
        ? t('group.lost', { count: rows.length })
        : t('group.lostIn', { count: rows.length, name })}{' '}
      “{words}”
    </Banner>
  );
}
