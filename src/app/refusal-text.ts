import { useTranslation } from 'react-i18next';
import type { ErrorDetail, MutationName } from '../../protocol/index.ts';
import { useErrorText } from './error-text.ts';

/** Written to a person who is not reachable: deleted, or behind a block, which is not told. */
export const isClosedDoor = (error: ErrorDetail | null): boolean =>
  error?.code === 'not_found' || error?.code === 'forbidden';

const EDITS: ReadonlySet<MutationName> = new Set(['editMessage', 'updateComment', 'updatePost']);
/** Whether it puts other words in place of what is there. */
export const isEdit = (name: MutationName): boolean => EDITS.has(name);

/**
 * Why the server refused something that was written, and what can be done about it. "Not found" is an answer to an
 * address; the author of a message asks what becomes of the words.
 */
export function useRefusalText(): (
  name: MutationName,
  error: ErrorDetail | null,
  isTargetDeleted?: boolean,
) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (name, error, isTargetDeleted = false) => {
    if (name === 'reportThing' && error?.code === 'impossible') return t('report.enough');
    if (isTargetDeleted && isEdit(name)) return t('outbox.deletedMeanwhile');
    if (error?.code === 'conflict' && isEdit(name)) return t('outbox.changedElsewhere');
    if (!isClosedDoor(error)) return errorText(error);
    if (name === 'sendMessage') return t('chat.refused');
    if (name === 'requestFriend') return t('friends.notFound');
    if (name === 'createComment' || name === 'updateComment' || name === 'setLike') return t('posts.gone');
    return name === 'editMessage' ? t('chat.unchangeable') : errorText(error);
  };
}
