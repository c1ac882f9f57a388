import { messageResponse, newId, privateChatId } from '../../protocol/index.ts';
import { befriend, callAs, type Person, registerPerson, request } from '../support/browser-people.ts';

/** A small believable community, as the pictures of people and chats show it. */
export interface Community {
  ana: Person;
  ben: Person;
  cora: Person;
  dante: Person;
  elena: Person;
  say(
    who: Person,
    chatId: string,
    content: string,
    rest?: object,
  ): Promise<{ id: string; seq: number | null }>;
  /** Everything of a chat has been seen by Ana. */
  see(chatId: string, seq: number): Promise<void>;
  withBen: string;
  group: string;
}

const lines = [
  ['ben', 'Tara, kape bukas sa Escolta?'],
  ['cora', 'G! Anong oras?'],
  ['ana', 'Kahit anong oras, basta may ensaymada'],
  ['ben', 'May bago silang flavor ngayon, ube na may keso 😋'],
  ['cora', 'Ako na ang manlilibre ng kape, kayo sa tinapay'],
  ['ana', 'Deal. Sino pa ang sasama?'],
  ['ben', 'Tinanong ko si Dante, may pasok pa raw hanggang tanghali. Pero hahabol siya pagkatapos.'],
  ['cora', 'Sige, hintayin natin. Maaga pa naman.'],
  ['ana', 'Dala ko na rin yung camera. Ang ganda ng liwanag doon kapag hapon, lalo na sa may tulay.'],
  ['ben', 'Yown! Matagal na akong walang bagong picture'],
  ['cora', 'Same. Huling picture natin, graduation pa 😂'],
  ['ana', 'Hahaha oo nga, ang payat pa nating lahat noon'],
] as const;

export async function settleCommunity(origin: string): Promise<Community> {
  const ana = await registerPerson(origin, 'Ana', 'Santos');
  const person = (first: string, last: string) => registerPerson(origin, first, last);
  const ben = await person('Ben', 'Cruz');
  const cora = await person('Cora', 'Villanueva');
  const dante = await person('Dante', 'Reyes');
  const elena = await person('Elena', 'Bautista');
  const fe = await person('Fe', 'Ocampo');
  const gino = await person('Gino', 'Lim');
  const hana = await person('Hana', 'Mercado');
  for (const friend of [ben, cora, dante, elena]) await befriend(origin, ana, friend);
  await request(origin, fe, ana);
  await request(origin, ana, gino);

  const say: Community['say'] = async (who, chatId, content, rest = {}) => {
    const body = { content, ...rest };
    return (await callAs(origin, who, 'POST', `/chats/${chatId}/messages`, messageResponse, body)).data;
  };
  const see: Community['see'] = (chatId, seq) =>
    callAs(origin, ana, 'PATCH', `/chats/${chatId}/seen`, undefined, { seq });
  const makeChat = async (who: Person, type: 'GROUP' | 'PUBLIC', name: string, users: string[]) => {
    const id = newId();
    await callAs(origin, who, 'POST', '/chats', undefined, { id, type, name, users });
    return id;
  };

  const withCora = privateChatId(ana.id, cora.id);
  await say(cora, withCora, 'Salamat sa pasalubong! Ang sarap ng dried mangga 🥭');
  const answer = await say(ana, withCora, 'Walang anuman, may susunod pa');
  await see(withCora, answer.seq ?? 0);
  await say(dante, privateChatId(ana.id, dante.id), 'Nakita mo ba yung payong ko?');
  await say(elena, privateChatId(ana.id, elena.id), 'Happy birthday, Ana! 🎂');
  const hello = 'Magandang araw! Kapitbahay ninyo ako sa kabilang kanto. Puwede bang magtanong?';
  // Anybody who has the code may ask.
  await callAs(origin, hana, 'GET', `/chats/unique-code/${ana.uniqueCode}`);
  await say(hana, privateChatId(ana.id, hana.id), hello, { recipientId: ana.id });
  for (const [name, words] of [
    ['Palengke ng Quiapo', 'Magkano ang kamatis ngayon?'],
    ['Biyahe Pa-Norte', 'May upuan pa sa alas-singko ng umaga'],
  ] as const)
    await say(ben, await makeChat(ben, 'PUBLIC', name, []), words);
  await makeChat(fe, 'GROUP', 'Zumba sa umaga', [ana.id]);

  const group = await makeChat(ana, 'GROUP', 'Barkada sa Escolta', [ben.id, cora.id, dante.id]);
  const people = { ana, ben, cora };
  for (const [who, words] of lines) await say(people[who], group, words);
  const late = 'Alas-tres, sa dating tambayan. Dalhin ninyo ang mga libro.';
  const writtenAt = new Date(Date.now() - 5 * 3_600_000).toISOString();
  const asked = await say(dante, group, late, { writtenAt });
  for (const [who, emoji] of [
    [ben, '👍'],
    [cora, '❤️'],
    [ana, '👍'],
  ] as const)
    await callAs(origin, who, 'PUT', `/chats/${group}/messages/${asked.id}/reaction`, undefined, { emoji });
  const last = await say(ana, group, 'Sige, kita-kits!', { replyToId: asked.id });
  await see(group, last.seq ?? 0);

  const withBen = privateChatId(ana.id, ben.id);
  await say(ben, withBen, 'Ana, nakauwi ka na?');
  await say(ana, withBen, 'Oo, kararating lang. Ang lakas ng ulan sa Quiapo!');
  await say(ben, withBen, 'Buti na lang may payong ka');
  const sure = await say(ana, withBen, 'Kay Dante ito 😅 Huwag mong sasabihin');
  await see(withBen, sure.seq ?? 0);
  return { ana, ben, cora, dante, elena, say, see, withBen, group };
}
