import type { Media } from '../../protocol/index.ts';
import type { Engine, LocalMessage } from '../../sync/index.ts';
import { fullName, usersById } from './people.ts';

/** The voice messages that one message carries; those that never come are left out. */
export const voicesOf = ({ media }: Pick<LocalMessage, 'media'>): Media[] =>
  media.filter(({ waveform, state }) => waveform !== undefined && state !== 'withdrawn');

export type NextVoice = {
  readonly media: Media;
  readonly chatId: string;
  readonly messageId: string;
  readonly title: string;
};

/** How far behind a voice message the next one may stand to be played after it: others were not meant to follow it. */
const MESSAGES_BETWEEN_MAX = 30;

/** The voice message that follows one in its chat, as far as this device holds it. */
export const readNextVoice = ({ db }: Pick<Engine, 'db'>, messageId: string): Promise<NextVoice | null> =>
  db.read(['messages', 'hidden', 'users'], async (tables) => {
    const message = await tables.messages.get(messageId);
    if (message === undefined) return null;
    const { chatId, order } = message;
    const following = await tables.messages
      .where('[chatId+order]')
      .between([chatId, order], [chatId, Number.POSITIVE_INFINITY], false)
      .limit(MESSAGES_BETWEEN_MAX)
      .toArray();
    const hidden = new Set(
      (await tables.hidden.where('chatId').equals(chatId).toArray()).map((row) => row.messageId),
    );
    const next = following.find(
      (one) => one.deletedAt === null && !hidden.has(one.id) && voicesOf(one).length > 0,
    );
    const [media] = next ? voicesOf(next) : [];
    if (!next || !media) return null;
    const sender = (await usersById(tables, [next.senderId ?? ''])).get(next.senderId ?? '');
    return { media, chatId, messageId: next.id, title: sender ? fullName(sender) : '' };
  });
