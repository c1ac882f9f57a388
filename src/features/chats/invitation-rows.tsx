import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { haptic } from '../../components/haptics.ts';
import { ListRow } from '../../components/list-row.tsx';
import { useJoin } from '../../queries/chat.ts';
import { type ReceivedInvitation, useInvitations } from '../../queries/invitations.ts';
import { fullName, chatName as shownChatName } from '../../queries/people.ts';
import { LookAlikeNote } from '../people/look-alike-note.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';

/** Chats that others would have me in, each with a yes and a no. */
export function InvitationRows() {
  const { t } = useTranslation();
  const invitations = useInvitations() ?? [];
  return (
    <ul aria-label={t('group.invitations')}>
      {invitations.map((received) => (
        <li key={received.invitation.id}>
          <InvitationItem received={received} />
        </li>
      ))}
    </ul>
  );
}

function InvitationItem({ received: { invitation, inviter } }: { received: ReceivedInvitation }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const errorText = useErrorText();
  const hand = useOutboxHand();
  const [isReporting, setIsReporting] = useState(false);
  const { chatId, chatName, chatAvatarId, inviterId } = invitation;
  const title = shownChatName(chatName);
  const { refused } = useJoin(chatId);
  const invitedBy = t('group.invitedBy', { name: inviter ? fullName(inviter) : t('group.somebody') });
  const join = async (): Promise<void> => {
    if (refused) hand.retry(refused.id);
    else if (await mutate('joinChat', { chatId })) haptic('success');
  };
  return (
    <>
      <ListRow
        isWrapping
        leading={<Avatar id={chatId} name={title} pictureId={chatAvatarId} shape="group" />}
        title={<ChatTitle chat={{ person: undefined, title }} />}
        subtitle={
          <>
            {refused ? errorText(refused.error) : invitedBy}
            <LookAlikeNote user={inviter} />
          </>
        }
        actions={
          <>
            <Button size="sm" onClick={() => void join()}>
              {t(refused ? 'action.retry' : 'group.join')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => void mutate('declineInvitation', { chatId })}
            >
              {t('group.decline')}
            </Button>
            <Button size="sm" variant="dangerQuiet" onClick={() => setIsReporting(true)}>
              {t('action.report')}
            </Button>
          </>
        }
      />
      <ReportSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        reported={{
          kind: 'chat',
          targetId: chatId,
          snapshot: { text: inviter ? `${chatName}\n${fullName(inviter)}` : chatName, authorId: inviterId },
        }}
        onSent={() => void mutate('declineInvitation', { chatId })}
      />
    </>
  );
}
