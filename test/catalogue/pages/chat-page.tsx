import { CircleAlert, Ellipsis, Hand, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../../src/components/app-header.tsx';
import { Avatar } from '../../../src/components/avatar.tsx';
import { Banner } from '../../../src/components/banner.tsx';
import { Button } from '../../../src/components/button.tsx';
import { Composer } from '../../../src/components/composer.tsx';
import { EmptyState } from '../../../src/components/empty-state.tsx';
import { IconButton } from '../../../src/components/icon-button.tsx';
import { JumpPill } from '../../../src/components/jump-pill.tsx';
import { MessageBubble, type MessageBubbleProps } from '../../../src/components/message-bubble.tsx';
import { MessageColumn } from '../../../src/components/message-column.tsx';
import { DayDivider, SystemLine, UnseenDivider } from '../../../src/components/message-lines.tsx';
import { Screen } from '../../../src/components/screen.tsx';
import { StatusStrip } from '../../../src/components/status-strip.tsx';
import { TwoPane } from '../../../src/components/two-pane.tsx';
import { ben } from '../sample.ts';
import { ChatList } from './chats-page.tsx';
import { PageLink } from './page-link.tsx';
import { Shell } from './shell.tsx';

type Line = Omit<MessageBubbleProps, 'dateTime' | 'onOptions'>;

const opening: readonly Line[] = [
  { side: 'other', position: 'first', text: 'Uy, tuloy ba tayo mamaya?', time: '6:48 PM' },
  { side: 'other', position: 'last', text: 'Pauwi pa lang ako galing Cubao', time: '6:48 PM' },
  { side: 'own', position: 'single', text: 'Oo naman 😄', time: '6:51 PM', state: 'seen' },
  {
    side: 'other',
    position: 'single',
    text: 'Sige. Dito ang daan papunta sa bagong terminal: https://maps.example.ph/terminal/7 — medyo malayo pero mas mabilis daw ang pila.',
    time: '6:53 PM',
  },
  { side: 'own', position: 'first', text: 'Nice, salamat!', time: '6:54 PM', state: 'seen' },
  {
    side: 'own',
    position: 'middle',
    text: 'Baka mawalan ako ng signal pagpasok sa tunnel, pero magre-reply ako agad paglabas. Hintayin mo lang.',
    time: '6:55 PM',
    state: 'delivered',
    isEdited: true,
  },
  { side: 'own', position: 'last', text: '👍', time: '6:55 PM', state: 'sent' },
];

const arrived: readonly Line[] = [
  { side: 'other', position: 'first', text: 'Ok ingat!', time: '7:01 PM' },
  { side: 'other', position: 'last', text: 'Nasa terminal na ako, sakay na ng 7:15 😄', time: '7:02 PM' },
];

const waiting: readonly Line[] = [
  { side: 'own', position: 'first', text: 'Nasa tunnel na', time: '7:04 PM', state: 'sending' },
  { side: 'own', position: 'middle', text: 'Wala nang signal dito', time: '7:05 PM', state: 'queued' },
  { side: 'own', position: 'last', text: 'Kita tayo sa kanto ng Aurora', time: '7:06 PM', state: 'queued' },
];

interface ChatPageProps {
  variant?: 'normal' | 'failed' | 'empty';
}

export function ChatPage({ variant = 'normal' }: ChatPageProps) {
  const { t } = useTranslation();
  return (
    <Shell current="chats" isInner>
      <TwoPane
        listLabel={t('chats.list')}
        list={() => <ChatList currentId={ben.id} />}
        detail={() => <Conversation variant={variant} />}
        placeholder={null}
      />
    </Shell>
  );
}

function Conversation({ variant }: Required<ChatPageProps>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<readonly string[]>([]);
  const isFailed = variant === 'failed';
  const bubble = (line: Line) => (
    <MessageBubble key={line.text} dateTime="2026-11-20T11:02:00.000Z" onOptions={() => {}} {...line} />
  );
  return (
    <Screen
      ground="weave"
      header={
        <AppHeader
          title={ben.name}
          subtitle={t('friends.since', { date: 'Nov 2' })}
          leading={<Avatar id={ben.id} name={ben.name} size="sm" />}
          back={{ render: <PageLink page="chats" />, isNarrowOnly: true }}
          titleRender={<PageLink page="profile" />}
          actions={<IconButton label={t('action.more')} icon={<Ellipsis size={22} aria-hidden="true" />} />}
          status={<StatusStrip status={variant === 'normal' ? 'offline' : 'upToDate'} />}
        />
      }
      banner={
        isFailed && (
          <Banner
            tone="danger"
            shape="edge"
            icon={<CircleAlert size={20} />}
            actions={
              <Button variant="plain" size="sm">
                {t('action.retryAll')}
              </Button>
            }
          >
            {t('chat.failed', { count: 2 })}
          </Banner>
        )
      }
      overlay={variant === 'normal' && <JumpPill count={3} onPress={() => {}} />}
      footer={
        <Composer
          value={text}
          onChange={setText}
          onSend={(message) => {
            setSent([...sent, message]);
            setText('');
          }}
          leading={
            <IconButton
              variant="soft"
              label={t('media.attach')}
              icon={<Paperclip size={22} aria-hidden="true" />}
            />
          }
        />
      }
    >
      {variant === 'empty' ? (
        <EmptyState icon={<Hand size={32} />} line={t('chat.empty')} hint={t('chat.emptyHint')} />
      ) : (
        <MessageColumn>
          <DayDivider label={t('chat.today')} dateTime="2026-11-20" />
          <SystemLine text={t('chat.systemCreated')} />
          {opening.map(bubble)}
          {!isFailed && <UnseenDivider />}
          {arrived.map(bubble)}
          {isFailed ? (
            <>
              {bubble({
                side: 'own',
                position: 'single',
                text: 'Kita tayo sa kanto ng Aurora, sa tapat ng panaderya',
                time: '7:06 PM',
                state: 'failed',
                failure: {
                  reason: t('error.forbidden'),
                  onRetry: () => {},
                  onEdit: () => {},
                  onDelete: () => {},
                },
              })}
              {bubble({
                side: 'own',
                position: 'single',
                text: t('chat.deleted'),
                isDeleted: true,
                time: '7:07 PM',
                note: t('chat.writtenSent', { written: '09:12', sent: '14:40' }),
              })}
            </>
          ) : (
            waiting.map(bubble)
          )}
          {sent.map((message) =>
            bubble({ side: 'own', position: 'single', text: message, time: '7:08 PM', state: 'queued' }),
          )}
        </MessageColumn>
      )}
    </Screen>
  );
}
