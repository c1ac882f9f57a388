import './validation-messages.ts';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isSiteOrigin, isUniqueCodePlausible, normalizeUniqueCode, z } from '../protocol/index.ts';
import type { OidcConfig } from './modules/auth/oidc/provider.ts';
import { parseStorageUrl } from './storage/storage-url.ts';

/** Everything that the environment may say; README.md has the table for operators. */
export type Config = {
  host: string;
  port: number;
  /** Absolute: where the embedded database and everything else that must be kept lives. */
  dataDir: string;
  /** How people reach the app, without a path. */
  publicUrl: URL;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** A mail server; without one, mail goes to files below the data folder. */
  smtpUrl: string | undefined;
  /** Whom mail is from. */
  mailFrom: string;
  /** `npm run dev`: what was mailed can be read in the browser. */
  isDevelopment: boolean;
  /** Where files lie, `s3://…`; on disk in `dataDir` when undefined. */
  storageUrl: string | undefined;
  /** Origins that may call the API from a browser, the app's own among them. */
  origins: string[];
  /** Sites that may ask for a sign-in (`/?loginRequestFrom=`); the app's own origin is always in it. */
  loginRequestOrigins: string[];
  /** Proxies whose `X-Forwarded-For` is trusted; none when empty. */
  trustProxy: string[];
  /** How many live connections one address may hold at a process. */
  socketsPerAddress: number;
  /** The accounts that moderate, by their codes. */
  moderators: string[];
  /** Where else members may sign in (OpenID Connect); nowhere when undefined. */
  oidc: OidcConfig | undefined;
  /** Takes the service worker back from every device that asks for it. */
  killWorker: boolean;
  /** Where figures for Prometheus are served; nowhere when undefined. */
  metricsPort: number | undefined;
  /** Where spans are sent (an OTLP collector). */
  tracesUrl: string | undefined;
  /** How long a process that is asked to stop goes on serving, so that load balancers notice first. */
  drainMs: number;
  logLevel: LogLevel;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line for each variable that cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const parseUrl = (value: string): URL | null => URL.parse(value);

const webOrigin = (value: string): boolean => {
  const url = parseUrl(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
};

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
const proxyAddress = (value: string): boolean => {
  const [address = '', prefix] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const hasPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return proxyNames.has(value) || (isIP(address) !== 0 && hasPrefix);
};

const listOf = (isRight: (item: string) => boolean, message: string) =>
  z
    .pipe(
      z.string(),
      z.transform((text) => text.split(',').map((item) => item.trim())),
    )
    .check(z.refine((items) => items.every(isRight), message));

const serverUrl = (protocols: RegExp, message: string) =>
  z.string().check(
    z.refine((value) => {
      const url = parseUrl(value);
      return url !== null && protocols.test(url.protocol) && url.hostname !== '';
    }, message),
  );

const mailAddress = (value: string): boolean => z.email().safeParse(value).success;
const isStorageUrl = (value: string): boolean => {
  try {
    return value.startsWith('s3://') && parseStorageUrl(value).bucket !== '';
  } catch {
    return false;
  }
};

const portOf = (name: string) => {
  const message = `${name} must be a whole number from 0 to 65535`;
  return z
    .pipe(z.string().check(z.regex(/^\d{1,5}$/, message)), z.transform(Number))
    .check(z.refine((port) => port <= 65_535, message));
};
const ORIGINS_MESSAGE = 'APP_ORIGINS must be origins like https://chat.example.org, with commas between them';
const LOGIN_ORIGINS_MESSAGE =
  'LOGIN_REQUEST_ORIGINS must be https origins like https://shop.example.org, with commas between them (http only for localhost)';
const PROXY_MESSAGE =
  'TRUST_PROXY must be addresses, networks like 10.0.0.0/8, or loopback, with commas between them';

/** Longer than two looks of most load balancers. */
const CLUSTER_DRAIN_SECONDS = 5;
const DRAIN_MESSAGE = 'DRAIN_SECONDS must be a whole number from 0 to 300';
const SOCKETS_MESSAGE = 'SOCKETS_PER_ADDRESS must be a whole number from 1 to 100000';
const OIDC_NAME_MESSAGE = 'OIDC_NAME must be a name of at most 40 characters';
const MODERATORS_MESSAGE =
  'MODERATORS must be codes of accounts like ABCD-EFGH-JKMNP, with commas between them';
const isModeratorCode = (code: string): boolean => isUniqueCodePlausible(normalizeUniqueCode(code));

/** An issuer as OpenID Connect Discovery takes it: https, but for a provider on this very machine. */
const isIssuer = (value: string): boolean => {
  const url = parseUrl(value);
  return (
    url !== null && isSiteOrigin(url.origin) && url.search === '' && url.hash === '' && url.username === ''
  );
};

// No message repeats what was given: DATABASE_URL, REDIS_URL, SMTP_URL and OIDC_CLIENT_SECRET carry secrets.
const environment = z.object({
  HOST: z._default(z.string().check(z.minLength(1, 'HOST must be a host name or an address')), '127.0.0.1'),
  PORT: z._default(portOf('PORT'), 3000),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'DATA_DIR must be a folder')), './data'),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(
        z.refine(webOrigin, 'PUBLIC_URL must be an origin like https://chat.example.org, without a path'),
      ),
  ),
  DATABASE_URL: z.optional(
    serverUrl(/^postgres(?:ql)?:$/, 'DATABASE_URL must be an address like postgres://user@host:5432/tambay'),
  ),
  REDIS_URL: z.optional(serverUrl(/^rediss?:$/, 'REDIS_URL must be an address like redis://host:6379')),
  SMTP_URL: z.optional(serverUrl(/^smtps?:$/, 'SMTP_URL must be an address like smtp://user@host:587')),
  MAIL_FROM: z.optional(
    z.string().check(z.refine(mailAddress, 'MAIL_FROM must be an address like no-reply@example.org')),
  ),
  NODE_ENV: z.optional(z.string()),
  STORAGE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isStorageUrl,
          'STORAGE_URL must be an address like s3://key:secret@host/bucket?region=us-east-1',
        ),
      ),
  ),
  APP_ORIGINS: z.optional(listOf(webOrigin, ORIGINS_MESSAGE)),
  LOGIN_REQUEST_ORIGINS: z._default(listOf(isSiteOrigin, LOGIN_ORIGINS_MESSAGE), []),
  TRUST_PROXY: z._default(listOf(proxyAddress, PROXY_MESSAGE), []),
  SOCKETS_PER_ADDRESS: z._default(
    z
      .pipe(z.string().check(z.regex(/^\d{1,6}$/, SOCKETS_MESSAGE)), z.transform(Number))
      .check(z.refine((count) => count >= 1 && count <= 100_000, SOCKETS_MESSAGE)),
    50,
  ),
  METRICS_PORT: z.optional(portOf('METRICS_PORT')),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    serverUrl(/^https?:$/, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318'),
  ),
  DRAIN_SECONDS: z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,3}$/, DRAIN_MESSAGE)), z.transform(Number))
      .check(z.refine((seconds) => seconds <= 300, DRAIN_MESSAGE)),
  ),
  MODERATORS: z._default(listOf(isModeratorCode, MODERATORS_MESSAGE), []),
  OIDC_ISSUER: z.optional(
    z
      .string()
      .check(
        z.refine(
          isIssuer,
          'OIDC_ISSUER must be an address like https://accounts.example.org (http only for localhost)',
        ),
      ),
  ),
  OIDC_CLIENT_ID: z.optional(
    z.string().check(z.minLength(1, 'OIDC_CLIENT_ID must be what the provider calls this app')),
  ),
  OIDC_CLIENT_SECRET: z.optional(
    z.string().check(z.minLength(1, 'OIDC_CLIENT_SECRET must be what the provider gave out')),
  ),
  OIDC_NAME: z.optional(
    z.string().check(z.trim(), z.minLength(1, OIDC_NAME_MESSAGE), z.maxLength(40, OIDC_NAME_MESSAGE)),
  ),
  KILL_WORKER: z._default(z.enum(['true', 'false'], 'KILL_WORKER must be true or false'), 'false'),
  LOG_LEVEL: z._default(z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`), 'info'),
});

type Environment = z.infer<typeof environment>;

/** @throws ConfigError for a provider that is named by halves */
const oidcOf = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: Environment) => {
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined) {
    const issuer = new URL(OIDC_ISSUER);
    const name = OIDC_NAME ?? issuer.hostname;
    return { issuer, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name };
  }
  if ([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME].every((value) => value === undefined))
    return undefined;
  throw new ConfigError([
    'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three, or none of them and no OIDC_NAME',
  ]);
};

/**
 * Reads the configuration once, at start.
 * @throws ConfigError
 */
export const parseConfig = (env: Record<string, string | undefined>): Config => {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new ConfigError([...new Set(parsed.error.issues.map(({ message }) => message))]);
  const { HOST, PORT, DATABASE_URL, REDIS_URL, STORAGE_URL, ...rest } = parsed.data;
  if (REDIS_URL !== undefined && DATABASE_URL === undefined) {
    throw new ConfigError([
      'REDIS_URL is a cluster setting: cluster settings need DATABASE_URL, because the embedded database belongs to one process',
    ]);
  }
  const publicUrl = new URL(rest.PUBLIC_URL ?? `http://localhost:${PORT}`);
  return {
    host: HOST,
    port: PORT,
    dataDir: resolve(rest.DATA_DIR),
    publicUrl,
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    isDevelopment: rest.NODE_ENV === 'development',
    storageUrl: STORAGE_URL,
    origins: [...new Set([publicUrl.origin, ...(rest.APP_ORIGINS ?? []), ...rest.LOGIN_REQUEST_ORIGINS])],
    loginRequestOrigins: [...new Set([publicUrl.origin, ...rest.LOGIN_REQUEST_ORIGINS])],
    trustProxy: rest.TRUST_PROXY,
    socketsPerAddress: rest.SOCKETS_PER_ADDRESS,
    moderators: rest.MODERATORS.map(normalizeUniqueCode),
    oidc: oidcOf(parsed.data),
    killWorker: rest.KILL_WORKER === 'true',
    metricsPort: rest.METRICS_PORT,
    tracesUrl: rest.OTEL_EXPORTER_OTLP_ENDPOINT,
    // Without Redis there is one process, and no other one could take its requests.
    drainMs: 1_000 * (rest.DRAIN_SECONDS ?? (REDIS_URL === undefined ? 0 : CLUSTER_DRAIN_SECONDS)),
    logLevel: rest.LOG_LEVEL,
  };
};
