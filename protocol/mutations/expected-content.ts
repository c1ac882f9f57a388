import { freeText } from '../text.ts';
import { z } from '../zod.ts';

/**
 * What the words said when the edit began. An edit of other words than the server has is refused as `conflict`, so that an
 * edit that waited does not revert a newer one. Without it, or null, the edit replaces whatever is there.
 */
export const expectedContent = (max: number) => z.optional(z.nullable(freeText(max)));

/** Whether an edit was begun over other words than `current`, and does not say what these say. */
export const isStaleEdit = (
  current: string | null,
  edit: { content: string; expectedContent?: string | null | undefined },
): boolean =>
  edit.expectedContent != null &&
  edit.expectedContent !== (current ?? '') &&
  edit.content !== (current ?? '');
