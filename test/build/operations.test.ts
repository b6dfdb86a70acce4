import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/accounts/audit/audit-event.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { makeAccount } from '../accounts.ts';
import { allowNewSecrets } from '../databases.ts';
import { draftOnAnotherDay } from '../newsletter.ts';
import { createTestDatabase } from '../postgres.ts';
import { TEMPLATE } from '../postgres-templates.ts';
import { freePort, type RunningServer, startServer } from '../server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import type { ApiDocument } from '../api-document.ts';
import { OperationRun, type Operations } from './operation-run.ts';
import { ACCOUNT_OPERATIONS } from './operations/account-operations.ts';
import { ARTICLE_DELETION_OPERATIONS, ARTICLE_OPERATIONS } from './operations/article-operations.ts';
import { NEWSLETTER_OPERATIONS } from './operations/newsletter-operations.ts';
import { PEOPLE_OPERATIONS } from './operations/people-operations.ts';
import { PUBLICATION_OPERATIONS } from './operations/publication-operations.ts';

/** In the order in which they are sent. An operation without a row, or a row without an operation, fails the test. */
const OPERATIONS: Operations = [
  ...ACCOUNT_OPERATIONS,
  ...ARTICLE_OPERATIONS,
  ...PUBLICATION_OPERATIONS,
  ...NEWSLETTER_OPERATIONS,
  ...ARTICLE_DELETION_OPERATIONS,
  ...PEOPLE_OPERATIONS,
];
/**
 * Actions that no row takes: those of accounts with a role (`test/site/`: own account, second factor, passkeys, people), and those
 * that need another input.
 */
const NOT_RECORDED: readonly AuditAction[] = [
  'sign_in_failed',
  'name_changed',
  'email_changed',
  'password_changed',
  'password_reset',
  'sessions_ended',
  'second_factor_enabled',
  'second_factor_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_renamed',
  'passkey_removed',
  'invitation_accepted',
  'person_suspended',
  'person_reactivated',
  'article_unpublished',
  'article_schedule_failed',
  'article_schedule_paused',
  'comment_approved',
  'page_unpublished',
  'subscriber_unblocked',
  'webhook_enabled',
  'webhook_disabled',
];
const NAMES = [...new Set(OPERATIONS.map(([operation]) => operation))];

/**
 * Sends valid input to every operation. Other tests of the API run the source, which has no faults of the bundle, such as modules that
 * are evaluated in another order.
 */
describe('the API of the built server', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-operations-'));
  let server: RunningServer;
  let database: Database;
  let receiver: WebhookReceiver;
  let document: ApiDocument;
  let run: OperationRun;

  beforeAll(async () => {
    const databaseUrl = await createTestDatabase(inject('postgresUrl') ?? '', TEMPLATE);
    database = await openDatabase({ url: databaseUrl });
    await draftOnAnotherDay(database);
    allowNewSecrets(dataDir);
    const port = await freePort();
    // At an IP address there are no passkeys.
    const publicUrl = `http://localhost:${port}`;
    server = await startServer({
      dataDir,
      port,
      samples: false,
      env: {
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: publicUrl,
        SITE_ADDRESS: '1 High Street; Ur',
        WEBHOOK_PRIVATE_ADDRESSES: 'on',
      },
    });
    receiver = await startWebhookReceiver();
    document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as ApiDocument;
    const admin = await makeAccount({ database }, { role: 'admin' });
    const author = await makeAccount({ database }, { role: 'author' });
    const { url } = server;
    run = new OperationRun({ url, publicUrl, dataDir, database, receiver, admin, author }, document);
    await run.sendAll(OPERATIONS);
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    receiver.close();
    rmSync(dataDir, { recursive: true });
  });

  test('every operation has a row and every row has an operation', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(NAMES.toSorted()).toEqual(documented.toSorted());
  });

  test('no row expects an error of the server', () => {
    expect(OPERATIONS.filter(([, status]) => status >= 500)).toEqual([]);
  });

  test('a change that names no revision is rejected with 428, and one that names another with 412', () => {
    expect(run.preconditions.size).toBeGreaterThan(20);
    for (const [operation, statuses] of run.preconditions)
      expect([operation, ...statuses]).toEqual([operation, 428, 412]);
  });

  test('actions are recorded in the audit log', async () => {
    const { rows } = await database.db.execute<{ action: string }>(
      'select distinct action from audit_events',
    );
    const recorded = new Set(rows.map(({ action }) => action));
    expect(AUDIT_ACTIONS.filter((action) => !recorded.has(action))).toEqual(NOT_RECORDED);
  });

  test.each(NAMES)('%s', (operation) => {
    for (const { status, expected, text } of run.results.get(operation) ?? [])
      expect({ status, ...(status !== expected && { text }) }).toEqual({ status: expected });
  });
});
