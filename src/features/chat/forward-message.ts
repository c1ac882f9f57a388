import { type Media, newId, newUntimedId, savedMessagesId } from '../../../protocol/index.ts';
import { type Engine, type LocalMessage, serverClock } from '../../../sync/index.ts';
import { postToWorker } from '../../session/post-to-worker.ts';
import { firstLink } from './previews/first-link.ts';

/** The files of a message that can be handed on: what is still on its way comes from its sender alone. */
export const forwardableMedia = ({ media, senderId }: LocalMessage, me: string): Media[] =>
  media.filter(({ state }) => state === 'ready' || (state === 'awaited' && senderId === me));

/** A preview is the forwarder's wish, whoever wrote the words. */
const wishedLink = async ({ db, userId }: Engine, content: string | null): Promise<string | null> =>
  (await db.settings.get(userId))?.linkPreviews === true ? firstLink(content ?? '') : null;

/**
 * Says the same in another chat: the words and the files, which are not sent again. Files of others become copies
 * under ids of their own, and the device knows their bytes by those ids, too.
 */
export const forwardMessage = async (
  engine: Engine,
  message: LocalMessage,
  chatId: string,
): Promise<void> => {
  const isForeign = message.senderId !== engine.userId;
  const passed = forwardableMedia(message, engine.userId).map((one) => ({
    originalId: one.id,
    copy: { ...one, id: isForeign ? newUntimedId() : one.id },
  }));
  const named = passed.map(({ copy }) => copy);
  await engine.files.remember(named);
  const nameOf = new Map(passed.map(({ originalId, copy }) => [originalId, copy.id]));
  const copies = Object.fromEntries(passed.map(({ originalId, copy }) => [copy.id, originalId]));
  const [images, files] = [message.images, message.files].map((ids) =>
    ids.flatMap((id) => nameOf.get(id) ?? []),
  );
  const video = message.video === null ? undefined : nameOf.get(message.video);
  const alts = Object.fromEntries(named.flatMap(({ id, alt }) => (alt === undefined ? [] : [[id, alt]])));
  const voices = Object.fromEntries(
    named.flatMap(({ id, waveform, durationMs }) =>
      waveform === undefined || durationMs === undefined ? [] : [[id, { waveform, durationMs }]],
    ),
  );
  const { content } = message;
  const preview = await wishedLink(engine, content);
  await engine.mutate('sendMessage', {
    id: newId(),
    chatId,
    // It may be the first of them, which makes their chat.
    ...(chatId === savedMessagesId(engine.userId) ? { recipientId: engine.userId } : {}),
    ...(content === null ? {} : { content }),
    ...(preview === null ? {} : { preview }),
    ...(images?.length ? { images } : {}),
    ...(files?.length ? { files } : {}),
    ...(video === undefined ? {} : { video }),
    ...(Object.keys(alts).length === 0 ? {} : { alts }),
    ...(Object.keys(voices).length === 0 ? {} : { voices }),
    ...(isForeign && named.length > 0 ? { copies } : {}),
    isForwarded: true,
    writtenAt: new Date(serverClock.now()).toISOString(),
  });
  if (isForeign && named.length > 0) void postToWorker({ type: 'COPY_MEDIA', copies });
};
