import { useNavigate } from '@tanstack/react-router';
import { ImagePlus, UserRoundPlus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StrangerChat, StrangerEnd } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Composer } from '../../components/composer.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useEngine } from '../../session/services.tsx';
import { useTyping } from '../../session/use-live.ts';
import { ReportSheet } from '../people/report-sheet.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { DrawnAvatar } from './drawn-avatar.tsx';
import { StrangerExits } from './stranger-exits.tsx';
import { StrangerLines } from './stranger-lines.tsx';
import * as styles from './strangers.css.ts';
import { useStrangerRoom } from './use-stranger-room.ts';

interface StrangerRoomProps {
  chatId: string;
  /** Away from a chat that is over. */
  onClose: (isNext: boolean) => void;
  onLeave: (how: StrangerEnd) => void;
}

/** A chat with a stranger, from start to end. */
export function StrangerRoom({ chatId, onClose, onLeave }: StrangerRoomProps) {
  const { t } = useTranslation();
  const { live } = useEngine();
  const navigate = useNavigate();
  const [draft, setDraft] = useState('');
  const [isReporting, setIsReporting] = useState(false);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [log, setLog] = useState<HTMLDivElement | null>(null);
  const room = useStrangerRoom(chatId, { scroller, log }, (words) =>
    setDraft((now) => (now === '' ? words : now)),
  );
  const { chat, messages, pending, isReconnecting, isGone } = room;
  // Nothing of it is kept on the device, what is on its way neither.
  useHoldUpdate(draft !== '' || pending.length > 0);
  const isTyping = useTyping(chatId).length > 0;
  const wishes = chat && [chat.me, chat.other].map((one) => [one.wantsFriend, one.allowsPhotos]).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest words and wishes are what one came for.
  useLayoutEffect(() => {
    scroller?.scrollTo({ top: scroller.scrollHeight });
  }, [scroller, messages.length, pending.length, isTyping, wishes]);
  useEffect(() => {
    if (isGone) onClose(false);
  }, [isGone, onClose]);

  if (chat === null) return <SkeletonChat />;
  const { other, me, ended } = chat;
  const { alias } = other;
  const status = ended
    ? t(`strangers.ended.${ended.how}`, { alias })
    : isReconnecting
      ? t('strangers.reconnecting')
      : !other.isHere
        ? t('strangers.otherReconnecting', { alias })
        : isTyping
          ? t('chat.typing')
          : t('strangers.you', { alias: me.alias });
  return (
    <div className={styles.room}>
      <Screen
        ground="weave"
        scrollRef={setScroller}
        scrollName={null}
        header={
          <AppHeader
            title={alias}
            subtitle={<span role="status">{status}</span>}
            leading={<DrawnAvatar id={other.id} size="sm" />}
            status={<ConnectionStrip />}
          />
        }
        banner={
          ended ? (
            <EndedBanner
              chat={chat}
              onClose={onClose}
              onReport={() => setIsReporting(true)}
              onOpen={(uniqueCode) => void navigate({ to: '/chats/$uniqueCode', params: { uniqueCode } })}
            />
          ) : (
            <StrangerExits onEnd={onLeave} onReport={() => setIsReporting(true)} />
          )
        }
        footer={
          ended ? undefined : (
            <Composer
              value={draft}
              onChange={(value) => {
                setDraft(value);
                if (value !== '') live.typedToStranger(chatId);
              }}
              onSend={(text) => {
                setDraft('');
                void room.send(text);
              }}
              placeholder={t('strangers.composer', { alias })}
              leading={<PictureButton chat={chat} onPick={(file) => void room.sendPicture(file)} />}
            />
          )
        }
      >
        <StrangerLines ref={setLog} chat={chat} messages={messages} pending={pending} />
        {!ended && <Wishes chat={chat} onChange={(to) => void room.change(to)} />}
        <ReportSheet
          isOpen={isReporting}
          onOpenChange={setIsReporting}
          onSent={() => onLeave('block')}
          reported={{
            kind: 'stranger',
            targetId: other.id,
            snapshot: {
              text: messages
                .slice(-50)
                .map(({ senderId, content }) => `${senderId === me.id ? me.alias : alias}: ${content ?? '▣'}`)
                .join('\n')
                .slice(-5_000),
            },
          }}
        />
      </Screen>
    </div>
  );
}

interface EndedBannerProps {
  chat: StrangerChat;
  onClose: (isNext: boolean) => void;
  onReport: () => void;
  onOpen: (uniqueCode: string) => void;
}

function EndedBanner({ chat, onClose, onReport, onOpen }: EndedBannerProps) {
  const { t, i18n } = useTranslation();
  const { ended, other, revealedCode } = chat;
  if (!ended) return null;
  const time = formatDate(i18n.language, 'exact', new Date(ended.goneAt));
  return (
    <Banner
      shape="edge"
      tone="info"
      actions={
        <>
          {revealedCode !== null ? (
            <Button size="sm" onClick={() => onOpen(revealedCode)}>
              {t('strangers.openChat')}
            </Button>
          ) : (
            <>
              <Button variant="plain" size="sm" onClick={() => onClose(true)}>
                {t('strangers.next')}
              </Button>
              <Button variant="plain" size="sm" onClick={onReport}>
                {t('strangers.report')}
              </Button>
            </>
          )}
          <Button variant="plain" size="sm" onClick={() => onClose(false)}>
            {t('strangers.close')}
          </Button>
        </>
      }
    >
      {t(`strangers.ended.${ended.how}`, { alias: other.alias })} {t('strangers.goneAt', { time })}
    </Banner>
  );
}

function Wishes({
  chat: { me, other },
  onChange,
}: {
  chat: StrangerChat;
  onChange: (to: { allowsPhotos?: boolean; wantsFriend?: boolean }) => void;
}) {
  const { t } = useTranslation();
  const { alias } = other;
  const notes = [
    ...(me.wantsFriend ? [t('strangers.addFriendWaits', { alias })] : []),
    ...(other.wantsFriend && !me.wantsFriend ? [t('strangers.wantsFriend', { alias })] : []),
    ...(me.allowsPhotos && !other.allowsPhotos ? [t('strangers.photosWait', { alias })] : []),
    ...(other.allowsPhotos && !me.allowsPhotos ? [t('strangers.wantsPhotos', { alias })] : []),
  ];
  return (
    <div className={styles.foot}>
      <div className={styles.wishes}>
        {!me.wantsFriend && (
          <Button
            size="sm"
            variant="outline"
            icon={<UserRoundPlus size={18} />}
            onClick={() => onChange({ wantsFriend: true })}
          >
            {t('strangers.addFriend')}
          </Button>
        )}
        {!me.allowsPhotos && (
          <Button
            size="sm"
            variant="outline"
            icon={<ImagePlus size={18} />}
            onClick={() => onChange({ allowsPhotos: true })}
          >
            {t('strangers.allowPhotos')}
          </Button>
        )}
      </div>
      {notes.map((words) => (
        <p key={words} className={styles.note} role="status">
          {words}
        </p>
      ))}
    </div>
  );
}

/** There once both allow photos, for the one that each may send. */
function PictureButton({
  chat: { me, other },
  onPick,
}: {
  chat: StrangerChat;
  onPick: (file: File) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  if (!me.allowsPhotos || !other.allowsPhotos || me.hasSentPicture) return null;
  return (
    <>
      <IconButton
        label={t('strangers.sendPicture')}
        icon={<ImagePlus size={22} />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        className={styles.hiddenInput}
        type="file"
        accept="image/*"
        aria-label={t('strangers.sendPicture')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onPick(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
