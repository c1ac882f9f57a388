import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import type { OpenChat } from '../../queries/chat.ts';

/** Over a chat between people who are no friends: what a first word will be, that one waits, or a yes and a no. */
export const RequestBar = memo(function RequestBar({
  chat: { id: chatId, title, request },
}: {
  chat: OpenChat;
}) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const navigate = useNavigate();
  if (request === null) return null;
  if (request !== 'theirs')
    return (
      <Banner tone="info" shape="edge">
        {t(request === 'mine' ? 'group.requestWaits' : 'group.requestWould', { name: title })}
      </Banner>
    );
  const answer = async (isAccepted: boolean): Promise<void> => {
    const isKept = await mutate('answerMessageRequest', { chatId, isAccepted });
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
        </>
      }
    >
      {t('group.requestFrom', { name: title })}
    </Banner>
  );
});
