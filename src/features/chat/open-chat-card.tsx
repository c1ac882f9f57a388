import { Clock, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItem } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Stack } from '../../components/stack.tsx';
import { useIsJoining } from '../../queries/chat.ts';
import { snapshotText } from '../../queries/chat-snapshot.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { ChatPreview, useChatPreview } from './chat-preview.tsx';

/** A public chat to look at, to join and to report. */
export function OpenChatCard({ chat }: { chat: ChatItem }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const isJoining = useIsJoining(chat.id);
  const isOffline = useEngineStatus().connection === 'offline';
  const [isReporting, setIsReporting] = useState(false);
  const preview = useChatPreview(chat);
  const name = chat.name ?? '';
  const lines = preview.flatMap(({ message: { content } }) => content ?? []);
  const actions = (
    <Stack gap="sm">
      {isJoining && isOffline ? (
        <Banner tone="info" icon={<Clock size={20} />}>
          {t('group.joinWaits')}
        </Banner>
      ) : (
        <Button isLoading={isJoining} onClick={() => void mutate('joinChat', { chatId: chat.id })}>
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
        line={name}
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
