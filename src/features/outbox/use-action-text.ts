import { useTranslation } from 'react-i18next';
import { isMutationName } from '../../../protocol/index.ts';
import type { OutboxItem } from '../../queries/outbox.ts';

/** What the member did, in words: where one mutation does and undoes, which of the two. */
export function useActionText(): (item: OutboxItem) => string {
  const { t } = useTranslation();
  return ({ row, isReadable }) => {
    if (!isReadable) return t(isMutationName(row.name) ? `outbox.what.${row.name}` : 'outbox.unknown');
    if (row.name === 'setLike' && row.args.liked === false) return t('outbox.action.unlike');
    if (row.name === 'reactToMessage' && row.args.emoji === null) return t('outbox.action.unreact');
    if (row.name === 'pinMessage' && !row.args.isPinned) return t('outbox.action.unpin');
    if (row.name === 'starMessage' && !row.args.isStarred) return t('outbox.action.unstar');
    if (row.name === 'hidePost' && !row.args.hidden) return t('outbox.action.unhide');
    if ((row.name === 'updateProfile' || row.name === 'updateChat') && row.args.avatarId !== undefined)
      return t('outbox.action.picture');
    if (row.name === 'setBlock') return t(row.args.blocked ? 'outbox.action.block' : 'outbox.action.unblock');
    if (row.name === 'muteAuthor') return t(row.args.muted ? 'outbox.action.mute' : 'outbox.action.unmute');
    return t(`outbox.what.${row.name}`);
  };
}
