import { Bookmark, Hand, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import * as styles from './conversation.css.ts';

/** A chat without messages. It does not suggest writing to a person whom the member has blocked. */
export function EmptyConversation({ isBlocked, isSaved }: { isBlocked: boolean; isSaved: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      {isSaved ? (
        <EmptyState icon={<Bookmark size={32} />} line={t('saved.empty')} hint={t('saved.emptyHint')} />
      ) : isBlocked ? (
        <EmptyState icon={<MessageCircle size={32} />} line={t('chats.empty')} />
      ) : (
        <EmptyState icon={<Hand size={32} />} line={t('chat.empty')} hint={t('chat.emptyHint')} />
      )}
    </div>
  );
}
