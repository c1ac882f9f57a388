import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsMounted } from '../../app/use-is-mounted.ts';
import { Composer } from '../../components/composer.tsx';
import { Screen } from '../../components/screen.tsx';
import { SelectionHeader } from '../../components/selection-header.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { useIsBlocked } from '../../queries/blocks.ts';
import { type OpenChat, takesWordsOnly } from '../../queries/chat.ts';
import { useMessages } from '../../queries/messages.ts';
import { usePinnedMessages } from '../../queries/pinned-messages.ts';
import { useStarredIds } from '../../queries/starred-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { AttachButton } from '../media/attach-button.tsx';
import { MESSAGE_RULES } from '../media/attachment-list.ts';
import { AttachmentTray } from '../media/attachment-tray.tsx';
import { joinLines } from '../media/join-lines.ts';
import { useAttachments } from '../media/use-attachments.ts';
import { useDropFiles } from '../media/use-drop-files.ts';
import { useKeepTray } from '../media/use-keep-tray.ts';
import { BlockedBanner } from '../people/blocked-banner.tsx';
import { LookAlikeNote } from '../people/look-alike-note.tsx';
import { useHandedOver, withShared } from '../share/handed-over.ts';
import { ChatHeader } from './chat-header.tsx';
import { ComposeContext } from './compose-context.tsx';
import { Conversation, type ConversationHandle } from './conversation.tsx';
import { FailedBar } from './failed-bar.tsx';
import { useLinkWish } from './previews/use-link-wish.ts';
import { RequestBar } from './request-bar.tsx';
import { SavingTail } from './saving-tail.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useCompose } from './use-compose.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useDraft } from './use-draft.ts';
import { useExtent } from './use-extent.ts';
import { useIntake } from './use-intake.ts';
import { useMentionable } from './use-mentionable.ts';
import { useMentions } from './use-mentions.tsx';
import { useSaving } from './use-saving.ts';
import { useSend } from './use-send.ts';
import { useSendWhenReady } from './use-send-when-ready.ts';
import { canRecord, MicButton } from './voice/mic-button.tsx';
import { useRecorder } from './voice/use-recorder.ts';
import { WaitingDrafts } from './waiting-drafts.tsx';

const MessageSelectionBar = lazy(async () => ({
  default: (await import('./selection/message-selection-bar.tsx')).MessageSelectionBar,
}));
const ChatSearch = lazy(async () => ({ default: (await import('./chat-search.tsx')).ChatSearch }));
/** Loaded in the first chat with a pinned message. */
const PinnedBar = lazy(async () => ({ default: (await import('./pinned-bar.tsx')).PinnedBar }));
/** Loaded with the first link that is typed. */
const LinkWishBar = lazy(async () => ({
  default: (await import('./previews/link-wish-bar.tsx')).LinkWishBar,
}));
/** Loaded at the first recording. */
const RecorderBar = lazy(async () => ({ default: (await import('./voice/recorder-bar.tsx')).RecorderBar }));

const PAGE = 60;
// More unseen ones than this are not all loaded to reach the divider: the newest are what one came for.
const OPENING_MAX = 400;

interface Visit {
  /** Fixed while one reads, so that the divider does not wander off; set anew when more comes than fits into the view. */
  unseenAfter: number | null;
  openingSize: number;
}

const openVisit = ({ membership, unseen }: OpenChat): Visit => {
  return {
    unseenAfter: membership && unseen > 0 ? membership.seenSeq : null,
    openingSize: Math.min(OPENING_MAX, Math.max(PAGE, unseen + PAGE / 2)),
  };
};

interface ChatRoomProps {
  chat: OpenChat;
  /** Where to begin instead of at the end: a message that was searched for. */
  messageId: string | undefined;
  /** Its number, where the server has told of it. */
  messageSeq: number | undefined;
}

/** One visit to a chat. */
export function ChatRoom({ chat, messageId, messageSeq }: ChatRoomProps) {
  const [visit, setVisit] = useState(() => openVisit(chat));
  const divideAfter = useCallback((unseenAfter: number) => setVisit((now) => ({ ...now, unseenAfter })), []);
  const extent = useExtent(visit.openingSize);
  const messages = useMessages(chat.id, extent.extent);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [overlay, setOverlay] = useState<HTMLDivElement | null>(null);
  const [tail, setTail] = useState<HTMLElement | null>(null);
  const conversation = useRef<ConversationHandle>(null);
  const [isSearching, setIsSearching] = useState(false);
  const toggleSearch = useCallback(() => setIsSearching((is) => !is), []);
  const pinned = usePinnedMessages(chat.id);
  const pinnedIds = useMemo(() => new Set(pinned.map(({ message }) => message.id)), [pinned]);
  const starredIds = useStarredIds(chat.id);
  const showFound = useCallback((id: string, seq?: number) => conversation.current?.toMessage(id, seq), []);
  const selection = useSelection(chat.id, messages?.messages);
  const draft = useDraft(chat.id);
  const attachments = useAttachments(MESSAGE_RULES, { onLate: draft.holdLate });
  const intake = useIntake(chat, attachments);
  const { onPaste, ...drop } = useDropFiles(intake, (words) => draft.change(joinLines(draft.value, words)));
  useKeepTray(attachments, draft.files, draft.hold, draft.turn);
  const saving = useSaving(messages);
  const wish = useLinkWish(chat, draft, messages);
  const sending = useSend(chat, draft, attachments, saving, wish);
  const send = useSendWhenReady(attachments, draft, chat.id, sending, (words) => {
    if (draft.edit === null) conversation.current?.toEnd();
    void sending.send(words);
  });
  const recorder = useRecorder(attachments, () => send.press());
  const isMounted = useIsMounted();
  useHandedOver(chat.id, draft.isRead, async ({ text, files }) => {
    draft.change(withShared(draft.value, text));
    intake.add(files);
    const isKept = await attachments.kept();
    // Once the field has gone, its draft has the files already.
    if (!isMounted.current) return draft.whenLeft().then(() => isKept);
    draft.hold(attachments.held());
    return (await draft.save()) && isKept;
  });

  const input = useRef<HTMLTextAreaElement>(null);
  const toField = useCallback(() => input.current?.focus(), []);
  const toMessages = useCallback(() => {
    const log = scroller?.querySelector<HTMLElement>('[role=log]');
    (log ?? input.current)?.focus({ preventScroll: true });
  }, [scroller]);
  useDeskKeys(input);
  const leaveSearch = () => {
    setIsSearching(false);
    // Without a field there is nowhere to go back to; a finger's keyboard stays down.
    if (!matchMedia('(pointer: coarse)').matches) toField();
  };
  const { onReply, onEdit, onEditAgain } = useCompose(draft, attachments.isReady, toField);
  const onKeyDown = useComposerKeys(chat, draft, messages, onEdit);
  const { live } = useEngine();
  const isBlocked = useIsBlocked(chat.person?.id ?? '');
  const { tell } = recorder;
  // A block takes the field away, and with it the bar that ends a recording: what was said so far is kept.
  useEffect(() => {
    if (isBlocked) tell({ kind: 'end', ending: 'keep' });
  }, [isBlocked, tell]);
  const mentions = useMentions({
    people: useMentionable(chat),
    value: draft.value,
    change: draft.change,
    onChoose: draft.mention,
    input,
  });

  return (
    <Screen
      {...(isBlocked && chat.person ? {} : { drop })}
      ground="weave"
      scrollRef={setScroller}
      scrollName={null}
      header={
        selection.selected === null ? (
          <ChatHeader chat={chat} isSearching={isSearching} onSearch={toggleSearch} />
        ) : (
          <SelectionHeader count={selection.count} onLeave={selection.leave} />
        )
      }
      banner={
        <>
          {isSearching && (
            <Suspense fallback={null}>
              <ChatSearch chatId={chat.id} onShow={showFound} onClose={leaveSearch} />
            </Suspense>
          )}
          {pinned.length > 0 && (
            <Suspense fallback={null}>
              <PinnedBar chat={chat} pinned={pinned} onJump={showFound} onFocusLost={toMessages} />
            </Suspense>
          )}
          {chat.isPrivate && chat.request !== null && <LookAlikeNote user={chat.person} shape="edge" />}
          {(!isBlocked || chat.request === 'theirs') && <RequestBar chat={chat} />}
          {messages && <FailedBar messages={messages} />}
        </>
      }
      overlay={<div ref={setOverlay} />}
      footer={
        selection.selected !== null && messages !== undefined ? (
          <Suspense>
            <MessageSelectionBar
              chat={chat}
              messages={selection.messages}
              shown={messages}
              onLeave={selection.leave}
            />
          </Suspense>
        ) : isBlocked && chat.person ? (
          <BlockedBanner user={chat.person} shape="foot" />
        ) : (
          <div onPaste={onPaste}>
            <Composer
              leading={
                takesWordsOnly(chat) ? null : <AttachButton attachments={attachments} rules={MESSAGE_RULES} />
              }
              hasMore={attachments.items.length > 0}
              whenEmpty={
                takesWordsOnly(chat) || draft.edit !== null || !canRecord() ? null : (
                  <MicButton recorder={recorder} />
                )
              }
              instead={
                recorder.state.phase === 'idle' ? null : (
                  <Suspense>
                    <RecorderBar recorder={recorder} />
                  </Suspense>
                )
              }
              inputRef={input}
              value={draft.value}
              onChange={(value, caret) => {
                draft.change(value, caret);
                if (value !== '' && draft.edit === null && !chat.isSaved) live.typed(chat.id);
              }}
              {...mentions.field}
              onKeyDown={(event) => {
                mentions.field.onKeyDown?.(event);
                onKeyDown(event);
              }}
              above={
                <>
                  {mentions.list}
                  <WaitingDrafts draft={draft} isDisabled={!attachments.isReady} />
                  <ComposeContext chat={chat} draft={draft} messages={messages} />
                  {wish.state !== 'none' && (
                    <Suspense fallback={null}>
                      <LinkWishBar wish={wish} onFocusLost={toField} />
                    </Suspense>
                  )}
                  <AttachmentTray attachments={attachments} />
                </>
              }
              isWaiting={send.isWaiting}
              onSend={send.press}
            />
          </div>
        )
      }
    >
      {messages === undefined || scroller === null ? (
        <SkeletonChat />
      ) : (
        <Conversation
          ref={conversation}
          chat={chat}
          messages={messages}
          pinnedIds={pinnedIds}
          starredIds={starredIds}
          unseenAfter={visit.unseenAfter}
          isBlocked={isBlocked}
          scroller={scroller}
          overlay={overlay}
          window={extent}
          onTail={setTail}
          firstId={messageId}
          firstSeq={messageSeq}
          onReply={onReply}
          onEdit={onEdit}
          onEditAgain={onEditAgain}
          selection={selection}
          onUnseenFrom={divideAfter}
        />
      )}
      {saving.messages.length > 0 &&
        tail !== null &&
        scroller !== null &&
        messages?.around === null &&
        createPortal(
          <SavingTail chat={chat} messages={messages} saving={saving.messages} scroller={scroller} />,
          tail,
        )}
    </Screen>
  );
}
