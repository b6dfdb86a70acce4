import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Config } from '#platform/config.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { DirectMail } from '#platform/mail/direct.server.ts';
import { describeMailTransport } from '#platform/mail/mail.server.ts';
import { findLastBackup } from '#platform/last-backup.server.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { describeStorage } from '#platform/storage/open-storage.server.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { probeStorage } from '#platform/storage/storage-probe.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type GoLiveCheck, listGoLiveChecks } from './go-live.server.ts';
import type { SettingsReader } from './settings.server.ts';
import type { CurrentSite } from './site.ts';

export interface SystemDeps extends CommandDeps {
  readonly config: Config;
  readonly storage: Storage;
  readonly mail: DirectMail;
  readonly rateLimit: RateLimit;
  readonly site: CurrentSite;
  readonly settings: SettingsReader;
}

/** What an administrator may know about the installation: no credentials, and no path outside of the data folder. */
export interface SystemInfo {
  readonly version: string;
  readonly node: string;
  readonly publicUrl: string;
  readonly database: string;
  readonly mail: string;
  readonly storage: string;
  /** Null if no backup was recorded. */
  readonly lastBackup: Date | null;
  /** Free space of the data folder, in whole MB. */
  readonly freeMegabytes: number;
  readonly checklist: readonly GoLiveCheck[];
}

/** The outcome of a test. */
export interface TestResult {
  readonly isSuccessful: boolean;
  /** Why it failed; empty on success. */
  readonly reason: string;
}

const MEGABYTE = 1024 * 1024;
const TEST_LIMIT = { limit: 5, windowSeconds: 600 };
const MAIL_TIMEOUT_MS = 20_000;
const ALL_BUSY = 'Every connection to the mail server was busy. Please try again later.';
const SUCCESS: TestResult = { isSuccessful: true, reason: '' };

export async function readSystemInfo(
  { config, database, settings }: SystemDeps,
  actor: Actor,
): Promise<SystemInfo> {
  requirePermission(actor, 'settings.edit');
  const { rows } = await database.db.execute<{ server_version: string }>(sql`show server_version`);
  const { bavail, bsize } = await statfs(config.dataDir);
  return {
    version: readVersion(),
    node: process.versions.node,
    publicUrl: config.publicUrl,
    database: `PostgreSQL ${rows[0]?.server_version} ${database.embedded ? 'inside the process' : 'server'}`,
    mail: `sent ${describeMailTransport(config)}`,
    storage: describeStorage(config),
    lastBackup: await findLastBackup(config.dataDir),
    freeMegabytes: Math.floor((bavail * bsize) / MEGABYTE),
    checklist: await listGoLiveChecks(database.db, await settings(), config),
  };
}

/** Sends an email to the administrator directly, without the outbox, so that the outcome is known at once. */
export async function sendTestEmail(
  deps: SystemDeps,
  actor: Actor & { readonly email: string },
): Promise<TestResult> {
  requirePermission(actor, 'settings.edit');
  await countTest(deps.rateLimit, `mail-test:${actor.userId}`);
  const { name, url } = deps.site();
  const mail = {
    to: { address: actor.email },
    subject: `Test email of ${name}`,
    text: `This email was sent from the settings of ${name}. Emails can be sent.\n\n-- \n${name}\n${url}\n`,
  };
  const signal = AbortSignal.timeout(MAIL_TIMEOUT_MS);
  // The newsletter uses the same connections; a slow mail server can occupy all of them.
  const connection = await deps.mail.acquire(signal).catch(() => null);
  if (connection === null) return { isSuccessful: false, reason: ALL_BUSY };
  try {
    const result = await connection.deliver(mail, { id: uuidv7(), date: deps.clock() }, signal);
    return result.state === 'accepted' ? SUCCESS : { isSuccessful: false, reason: result.reason };
  } finally {
    connection.release();
  }
}

/** Writes, reads and deletes a file in the picture store. */
export async function testStorage({ storage, rateLimit }: SystemDeps, actor: Actor): Promise<TestResult> {
  requirePermission(actor, 'settings.edit');
  await countTest(rateLimit, `storage-test:${actor.userId}`);
  try {
    await probeStorage(storage);
    return SUCCESS;
  } catch (error) {
    const reason = error instanceof StorageError ? error.message : 'The test file could not be written.';
    return { isSuccessful: false, reason };
  }
}

async function countTest(rateLimit: RateLimit, name: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume(name, TEST_LIMIT);
  if (!allowed) throw new DomainError('too_many', 'Please wait a few minutes.', { retryAfterSeconds });
}

function readVersion(): string {
  const file = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version;
}
