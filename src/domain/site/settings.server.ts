import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { ALL_TAGS } from '#platform/db/changes.server.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { StoredAddress } from '#platform/mail/mail.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { insertByline } from './bylines.server.ts';
import { defaultAuthorOf } from './default-author.ts';
import { recordAboutRevision } from './about/about-revisions.server.ts';
import { changeRecipient, countRequest } from './recipient-request.server.ts';
import { type LockedSettings, NOTHING_LOCKED } from './locked-settings.ts';
import {
  DEFAULT_SETTINGS,
  FORMER_SETTING_NAMES,
  isAboutSetting,
  isIdentitySetting,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type Settings,
  type SettingsPatch,
  settingTag,
} from './settings.ts';
import { lockSettings, settings, settingValue } from './tables.server.ts';

/** The settings in effect, with the revision of the stored ones. */
export interface SettingsRecord {
  readonly settings: Settings;
  readonly revision: string;
}

/**
 * Reads the settings from the database. Uses the default for a value that this release cannot parse, and the value of
 * the environment for a locked setting.
 */
export async function readSettings(db: Db | Transaction, locked = NOTHING_LOCKED): Promise<Settings> {
  return { ...(await readStored(db)), ...locked.values };
}

export async function readSettingsRecord(db: Db, locked: LockedSettings): Promise<SettingsRecord> {
  const stored = await readStored(db);
  return { settings: { ...stored, ...locked.values }, revision: settingsRevision(stored) };
}

async function readStored(db: Db | Transaction): Promise<Settings> {
  const rows = await db.select({ name: settings.name, value: settingValue }).from(settings);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const read = SETTING_NAMES.flatMap((name) => {
    const value = parseStored(name, stored.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(read) };
}

/** The rules of earlier releases, which accepted more. What they have stored stays in effect until it is changed. */
const FORMER_RULES: Partial<Record<SettingName, z.ZodType>> = {
  contact_email: StoredAddress,
  contact_recipient: StoredAddress,
};

/** Undefined for a value that this release cannot use. Of a list, the elements that it can use stay. */
function parseStored(name: SettingName, value: unknown): unknown {
  const parsed = SETTINGS[name].safeParse(value);
  if (parsed.success) return parsed.data;
  const former = FORMER_RULES[name]?.safeParse(value);
  if (former?.success) return former.data;
  if (!Array.isArray(value)) return undefined;
  const usable: unknown[] = value.filter((element) => SETTINGS[name].safeParse([element]).success);
  return SETTINGS[name].safeParse(usable).data;
}

/** A hash of the values, so that no counter has to be stored. */
function settingsRevision(stored: Settings): string {
  const values = SETTING_NAMES.map((name) => stored[name]);
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);
}

interface SettingsUpdate {
  readonly patch: SettingsPatch;
  /** The revision that the patch is based on. */
  readonly basedOn: string;
  readonly locked: LockedSettings;
}

interface SettingsDeps {
  readonly database: Database;
  readonly rateLimit: RateLimit;
}

/**
 * Updates the settings in `patch` for an administrator. Throws `stale` if any setting was changed since `basedOn`,
 * `unprocessable` for a locked setting, and `too_many` for too many new recipients of contact messages.
 */
export async function updateSettings(
  { database, rateLimit }: SettingsDeps,
  actor: Actor,
  { patch, basedOn, locked }: SettingsUpdate,
): Promise<void> {
  requirePermission(actor, 'settings.edit');
  // Outside of the transaction, which holds the only connection of the embedded database.
  if (
    patch.contact_recipient &&
    differingNames(await readStored(database.db), patch).includes('contact_recipient')
  )
    await countRequest(rateLimit);
  await database.transaction(async (tx) => {
    await lockSettings(tx);
    if (settingsRevision(await readStored(tx)) !== basedOn)
      throw new DomainError('stale', 'The settings have been changed since you opened them.');
    await storeSettings(tx, actor, patch, { locked });
  });
}

interface StoreOptions {
  readonly locked?: LockedSettings;
  /** The revision from which blocks of the About page were taken; null if none. */
  readonly restoredFrom?: number | null;
}

/**
 * Stores settings as part of a transaction, and records the names of those that differ. The commit invalidates the pages
 * and caches that depend on them. A change of the identity removes all pages, so that the next response cannot contain
 * the former one.
 *
 * @param actor null for the command line
 * @throws DomainError `unprocessable` with the variable of each locked setting
 */
export async function storeSettings(
  tx: Transaction,
  actor: Actor | null,
  patch: SettingsPatch,
  { locked: { variables } = NOTHING_LOCKED, restoredFrom = null }: StoreOptions = {},
): Promise<void> {
  const changed = SETTING_NAMES.filter((name) => patch[name] !== undefined);
  const locked = changed.filter((name) => variables[name] !== undefined);
  if (locked.length > 0) {
    const fields = Object.fromEntries(locked.map((name) => [name, `Set by ${variables[name]}.`]));
    throw new DomainError('unprocessable', 'Settings that the environment sets cannot be changed.', {
      fields,
    });
  }
  // Of two changes at once, one by the command line for example, the later one is based on the earlier one.
  await lockSettings(tx);
  const before = await readStored(tx);
  const differing = differingNames(before, patch);
  if (differing.length > 0)
    // Values are not recorded: they contain addresses, and their length is not limited to that of an event.
    await recordEvent(tx, actor, { action: 'settings_changed', detail: differing.join(', ') });
  for (const name of changed) {
    // Serialised here: null is a valid value, and the driver would store it as SQL NULL.
    const value = sql`${JSON.stringify(patch[name])}::jsonb`;
    await tx
      .insert(settings)
      .values({ name, value })
      .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: sql`now()` } });
  }
  const { contact_recipient: recipient } = patch;
  if (recipient !== undefined && differing.includes('contact_recipient'))
    await changeRecipient(tx, before.contact_recipient, recipient);
  if (differing.some(isAboutSetting)) await recordAboutRevision(tx, actor, { before, patch, restoredFrom });
  await insertByline(tx, defaultAuthorOf(await readStored(tx)));
  tx.invalidate(...changed.map(settingTag));
  if (changed.some(isIdentitySetting)) tx.purge(ALL_TAGS);
}

/** The settings of a patch whose values differ from the stored ones. */
const differingNames = (stored: Settings, patch: SettingsPatch): SettingName[] =>
  SETTING_NAMES.filter(
    (name) => patch[name] !== undefined && JSON.stringify(patch[name]) !== JSON.stringify(stored[name]),
  );

/**
 * Renames settings that were stored by an earlier release. A setting that has its present name already is not changed: a
 * process of the earlier release may have stored the former name again while it ran beside the present one.
 */
export async function renameFormerSettings(tx: Transaction): Promise<void> {
  const stored = await tx.select({ name: settings.name }).from(settings);
  const names = new Set(stored.map(({ name }) => name));
  for (const [former, name] of Object.entries(FORMER_SETTING_NAMES)) {
    const isFormer = eq(settings.name, former);
    if (names.has(name)) await tx.delete(settings).where(isFormer);
    else await tx.update(settings).set({ name }).where(isFormer);
  }
}

export type SettingsReader = () => Promise<Settings>;
