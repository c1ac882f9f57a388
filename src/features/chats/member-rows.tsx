import { Link, useNavigate } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import type { ChatInfo, ChatMember } from '../../queries/chat-info.ts';
import { fullName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { PersonName } from '../people/person-name.tsx';

const roleKeys = { OWNER: 'group.owner', ADMIN: 'group.admin', MEMBER: 'group.member' } as const;

/** Everybody in a chat with what I may do about them, then those who have not answered my invitation. */
export function MemberRows({ info }: { info: ChatInfo }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const chatId = info.chat.id;
  return (
    <ArrowRows>
      <ul aria-label={t('group.members')}>
        {info.members.map((one) => (
          <li key={one.user.id}>
            <MemberItem info={info} one={one} />
          </li>
        ))}
        {info.invited.map(({ invitation, user }) => (
          <li key={invitation.id}>
            <ListRow
              isWrapping
              leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
              title={<PersonName user={user} />}
              subtitle={t('group.invited')}
              trailing={
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => void mutate('removeMember', { chatId, userId: user.id })}
                >
                  {t('group.takeBack')}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </ArrowRows>
  );
}

/** Asks once before an action that its author cannot undo. */
type Question = 'remove' | 'handOver' | null;

function MemberItem({ info, one: { member, user } }: { info: ChatInfo; one: ChatMember }) {
  const { t } = useTranslation();
  const { userId: me } = useEngine();
  const mutate = useMutate();
  const [question, setQuestion] = useState<Question>(null);
  const items = useMemberActions(info, { member, user }, setQuestion);
  const name = fullName(user);
  const isMe = user.id === me;
  const target = { chatId: info.chat.id, userId: user.id };
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) setQuestion(null);
  };
  const answer = async (action: Promise<boolean>): Promise<void> => {
    if (await action) setQuestion(null);
  };
  return (
    <>
      <ListRow
        isWrapping
        leading={<Avatar id={user.id} name={name} pictureId={user.avatarId} />}
        title={isMe ? t('group.youNamed', { name }) : <PersonName user={user} />}
        subtitle={t(roleKeys[member.role])}
        {...(items.length === 0
          ? isMe
            ? {}
            : { render: <Link to="/users/$uniqueCode" params={{ uniqueCode: user.uniqueCode }} /> }
          : {
              trailing: (
                <Menu
                  trigger={
                    <IconButton
                      label={t('group.memberOptions', { name })}
                      icon={<EllipsisVertical size={20} />}
                    />
                  }
                  items={items}
                />
              ),
            })}
      />
      <ConfirmDialog
        isOpen={question === 'remove'}
        onOpenChange={onOpenChange}
        title={t('group.removeTitle', { name })}
        body={t('group.removeBody')}
        confirmLabel={t('group.remove')}
        tone="danger"
        onConfirm={() => void answer(mutate('removeMember', target))}
      />
      <ConfirmDialog
        isOpen={question === 'handOver'}
        onOpenChange={onOpenChange}
        title={t('group.handOverTitle', { name })}
        body={t('group.handOverBody')}
        confirmLabel={t('group.handOver')}
        onConfirm={() => void answer(mutate('setMemberRole', { ...target, role: 'OWNER' }))}
      />
    </>
  );
}

/** An owner decides about all others, an admin about plain members (docs/decisions/0003). */
const useMemberActions = (
  { chat, role }: Pick<ChatInfo, 'chat' | 'role'>,
  { member, user }: ChatMember,
  ask: (question: Question) => void,
): MenuItem[] => {
  const { t } = useTranslation();
  const mutate = useMutate();
  const { userId: me } = useEngine();
  const navigate = useNavigate();
  if (user.id === me) return [];
  const setRole = (id: string, label: string, to: 'ADMIN' | 'MEMBER'): MenuItem => ({
    ...{ id, label },
    onPress: () => void mutate('setMemberRole', { chatId: chat.id, userId: user.id, role: to }),
  });
  const { uniqueCode } = user;
  // The row opens this menu instead of the person, with whom there is more to do: write, mute, report, block.
  const profile: MenuItem = {
    ...{ id: 'profile', label: t('chat.viewProfile') },
    onPress: () => void navigate({ to: '/users/$uniqueCode', params: { uniqueCode } }),
  };
  const remove: MenuItem = {
    ...{ id: 'remove', label: t('group.remove'), tone: 'danger' },
    onPress: () => ask('remove'),
  };
  if (role === 'OWNER')
    return [
      profile,
      member.role === 'ADMIN'
        ? setRole('demote', t('group.demote'), 'MEMBER')
        : setRole('promote', t('group.promote'), 'ADMIN'),
      { ...{ id: 'handOver', label: t('group.handOver') }, onPress: () => ask('handOver') },
      remove,
    ];
  return role === 'ADMIN' && member.role === 'MEMBER' ? [profile, remove] : [];
};
