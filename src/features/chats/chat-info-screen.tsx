import { Link } from '@tanstack/react-router';
import {
  Archive,
  CloudDownload,
  CloudOff,
  Flag,
  Images,
  Info,
  LogOut,
  Pencil,
  Star,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { CodeDisplay } from '../../components/code-display.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useToggle } from '../../components/use-toggle.ts';
import { type ChatInfo, useChatInfo } from '../../queries/chat-info.ts';
import { chatName } from '../../queries/people.ts';
import { pinOfChat, useIsPinned } from '../../queries/pins.ts';
import { PinRows } from '../chat-pins/pin-rows.tsx';
import { PictureField } from '../media/picture-field.tsx';
import { usePin } from '../media/use-pin.ts';
import { MuteRows } from '../mute/mute-rows.tsx';
import { ChatTitle } from '../people/person-name.tsx';
import { ReportChatSheet } from '../people/report-chat-sheet.tsx';
import { ProfileHead } from '../profile/profile-head.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { AddMembersSheet } from './add-members-sheet.tsx';
import { GoAwayDialogs } from './go-away-dialogs.tsx';
import { MemberRows } from './member-rows.tsx';
import { RenameSheet } from './rename-sheet.tsx';

/** `/chats/{uniqueCode}/info`: who is in a group or public chat, and what I can do about it. */
export function ChatInfoScreen({ uniqueCode }: { uniqueCode: string }) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const info = useChatInfo(uniqueCode);
  const [isRenaming, setIsRenaming] = useState(false);
  const mayChange = info?.role === 'OWNER' || info?.role === 'ADMIN';
  return (
    <Screen
      width="narrow"
      scrollName={`/chats/${uniqueCode}/info`}
      isPadded
      header={
        <AppHeader
          title={t('group.info')}
          back={{ onPress: back }}
          {...(mayChange
            ? {
                actions: (
                  <IconButton
                    label={t('group.rename')}
                    icon={<Pencil size={20} />}
                    onClick={() => setIsRenaming(true)}
                  />
                ),
              }
            : {})}
          status={<ConnectionStrip />}
        />
      }
    >
      {info === undefined && <SkeletonList rows={3} />}
      {info === null && <EmptyState icon={<Info size={32} />} line={t('group.notIn')} />}
      {info && (
        <>
          <InfoBody info={info} mayChange={mayChange} />
          <RenameSheet chat={info.chat} isOpen={isRenaming} onOpenChange={setIsRenaming} />
        </>
      )}
    </Screen>
  );
}

function InfoBody({ info, mayChange }: { info: ChatInfo; mayChange: boolean }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const [open, setOpen] = useState<'add' | 'leave' | 'delete' | 'clear' | 'report' | null>(null);
  const { chat, membership, members } = info;
  const chatId = chat.id;
  const [isArchived, setArchived] = useToggle(membership.isArchived, (wanted) =>
    mutate('setChatPreferences', { chatId, isArchived: wanted }),
  );
  const isPinned = useIsPinned(pinOfChat(chatId)) ?? false;
  const pin = usePin();
  const name = chatName(chat.name);
  const close = (isOpen: boolean): void => {
    if (!isOpen) setOpen(null);
  };
  return (
    <>
      <ProfileHead
        avatar={<Avatar id={chatId} name={name} pictureId={chat.avatarId} size="xl" shape="group" />}
        name={<ChatTitle chat={{ person: undefined, title: name }} />}
        line={`${t(chat.type === 'PUBLIC' ? 'group.public' : 'group.group')} · ${t('group.memberCount', { count: members.length })}`}
      />
      {mayChange && (
        <PictureField
          pictureId={chat.avatarId}
          onPick={(avatarId) => mutate('updateChat', { chatId, avatarId })}
        />
      )}
      <Section>
        <ListRow
          isCompact
          leading={<Star size={22} aria-hidden="true" />}
          title={t('starred.title')}
          render={<Link to="/chats/starred" search={{ in: chatId }} />}
        />
        {chat.uniqueCode !== null && (
          <ListRow
            isCompact
            leading={<Images size={22} aria-hidden="true" />}
            title={t('search.gallery.title')}
            render={<Link to="/chats/$uniqueCode/media" params={{ uniqueCode: chat.uniqueCode }} />}
          />
        )}
        <PinRows place={membership} />
        <MuteRows place={membership} chatType={chat.type} />
        <ListRow
          isCompact
          leading={<Archive size={22} aria-hidden="true" />}
          title={t(isArchived ? 'group.unarchive' : 'group.archive')}
          onPress={() => setArchived(!isArchived)}
        />
        <ListRow
          isCompact
          leading={
            isPinned ? (
              <CloudOff size={22} aria-hidden="true" />
            ) : (
              <CloudDownload size={22} aria-hidden="true" />
            )
          }
          title={t(isPinned ? 'media.doNotKeep' : 'media.keepOffline')}
          onPress={() => void pin(pinOfChat(chatId), !isPinned)}
        />
      </Section>
      {chat.type === 'PUBLIC' && chat.uniqueCode !== null && (
        <Section surface="padded" note={t('group.codeHint')}>
          <CodeDisplay code={chat.uniqueCode} label={t('group.code')} />
        </Section>
      )}
      <Section title={t('group.members')}>
        {mayChange && (
          <ListRow
            isCompact
            leading={<UserPlus size={22} aria-hidden="true" />}
            title={t('group.addMembers')}
            onPress={() => setOpen('add')}
          />
        )}
        <MemberRows info={info} />
      </Section>
      <Section>
        <ListRow
          isCompact
          leading={<Trash2 size={22} aria-hidden="true" />}
          title={t('group.clear')}
          subtitle={t('group.clearHint')}
          onPress={() => setOpen('clear')}
        />
        {info.role !== 'OWNER' && (
          <ListRow
            isCompact
            tone="danger"
            leading={<Flag size={22} aria-hidden="true" />}
            title={t('report.chat')}
            onPress={() => setOpen('report')}
          />
        )}
        <ListRow
          isCompact
          tone="danger"
          leading={<LogOut size={22} aria-hidden="true" />}
          title={t(chat.type === 'PUBLIC' ? 'group.leavePublic' : 'group.leave')}
          subtitle={t(members.length === 1 ? 'group.leaveLast' : 'group.leaveHint')}
          onPress={() => setOpen('leave')}
        />
        {info.role === 'OWNER' && (
          <ListRow
            isCompact
            tone="danger"
            leading={<Trash2 size={22} aria-hidden="true" />}
            title={t('group.delete')}
            subtitle={t('group.deleteHint')}
            onPress={() => setOpen('delete')}
          />
        )}
      </Section>
      <AddMembersSheet info={info} isOpen={open === 'add'} onOpenChange={close} />
      <ReportChatSheet isOpen={open === 'report'} onOpenChange={close} chatId={chatId} name={name} />
      <GoAwayDialogs info={info} open={open} onClose={() => setOpen(null)} />
    </>
  );
}
