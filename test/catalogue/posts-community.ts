import sharp from 'sharp';
import { fileResponse, newId, newUntimedId } from '../../protocol/index.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';

/** A feed as a small neighbourhood would have it. */
export interface Neighbourhood {
  ana: Person;
  ben: Person;
  /** The post that is opened: with pictures, comments and answers. */
  market: string;
  anonymous: string;
}

/** A picture that could be one: a sky over a street, a wall, a table. */
const scene = async (sky: string, ground: string, width = 1_600, height = 1_200): Promise<Buffer> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="#ffe3c2"/></linearGradient>
      <linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${ground}"/><stop offset="1" stop-color="#1d2a2a"/></linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.72}" cy="${height * 0.36}" r="${height * 0.11}" fill="#fff4d6"/>
    <path d="M0 ${height * 0.62} C ${width * 0.25} ${height * 0.5}, ${width * 0.5} ${height * 0.72}, ${width} ${height * 0.56} V ${height} H 0 Z" fill="url(#ground)"/>
    <path d="M0 ${height * 0.78} C ${width * 0.3} ${height * 0.66}, ${width * 0.6} ${height * 0.9}, ${width} ${height * 0.74} V ${height} H 0 Z" fill="${ground}" opacity="0.75"/>
  </svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 88 }).toBuffer();
};

const upload = async (origin: string, { token }: Person, bytes: Buffer, id = newId()): Promise<string> => {
  const form = new FormData();
  form.set('id', id);
  form.set('file', new File([new Uint8Array(bytes)], 'litrato.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/v1/files`, { method: 'POST', body: form, headers });
  return fileResponse.parse(await answer.json()).data.id;
};

export async function settleNeighbourhood(origin: string): Promise<Neighbourhood> {
  const person = (first: string, last: string) => registerPerson(origin, first, last);
  const [ana, ben, cora, dante] = [
    await person('Ana', 'Santos'),
    await person('Ben', 'Cruz'),
    await person('Cora', 'Villanueva'),
    await person('Dante', 'Reyes'),
  ];
  const faces: [Person, string, string][] = [
    [ana, '#7c5cff', '#40316f'],
    [ben, '#2e9bd6', '#1d4f3f'],
    [cora, '#e07a5f', '#6b3f2a'],
  ];
  for (const [who, sky, ground] of faces) {
    const avatarId = await upload(origin, who, await scene(sky, ground, 640, 640));
    const { firstName, lastName } = who;
    await callAs(origin, who, 'PUT', `/users/${who.id}`, undefined, {
      ...{ firstName, lastName, birthDate: '1994-05-17', avatarId },
    });
  }
  const post = async (who: Person, content: string, more: object = {}): Promise<string> => {
    const id = 'anonymous' in more ? newUntimedId() : newId();
    await callAs(origin, who, 'POST', '/posts', undefined, { id, content, ...more });
    return id;
  };
  const say = async (who: Person, postId: string, content: string, parentId?: string): Promise<string> => {
    // Under one's own anonymous post an id must tell no time.
    const id = newUntimedId();
    const body = { id, content, ...(parentId === undefined ? {} : { parentId }) };
    await callAs(origin, who, 'POST', `/posts/${postId}/comments`, undefined, body);
    return id;
  };
  const like = (who: Person, postId: string) =>
    callAs(origin, who, 'PATCH', `/posts/${postId}/like`, undefined, { liked: true });

  await post(
    dante,
    'Sino ang may alam na magaling mag-ayos ng bentilador dito sa Sampaloc? Umiikot pa, pero parang eroplano na ang tunog.',
  );
  await post(
    ana,
    'Huling araw ng klase. Salamat sa lahat ng nagpahiram ng notes! Libre ko ang unang round ng gulaman.',
  );
  const anonymous = await post(
    cora,
    'Dalawang taon na akong hindi umuuwi. Ngayon ko lang nasabi: miss ko na ang sinigang ni Nanay.',
    {
      anonymous: true,
      privacy: 'PUBLIC',
    },
  );
  const single = await upload(origin, cora, await scene('#4f8fc4', '#2f5d50'));
  const ferry = await post(
    cora,
    'Unang biyahe ng ferry sa Ilog Pasig, 6:10 ng umaga. Walang trapik, may hangin, at ₱15 lang.',
    {
      images: [single],
      alts: { [single]: 'Araw sa ibabaw ng ilog' },
    },
  );
  const pictures = [
    await upload(origin, ben, await scene('#f2a65a', '#7a4b2b')),
    await upload(origin, ben, await scene('#8ecae6', '#386641')),
    await upload(origin, ben, await scene('#b8a9e0', '#3d405b')),
  ];
  const market = await post(
    ben,
    'Sabado sa palengke ng Quinta. Nakakita ako ng bayabas na kasinlaki ng kamao, at may libreng tikim ng kakanin sa may dulo.\n\nBukas ulit sila hanggang tanghali.',
    { images: pictures, alts: { [pictures[0] ?? '']: 'Hanay ng mga tindahan' } },
  );
  for (const who of [ana, cora, dante]) await like(who, market);
  for (const who of [ana, ben]) await like(who, ferry);
  for (const who of [ben, dante]) await like(who, anonymous);
  const first = await say(cora, market, 'Magkano ang bayabas? Gagawa ako ng halaya.');
  const second = await say(ben, market, '₱80 ang kilo, pero tumatawad pa si Aling Nena', first);
  await say(cora, market, 'Ayos! Daan ako mamaya.', second);
  await say(ana, market, 'Anong oras kayo nagpunta? Sasama ako sa susunod.');
  await say(dante, market, 'Dalhan n’yo naman ako ng puto bumbong 🙏');
  await say(ana, ferry, 'Saan ang sakayan kung galing Escolta?');
  await say(cora, anonymous, 'Hindi ka nag-iisa.');
  return { ana, ben, market, anonymous };
}
