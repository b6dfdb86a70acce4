import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { user, userRoles, verification } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { databases, type TestDatabase } from '../../test/databases.ts';
import { findCommand } from './commands.ts';

const config = readConfig({ PUBLIC_URL: 'https://news.example' });

describe.each(databases)('the commands on the $name database', ({ open }) => {
  let opened: TestDatabase;
  let printed: string[];
  beforeAll(async () => {
    opened = await open();
    await opened.database.db
      .insert(user)
      .values({ name: 'Ada', email: 'ada@news.example', emailVerified: true });
  }, 60_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    printed = [];
  });

  const run = async (name: string, ...words: string[]) =>
    findCommand(name)?.run(words, {
      config,
      database: opened.database,
      print: (line) => printed.push(line),
    });

  test('grant-admin and revoke-admin write the role', async () => {
    const admins = () => opened.database.db.$count(userRoles, eq(userRoles.role, 'admin'));
    await run('grant-admin', ' Ada@News.example ');
    await run('grant-admin', 'ada@news.example');
    expect(printed).toEqual(['ada@news.example is an admin now.', 'ada@news.example is an admin already.']);
    expect(await admins()).toBe(1);
    await run('revoke-admin', 'ada@news.example');
    await run('revoke-admin', 'ada@news.example');
    expect(printed.slice(2)).toEqual([
      'ada@news.example is no longer an admin.',
      'ada@news.example was not an admin.',
    ]);
    expect(await admins()).toBe(0);
  });

  test('an address without an account is told what to do first', async () => {
    await expect(run('grant-admin', 'bob@news.example')).rejects.toThrow(
      'There is no account for bob@news.example. Create it at https://news.example/login first, then run this again.',
    );
    await expect(run('revoke-admin', 'bob@news.example')).rejects.toThrow('There is no account');
    await expect(run('grant-admin', 'bob')).rejects.toThrow('Usage: npm run cli -- grant-admin EMAIL');
    await expect(run('grant-admin')).rejects.toThrow('Usage:');
  });

  test('grant-admin says so when nobody has shown that the address is theirs', async () => {
    await opened.database.db.insert(user).values({ name: 'Eve', email: 'eve@news.example' });
    await run('grant-admin', 'eve@news.example');
    expect(printed).toEqual([
      'eve@news.example is an admin now.',
      expect.stringContaining('is not confirmed'),
    ]);
    await opened.database.db.delete(user).where(eq(user.email, 'eve@news.example'));
  });

  test('reset-password prints a link for one use, of which the database knows no more than a hash', async () => {
    await run('reset-password', 'Ada@news.example');
    const [link = '', advice] = printed;
    expect(link).toMatch(/^https:\/\/news\.example\/login\?reset=[\w-]{43}$/);
    expect(advice).toContain('holds for one hour and can be used once');
    const kept = await opened.database.db.select().from(verification);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(link.split('=')[1]);
    await expect(run('reset-password', 'bob@news.example')).rejects.toThrow('There is no account');
  });

  test('remove-samples deletes them and nothing else, and says what is gone', async () => {
    const { database } = opened;
    const text = { title: 'T', excerpt: 'E', content: 'C', categorySlug: 'sports' };
    await database.db.insert(articles).values([
      { ...text, slug: 'sample', isSample: true, isDraft: false, publishDate: new Date(0) },
      { ...text, slug: 'own' },
    ]);
    const heard = vi.fn<(tags: readonly string[]) => void>();
    const stop = database.onChange(heard);
    await run('remove-samples');
    await run('remove-samples');
    stop();
    expect(printed).toEqual(['1 sample articles were removed.', 'There are no sample articles.']);
    expect(await database.db.select({ slug: articles.slug }).from(articles)).toEqual([{ slug: 'own' }]);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.calls[0]?.[0].join(' ')).toMatch(/article:\S+ .*section:sports .*list/);
  });

  test('doctor reports, and finds what is wrong', async () => {
    expect(await run('doctor')).toBe(true);
    expect(printed.join('\n')).toMatch(/ok +Database +PostgreSQL 18/);
    expect(printed.join('\n')).toMatch(/ok +Migrations +all are done/);
    expect(printed.join('\n')).toMatch(/ok +accounts +1/);
    await opened.database.db.execute(
      sql`update published_counts set total = 99 where category_slug = 'culture'`,
    );
    expect(await run('doctor')).toBe(false);
    expect(printed.at(-1)).toMatch(/FAULT +Counts +1 sections/);
    await opened.database.db.execute(
      sql`update published_counts set total = 0 where category_slug = 'culture'`,
    );
    await opened.database.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    );
    expect(await run('doctor')).toBe(false);
    expect(printed.at(-1)).toMatch(/FAULT +Migrations +1 are waiting/);
  });
});
