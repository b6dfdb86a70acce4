import { setImmediate } from 'node:timers/promises';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { parseCsv, withoutApostrophe } from '#platform/csv.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type ImportReport, MAX_REPORTED_ERRORS, type RecordError } from '#platform/import-report.ts';
import { isStorable } from '#platform/storable-text.ts';
import { readRules } from './directory.server.ts';
import { lockRedirects, type RedirectDeps, TOO_MANY_REDIRECTS } from './editing.server.ts';
import { parseRedirect } from './parse-redirect.ts';
import { REDIRECT_KINDS, REDIRECT_LIMIT, type RedirectRule, REDIRECTS_TAG } from './redirect.ts';
import { describeEndless, findEndlessFrom, sourcesOf } from './redirect-loops.ts';
import { RedirectRules } from './redirect-rules.ts';
import { findShadowed } from './site-addresses.ts';
import { redirects } from './tables.server.ts';

interface ImportedRule extends RedirectRule {
  readonly record: number;
}

/** Records after which other requests get their turn. */
const PAUSE_AFTER = 50;
const BATCH_SIZE = 500;
/** Searches for redirects that do not arrive; each leaves out those that the one before found. */
const MAX_PASSES = 10;

/**
 * Imports a CSV list of redirects and counts the refused ones. Everything is stored in one transaction: invalid CSV
 * (`unprocessable`) and too many records (`too_large`) or redirects (`conflict`) import nothing.
 */
export async function importRedirects(deps: RedirectDeps, actor: Actor, csv: string): Promise<ImportReport> {
  requirePermission(actor, 'redirect.manage');
  const errors: RecordError[] = [];
  const records = await readRecords(csv);
  const imported: ImportedRule[] = [];
  for (const [index, fields] of records.entries()) {
    const record = index + 1;
    if (record % PAUSE_AFTER === 0) await setImmediate();
    const rule = await readRule(deps, fields);
    if (typeof rule === 'string') errors.push({ record, reason: rule });
    else imported.push({ ...rule, record });
  }
  const counts = await deps.database.transaction(async (tx) => {
    await lockRedirects(tx);
    const existing = await readRules(tx);
    const rules = new RedirectRules<RedirectRule | ImportedRule>(existing);
    let known = 0;
    for (const rule of imported) {
      if (rules.has(rule)) known += 1;
      else rules.add(rule);
    }
    if (rules.size > REDIRECT_LIMIT) throw new DomainError('conflict', TOO_MANY_REDIRECTS);
    errors.push(...(await removeEndless(rules)));
    const added = [...rules].filter(isImported);
    await insertRules(tx, added, deps.clock());
    await recordEvent(tx, actor, { action: 'redirects_imported', detail: `${added.length} added` });
    tx.invalidate(REDIRECTS_TAG);
    return { added: added.length, known };
  });
  errors.sort((one, other) => one.record - other.record);
  return {
    ...counts,
    refused: errors.length,
    errors: errors.slice(0, MAX_REPORTED_ERRORS),
  };
}

type Fields = Readonly<Record<string, string>>;

async function readRecords(csv: string): Promise<Fields[]> {
  const records: Fields[] = [];
  let header: readonly string[] | undefined;
  for await (const record of parseCsv(csv)) {
    if ('error' in record) throw new DomainError('unprocessable', `${record.error} Nothing was imported.`);
    if (header === undefined) header = columnsOf(record.fields);
    else if (records.length === REDIRECT_LIMIT) throw new DomainError('too_large', TOO_MANY_RECORDS);
    else records.push(fieldsOf(header, record.fields));
  }
  return records;
}

const TOO_MANY_RECORDS = `An import can contain at most ${REDIRECT_LIMIT.toLocaleString('en-US')} redirects. Nothing was imported.`;

function columnsOf(values: readonly string[]): string[] {
  const names = values.map((name) => name.trim().toLowerCase());
  if (names.includes('from') && names.includes('to')) return names;
  throw new DomainError(
    'unprocessable',
    'The first line must contain the column names “from” and “to”, separated by commas, semicolons or tabs, and in UTF-8. Nothing was imported.',
  );
}

const fieldsOf = (header: readonly string[], values: readonly string[]): Fields =>
  Object.fromEntries(header.map((name, index) => [name, withoutApostrophe(values[index] ?? '').trim()]));

/** The rule of a record, or the reason why it is refused. */
async function readRule(deps: RedirectDeps, fields: Fields): Promise<RedirectRule | string> {
  const { from = '', to = '', kind: given = '' } = fields;
  if (!isStorable(from) || !isStorable(to)) return 'contains a character that cannot be stored';
  const kind = REDIRECT_KINDS.find((known) => known === (given === '' ? 'exact' : given.toLowerCase()));
  if (kind === undefined) return 'kind must be “exact” or “prefix”';
  const parsed = parseRedirect({ kind, from, to }, deps.publicUrl);
  if ('errors' in parsed)
    return Object.entries(parsed.errors)
      .map(([name, message]) => `${name}: ${message}`)
      .join('; ');
  return (await findShadowed(deps.addresses, parsed.rule)) ?? parsed.rule;
}

const isImported = (rule: RedirectRule | ImportedRule): rule is ImportedRule => 'record' in rule;

/** Removes imported rules until every address arrives, the last record of a loop first. */
async function removeEndless(rules: RedirectRules<RedirectRule | ImportedRule>): Promise<RecordError[]> {
  const removed: RecordError[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = removed.length;
    for await (const source of sourcesOf(rules)) {
      for (;;) {
        const endless = findEndlessFrom(rules, source);
        const last = endless?.rules.filter(isImported).toSorted((one, other) => other.record - one.record)[0];
        if (endless === null || last === undefined) break;
        rules.delete(last);
        removed.push({ record: last.record, reason: describeEndless(endless) });
      }
    }
    // Without a rule, another one applies to its addresses, which may lead in a circle in turn.
    if (removed.length === before) return removed;
  }
  throw new DomainError('conflict', 'Too many of these redirects lead in circles. Nothing was imported.');
}

async function insertRules(tx: Transaction, rules: readonly ImportedRule[], now: Date): Promise<void> {
  for (let start = 0; start < rules.length; start += BATCH_SIZE) {
    const rows = rules.slice(start, start + BATCH_SIZE).map(({ record: _record, ...rule }) => rule);
    await tx.insert(redirects).values(rows.map((rule) => ({ ...rule, createdAt: now, updatedAt: now })));
  }
}
