import { LIMITS } from '../protocol/index.ts';
import { openShareStore } from '../sync/index.ts';
import { readSession } from './session.ts';

/** As many as a message takes; a share sheet may bring a whole album. */
const FILES_MAX = LIMITS.messageImagesMax;

const wordsOf = (form: FormData): string =>
  ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    // Some say in the text again what the title or the link is.
    .filter(
      (value, index, all) =>
        !all.some((other, at) => other.includes(value) && (other !== value || at > index)),
    )
    .join('\n');

const keep = async (request: Request): Promise<void> => {
  const form = await request.formData();
  // A form without a file has one without a name.
  const handed = form
    .getAll('files')
    .filter((value) => value instanceof File)
    .filter(({ name, size }) => name !== '' || size > 0);
  const picked = handed.filter(({ size }) => size > 0);
  // Pictures are made smaller later, so that a large one is no reason to refuse it here.
  const fitting = picked.filter(
    (file) => file.type.startsWith('image/') || file.size <= LIMITS.uploadBytesMax,
  );
  const session = await readSession().catch(() => null);
  const item = {
    text: wordsOf(form),
    files: fitting.slice(0, FILES_MAX).map((file) => ({ name: file.name, bytes: file })),
    isCut: fitting.length < handed.length || fitting.length > FILES_MAX,
    hasLostFiles: false,
    ownerId: session?.userId ?? null,
  };
  // Without words, and with files that the phone itself has left out: what waited before is more than an empty card.
  if (item.text === '' && picked.length === 0) throw new Error('Nothing was handed over');
  const store = openShareStore();
  try {
    await store.put(item, Date.now()).catch((error: unknown) => {
      if (item.text === '' || item.files.length === 0) throw error;
      // On a full disk there is mostly room for words.
      return store.put({ ...item, files: [], hasLostFiles: true }, Date.now());
    });
  } finally {
    store.close();
  }
};

/**
 * What another app handed over, into IndexedDB before anything else: the screen that follows may take its time. It follows in
 * any case, and says so when nothing could be kept; a failure here would be the browser's own error page.
 */
export const keepShared = async (request: Request, nextPath: string): Promise<Response> => {
  const isKept = await keep(request).then(
    () => true,
    () => false,
  );
  return Response.redirect(isKept ? nextPath : `${nextPath}?notKept=true`, 303);
};
