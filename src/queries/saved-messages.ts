import { savedMessagesId } from '../../protocol/index.ts';
import { translator } from '../i18n/i18n.ts';

/** What my chat with myself is called (docs/decisions/0040). */
export const savedTitle = (): string => translator.t('saved.title');

export const savedChat = (me: string) => ({ id: savedMessagesId(me), title: savedTitle(), isSaved: true });
