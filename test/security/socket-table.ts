import { MEMBERS, type Member } from './cast.ts';

/**
 * Who may tell whom what on a socket, seen from O's things, with the people of `world.ts`:
 *
 *   S stranger, asked into O's group · P has asked O by a message request that waits · F friend · B blocked by O
 *   b has blocked O · M in O's group · E was in it · O the owner
 *
 * Events of a client have a column for each sender, and in it those who learn of it: a letter each, `own` for the
 * sender alone, `-` for nobody. Events of the server have a column for each listener. An event without a row fails the
 * suite, and so does a row without an event.
 */
const TABLE = `
from   | event            | situation                | S   | P   | F   | B   | b   | M   | E   | O
client | typing           | in the group             | -   | -   | -   | bMO | BMO | BbO | -   | BbM
client | typing           | in the PUBLIC chat       | -   | -   | -   | -   | -   | O   | -   | M
client | typing           | in the chat of O and F   | -   | -   | O   | -   | -   | -   | -   | F
client | typing           | in the chat of O and B   | -   | -   | -   | -   | -   | -   | -   | -
client | typing           | in the chat of O and b   | -   | -   | -   | -   | -   | -   | -   | -
client | typing           | in P's request           | -   | O   | -   | -   | -   | -   | -   | -
client | typing           | in no chat               | -   | -   | -   | -   | -   | -   | -   | -
client | stranger:typing  | in the chat of O and M   | -   | -   | -   | -   | -   | O   | -   | M
client | watch            | O, who is there          | -   | -   | own | -   | -   | -   | -   | -
client | watch            | F, who is there          | -   | -   | -   | -   | -   | -   | -   | own
client | look             | at the public post       | own | own | own | -   | -   | own | own | own
client | look             | at the private post      | -   | -   | -   | -   | -   | -   | -   | own
client | look             | at the anonymous post    | own | own | own | own | own | own | own | own
client | look             | at the feed              | own | own | own | own | own | own | own | own
client | stored           | the group                | -   | -   | -   | own | own | own | -   | -
client | stored           | the chat of O and F      | -   | -   | own | -   | -   | -   | -   | -
client | stored           | P's request              | -   | -   | -   | -   | -   | -   | -   | -
server | heads            | of the group             | -   | -   | -   | yes | yes | yes | -   | yes
server | heads            | of P's request           | -   | yes | -   | -   | -   | -   | -   | yes
server | changes          | O writes to the group    | -   | -   | -   | yes | yes | yes | -   | yes
server | changes          | P writes to O once more  | -   | yes | -   | -   | -   | -   | -   | yes
server | typing           | O types in the group     | -   | -   | -   | yes | yes | yes | -   | -
server | presence         | O comes                  | -   | -   | yes | -   | -   | -   | -   | -
server | stranger:typing  | O types to M             | -   | -   | -   | -   | -   | yes | -   | -
server | stranger:changed | O ends the chat with M   | -   | -   | -   | -   | -   | yes | -   | yes
server | hint             | the public post changes  | yes | yes | yes | -   | -   | yes | yes | yes
server | session:revoked  | O signs out              | -   | -   | -   | -   | -   | -   | -   | yes
`;

export interface SocketRow {
  from: string;
  event: string;
  situation: string;
  cells: Readonly<Record<Member, string>>;
}

/** One value for each of them. */
export const perMember = <T>(of: (member: Member) => T): Record<Member, T> => ({
  S: of('S'),
  P: of('P'),
  F: of('F'),
  B: of('B'),
  b: of('b'),
  M: of('M'),
  E: of('E'),
  O: of('O'),
});

const [header = '', ...lines] = TABLE.trim().split('\n');
const titles = header.split('|').map((title) => title.trim());

export const socketRows: readonly SocketRow[] = lines.map((line) => {
  const texts = line.split('|').map((text) => text.trim());
  const [from = '', event = '', situation = ''] = texts;
  return { from, event, situation, cells: perMember((member) => texts[titles.indexOf(member)] ?? '') };
});

/** How a cell says who received something. */
export const cellOf = (receivers: ReadonlySet<Member>, sender?: Member): string => {
  if (sender !== undefined && receivers.size === 1 && receivers.has(sender)) return 'own';
  return MEMBERS.filter((member) => receivers.has(member)).join('') || '-';
};
