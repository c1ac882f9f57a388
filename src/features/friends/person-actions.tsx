import { Link } from '@tanstack/react-router';
import { Clock, MessageCircle, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Stack } from '../../components/stack.tsx';
import { useIsBlocked } from '../../queries/blocks.ts';
import type { RelationState } from '../../queries/friends.ts';
import { BlockedBanner } from '../people/blocked-banner.tsx';
import { useAct } from '../people/use-act.ts';
import { useAnswerRequest } from './use-answer-request.ts';
import { useRequestFriend } from './use-request-friend.ts';

interface PersonActionsProps {
  user: UserRow;
  state: RelationState;
}

/** What can be done about a person, by what we are to each other. */
export function PersonActions({ user, state: { relation, friendship } }: PersonActionsProps) {
  const { t } = useTranslation();
  const answer = useAnswerRequest(user);
  const act = useAct();
  const isBlocked = useIsBlocked(user.id);
  if (isBlocked) return <BlockedBanner user={user} />;
  switch (relation) {
    case 'self':
      return null;
    case 'friend':
      return <MessageLink user={user} />;
    case 'asked':
      return (
        <Stack gap="sm">
          <Banner tone="info" icon={<Clock size={20} />}>
            {t('friends.pending')}
          </Banner>
          {friendship && (
            <Button
              isWide
              variant="secondary"
              onClick={() =>
                void act('cancelRequest', { friendshipId: friendship.id }, t('friends.requestCancelled'))
              }
            >
              {t('friends.cancelRequest')}
            </Button>
          )}
          <MessageLink user={user} variant="secondary" />
        </Stack>
      );
    case 'asksMe':
      return friendship ? (
        <Stack gap="sm">
          <Button isWide onClick={() => void answer(friendship.id, 'accept')}>
            {t('friends.accept')}
          </Button>
          <Button isWide variant="secondary" onClick={() => void answer(friendship.id, 'reject')}>
            {t('friends.reject')}
          </Button>
          <MessageLink user={user} variant="secondary" />
        </Stack>
      ) : null;
    case 'none':
      return (
        <Stack gap="sm">
          <AddButton uniqueCode={user.uniqueCode} />
          <MessageLink user={user} variant="secondary" />
        </Stack>
      );
  }
}

interface MessageLinkProps {
  user: Pick<UserRow, 'uniqueCode'>;
  variant?: 'primary' | 'secondary';
}

/** Leads to the chat with somebody; where we are no friends, the first words there are a message request. */
function MessageLink({ user: { uniqueCode }, variant = 'primary' }: MessageLinkProps) {
  const { t } = useTranslation();
  return (
    <Button
      isWide
      variant={variant}
      icon={<MessageCircle size={20} aria-hidden="true" />}
      render={<Link to="/chats/$uniqueCode" params={{ uniqueCode }} />}
    >
      {t('friends.message')}
    </Button>
  );
}

function AddButton({ uniqueCode }: Pick<UserRow, 'uniqueCode'>) {
  const { t } = useTranslation();
  const requestFriend = useRequestFriend();
  const [isSending, setIsSending] = useState(false);
  const ask = async () => {
    setIsSending(true);
    await requestFriend(uniqueCode).finally(() => setIsSending(false));
  };
  return (
    <Button
      isWide
      isLoading={isSending}
      icon={<UserPlus size={20} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {t('friends.add')}
    </Button>
  );
}
