import type { DraftRow, Engine } from '../../sync/index.ts';

/** What was typed and not sent. Read once when the chat opens: from then on the field itself knows. */
export const readDraft = (engine: Pick<Engine, 'db'>, chatId: string): Promise<DraftRow | undefined> =>
  engine.db.drafts.get(chatId);
