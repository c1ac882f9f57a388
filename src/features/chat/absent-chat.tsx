import { Link } from '@tanstack/react-router';
import { CloudOff, Globe, MessageCircleOff, MessageCirclePlus } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatItem, newId, type UserRow } from '../../../protocol/index.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { snapshotText } from '../../queries/chat-snapshot.ts';
import { fullName } from '../../queries/people.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { ReportSheet } from '../people/report-sheet.tsx';
import { ChatPreview, useChatPreview } from './chat-preview.tsx';
import { useDraft } from './use-draft.ts';

type Lookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'found'; readonly chat: ChatItem };

/** What a code stands for that this device does not know; asked again when the network is back. */
const useChatLookup = (uniqueCode: string): Lookup => {
  const { api, session } = useServices();
  const { connection } = useEngineStatus();
  const [lookup, setLookup] = useState<Lookup>({ kind: 'looking' });
  const isOffline = connection === 'offline';
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setLookup({ kind: 'unreachable' });
      return;
    }
    let isCurrent = true;
    void api.chatByCode(token, uniqueCode).then((answer) => {
      if (!isCurrent) return;
      if (answer.kind === 'done') setLookup({ kind: 'found', chat: answer.data });
      else setLookup({ kind: answer.kind === 'refused' ? 'unknown' : 'unreachable' });
    });
    return () => {
      isCurrent = false;
    };
  }, [api, isOffline, session, uniqueCode]);
  return lookup;
};

/** A chat that is not on this device: a public one to look at and join, somebody to write to, or nothing. */
export function AbsentChat({ uniqueCode }: { uniqueCode: string }) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const lookup = useChatLookup(uniqueCode);
  if (lookup.kind === 'looking') return <SkeletonChat />;
  if (lookup.kind === 'unreachable')
    return <EmptyState icon={<CloudOff size={32} />} line={t('group.needsNetwork')} />;
  if (lookup.kind === 'unknown')
    return <EmptyState icon={<MessageCircleOff size={32} />} line={t('group.unknown')} />;
  const { chat } = lookup;
  const other = chat.type === 'PRIVATE' && chat.members.find((member) => member.userId !== userId);
  if (other) return <FirstMessage chatId={chat.id} other={other.user} />;
  return <OpenChatCard chat={chat} />;
}

/** A public chat to look at, to join and to report. */
function OpenChatCard({ chat }: { chat: ChatItem }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const [isJoining, setIsJoining] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const messages = useChatPreview(chat);
  const name = chat.name ?? '';
  const lines = messages.flatMap(({ content }) => content ?? []);
  const actions = (
    <Stack gap="sm">
      <Button
        isLoading={isJoining}
        onClick={() => {
          setIsJoining(true);
          void mutate('joinChat', { chatId: chat.id }).then(setIsJoining);
        }}
      >
        {t('group.join')}
      </Button>
      <Button variant="dangerQuiet" onClick={() => setIsReporting(true)}>
        {t('report.chat')}
      </Button>
    </Stack>
  );
  return (
    <>
      <EmptyState
        icon={<Globe size={32} />}
        line={name}
        hint={t('group.memberCount', { count: chat.memberCount })}
        action={actions}
      />
      <ChatPreview messages={messages} />
      <ReportSheet
        isOpen={isReporting}
        onOpenChange={setIsReporting}
        reported={{ kind: 'chat', targetId: chat.id, snapshot: { text: snapshotText(name, lines) } }}
      />
    </>
  );
}

/**
 * To somebody who is no friend: the first words, which are a message request. They are the chat's draft, as the room takes
 * this place in the middle of a word when the device gets to know the other one.
 */
function FirstMessage({ chatId, other }: { chatId: string; other: UserRow }) {
  const { t } = useTranslation();
  const mutate = useMutate();
  const draft = useDraft(chatId);
  const name = fullName(other);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { content, replyToId, edit, files } = draft;
    if (content.trim() === '') return;
    const message = { id: newId(), chatId, recipientId: other.id, content };
    draft.take();
    if (await mutate('sendMessage', { ...message, writtenAt: new Date().toISOString() }))
      await draft.forget();
    else draft.restore({ content, replyToId, edit, files });
  };
  return (
    <>
      <EmptyState
        icon={<MessageCirclePlus size={32} />}
        line={name}
        hint={t('group.requestWould', { name })}
        action={
          <Button
            variant="secondary"
            render={<Link to="/users/$uniqueCode" params={{ uniqueCode: other.uniqueCode }} />}
          >
            {t('chat.viewProfile')}
          </Button>
        }
      />
      <form onSubmit={(event) => void send(event)}>
        <Section surface="padded">
          <Stack gap="sm">
            <TextField
              name="message"
              label={t('chat.composer')}
              value={draft.value}
              onChange={(event) => draft.change(event.target.value)}
            />
            <Button type="submit" isWide>
              {t('chat.send')}
            </Button>
          </Stack>
        </Section>
      </form>
    </>
  );
}
