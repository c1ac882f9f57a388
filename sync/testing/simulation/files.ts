import type { Device, Tab } from '../device.ts';
import type { Run } from './run.ts';

type Tray = { readonly id: string; shown: string[] };
const trays = new WeakMap<Tab, Tray>();

const trayOf = (run: Run, tab: Tab): Tray => {
  const tray = trays.get(tab) ?? { id: run.world.newId(), shown: [] };
  trays.set(tab, tray);
  return tray;
};

const pick = async (run: Run, tab: Tab, tray: Tray): Promise<void> => {
  const bytes = new Blob([`picture ${Math.floor(run.chance.random() * 4)}`]);
  const id = await tab.engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
  if (!tray.shown.includes(id)) tray.shown.push(id);
};

const saveDraft = async (tab: Tab, tray: Tray, chatId: string): Promise<void> => {
  const files = tray.shown.map((id) => ({ id, alt: '' }));
  await tab.engine.saveDrafts(chatId, [{ id: tray.id, content: '', files }], [tray.id]);
};

const savePostDraft = async (tab: Tab, tray: Tray): Promise<void> => {
  const files = tray.shown.map((id) => ({ id, alt: '' }));
  await tab.engine.savePostDraft(tray.id, { content: '', privacy: 'PUBLIC', anonymous: false, files });
};

const send = async (run: Run, tab: Tab, tray: Tray, chatId: string): Promise<void> => {
  const images = tray.shown;
  tray.shown = [];
  const { engine } = tab;
  const id = run.world.newId();
  const writtenAt = new Date(run.world.time.now()).toISOString();
  const args = { id, chatId, content: run.words(), ...(images.length > 0 ? { images } : {}), writtenAt };
  await engine.mutate('sendMessage', args, { draft: { chatId, rowIds: [tray.id] } });
  await engine.files.letGo(images, tray.id);
};

const post = async (run: Run, tab: Tab, tray: Tray): Promise<void> => {
  const images = tray.shown;
  tray.shown = [];
  await tab.engine.mutate('createPost', { id: run.world.newId(), content: run.words(), images });
  await tab.engine.savePostDraft(tray.id, null);
  await tab.engine.files.letGo(images, tray.id);
};

/** Somebody picks pictures, takes them out, writes something with them, or leaves; several tabs show the same ones. */
export const handleFiles = (run: Run, device: Device, tab: Tab): void => {
  const { chance, groupId: chatId } = run;
  const tray = trayOf(run, tab);
  const name = chance.pick([
    'pick',
    'pick',
    'remove',
    'draft',
    'postDraft',
    'send',
    'post',
    'leave',
    'giveUp',
  ] as const);
  if (name === undefined) return;
  run.count(`file ${name}`);
  const file = chance.pick(tray.shown);
  if (name === 'pick') run.attempt(pick(run, tab, tray));
  else if (name === 'draft') run.attempt(saveDraft(tab, tray, chatId));
  else if (name === 'postDraft') run.attempt(savePostDraft(tab, tray));
  else if (name === 'send') run.attempt(send(run, tab, tray, chatId));
  else if (name === 'post') run.attempt(post(run, tab, tray));
  else if (name === 'remove' && file !== undefined) {
    tray.shown = tray.shown.filter((id) => id !== file);
    run.attempt(tab.engine.files.discard([file], tray.id));
  } else if (name === 'leave') {
    const left = tray.shown;
    tray.shown = [];
    run.attempt(tab.engine.files.letGo(left, tray.id));
  } else if (name === 'giveUp') {
    const waiting = chance.pick(
      [...device.disk.stores.uploads.values()].filter(({ state }) => state === 'queued'),
    );
    if (waiting !== undefined) run.attempt(tab.engine.files.giveUp(waiting.id));
  }
};
