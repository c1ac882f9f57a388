import type { Media } from '../../../protocol/index.ts';
import { attachFiles } from '../files/attach-files.ts';
import type { CommandContext } from '../sync/context.ts';

type PostFiles = {
  images?: readonly string[] | undefined;
  video?: string | null | undefined;
  alts?: Readonly<Record<string, string>> | undefined;
};

/**
 * Gives a post exactly these files of its author: a post waits for them. Who may read the post may read them.
 * @throws ProtocolError `dependency_missing`, `impossible`
 */
export const attachPostFiles = (
  context: CommandContext,
  { id, isAnonymous }: { id: string; isAnonymous: boolean },
  named: PostFiles,
): Promise<Media[]> =>
  attachFiles(context, { kind: 'post', targetId: id, isAnonymous }, named, { mayAwait: false });

/** Whether it names any. */
export const hasFiles = ({ images, video }: PostFiles): boolean => Boolean(images?.length || video);
