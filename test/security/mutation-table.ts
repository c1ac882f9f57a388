import type { ErrorKind, MutationName } from '../../protocol/index.ts';
import { ACTORS, type Actor, type Cast, type Kind, type Thing } from './mutation-cast.ts';
import { CHATS_TABLE } from './mutation-table-chats.ts';
import { PEOPLE_TABLE } from './mutation-table-people.ts';

/** How the tables write a refusal. */
export const CELLS: Readonly<Partial<Record<ErrorKind, string>>> = {
  not_found: '-',
  forbidden: 'x',
  validation: 'v',
  impossible: 'i',
  id_taken: 't',
  conflict: 'c',
  self_request: 's',
  already_friends: 'f',
  already_requested: 'r',
  successor_required: 'n',
  dependency_missing: 'm',
  request_text_only: 'o',
};

/** Who tries ids of the right kind in a place that is not the first of its mutation. */
const SOME: readonly Actor[] = ['S', 'F', 'M', 'O'];
/** Who tries ids of another kind: the one member who holds all of them. */
const OWNER: readonly Actor[] = ['O'];
/** What is equally far from all actors. */
const NEUTRAL = new Set([
  ...["Y's group", 'Y and Z', 'Ana and Ben', 'own and Y', "Y's, to Z", 'Y'],
  ...['friendship of Y and Z', 'friendship of Ana and Ben', 'friendship with Y'],
]);
/** One of each kind, and such as nothing has. */
const OTHERS = [
  ...["O's group", "O's, group", 'O', 'public post', "F's comment", "F's, private"],
  ...['friendship of O and F', "O's key", 'an unknown v7', 'the nil id'],
];

type Row = { label: string; actors: readonly Actor[]; thing: (actor: Actor) => Thing };

/** What is put into a place that takes ids of this kind, and by whom. */
export const rowsOf = ({ things, own }: Cast, kind: Kind, isFirst: boolean): Row[] => {
  const everyone = isFirst ? ACTORS : SOME;
  const shared = Object.entries(things).flatMap(([label, thing]): Row[] => {
    const actors = NEUTRAL.has(label) ? SOME : everyone;
    if (thing.kind === kind) return [{ label, actors, thing: () => thing }];
    if (!OTHERS.includes(label)) return [];
    return [{ label: `not ${label}`, actors: OWNER, thing: () => thing }];
  });
  const mine = Object.entries(own.S)
    .filter(([, thing]) => thing.kind === kind)
    .map(
      ([label, fallback]): Row => ({
        ...{ label, actors: NEUTRAL.has(label) ? SOME : everyone },
        thing: (actor) => own[actor][label] ?? fallback,
      }),
    );
  return [...shared, ...mine];
};

/** Cells by thing. */
type Block = ReadonlyMap<string, string>;

const readTables = (): Map<string, Block> => {
  const blocks = new Map<string, Block>();
  for (const block of `${PEOPLE_TABLE}${CHATS_TABLE}`.split(/\n(?=\S)/)) {
    const [header = '', ...lines] = block.trim().split('\n');
    const [names = '', place = ''] = header.split(' | ');
    const rows = lines.map((line) => {
      const [, cells = '', thing = ''] = /^ +(\S+) +(.+)$/.exec(line) ?? [];
      return [thing, cells] as const;
    });
    for (const name of names.split(' ')) if (place) blocks.set(`${name} ${place}`, new Map(rows));
  }
  return blocks;
};
const blocks = readTables();

/** What has to come of each thing in a place. @throws when the tables have no block for it, or one names what is not there */
export const expectedCells = (
  name: MutationName,
  place: string,
  rows: readonly Row[],
): Record<string, string> => {
  const block = blocks.get(`${name} ${place}`);
  if (block === undefined) throw new Error(`The tables say nothing of ${name}, ${place}.`);
  const labels = new Set(['all', 'another kind', ...rows.map(({ label }) => label)]);
  const unknown = [...block.keys()].filter((label) => !labels.has(label));
  if (unknown.length > 0) throw new Error(`${name}, ${place} has no ${unknown.join(', ')}.`);
  return Object.fromEntries(
    rows.map(({ label, actors }) => {
      const cells = block.get(label) ?? block.get(label.startsWith('not ') ? 'another kind' : 'all') ?? '-';
      return [label, cells.length === 1 ? cells.repeat(actors.length) : cells];
    }),
  );
};

/** Every place that the tables speak of. */
export const tabledPlaces = (): string[] => [...blocks.keys()];
