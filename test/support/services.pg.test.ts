import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, hasPostgres, hasRedis, testRedisUrl } from './services.ts';

describe.skipIf(!hasPostgres)('a test database', () => {
  it('is empty, and gone after drop even while somebody is connected', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    const tables = await client.query(
      "select 1 from information_schema.tables where table_schema = 'public'",
    );
    expect(tables.rowCount).toBe(0);
    await database.drop();
    await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow(
      /does not exist/,
    );
  });
});

describe.skipIf(!hasRedis)('test Redis', () => {
  it('answers', async () => {
    const redis = new Redis(testRedisUrl());
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });
});
