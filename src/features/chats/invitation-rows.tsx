import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { useInvitations } from '../../queries/invitations.ts';
import { fullName } from '../../queries/people.ts';

/** Chats that others would have me in, each with a yes and a no. */
export function InvitationRows() {
  const { t } = useTranslation();
  const mutate = useMutate();
  const invitations = useInvitations() ?? [];
  return (
    <ul aria-label={t('group.invitations')}>
      {invitations.map(({ invitation: { id, chatId, chatName, chatAvatarId }, inviter }) => (
        <li key={id}>
          <ListRow
            isWrapping
            leading={<Avatar id={chatId} name={chatName} pictureId={chatAvatarId} shape="group" />}
            title={chatName}
            subtitle={t('group.invitedBy', { name: inviter ? fullName(inviter) : t('group.somebody') })}
            actions={
              <>
                <Button size="sm" onClick={() => void mutate('joinChat', { chatId })}>
                  {t('group.join')}
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => void mutate('declineInvitation', { chatId })}
                >
                  {t('group.decline')}
                </Button>
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
