import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '../../app/use-mutate.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import type { ChatInfo } from '../../queries/chat-info.ts';
import { chatName, fullName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { PersonName } from '../people/person-name.tsx';

interface GoAwayDialogsProps {
  info: ChatInfo;
  open: 'add' | 'leave' | 'delete' | 'clear' | 'report' | null;
  onClose: () => void;
}

/** Leaving, deleting and clearing a chat, each asked once. An owner with company says who takes over. */
export function GoAwayDialogs({ info, open, onClose }: GoAwayDialogsProps) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const navigate = useNavigate();
  const { userId: me } = useEngine();
  const [successorId, setSuccessorId] = useState<string | null>(null);
  const { chat, role, members } = info;
  const chatId = chat.id;
  const others = members.filter(({ user }) => user.id !== me);
  const needsSuccessor = role === 'OWNER' && others.length > 0 && successorId === null;
  const successor = others.find(({ user }) => user.id === successorId)?.user;

  const close = (): void => {
    setSuccessorId(null);
    onClose();
  };
  const goAway = async (action: Promise<boolean>): Promise<void> => {
    if (!(await action)) return;
    close();
    await navigate({ to: '/profile/messages', replace: true });
  };
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) close();
  };
  return (
    <>
      <Sheet
        isOpen={open === 'leave' && needsSuccessor}
        onOpenChange={onOpenChange}
        title={t('group.whoTakesOver')}
        description={t('group.whoTakesOverHint')}
      >
        <ul>
          {others.map(({ user }) => (
            <li key={user.id}>
              <ListRow
                leading={<Avatar id={user.id} name={fullName(user)} pictureId={user.avatarId} />}
                title={<PersonName user={user} />}
                onPress={() => setSuccessorId(user.id)}
              />
            </li>
          ))}
        </ul>
      </Sheet>
      <ConfirmDialog
        isOpen={open === 'leave' && !needsSuccessor}
        onOpenChange={onOpenChange}
        title={t('group.leaveTitle', { name: chatName(chat.name) })}
        body={
          successor
            ? t('group.leaveTo', { name: fullName(successor) })
            : t(others.length === 0 ? 'group.leaveLast' : 'group.leaveBody')
        }
        confirmLabel={t(chat.type === 'PUBLIC' ? 'group.leavePublic' : 'group.leave')}
        tone="danger"
        onConfirm={() =>
          void goAway(mutate('leaveChat', { chatId, ...(successorId === null ? {} : { successorId }) }))
        }
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={onOpenChange}
        title={t('group.deleteTitle', { name: chatName(chat.name) })}
        body={t('group.deleteBody')}
        confirmLabel={t('group.delete')}
        tone="danger"
        onConfirm={() => void goAway(mutate('deleteChat', { chatId }))}
      />
      <ConfirmDialog
        isOpen={open === 'clear'}
        onOpenChange={onOpenChange}
        title={t('group.clearTitle')}
        body={t('group.clearBody')}
        confirmLabel={t('group.clear')}
        tone="danger"
        onConfirm={() => void goAway(mutate('clearChat', { chatId, seq: chat.lastSeq }))}
      />
    </>
  );
}
