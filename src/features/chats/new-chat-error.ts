import type { TFunction } from 'i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { validationMessageKey } from '../../i18n/error-messages.ts';

const PICKS_MAX = LIMITS.groupMembersMax - 1;

/** What is wrong with a field of a new chat, and what it may hold. */
export const newChatError = (
  t: TFunction,
  { field, message }: { field: string; message: string },
): string => {
  const key = validationMessageKey(message);
  if (field === 'users')
    return key === 'validation.required' ? t('group.pickSomebody') : t('group.pickFewer', { max: PICKS_MAX });
  return key === 'account.tooLong' ? t('validation.tooLong', { max: LIMITS.chatNameMax }) : t(key);
};
