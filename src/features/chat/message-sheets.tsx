// Over 300 lines: everything that can be done about a message is in one list.
import {
  CircleCheck,
  Copy,
  Flag,
  Forward,
  Info,
  Link2Off,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocalMessage, type OutboxRowOf, serverClock } from '../../../sync/index.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { MenuItem } from '../../components/menu.tsx';
import { PointMenu, type PressPoint } from '../../components/point-menu.tsx';
import { ReactionPicker } from '../../components/reactions.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import type { OpenChat } from '../../queries/chat.ts';
import { needsAttention } from '../../queries/failed-messages.ts';
import type { People } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ForwardOne } from './forward-one.tsx';
import { LiftedMessage } from './lifted-message.tsx';
import type { MessageActions } from './message-actions.ts';
import { MessageInfoSheet } from './message-info-sheet.tsx';
import { hasInfo } from './message-receipts.ts';
import { messageRights } from './message-rights.ts';
import { reportedMessage } from './reported-message.ts';
import { isSelectable } from './selection/selected.ts';
import { useCopyText } from './use-copy-text.ts';

export type SheetState =
  | {
      readonly kind: 'options';
      readonly message: LocalMessage;
      readonly row: OutboxRowOf<'sendMessage'> | undefined;
      /** Beside the pointer; a finger gets a sheet. */
      readonly at: PressPoint | null;
    }
  | { readonly kind: 'delete'; readonly message: LocalMessage }
  | { readonly kind: 'forward'; readonly message: LocalMessage }
  | { readonly kind: 'report'; readonly message: LocalMessage }
  | { readonly kind: 'info'; readonly message: LocalMessage }
  | { readonly kind: 'remove'; readonly row: OutboxRowOf<'sendMessage'> }
  | null;

interface MessageSheetsProps {
  state: SheetState;
  chat: OpenChat;
  people: People;
  hasReceipts: boolean;
  pinnedIds: ReadonlySet<string>;
  starredIds: ReadonlySet<string>;
  messageActions: MessageActions;
  onChange: (state: SheetState) => void;
  /** Only if it is still open: what it led to may have taken its place. */
  onClose: (kind: NonNullable<SheetState>['kind']) => void;
}

/** What can be done about a message, and the questions that come with it. */
export const MessageSheets = memo(function MessageSheets({
  state,
  chat,
  people,
  hasReceipts,
  pinnedIds,
  starredIds,
  messageActions,
  onChange,
  onClose,
}: MessageSheetsProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  // What is closing is still drawn while it goes.
  const [shown, setShown] = useState(state);
  if (state !== null && state !== shown) setShown(state);
  const message = shown !== null && 'message' in shown ? shown.message : null;
  return (
    <>
      {shown?.kind === 'options' && (
        <Options
          isOpen={state?.kind === 'options'}
          shown={shown}
          chat={chat}
          hasReceipts={hasReceipts}
          pinnedIds={pinnedIds}
          starredIds={starredIds}
          messageActions={messageActions}
          onChange={onChange}
          onClose={() => onClose('options')}
        />
      )}
      {message !== null && (
        <DeleteDialog
          isOpen={state?.kind === 'delete'}
          count={1}
          isSaved={chat.isSaved}
          // It is asked about what has been sent alone, though its number may come later.
          canDeleteForAll={rightsOf(engine.userId, chat, message, undefined, false).canDeleteForAll}
          onDeleteForMe={() => messageActions.deleteForMe(message)}
          onDeleteForAll={() => messageActions.deleteForAll(message)}
          onClose={() => onClose('delete')}
        />
      )}
      {shown?.kind === 'forward' && (
        <ForwardOne
          key={shown.message.id}
          isOpen={state?.kind === 'forward'}
          message={shown.message}
          onClose={() => onClose('forward')}
        />
      )}
      {shown?.kind === 'info' && (
        <MessageInfoSheet
          isOpen={state?.kind === 'info'}
          message={shown.message}
          chat={chat}
          people={people}
          hasReceipts={hasReceipts}
          onClose={() => onClose('info')}
        />
      )}
      {shown?.kind === 'report' && (
        <ReportSheet
          isOpen={state?.kind === 'report'}
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose('report');
          }}
          reported={reportedMessage(shown.message)}
        />
      )}
      <ConfirmDialog
        isOpen={state?.kind === 'remove'}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose('remove');
        }}
        title={t('chat.discardTitle')}
        body={t('chat.discardBody')}
        confirmLabel={t('action.delete')}
        tone="danger"
        onConfirm={() => {
          if (state?.kind === 'remove') messageActions.discard(state.row);
          onClose('remove');
        }}
      />
    </>
  );
});

const rightsOf = (
  me: string,
  chat: OpenChat,
  message: LocalMessage,
  row: OutboxRowOf<'sendMessage'> | undefined,
  isPending = message.seq === null && row?.state !== 'acked',
) =>
  messageRights(message, {
    me,
    nowMs: serverClock.now(),
    canWrite: chat.canWrite,
    isSaved: chat.isSaved,
    canPin: chat.canPin && !(row && needsAttention(row)),
    isPending,
  });

interface OptionsProps
  extends Pick<
    MessageSheetsProps,
    'chat' | 'hasReceipts' | 'pinnedIds' | 'starredIds' | 'messageActions' | 'onChange'
  > {
  onClose: () => void;
  isOpen: boolean;
  shown: Extract<SheetState, { kind: 'options' }>;
}

function Options({
  isOpen,
  shown: { message, row, at },
  chat,
  hasReceipts,
  pinnedIds,
  starredIds,
  messageActions,
  onChange,
  onClose,
}: OptionsProps) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const copy = useCopyText();
  const rights = rightsOf(userId, chat, message, row);
  const mine = message.reactions.find((reaction) => reaction.userId === userId)?.emoji ?? null;
  const item = (
    can: boolean,
    id: string,
    label: string,
    icon: ReactNode,
    onPress: () => void,
    tone: MenuItem['tone'] = 'normal',
  ): MenuItem[] => (can ? [{ id, label, icon, tone, onPress }] : []);
  const isPinned = pinnedIds.has(message.id);
  const isStarred = starredIds.has(message.id);
  const trash = <Trash2 size={20} aria-hidden="true" />;
  const items: MenuItem[] = [
    ...item(rights.canReply, 'reply', t('action.reply'), <Reply size={20} aria-hidden="true" />, () =>
      messageActions.reply(message),
    ),
    ...item(rights.canCopy, 'copy', t('chat.copyText'), <Copy size={20} aria-hidden="true" />, () =>
      copy(message.content ?? ''),
    ),
    ...item(rights.canForward, 'forward', t('chat.forward'), <Forward size={20} aria-hidden="true" />, () =>
      onChange({ kind: 'forward', message }),
    ),
    ...item(
      rights.canPin,
      'pin',
      t(isPinned ? 'pinned.unpin' : 'pinned.pin'),
      isPinned ? <PinOff size={20} aria-hidden="true" /> : <Pin size={20} aria-hidden="true" />,
      () => messageActions.pin(message, !isPinned),
    ),
    ...item(
      rights.canStar && !(row && needsAttention(row)),
      'star',
      t(isStarred ? 'starred.unstar' : 'starred.star'),
      isStarred ? <StarOff size={20} aria-hidden="true" /> : <Star size={20} aria-hidden="true" />,
      () => messageActions.star(message, !isStarred),
    ),
    ...item(rights.canEdit, 'edit', t('action.edit'), <Pencil size={20} aria-hidden="true" />, () =>
      messageActions.edit(message),
    ),
    ...item(
      rights.canRemovePreview,
      'removePreview',
      t('previews.remove'),
      <Link2Off size={20} aria-hidden="true" />,
      () => messageActions.removePreview(message),
    ),
    ...item(
      hasInfo(message, { me: userId, hasReceipts }),
      'info',
      t('chat.info'),
      <Info size={20} aria-hidden="true" />,
      () => onChange({ kind: 'info', message }),
    ),
    ...item(
      isSelectable(message),
      'select',
      t('selection.begin'),
      <CircleCheck size={20} aria-hidden="true" />,
      () => messageActions.select(message),
    ),
    ...item(
      rights.canDelete,
      'delete',
      t('action.delete'),
      trash,
      () => onChange({ kind: 'delete', message }),
      'danger',
    ),
    ...item(
      rights.canReport,
      'report',
      t('action.report'),
      <Flag size={20} aria-hidden="true" />,
      () => onChange({ kind: 'report', message }),
      'danger',
    ),
    ...item(
      rights.canDiscard && row !== undefined,
      'discard',
      t('action.delete'),
      trash,
      () => row && onChange({ kind: 'remove', row }),
      'danger',
    ),
  ];
  const picker = rights.canReact && (
    <ReactionPicker
      mine={mine}
      onChoose={(emoji) => {
        messageActions.react(message, emoji);
        onClose();
      }}
    />
  );
  if (at !== null) {
    return (
      <PointMenu
        at={isOpen ? at : null}
        onClose={onClose}
        title={t('chat.messageOptions')}
        head={picker || undefined}
        items={items}
      />
    );
  }
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.messageOptions')}
      isTitleHidden
      lifted={<LiftedMessage messageId={message.id} />}
    >
      {picker}
      {items.map(({ id, label, icon, tone = 'normal', onPress }) => (
        <SheetAction key={id} label={label} icon={icon} tone={tone} onPress={onPress} />
      ))}
    </Sheet>
  );
}
