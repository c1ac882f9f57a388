import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { haptic } from '../../components/haptics.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { ReportChatSheet } from '../people/report-chat-sheet.tsx';

/** Over a chat between people who are no friends: what a first word will be, that one waits, or a yes and a no. */
export const RequestBar = memo(function RequestBar({
  chat: { id: chatId, title, request, person },
}: {
  chat: OpenChat;
}) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const navigate = useNavigate();
  const [isReporting, setIsReporting] = useState(false);
  if (request === null) return null;
  if (request !== 'theirs')
    return (
      <Banner tone="info" shape="edge">
        {t(request === 'mine' ? 'group.requestWaits' : 'group.requestWould', { name: title })}
      </Banner>
    );
  const answer = async (isAccepted: boolean): Promise<void> => {
    const isKept = await mutate('answerMessageRequest', { chatId, isAccepted });
    if (isKept && isAccepted) haptic('success');
    if (isKept && !isAccepted) await navigate({ to: '/profile/messages', replace: true });
  };
  return (
    <Banner
      tone="accent"
      shape="edge"
      actions={
        <>
          <Button variant="plain" size="sm" onClick={() => void answer(true)}>
            {t('friends.accept')}
          </Button>
          <Button variant="plain" size="sm" onClick={() => void answer(false)}>
            {t('group.decline')}
          </Button>
          <Button variant="plain" size="sm" onClick={() => setIsReporting(true)}>
            {t('action.report')}
          </Button>
        </>
      }
    >
      {t('group.requestFrom', { name: title })}
      <ReportChatSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        chatId={chatId}
        name={title}
        personId={person?.id}
        onSent={() => void answer(false)}
      />
    </Banner>
  );
});
