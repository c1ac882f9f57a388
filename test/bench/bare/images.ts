/**
 * What one core gives without us: `GET` streams a file of this machine and asks nobody; `POST` draws a picture anew with the
 * sizes that we make, and keeps nothing.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { pinToOneCore } from '../pin.ts';

pinToOneCore();
sharp.concurrency(1);
sharp.cache(false);

const path = process.env['BARE_FILE'] ?? '';

const show = async (response: ServerResponse): Promise<void> => {
  const { size } = await stat(path);
  response.writeHead(200, { 'content-type': 'image/webp', 'content-length': size });
  createReadStream(path).pipe(response);
};

const draw = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const whole = sharp(await buffer(request)).resize({ width: 2_048, height: 2_048, fit: 'inside' });
  const drawn = await whole.webp({ quality: 84, effort: 2 }).toBuffer();
  for (const width of [320, 960]) await sharp(drawn).resize({ width }).webp({ quality: 76 }).toBuffer();
  response.writeHead(201).end();
};

const server = createServer((request, response) => {
  const work = request.method === 'POST' ? draw(request, response) : show(response);
  work.catch(() => response.destroy());
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));
