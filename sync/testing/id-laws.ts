import type { ModelServer } from './model-server.ts';

/** Tables in which clients choose the ids. The ids of all others are computed, and their rows come back under them. */
const tables = ['chats', 'messages', 'posts', 'comments'] as const;

/** AP8: what was deleted stays so, and in a chat each number is given once. */
export const createIdLaw = () => {
  const gone = new Set<string>();
  let checked: ReturnType<ModelServer['state']> | null = null;
  return {
    faults(server: ModelServer): string[] {
      const state = server.state();
      if (state === checked) return [];
      checked = state;
      const again = tables.flatMap((table) =>
        [...state.tables[table].keys()].flatMap((id) =>
          gone.has(`${table}:${id}`) ? [`AP8 ${table} ${id} was deleted and is there again`] : [],
        ),
      );
      for (const key of state.tombstones.keys()) gone.add(key);
      const given = new Set<string>();
      const twice = [...state.tables.messages.values()].flatMap(({ chatId, seq }) => {
        const number = `${chatId} ${seq}`;
        if (seq === null || !given.has(number)) {
          given.add(number);
          return [];
        }
        return [`AP8 ${number} is the number of two messages`];
      });
      return [...again, ...twice];
    },
    /** The data of an earlier time, in which it may not have been deleted. */
    noteRestore: (): void => gone.clear(),
  };
};
