import type { Random } from './random.ts';

/** SVG drawings for the pictures of the sample community, so that the repository ships no photos of people. */

const SKIES = [
  ['#fde68a', '#fb923c', '#be185d'],
  ['#bae6fd', '#7dd3fc', '#f0f9ff'],
  ['#1e1b4b', '#4c1d95', '#db2777'],
  ['#fef3c7', '#fcd34d', '#38bdf8'],
  ['#0f172a', '#1e3a8a', '#0ea5e9'],
] as const;
const LANDS = ['#166534', '#15803d', '#3f6212', '#0f766e', '#854d0e'] as const;
const BODIES = ['#dc2626', '#2563eb', '#ca8a04', '#059669', '#9333ea'] as const;
const SKINS = ['#f1c9a5', '#e0ac7e', '#c98d5e', '#a86f45', '#8a5a36'] as const;
const HAIRS = ['#1c1917', '#292524', '#44332a', '#5b3a29', '#6b7280'] as const;
const SHIRTS = ['#0f766e', '#b45309', '#1d4ed8', '#be123c', '#6d28d9', '#4d7c0f'] as const;
const WALLS = ['#bfe3e0', '#fde2c4', '#d7e3fb', '#f6d5dc', '#e2dbf6', '#dcecc9'] as const;

const WIDTH = 1_200;
const HEIGHT = 900;

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const ridge = (random: Random, base: number, swing: number, fill: string): string => {
  const tops = Array.from({ length: 9 }, (_, at) => `L${at * 150} ${base - random.int(swing)}`);
  return `<path d="M0 ${HEIGHT} ${tops.join(' ')} L${WIDTH} ${HEIGHT}Z" fill="${fill}"/>`;
};

const sky = (random: Random): string => {
  const [top, middle, low] = random.pick(SKIES);
  const x = 200 + random.int(800);
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${x}" cy="${150 + random.int(250)}" r="${60 + random.int(50)}" fill="#fff7d6" opacity=".9"/>`;
};

const mountains = (random: Random): string =>
  ridge(random, 560, 220, random.pick(LANDS)) + ridge(random, 700, 140, random.pick(LANDS));

const sea = (random: Random): string => {
  const waves = Array.from(
    { length: 7 },
    (_, at) =>
      `<path d="M0 ${600 + at * 42} Q ${150 + random.int(150)} ${580 + at * 42} 600 ${600 + at * 42} T 1200 ${600 + at * 42}" stroke="#e0f2fe" stroke-width="4" fill="none" opacity=".6"/>`,
  );
  const x = 300 + random.int(500);
  return `<rect y="560" width="${WIDTH}" height="340" fill="#0e7490"/>${waves.join('')}<path d="M${x} 690h180l-30 44h-120z" fill="#7c2d12"/><path d="M${x + 84} 540v150l84-20z" fill="#fff"/>`;
};

const city = (random: Random): string => {
  const houses = Array.from({ length: 12 }, (_, at) => {
    const height = 200 + random.int(380);
    const lights = Array.from(
      { length: 10 },
      () =>
        `<rect x="${at * 100 + 14 + random.int(4) * 20}" y="${HEIGHT - height + 24 + random.int(Math.floor(height / 40)) * 36}" width="12" height="18" fill="#fde68a" opacity=".85"/>`,
    );
    return `<rect x="${at * 100}" y="${HEIGHT - height}" width="94" height="${height}" fill="#1f2937" opacity=".92"/>${lights.join('')}`;
  });
  return houses.join('');
};

const jeepney = (random: Random): string => {
  const body = random.pick(BODIES);
  const windows = [0, 1, 2, 3].map(
    (at) => `<rect x="${330 + at * 110}" y="500" width="88" height="70" rx="8" fill="#e0f2fe"/>`,
  );
  return `${ridge(random, 560, 160, random.pick(LANDS))}<rect y="760" width="${WIDTH}" height="140" fill="#44403c"/><path d="M0 830h1200" stroke="#fde68a" stroke-width="8" stroke-dasharray="70 50"/>
<rect x="290" y="470" width="540" height="240" rx="26" fill="${body}"/><rect x="780" y="560" width="160" height="150" rx="24" fill="${body}"/>${windows.join('')}<path d="M300 600h620" stroke="#fcd34d" stroke-width="18"/>
<rect x="270" y="446" width="580" height="34" rx="14" fill="#e5e7eb"/><circle cx="910" cy="630" r="20" fill="#fef9c3"/>${[400, 800].map((x) => `<circle cx="${x}" cy="716" r="62" fill="#111827"/><circle cx="${x}" cy="716" r="26" fill="#d1d5db"/>`).join('')}`;
};

const plate = (random: Random): string => {
  const leaves = Array.from(
    { length: 22 },
    () =>
      `<circle cx="${430 + random.int(340)}" cy="${320 + random.int(270)}" r="${18 + random.int(26)}" fill="${random.pick(['#16a34a', '#facc15', '#ea580c', '#b91c1c', '#fef3c7'])}"/>`,
  );
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${random.pick(WALLS)}"/><ellipse cx="600" cy="480" rx="380" ry="320" fill="#94a3b8" opacity=".35"/><ellipse cx="600" cy="455" rx="370" ry="310" fill="#fff"/><ellipse cx="600" cy="455" rx="270" ry="220" fill="#f5f5f4"/>${leaves.join('')}`;
};

const KINDS = [
  ['The sea in the evening, with a boat', (random: Random) => sky(random) + sea(random)],
  ['Mountains under the sun', (random: Random) => sky(random) + mountains(random)],
  ['Windows of the city with their lights on', (random: Random) => sky(random) + city(random)],
  ['A jeepney on the road', (random: Random) => sky(random) + jeepney(random)],
  ['A full plate', plate],
] as const;

/** @returns a picture of 1200×900 and its description */
export const drawScene = (random: Random): { svg: string; alt: string } => {
  const [alt, draw] = random.pick(KINDS);
  return { svg: svg(WIDTH, HEIGHT, draw(random)), alt };
};

/** @returns a square picture of a person */
export const drawPortrait = (random: Random): string => {
  const [skin, hair, shirt] = [random.pick(SKINS), random.pick(HAIRS), random.pick(SHIRTS)];
  const isLong = random.next() < 0.5;
  const back = isLong ? `<path d="M150 230c0-150 212-150 212 0v170H150z" fill="${hair}"/>` : '';
  const smile = 16 + random.int(14);
  return svg(
    512,
    512,
    `<rect width="512" height="512" fill="${random.pick(WALLS)}"/>${back}<path d="M76 512c0-130 70-176 180-176s180 46 180 176z" fill="${shirt}"/><rect x="222" y="290" width="68" height="84" rx="30" fill="${skin}"/><ellipse cx="256" cy="226" rx="86" ry="102" fill="${skin}"/>
<path d="M166 226c-8-140 188-140 180 0-20-66-40-78-90-78s-70 12-90 78z" fill="${hair}"/><circle cx="224" cy="226" r="8" fill="#1c1917"/><circle cx="288" cy="226" r="8" fill="#1c1917"/><path d="M222 272q34 ${smile} 68 0" stroke="#7f1d1d" stroke-width="7" fill="none" stroke-linecap="round"/>`,
  );
};
