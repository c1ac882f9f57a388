import { gzipSync } from 'node:zlib';
import { requestBytes } from './raw-http.ts';

/** A request that no HTTP library would send. `allowed`: the statuses it may bring; `closed`: an answer may be missing. */
export interface RawCase {
  name: string;
  bytes: string | Uint8Array;
  allowed: readonly number[];
  mayCloseSilently?: boolean;
}

const target = '/api/v1/auth/login';
const json = { 'Content-Type': 'application/json' };
const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  requestBytes({ method: 'POST', target, headers, body });
const get = (path: string, headers: Record<string, string> = {}) => requestBytes({ target: path, headers });

const bodies: RawCase[] = [
  { name: 'no body', bytes: post(''), allowed: [400] },
  { name: 'an open brace', bytes: post('{'), allowed: [400] },
  { name: 'null', bytes: post('null'), allowed: [400] },
  { name: 'a string', bytes: post('"x"'), allowed: [400] },
  { name: 'a number', bytes: post('1'), allowed: [400] },
  { name: 'an array', bytes: post('[]'), allowed: [400] },
  { name: 'NaN', bytes: post('{"email":NaN}'), allowed: [400] },
  { name: 'Infinity', bytes: post('{"email":1e999}'), allowed: [400] },
  { name: 'a comment', bytes: post('{/**/}'), allowed: [400] },
  { name: 'a byte order mark', bytes: post('\ufeff{}'), allowed: [400] },
  { name: 'UTF-16', bytes: post(Buffer.from('{"email":"a@b.co"}', 'utf16le')), allowed: [400] },
  {
    name: 'invalid UTF-8',
    bytes: post(Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])),
    allowed: [400],
  },
  {
    name: 'invalid UTF-8 in a value',
    bytes: post(
      Buffer.concat([
        Buffer.from('{"email":"a'),
        Buffer.from([0xed, 0xa0, 0x80, 0xff]),
        Buffer.from('@b.co","password":"x"}'),
      ]),
    ),
    allowed: [400, 422],
  },
  { name: 'duplicate keys', bytes: post('{"email":"a@b.co","email":1,"password":"x"}'), allowed: [400, 422] },
  {
    name: '__proto__',
    bytes: post('{"__proto__":{"isAdmin":true},"email":"a@b.co","password":"x"}'),
    allowed: [400],
  },
  {
    name: 'constructor.prototype',
    bytes: post('{"constructor":{"prototype":{"isAdmin":true}},"email":"a@b.co","password":"x"}'),
    allowed: [400],
  },
  { name: '100,000 nested arrays', bytes: post('['.repeat(100_000) + ']'.repeat(100_000)), allowed: [400] },
  { name: '100,000 open arrays', bytes: post('['.repeat(100_000)), allowed: [400] },
  {
    name: 'nested deeper than 32',
    bytes: post(`{"email":${'['.repeat(40)}${']'.repeat(40)}}`),
    allowed: [400],
  },
  {
    name: '40,000 keys',
    bytes: post(`{${Array.from({ length: 20_000 }, (_, i) => `"${i}":0`).join(',')}}`),
    allowed: [400],
  },
  {
    name: '2 MB',
    bytes: post(`{"email":"${'a'.repeat(2_000_000)}"}`),
    allowed: [413],
    mayCloseSilently: true,
  },
  {
    name: 'a gzip bomb',
    bytes: post(gzipSync(Buffer.alloc(10_000_000)), { ...json, 'Content-Encoding': 'gzip' }),
    allowed: [400, 413, 415],
  },
];

const types: RawCase[] = [
  { name: 'no content type', bytes: post('{}', {}), allowed: [415] },
  { name: 'text/plain', bytes: post('{}', { 'Content-Type': 'text/plain' }), allowed: [415] },
  {
    name: 'a form',
    bytes: post('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    allowed: [415],
  },
  { name: 'XML', bytes: post('<a/>', { 'Content-Type': 'application/xml' }), allowed: [415] },
  {
    name: 'multipart without a boundary',
    bytes: post('x', { 'Content-Type': 'multipart/form-data' }),
    allowed: [415],
  },
  {
    name: 'multipart with a boundary of 10 KB',
    bytes: post('x', { 'Content-Type': `multipart/form-data; boundary=${'b'.repeat(10_240)}` }),
    allowed: [415, 431],
  },
  { name: 'an empty content type', bytes: post('{}', { 'Content-Type': '' }), allowed: [400, 415] },
  {
    name: 'a broken content type',
    bytes: post('{}', { 'Content-Type': 'application/json;;;=' }),
    allowed: [400, 415],
  },
  {
    name: 'JSON that says UTF-16',
    bytes: post('{}', { 'Content-Type': 'application/json; charset=utf-16' }),
    allowed: [400, 415],
  },
];

const targets: RawCase[] = [
  { name: 'a bad percent', bytes: get('/api/v1/users/%zz'), allowed: [400] },
  { name: 'a cut percent', bytes: get('/api/v1/users/%'), allowed: [400] },
  { name: 'overlong UTF-8', bytes: get('/api/v1/users/%c0%af'), allowed: [400, 401] },
  { name: 'a percent-encoded NUL', bytes: get('/api/v1/users/%00'), allowed: [400, 401] },
  { name: 'a bad percent in the query', bytes: get('/api/v1/health/check?nonce=%zz'), allowed: [200, 400] },
  { name: 'NUL in the query', bytes: get('/api/v1/health/check?nonce=%00'), allowed: [200, 400] },
  { name: 'a repeated parameter', bytes: get('/api/v1/health/check?nonce=a&nonce=b'), allowed: [200, 400] },
  {
    name: '__proto__ as a parameter',
    bytes: get('/api/v1/health/check?__proto__[a]=b&constructor=c'),
    allowed: [200, 400],
  },
  { name: 'dots up', bytes: get('/../../etc/passwd'), allowed: [400, 404] },
  { name: 'encoded dots up', bytes: get('/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), allowed: [400, 404] },
  { name: 'doubly encoded slash', bytes: get('/api/v1/users/..%252f..%252fetc'), allowed: [400, 401, 404] },
  { name: 'backslashes', bytes: get('/..\\..\\package.json'), allowed: [400, 404] },
  { name: 'the lock file', bytes: get('/package-lock.json'), allowed: [404] },
  { name: 'a dot file', bytes: get('/.git/config'), allowed: [404] },
  { name: 'double slashes', bytes: get('//api//v1//users'), allowed: [400, 404] },
  { name: 'a path parameter', bytes: get('/api/v1/health/check;x=1'), allowed: [400, 404] },
  {
    name: 'another host as the target',
    bytes: get('http://evil.test/api/v1/health/check'),
    allowed: [200, 400, 404],
  },
  { name: 'a fragment', bytes: get('/api/v1/health/check#x'), allowed: [200, 400, 404] },
  {
    name: 'a path of 15 KB',
    bytes: get(`/api/v1/users/${'a'.repeat(15_000)}`),
    allowed: [400, 401, 404, 414, 431],
  },
  {
    name: 'a query of 1 MB',
    bytes: get(`/api/v1/chats?search=${'a'.repeat(1_000_000)}`),
    allowed: [414, 431],
    mayCloseSilently: true,
  },
  { name: 'a star', bytes: requestBytes({ method: 'OPTIONS', target: '*' }), allowed: [204, 400, 404] },
  { name: 'no slash', bytes: get('api'), allowed: [400, 404] },
];

const protocols: RawCase[] = [
  {
    name: 'Transfer-Encoding and Content-Length',
    bytes: post('0\r\n\r\n', { ...json, 'Transfer-Encoding': 'chunked', 'Content-Length': '5' }),
    allowed: [400],
  },
  {
    name: 'an unknown transfer encoding',
    bytes: post('x', { ...json, 'Transfer-Encoding': 'xchunked' }),
    allowed: [400, 501],
  },
  {
    name: 'a chunk of no size',
    bytes: post('zz\r\n{}\r\n0\r\n\r\n', { ...json, 'Transfer-Encoding': 'chunked' }),
    allowed: [400],
  },
  { name: 'a negative length', bytes: post('{}', { ...json, 'Content-Length': '-1' }), allowed: [400] },
  { name: 'a length in hex', bytes: post('{}', { ...json, 'Content-Length': '0x2' }), allowed: [400] },
  {
    name: 'two lengths',
    bytes: `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    allowed: [400],
  },
  {
    name: 'no host',
    bytes: 'GET /api/v1/health/check HTTP/1.1\r\nConnection: close\r\n\r\n',
    allowed: [400],
  },
  { name: 'HTTP/0.9', bytes: 'GET /\r\n\r\n', allowed: [200, 400, 404] },
  { name: 'HTTP/3 in words', bytes: 'GET / HTTP/3.0\r\nHost: a\r\n\r\n', allowed: [400, 505] },
  {
    name: 'the preface of HTTP/2',
    bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    allowed: [400, 505],
    mayCloseSilently: true,
  },
  {
    name: 'a TLS handshake',
    bytes: Buffer.from('16030100a5010000a10303', 'hex'),
    allowed: [400],
    mayCloseSilently: true,
  },
  {
    name: 'noise',
    bytes: Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 97 + 13) % 256)),
    allowed: [400],
  },
  {
    name: 'a header of 100 KB',
    bytes: get('/', { 'X-Long': 'a'.repeat(100_000) }),
    allowed: [431],
    mayCloseSilently: true,
  },
  {
    name: '5,000 headers',
    bytes: get('/', Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`X-${i}`, 'a']))),
    allowed: [431],
    mayCloseSilently: true,
  },
  { name: 'NUL in a header', bytes: get('/', { 'X-Nul': 'a\0b' }), allowed: [400] },
  {
    name: 'a bare line feed in a header',
    bytes: get('/', { 'X-Feed': 'a\nSet-Cookie: x' }),
    allowed: [200, 400, 404, 503],
  },
  { name: 'a header name with a blank', bytes: get('/', { 'X Name': 'a' }), allowed: [400] },
  { name: 'an unknown method', bytes: requestBytes({ method: 'FOO' }), allowed: [400] },
  { name: 'TRACE', bytes: requestBytes({ method: 'TRACE', target }), allowed: [400, 404, 405] },
  {
    name: 'CONNECT',
    bytes: requestBytes({ method: 'CONNECT', target: 'evil.test:443' }),
    allowed: [400, 404, 405],
    mayCloseSilently: true,
  },
  {
    name: 'a method that the route does not know',
    bytes: requestBytes({ method: 'PUT', target, body: '{}', headers: json }),
    allowed: [404, 405],
  },
  { name: 'Expect: 100-continue', bytes: post('{}', { ...json, Expect: '100-continue' }), allowed: [400] },
  { name: 'an unknown expectation', bytes: post('{}', { ...json, Expect: 'coffee' }), allowed: [400, 417] },
  {
    name: 'an upgrade to HTTP/2',
    bytes: get('/api/v1/health/check', { Connection: 'Upgrade, close', Upgrade: 'h2c' }),
    allowed: [200, 400, 426],
    mayCloseSilently: true,
  },
  {
    name: 'a WebSocket where none is',
    bytes: get('/api/v1/health/check', {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'eA==',
      'Sec-WebSocket-Version': '13',
    }),
    allowed: [200, 400, 404, 426],
    mayCloseSilently: true,
  },
  {
    name: 'a token in the query',
    bytes: get('/api/v1/auth/verify?token=abc&access_token=abc'),
    allowed: [401],
  },
  {
    name: 'an empty bearer',
    bytes: get('/api/v1/auth/verify', { Authorization: 'Bearer ' }),
    allowed: [401],
  },
  {
    name: 'a bearer of 8 KB',
    bytes: get('/api/v1/auth/verify', { Authorization: `Bearer ${'a'.repeat(8_000)}` }),
    allowed: [401],
  },
  {
    name: 'a bearer of bytes',
    bytes: get('/api/v1/auth/verify', { Authorization: 'Bearer \x80\xff\xfe' }),
    allowed: [400, 401],
  },
  {
    name: 'basic credentials',
    bytes: get('/api/v1/auth/verify', { Authorization: 'Basic YTpi' }),
    allowed: [401],
  },
  {
    name: 'a forged forward',
    bytes: get('/api/v1/health/check', {
      'X-Forwarded-For': `${'1.2.3.4,'.repeat(500)}x`,
      'X-Forwarded-Host': 'evil.test',
    }),
    allowed: [200],
  },
];

export const rawCases: readonly RawCase[] = [...bodies, ...types, ...targets, ...protocols];
