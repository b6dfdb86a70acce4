import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passkeys } from '#domain/accounts/passkeys/tables.server.ts';
import { recoveryCodes, secondFactors } from '#domain/accounts/second-factor/tables.server.ts';
import { auditEvents, session, user, userRoles, verification } from '#domain/accounts/tables.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { databases } from '../../test/databases.ts';
import { useDatabase } from '../../test/use-database.ts';
import { findCommand } from './commands.ts';

const config = readConfig({ PUBLIC_URL: 'https://news.example' });

describe.each(databases)('the commands on the $name database', ({ open }) => {
  const opened = useDatabase(open);
  let printed: string[];
  beforeAll(async () => {
    await opened.database.db
      .insert(user)
      .values({ name: 'Ada', email: 'ada@news.example', emailVerified: true });
  });
  beforeEach(() => {
    printed = [];
  });

  const run = async (name: string, ...args: string[]) =>
    findCommand(name)?.run(args, {
      config,
      database: opened.database,
      print: (line) => printed.push(line),
    });

  test('grant-role replaces the role, and both are recorded', async () => {
    const { db } = opened.database;
    await db.delete(auditEvents);
    await run('grant-role', 'ada@news.example', 'author');
    await run('grant-role', 'ada@news.example', 'editor');
    await expect(run('grant-role', 'ada@news.example', 'owner')).rejects.toThrow(
      'grant-role EMAIL contributor|author',
    );
    expect(printed).toEqual(['ada@news.example is an author now.', 'ada@news.example is an editor now.']);
    expect((await db.select().from(userRoles)).map(({ role }) => role)).toEqual(['editor']);
    await run('revoke-admin', 'ada@news.example');
    expect((await db.select().from(userRoles)).map(({ role }) => role)).toEqual(['editor']);
    const events = await db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.map(({ action, actorName, detail }) => [action, actorName, detail])).toEqual([
      ['role_changed', '', 'no role → author'],
      ['role_changed', '', 'author → editor'],
    ]);
    await db.delete(userRoles);
  });

  test('grant-admin grants nothing to an unconfirmed account unless it is forced', async () => {
    const { db } = opened.database;
    await db.insert(user).values({ name: 'Eve', email: 'eve@news.example' });
    const refused = run('grant-admin', 'eve@news.example');
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow(/eve@news\.example is not confirmed.* --invite .* --force /);
    expect(await db.$count(userRoles)).toBe(0);
    expect(printed).toEqual([]);

    await run('grant-admin', 'eve@news.example', '--force');
    expect(printed).toEqual([
      'eve@news.example is an admin now.',
      expect.stringContaining('is not confirmed'),
    ]);
    await run('grant-admin', 'eve@news.example');
    expect(printed[2]).toBe('eve@news.example is an admin already.');
    const [eve] = await db.select().from(user).where(eq(user.email, 'eve@news.example'));
    expect(eve?.emailVerified).toBe(false);
    await db.delete(user).where(eq(user.email, 'eve@news.example'));
  });

  test('grant-admin --invite prints a link and grants nothing before it is used', async () => {
    const { db } = opened.database;
    await run('grant-admin', ' New@News.example', '--invite');
    const [link = '', advice] = printed;
    expect(link).toMatch(/^https:\/\/news\.example\/admin\?verification=[\w-]{43}$/);
    expect(advice).toContain('once within three days');
    const [invited] = await db.select().from(user).where(eq(user.email, 'new@news.example'));
    expect(invited).toMatchObject({ name: 'new', emailVerified: false });
    expect(await db.$count(userRoles)).toBe(0);
    const stored = await db.select().from(verification);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(link.split('=')[1]);
    await run('grant-admin', 'new@news.example', '--invite');
    expect(await db.$count(user, eq(user.email, 'new@news.example'))).toBe(1);
    // Otherwise an unused invitation would grant the role again.
    await run('revoke-admin', 'new@news.example');
    expect(await db.$count(verification)).toBe(0);
    await db.delete(user).where(eq(user.email, 'new@news.example'));
  });

  test('settings shows, changes, exports and imports the settings with the schema of the API', async () => {
    await run('settings', 'get', 'comment_links_allowed');
    expect(printed).toEqual(['2']);
    await run('settings', 'set', 'publication_name', ' 2025 ');
    await run('settings', 'set', 'comment_links_allowed', '5');
    await run('settings', 'set', 'contact_address', '["Pier 3","Harbour"]');
    await run('settings', 'set', 'contact_retention_days', 'null');
    expect(printed.slice(1)).toEqual([
      'publication_name = "2025"',
      'comment_links_allowed = 5',
      'contact_address = ["Pier 3","Harbour"]',
      'contact_retention_days = null',
    ]);
    await expect(run('settings', 'set', 'contact_address', 'Pier 3')).rejects.toThrow(
      /^Nothing was changed:\n {2}contact_address: /,
    );
    await expect(run('settings', 'set', 'theme', 'dark')).rejects.toThrow('There is no setting "theme"');
    await expect(run('settings', 'forget')).rejects.toThrow('Usage: npm run cli -- settings get [NAME] |');

    const folder = mkdtempSync(join(tmpdir(), 'meridian-settings-'));
    const file = join(folder, 'settings.json');
    await run('settings', 'export', file);
    await run('settings', 'set', 'publication_name', 'Another');
    await run('settings', 'import', file);
    printed = [];
    await run('settings', 'get', 'publication_name');
    expect(printed).toEqual(['"2025"']);
    writeFileSync(file, '{"publication_name":"Third","comment_links_allowed":-1}');
    await expect(run('settings', 'import', file)).rejects.toThrow('comment_links_allowed');
    writeFileSync(file, 'not JSON');
    await expect(run('settings', 'import', file)).rejects.toThrow('is not a JSON file');
    await expect(run('settings', 'import', join(folder, 'absent'))).rejects.toThrow('could not be read');
    await run('settings', 'get', 'publication_name');
    expect(printed.at(-1)).toBe('"2025"');
    rmSync(folder, { recursive: true });
  });

  test('settings neither changes nor exports what the environment determines', async () => {
    const locked = readConfig({ SITE_NAME: 'The Locked Times' });
    const runLocked = (...args: string[]) =>
      findCommand('settings')?.run(args, {
        config: locked,
        database: opened.database,
        print: (line) => printed.push(line),
      });
    await run('settings', 'set', 'publication_name', 'Stored');
    printed = [];
    await runLocked('get', 'publication_name');
    await runLocked('get');
    expect(printed[0]).toBe('"The Locked Times"');
    expect(printed).toContain('publication_name = "The Locked Times" (SITE_NAME)');
    await expect(runLocked('set', 'publication_name', 'Mine')).rejects.toThrow(
      'publication_name: Set by SITE_NAME.',
    );
    printed = [];
    await runLocked('export');
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ publication_name: 'Stored' });
  });

  test('reset-second-factor removes app, passkeys and recovery codes, and ends the sessions', async () => {
    const { db } = opened.database;
    const [ada] = await db.select().from(user).where(eq(user.email, 'ada@news.example'));
    const userId = ada?.id ?? '';
    await run('reset-second-factor', 'ada@news.example');
    await db.insert(secondFactors).values({ userId, secret: 'encrypted', enabledAt: new Date() });
    await db.insert(recoveryCodes).values({ userId, hash: 'hash' });
    await db.insert(passkeys).values({
      id: userId,
      userId,
      credentialId: 'id',
      publicKey: 'key',
      counter: 0,
      transports: [],
      name: 'Phone',
      createdAt: new Date(),
    });
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(session).values({ userId, token: 'token', expiresAt });
    await run('reset-second-factor', 'Ada@News.example');
    expect(printed).toEqual([
      'ada@news.example has no second factor.',
      'ada@news.example signs in with the password alone now. All sessions of the account have ended.',
    ]);
    expect([
      await db.$count(secondFactors),
      await db.$count(passkeys),
      await db.$count(recoveryCodes),
      await db.$count(session),
    ]).toEqual([0, 0, 0, 0]);
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'second_factor_reset'));
    expect([event?.objectName, event?.actorName]).toEqual(['Ada', '']);
    await expect(run('reset-second-factor', 'bob@news.example')).rejects.toThrow('There is no account');
  });

  test('reset-password prints a one-time link, of which the database stores only a hash', async () => {
    await run('reset-password', 'Ada@news.example');
    const [link = '', advice] = printed;
    expect(link).toMatch(/^https:\/\/news\.example\/login\?reset=[\w-]{43}$/);
    expect(advice).toContain('expires in one hour and can be used once');
    const stored = await opened.database.db.select().from(verification);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(link.split('=')[1]);
    await expect(run('reset-password', 'bob@news.example')).rejects.toThrow('There is no account');
  });

  test('doctor prints a report and finds problems', async () => {
    expect(await run('doctor')).toBe(true);
    expect(printed.join('\n')).toMatch(/ok +Database +PostgreSQL 18/);
    expect(printed.join('\n')).toMatch(/ok +Migrations +all are applied/);
    expect(printed.join('\n')).toMatch(/ok +accounts +1/);
    await opened.database.db.execute(
      sql`update published_counts set total = 99 where category_slug = 'culture'`,
    );
    expect(await run('doctor')).toBe(false);
    expect(printed.at(-1)).toMatch(/FAIL +Counts +1 section has /);
    await opened.database.db.execute(
      sql`update published_counts set total = 0 where category_slug = 'culture'`,
    );
    await opened.database.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    );
    expect(await run('doctor')).toBe(false);
    expect(printed.at(-1)).toMatch(/FAIL +Migrations +1 is pending and runs /);
  });
});
