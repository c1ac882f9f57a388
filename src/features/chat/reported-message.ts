import type { LocalMessage } from '../../../sync/index.ts';
import type { Reported } from '../people/report-sheet.tsx';

/** With the words as they stand here: their author may take them back before anybody looks. */
export const reportedMessage = ({ id, content, senderId, createdAt }: LocalMessage): Reported => ({
  kind: 'message',
  targetId: id,
  snapshot: {
    writtenAt: createdAt,
    ...(content === null ? {} : { text: content }),
    ...(senderId === null ? {} : { authorId: senderId }),
  },
});
