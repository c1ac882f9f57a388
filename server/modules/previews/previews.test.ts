import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS, type MessageRow, newId, privateChatId } from '../../../protocol/index.ts';
import { files, fileUses, messages } from '../../db/schema.ts';
import { sweepFiles } from '../../jobs/sweep-files.ts';
import { openApi } from '../../testing/api.ts';
import { openWebSite, type WebSite } from '../../testing/web-site.ts';
import type { Person } from '../../testing/world.ts';

/** Previews of links: made by the server after the message is stored, on its sender's wish (docs/decisions/0036). */

let site: WebSite;
let api: Awaited<ReturnType<typeof openApi>>;
let waitMs = 0;
const taken: string[] = [];
beforeAll(async () => {
  site = await openWebSite();
  api = await openApi({
    previewPorts: site.ports,
    takeFromBucket: async (_kind, key) => {
      taken.push(key);
      return key.startsWith('linkPreview:') ? waitMs : 0;
    },
  });
});
afterAll(async () => {
  await api.close();
  site.close();
});
afterEach(() => {
  waitMs = 0;
});

const picture = (width = 1_200, height = 630) =>
  sharp({ create: { width, height, channels: 3, background: '#c8102e' } })
    .png()
    .toBuffer();

let links = 0;
/** A link that no test has used before: what was looked at is known for minutes. */
const newLink = (): { link: string; where: string } => {
  links += 1;
  const where = `news.example/${links}`;
  return { link: `https://${where}`, where };
};
const article = (title: string, image?: string): string =>
  `<title>${title}</title><meta name="description" content="What it is about">${
    image === undefined ? '' : `<meta property="og:image" content="${image}">`
  }`;

const readMessage = async (person: Person, chatId: string, id: string): Promise<MessageRow | undefined> => {
  const { data } = (await api.ask(person, 'GET', `/chats/${chatId}/messages`)).json();
  return data.find((message: MessageRow) => message.id === id);
};
const send = async (person: Person, chatId: string, content: string, preview?: string): Promise<string> => {
  const id = newId();
  const body = { id, content, ...(preview === undefined ? {} : { preview }) };
  const answer = await api.ask(person, 'POST', `/chats/${chatId}/messages`, { body });
  expect(answer.statusCode).toBe(201);
  return id;
};
const edit = (person: Person, chatId: string, id: string, body: object) =>
  api.ask(person, 'PATCH', `/chats/${chatId}/messages/${id}`, { body });
const untilPreview = (person: Person, chatId: string, id: string) =>
  vi.waitFor(
    async () => {
      const message = await readMessage(person, chatId, id);
      expect(message?.preview).toBeDefined();
      return message;
    },
    { timeout: 30_000, interval: 100 },
  );
/** Jobs run in the order of their being sent, of one member one at a time: behind this one all before are done. */
const untilJobsAreDone = async (person: Person, chatId: string): Promise<void> => {
  const { link, where } = newLink();
  site.page(where, article('The last one'));
  await untilPreview(person, chatId, await send(person, chatId, link, link));
};
const usesOf = (messageId: string) =>
  api.world.db
    .select()
    .from(fileUses)
    .where(and(eq(fileUses.kind, 'message'), eq(fileUses.targetId, messageId)));

describe('a message whose sender wishes a preview of its link', () => {
  it('arrives at once, and its preview later, for everybody and as the server’s own doing', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Sunrise at Batad', '/sunrise.png'));
    site.picture('news.example/sunrise.png', await picture());
    const id = await send(ana, chatId, `Tingnan mo: ${link} ganda!`, link);
    const first = await readMessage(ben, chatId, id);
    const message = await untilPreview(ben, chatId, id);
    expect(message?.version).toBeGreaterThan(first?.version ?? 0);
    expect(message).toMatchObject({ editedAt: null, media: [], images: [] });
    expect(message?.preview).toMatchObject({
      ...{ url: link, title: 'Sunrise at Batad', description: 'What it is about' },
      picture: { kind: 'image', state: 'ready', mime: 'image/webp', width: LIMITS.previewSideMax },
    });
    const pulled = await api.world.pull(ben);
    expect(JSON.stringify(pulled)).toContain('Sunrise at Batad');
  });

  it('brings its picture under the sender’s name, readable like the message and gone with it', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const stranger = await api.world.person('Carl');
    const { link, where } = newLink();
    site.page(where, article('With picture', '/owned.png'));
    site.picture('news.example/owned.png', await picture());
    const id = await send(ana, chatId, link, link);
    const fileId = (await untilPreview(ana, chatId, id))?.preview?.picture?.id ?? '';
    const [file] = await api.world.db.select().from(files).where(eq(files.id, fileId));
    expect(file).toMatchObject({ ownerId: ana.id, isNamed: true });
    const statusFor = async (person: Person) => (await api.ask(person, 'GET', `/files/${fileId}`)).statusCode;
    expect([await statusFor(ben), await statusFor(stranger)]).toEqual([200, 404]);
    await api.ask(ana, 'DELETE', `/chats/${chatId}/messages/${id}`);
    expect((await readMessage(ben, chatId, id))?.preview).toBeUndefined();
    expect([await statusFor(ben), await usesOf(id)]).toEqual([404, []]);
    const [row] = await api.world.db.select().from(messages).where(eq(messages.id, id));
    expect(row).toMatchObject({ previewLink: null, preview: null });
    const later = new Date(api.world.clock.now().getTime() + 2 * LIMITS.orphanFileMs);
    const storage = { remove: vi.fn(async () => undefined) };
    await sweepFiles({ ...api.world, storage: Object(storage), stagingDir: api.dataDir }, later);
    expect(storage.remove).toHaveBeenCalledWith(file?.storageKey);
    expect(await api.world.db.select().from(files).where(eq(files.id, fileId))).toEqual([]);
  });

  it('asks the site without cookies, names or anything else of the sender', async () => {
    const { ana, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Plain'), { 'set-cookie': 'id=1' });
    await untilPreview(ana, chatId, await send(ana, chatId, link, link));
    const asked = site.asked.filter(({ host, path }) => `${host}${path}` === where);
    expect(asked).toHaveLength(1);
    const sent = new Set(Object.keys(asked[0]?.headers ?? {}));
    expect(sent).toEqual(new Set(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']));
  });

  it('without the wish asks nobody, and neither does a link that is not in the text', async () => {
    const { ana, chatId } = await api.world.friends();
    const { link } = newLink();
    const other = newLink();
    const ids = [await send(ana, chatId, link), await send(ana, chatId, 'walang link', other.link)];
    await untilJobsAreDone(ana, chatId);
    const hosts = site.asked.map(({ host, path }) => `https://${host}${path}`);
    expect(hosts).not.toContain(link);
    expect(hosts).not.toContain(other.link);
    for (const id of ids) expect((await readMessage(ana, chatId, id))?.preview).toBeUndefined();
  });

  it('a link that goes around is asked for once, and each message has a picture of its own', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Goes around', '/around.png'));
    site.picture('news.example/around.png', await picture());
    const ids = await Promise.all([ana, ben, ana].map((person) => send(person, chatId, link, link)));
    const pictures = new Set<string>();
    for (const id of ids) pictures.add((await untilPreview(ana, chatId, id))?.preview?.picture?.id ?? 'none');
    expect(pictures.size).toBe(3);
    expect(site.asked.filter(({ host, path }) => `${host}${path}` === where)).toHaveLength(1);
  });

  it('of a request is made of no link: a request has words alone', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    await api.world.lookUp(ana, ben);
    const chatId = privateChatId(ana.id, ben.id);
    const { link } = newLink();
    const body = { id: newId(), content: link, preview: link, recipientId: ben.id };
    expect((await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body })).statusCode).toBe(201);
    expect((await edit(ana, chatId, body.id, { content: `${link} !`, preview: link })).statusCode).toBe(200);
    const [row] = await api.world.db.select().from(messages).where(eq(messages.id, body.id));
    expect(row?.previewLink).toBeNull();
  });

  it('of its own app is not looked at', async () => {
    const own = await openApi({ previewPorts: site.ports, env: { PUBLIC_URL: 'https://tambay.example' } });
    try {
      const { ana, chatId } = await own.world.friends();
      const next = newLink();
      site.page(next.where, article('Next'));
      for (const link of ['https://tambay.example/posts/1', next.link]) {
        const body = { id: newId(), content: link, preview: link };
        await own.ask(ana, 'POST', `/chats/${chatId}/messages`, { body });
      }
      const asked = () => site.asked.map(({ host, path }) => `${host}${path}`);
      await vi.waitFor(() => expect(asked()).toContain(next.where), { timeout: 30_000 });
      expect(asked()).not.toContain('tambay.example/posts/1');
    } finally {
      await own.close();
    }
  });
});

describe('an edit', () => {
  it('to another link replaces the preview, and one without a link takes it away, with its picture', async () => {
    const { ana, chatId } = await api.world.friends();
    const [one, two] = [newLink(), newLink()];
    site.page(one.where, article('One', '/one.png'));
    site.page(two.where, article('Two'));
    site.picture('news.example/one.png', await picture());
    const id = await send(ana, chatId, one.link, one.link);
    expect((await untilPreview(ana, chatId, id))?.preview?.title).toBe('One');
    expect(await usesOf(id)).toHaveLength(1);
    const edited = await edit(ana, chatId, id, { content: `Ito pala: ${two.link}`, preview: two.link });
    expect(edited.json().data.preview).toBeUndefined();
    expect(await usesOf(id)).toEqual([]);
    expect((await untilPreview(ana, chatId, id))?.preview?.title).toBe('Two');
    await edit(ana, chatId, id, { content: 'Wala na' });
    expect((await readMessage(ana, chatId, id))?.preview).toBeUndefined();
  });

  it('around the link keeps the preview, whether the client knows of previews or not', async () => {
    const { ana, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Stays'));
    const id = await send(ana, chatId, link, link);
    await untilPreview(ana, chatId, id);
    for (const body of [{ content: `Una ${link}` }, { content: `${link} dalawa`, preview: link }]) {
      await edit(ana, chatId, id, body);
      expect((await readMessage(ana, chatId, id))?.preview?.title).toBe('Stays');
    }
    expect(site.asked.filter(({ host, path }) => `${host}${path}` === where)).toHaveLength(1);
  });

  it('takes the preview away from words that stay, which are then not "edited"', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Unwanted', '/unwanted.png'));
    site.picture('news.example/unwanted.png', await picture());
    const id = await send(ana, chatId, link, link);
    await untilPreview(ana, chatId, id);
    expect((await edit(ben, chatId, id, { content: link, preview: null })).statusCode).toBe(403);
    expect((await readMessage(ana, chatId, id))?.preview).toBeDefined();
    await edit(ana, chatId, id, { content: link, preview: null });
    expect(await readMessage(ben, chatId, id)).not.toHaveProperty('preview');
    expect((await readMessage(ben, chatId, id))?.editedAt).toBeNull();
    expect(await usesOf(id)).toEqual([]);
  });

  it('or a deletion while the page is looked at is the last word', async () => {
    const { ana, chatId } = await api.world.friends();
    const [one, two] = [newLink(), newLink()];
    let release = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      site.answer(one.where, (response) => {
        resolve();
        release = () => response.writeHead(200, { 'content-type': 'text/html' }).end(article('Late'));
      });
    });
    const [edited, deleted] = [
      await send(ana, chatId, one.link, one.link),
      await send(ana, chatId, one.link, one.link),
    ];
    await isAsked;
    await edit(ana, chatId, edited, { content: two.link, preview: null });
    await api.ask(ana, 'DELETE', `/chats/${chatId}/messages/${deleted}`);
    release();
    await untilJobsAreDone(ana, chatId);
    for (const id of [edited, deleted]) expect((await readMessage(ana, chatId, id))?.preview).toBeUndefined();
  });
});

describe('what a preview is not made of', () => {
  /** The message is there, has no preview, and its sender is told nothing. */
  const isPassedOver = async (link: string, prepare: () => void | Promise<void> = () => undefined) => {
    await prepare();
    const { ana, chatId } = await api.world.friends();
    const id = await send(ana, chatId, link, link);
    const before = await readMessage(ana, chatId, id);
    await untilJobsAreDone(ana, chatId);
    expect(await readMessage(ana, chatId, id)).toEqual(before);
  };

  it('a page that is none: a picture, a document, not found, without a title', async () => {
    const found = [newLink(), newLink(), newLink()];
    const [one, two, three] = found;
    site.picture(one?.where ?? '', await picture());
    site.page(two?.where ?? '', '%PDF', { 'content-type': 'application/pdf' });
    site.page(three?.where ?? '', '<p>Words</p>');
    for (const { link } of found) await isPassedOver(link);
    await isPassedOver(newLink().link);
  });

  it('a page without an end is read to where its head ends, and no further than its bound', async () => {
    const [short, long] = [newLink(), newLink()];
    const endless = (where: string, start: string) => {
      let sent = 0;
      site.answer(where, (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(start);
        const more = (): void => {
          while (!response.destroyed && response.write('<!-- no end -->'.repeat(4_096))) sent += 1;
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      return () => sent * 15 * 4_096;
    };
    const sentShort = endless(short.where, `<head>${article('Head is here')}</head>`);
    const sentLong = endless(long.where, '<head>');
    const { ana, chatId } = await api.world.friends();
    const message = await untilPreview(ana, chatId, await send(ana, chatId, short.link, short.link));
    expect(message?.preview?.title).toBe('Head is here');
    await isPassedOver(long.link);
    expect(sentShort() + sentLong()).toBeLessThan(16_000_000);
  });

  it('a picture that is a bomb, broken, a drawing with scripts, or too large: the words come without it', async () => {
    const bomb = await sharp({
      create: { width: 20_000, height: 20_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const pictures: [string, Uint8Array, string][] = [
      ['bomb.png', bomb, 'image/png'],
      ['broken.png', (await picture()).subarray(0, 90), 'image/png'],
      ['page.png', Buffer.from('<script>alert(1)</script>'), 'image/png'],
      [
        'drawing.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        'image/svg+xml',
      ],
      ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'image/png'],
      ['large.png', Buffer.alloc(6_000_000, 1), 'image/png'],
    ];
    const { ana, chatId } = await api.world.friends();
    for (const [name, bytes, type] of pictures) {
      site.picture(`pictures.example/${name}`, bytes, type);
      const { link, where } = newLink();
      site.page(where, article(name, `https://pictures.example/${name}`));
      const message = await untilPreview(ana, chatId, await send(ana, chatId, link, link));
      expect(message?.preview, name).toMatchObject({ title: name, picture: null });
    }
  }, 60_000);

  it('a picture that moves is drawn as its first frame', async () => {
    const pixels = Buffer.concat([10, 200].map((shade) => Buffer.alloc(40 * 80 * 3, shade)));
    const frames = await sharp(pixels, { raw: { width: 40, height: 160, channels: 3, pageHeight: 80 } })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    site.picture('pictures.example/moves.gif', frames, 'image/gif');
    const { link, where } = newLink();
    site.page(where, article('Moves', 'https://pictures.example/moves.gif'));
    const { ana, chatId } = await api.world.friends();
    const message = await untilPreview(ana, chatId, await send(ana, chatId, link, link));
    expect(message?.preview?.picture).toMatchObject({ width: 40, height: 80 });
  });

  it('more links than a member may have looked at: they wait', async () => {
    const { ana, chatId } = await api.world.friends();
    const { link, where } = newLink();
    site.page(where, article('Waits'));
    waitMs = 60_000;
    const id = await send(ana, chatId, link, link);
    await vi.waitFor(() => expect(taken).toContain(`linkPreview:0:${ana.id}`), { timeout: 30_000 });
    expect((await readMessage(ana, chatId, id))?.preview).toBeUndefined();
    expect(site.asked.map(({ host, path }) => `${host}${path}`)).not.toContain(where);
  });
});

describe('a site that is down', () => {
  it('is asked again later', async () => {
    const { ana, chatId } = await api.world.friends();
    const { link, where } = newLink();
    let asked = 0;
    site.answer(where, (response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(article('Back'));
    });
    const id = await send(ana, chatId, link, link);
    await vi.waitFor(() => expect(asked).toBe(1), { timeout: 30_000 });
    // The pause of half a minute is pg-boss's; what was waited for is due now.
    await vi.waitFor(
      async () => {
        const { rows } = await api.executeSql(
          "update pgboss.job set start_after = now() where name = 'make-preview' and state = 'retry' returning id",
        );
        expect(rows.length).toBeGreaterThan(0);
      },
      { timeout: 30_000 },
    );
    expect((await untilPreview(ana, chatId, id))?.preview?.title).toBe('Back');
    expect(asked).toBe(2);
  }, 100_000);
});
