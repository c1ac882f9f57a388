import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const linesOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
  }
  return [];
};

describe('configuration', () => {
  it('needs nothing', () => {
    expect(parseConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('./data'),
      publicUrl: new URL('http://localhost:3000'),
      databaseUrl: undefined,
      redisUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      isDevelopment: false,
      origins: ['http://localhost:3000'],
      loginRequestOrigins: ['http://localhost:3000'],
      trustProxy: [],
      socketsPerAddress: 50,
      moderators: [],
      oidc: undefined,
      killWorker: false,
      drainMs: 0,
      metricsPort: undefined,
      tracesUrl: undefined,
      logLevel: 'info',
    });
  });

  it('takes everything', () => {
    const config = parseConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/srv/tambay',
      PUBLIC_URL: 'https://chat.example.org',
      DATABASE_URL: 'postgres://tambay@db:5432/tambay',
      REDIS_URL: 'redis://cache:6379',
      APP_ORIGINS: 'https://a.example.org, https://chat.example.org',
      TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
      LOG_LEVEL: 'warn',
      SMTP_URL: 'smtps://tambay:hush@mail.example.org',
    });
    expect(config).toMatchObject({
      port: 8080,
      mailFrom: 'no-reply@chat.example.org',
      origins: ['https://chat.example.org', 'https://a.example.org'],
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '70000'],
    ['METRICS_PORT', '70000'],
    ['PORT', '3000.5'],
    ['PORT', ''],
    ['HOST', ''],
    ['DATA_DIR', ''],
    ['PUBLIC_URL', 'chat.example.org'],
    ['PUBLIC_URL', 'https://chat.example.org/app'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not an address'],
    ['REDIS_URL', 'http://x'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['APP_ORIGINS', 'https://a.example.org,*'],
    ['SOCKETS_PER_ADDRESS', '0'],
    ['SOCKETS_PER_ADDRESS', 'many'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['OIDC_ISSUER', 'accounts.example.org'],
    ['OIDC_ISSUER', 'http://accounts.example.org'],
    ['OIDC_ISSUER', 'https://accounts.example.org/?tenant=1'],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_CLIENT_SECRET', ''],
    ['OIDC_NAME', 'x'.repeat(41)],
  ])('refuses %s=%j in one line that names it', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  });

  it('has a line for each mistake, and repeats no password', () => {
    const lines = linesOf({ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'mysql://me:hush@db/x' });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('hush');
  });

  it('takes an OpenID provider, named by its host unless it has a name', () => {
    const three = {
      OIDC_ISSUER: 'https://id.example.org/realm',
      OIDC_CLIENT_ID: 'tambay',
      OIDC_CLIENT_SECRET: 'hush',
    };
    const oidc = {
      issuer: new URL(three.OIDC_ISSUER),
      clientId: 'tambay',
      clientSecret: 'hush',
      name: 'id.example.org',
    };
    expect(parseConfig(three).oidc).toEqual(oidc);
    expect(parseConfig({ ...three, OIDC_NAME: 'Barangay' }).oidc).toEqual({ ...oidc, name: 'Barangay' });
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
    'refuses an OpenID provider without %s, and does not repeat the secret',
    (missing) => {
      const three = {
        OIDC_ISSUER: 'https://id.example.org',
        OIDC_CLIENT_ID: 'tambay',
        OIDC_CLIENT_SECRET: 'hush',
      };
      const named = Object.entries(three).filter(([name]) => name !== missing);
      const lines = linesOf(Object.fromEntries(named));
      expect(lines).toEqual([expect.stringContaining('set all three, or none')]);
      expect(lines.join()).not.toContain('hush');
    },
  );

  it('refuses cluster settings on the embedded database', () => {
    expect(linesOf({ REDIS_URL: 'redis://cache:6379' })).toEqual([
      expect.stringContaining('cluster settings need DATABASE_URL'),
    ]);
  });
});
