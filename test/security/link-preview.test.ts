import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { NoPreview, SiteUnavailable } from '../../server/modules/previews/fetch-public.ts';
import { fetchPage, fetchPicture, isForGood } from '../../server/modules/previews/look-at-link.ts';
import { UnsafeAddress } from '../../server/outbound/public-address.ts';
import { openApi } from '../../server/testing/api.ts';
import { openWebSite, SITE_ADDRESS, type WebSite } from '../../server/testing/web-site.ts';
import { INSIDE, inBrackets } from './inside-addresses.ts';

/**
 * The page of a link is named by a member, and what it redirects to and which picture it has by the site
 * (docs/threat-model.md, docs/decisions/0036): each address is judged, looked up once and connected to as it was judged.
 */

let site: WebSite;
beforeAll(async () => {
  site = await openWebSite();
});
afterAll(() => site.close());
afterEach(() => {
  for (const noted of [site.asked, site.resolved, site.connected]) noted.length = 0;
});

const look = (address: string) => fetchPage(site.ports, address, AbortSignal.timeout(30_000));
const lookAtPicture = (address: string) => fetchPicture(site.ports, address, AbortSignal.timeout(30_000));

/** Written in a link; the server has to say no before anything is asked. */
const REFUSED = [
  ...INSIDE.map((address) => `https://${inBrackets(address)}/`),
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127。0。0。1/',
  'http://①②⑦.0.0.1/',
  'http://localhost/',
  'http://localhost./',
  'http://db.internal/',
  'http://printer.local/',
  'http://router.home.arpa/',
  'http://intranet/',
  'http://news.example:8080/',
  'https://news.example:22/',
  'https://user:secret@news.example/',
  'ftp://news.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<title>x</title>',
];

describe('[T06] a link that leads inside', () => {
  let api: Awaited<ReturnType<typeof openApi>>;
  beforeAll(async () => {
    api = await openApi({ previewPorts: site.ports });
  });
  afterAll(() => api.close());

  it.each(REFUSED)('%s: no preview may be wished of it, and its message goes without', async (link) => {
    const { ana, chatId } = await api.world.friends();
    const send = (body: object) =>
      api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body: { id: newId(), content: link, ...body } });
    const wished = await send({ preview: link });
    expect([wished.statusCode, wished.json().code]).toEqual([400, 'validation']);
    expect((await send({})).statusCode).toBe(201);
    // One that came in by an older rule is not asked for either.
    await expect(look(link)).rejects.toSatisfy(isForGood);
    expect([site.resolved, site.connected]).toEqual([[], []]);
  });

  it.each(INSIDE)('behind a name, at %s: it is not knocked at', async (address) => {
    site.name('inside.example', [address]);
    await expect(look('https://inside.example/')).rejects.toBeInstanceOf(UnsafeAddress);
    site.name('mixed.example', [SITE_ADDRESS, address]);
    await expect(look('https://mixed.example/')).rejects.toBeInstanceOf(UnsafeAddress);
    expect(site.connected).toEqual([]);
  });

  it.each(REFUSED)('by a redirect to %s: it is not followed, for a page or for a picture', async (link) => {
    site.redirect('hop.example/page', link);
    await expect(look('http://hop.example/page')).rejects.toSatisfy(isForGood);
    await expect(lookAtPicture('http://hop.example/page')).rejects.toSatisfy(isForGood);
    expect(site.connected.map(({ host }) => host)).toEqual([SITE_ADDRESS, SITE_ADDRESS]);
    expect(new Set(site.resolved)).toEqual(new Set(['hop.example']));
  });

  it('by a picture: its page is told of without it', async () => {
    const page = (picture: string) => `<title>Page</title><meta property="og:image" content="${picture}">`;
    for (const link of REFUSED) {
      site.page('news.example/picture', page(link));
      const { picture } = await look('https://news.example/picture');
      site.connected.length = 0;
      if (picture !== null) await expect(lookAtPicture(picture), link).rejects.toSatisfy(isForGood);
      expect(site.connected, link).toEqual([]);
    }
  });
});

describe('[T06] a name', () => {
  it('is asked once for a page, and what it said is where it goes', async () => {
    site.name('rebind.example', [SITE_ADDRESS], ['127.0.0.1']);
    site.page('rebind.example/', '<title>Once</title>');
    expect(await look('https://rebind.example/')).toMatchObject({ title: 'Once' });
    expect(site.resolved).toEqual(['rebind.example']);
    expect(site.connected).toEqual([{ host: SITE_ADDRESS, port: 443, servername: 'rebind.example' }]);
    // The next look finds out where it leads by now.
    await expect(look('https://rebind.example/')).rejects.toBeInstanceOf(UnsafeAddress);
    expect(site.connected).toHaveLength(1);
  });

  it('that leads inside by the time of a redirect to itself is not followed', async () => {
    site.name('turn.example', [SITE_ADDRESS], ['10.0.0.7']);
    site.redirect('turn.example/', '/again');
    site.page('turn.example/again', '<title>Inside</title>');
    await expect(look('https://turn.example/')).rejects.toBeInstanceOf(UnsafeAddress);
    expect(site.connected).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('within the open net is followed, three times at most, and never out of https', async () => {
    site.page('end.example/', '<title>End</title><meta property="og:image" content="p.png">');
    for (const [from, to] of [
      ['one.example/', 'https://two.example/'],
      ['two.example/', 'https://three.example/'],
      ['three.example/', 'https://end.example/'],
      ['zero.example/', 'https://one.example/'],
      ['round.example/', '/'],
      ['open.example/', 'http://end.example/'],
      ['nowhere.example/', 'http://'],
    ] as const)
      site.redirect(from, to);
    // What it says is of where it was found.
    expect(await look('http://one.example/')).toMatchObject({
      title: 'End',
      picture: 'https://end.example/p.png',
    });
    for (const far of ['https://zero.example/', 'https://round.example/', 'https://open.example/'])
      await expect(look(far), far).rejects.toBeInstanceOf(NoPreview);
    await expect(look('https://nowhere.example/')).rejects.toBeInstanceOf(NoPreview);
  });
});

describe('a site', () => {
  it('that was asked for no compression and compresses is not unpacked', async () => {
    site.page('zip.example/', 'anything', { 'content-encoding': 'gzip' });
    await expect(look('https://zip.example/')).rejects.toBeInstanceOf(NoPreview);
  });

  it.each([400, 401, 403, 404, 410, 418])('that answers %i has nothing for us', async (status) => {
    site.answer('no.example/', (response) => response.writeHead(status).end());
    await expect(look('https://no.example/')).rejects.toBeInstanceOf(NoPreview);
  });

  it.each([429, 500, 502, 503])('that answers %i is asked another time', async (status) => {
    site.answer('later.example/', (response) => response.writeHead(status).end());
    await expect(look('https://later.example/')).rejects.toBeInstanceOf(SiteUnavailable);
  });

  it('that drips, says nothing, or whose name is never looked up is given up after ten seconds', async () => {
    const open: { isClosed: boolean }[] = [];
    const note = () => {
      const one = { isClosed: false };
      open.push(one);
      return () => {
        one.isClosed = true;
      };
    };
    site.answer('drip.example/', (response) => {
      response.once('close', note());
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('<p>'), 500);
      response.once('close', () => clearInterval(timer));
    });
    site.answer('mute.example/', (response) => void response.once('close', note()));
    const nameless = { ...site.ports, resolve: () => new Promise<string[]>(() => undefined) };
    const startedAt = performance.now();
    const given = await Promise.allSettled([
      look('https://drip.example/'),
      look('https://mute.example/'),
      fetchPage(nameless, 'https://name.example/', AbortSignal.timeout(30_000)),
    ]);
    expect(given.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const one of given) expect(one.status === 'rejected' && isForGood(one.reason)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    expect(open).toHaveLength(2);
  }, 20_000);

  it('is left alone once the process stops', async () => {
    const stop = new AbortController();
    site.answer('stop.example/', () => stop.abort());
    await expect(fetchPage(site.ports, 'https://stop.example/', stop.signal)).rejects.toThrow();
  });
});
