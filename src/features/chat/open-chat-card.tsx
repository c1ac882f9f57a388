import { CircleAlert, Clock, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItem } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Stack } from '../../components/stack.tsx';
import { useJoin } from '../../queries/chat.ts';
import { snapshotText } from '../../queries/chat-snapshot.ts';
import { chatName } from '../../queries/people.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { ChatPreview, useChatPreview } from './chat-preview.tsx';

/** A public chat to look at, to join and to report. */
export function OpenChatCard({ chat }: { chat: ChatItem }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const errorText = useErrorText();
  const hand = useOutboxHand();
  const { isWaiting, refused } = useJoin(chat.id);
  const isOffline = useEngineStatus().connection === 'offline';
  const [isReporting, setIsReporting] = useState(false);
  const preview = useChatPreview(chat);
  const name = chatName(chat.name);
  const lines = preview.flatMap(({ message: { content } }) => content ?? []);
  const actions = (
    <Stack gap="sm">
      {refused && (
        <Banner
          tone="danger"
          icon={<CircleAlert size={20} />}
          actions={
            <>
              <Button variant="plain" size="sm" onClick={() => hand.retry(refused.id)}>
                {t('action.retry')}
              </Button>
              <Button variant="plain" size="sm" onClick={() => hand.discard(refused.id)}>
                {t('action.discard')}
              </Button>
            </>
          }
        >
          {errorText(refused.error)}
        </Banner>
      )}
      {isWaiting && isOffline && (
        <Banner tone="info" icon={<Clock size={20} />}>
          {t('group.joinWaits')}
        </Banner>
      )}
      {!refused && !(isWaiting && isOffline) && (
        <Button isLoading={isWaiting} onClick={() => void mutate('joinChat', { chatId: chat.id })}>
          {t('group.join')}
        </Button>
      )}
      <Button variant="dangerQuiet" onClick={() => setIsReporting(true)}>
        {t('report.chat')}
      </Button>
    </Stack>
  );
  return (
    <>
      <EmptyState
        icon={<Globe size={32} />}
        line={<ChatTitle chat={{ person: undefined, title: name }} />}
        hint={t('group.memberCount', { count: chat.memberCount })}
        action={actions}
      />
      <ChatPreview lines={preview} />
      <ReportSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        reported={{ kind: 'chat', targetId: chat.id, snapshot: { text: snapshotText(name, lines) } }}
      />
    </>
  );
}
