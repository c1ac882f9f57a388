import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../protocol/index.ts';

const DEPTH_MAX = 32;
const JSON_TYPE = /^\s*application\/json/i;
// BOM and broken UTF-8 are errors, not something to repair: a repaired text is not what the sender signed off.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON is the only type of body (anything else: 415), in UTF-8, at most 32 levels deep, without `__proto__`. */
export const jsonBodiesPlugin = fastifyPlugin(
  async (app) => {
    // Fastify reads and parses bodies for unknown addresses, too.
    app.addHook('onRequest', async ({ is404, headers }) => {
      if (is404 && JSON_TYPE.test(headers['content-type'] ?? '')) throw new ProtocolError('not_found');
    });
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      const text = decode(body);
      if (text === null || isDeeperThan(text, DEPTH_MAX)) done(new ProtocolError('validation'));
      else void parseJson(request, text, done);
    });
  },
  { name: 'json-bodies' },
);

const decode = (body: string | Buffer): string | null => {
  try {
    return typeof body === 'string' ? body : utf8.decode(body);
  } catch {
    return null;
  }
};

/** Counts brackets outside strings, before anything recursive sees the text. */
export const isDeeperThan = (json: string, levels: number): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return false;
};
