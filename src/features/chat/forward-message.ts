import { newId } from '../../../protocol/index.ts';
import type { Engine, LocalMessage } from '../../../sync/index.ts';

/** Says the same in another chat: the words, and the very files, which nobody has to send again. */
export const forwardMessage = async (
  engine: Engine,
  { content, images, files, video, media }: LocalMessage,
  chatId: string,
): Promise<void> => {
  await engine.files.remember(media);
  const alts = Object.fromEntries(media.flatMap(({ id, alt }) => (alt === undefined ? [] : [[id, alt]])));
  await engine.mutate('sendMessage', {
    id: newId(),
    chatId,
    ...(content === null ? {} : { content }),
    ...(images.length === 0 ? {} : { images }),
    ...(files.length === 0 ? {} : { files }),
    ...(video === null ? {} : { video }),
    ...(Object.keys(alts).length === 0 ? {} : { alts }),
    isForwarded: true,
    writtenAt: new Date().toISOString(),
  });
};
