import { useTranslation } from 'react-i18next';
import { MentionJump } from '../../components/jump-pill.tsx';
import { useUnseenMentions } from '../../queries/mentions.ts';

interface MentionPillProps {
  chatId: string;
  seenSeq: number;
  onJump: (messageId: string) => void;
}

/** Leads to the next new message that names me; gone when all were seen. */
export function MentionPill({ chatId, seenSeq, onJump }: MentionPillProps) {
  const { t } = useTranslation();
  const mentions = useUnseenMentions({ chatId, seenSeq });
  const [next] = mentions;
  if (next === undefined) return null;
  return <MentionJump label={t('chat.toMention', { count: mentions.length })} onPress={() => onJump(next)} />;
}
