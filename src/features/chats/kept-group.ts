import { parseJson, z } from '../../../protocol/index.ts';
import { NEW_GROUP_KEY } from '../../app/new-group-key.ts';

const draft = z.object({
  userId: z.string(),
  type: z.enum(['GROUP', 'PUBLIC']),
  name: z.string(),
  people: z.readonly(z.array(z.string())),
  faceId: z.nullable(z.string()),
  /** It holds the face on the device. */
  tray: z.string(),
});
export type KeptGroup = Omit<z.infer<typeof draft>, 'userId'>;

/** What was begun in this tab; null when there is nothing. */
export const readGroup = (storage: Storage, userId: string): KeptGroup | null => {
  const { success, data } = draft.safeParse(parseJson(storage.getItem(NEW_GROUP_KEY)));
  if (!success || data.userId !== userId) return null;
  const { userId: _own, ...kept } = data;
  return kept;
};

/** Keeps what was begun. Nothing is kept of a form in which nothing stands. */
export const storeGroup = (storage: Storage, userId: string, group: KeptGroup | null): void => {
  const isEmpty = group === null || (group.name === '' && group.people.length === 0 && group.faceId === null);
  try {
    if (isEmpty) storage.removeItem(NEW_GROUP_KEY);
    else storage.setItem(NEW_GROUP_KEY, JSON.stringify({ userId, ...group }));
  } catch {
    // A browser that keeps nothing, or is full: the form works as before.
  }
};
