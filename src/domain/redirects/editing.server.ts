import { and, eq, ne, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { readRules } from './directory.server.ts';
import { parseRedirect, type RedirectInput } from './parse-redirect.ts';
import { REDIRECT_LIMIT, type Redirect, type RedirectRule, REDIRECTS_TAG } from './redirect.ts';
import { describeEndless, findEndless } from './redirect-loops.ts';
import { RedirectRules } from './redirect-rules.ts';
import { findShadowed, type SiteAddresses } from './site-addresses.ts';
import { redirects } from './tables.server.ts';

export interface RedirectDeps extends CommandDeps {
  readonly addresses: SiteAddresses;
  readonly publicUrl: string;
}

/**
 * Adds a redirect. Throws `unprocessable` with the invalid fields, and `conflict` for an address that the site uses, that
 * has a redirect of this kind, or from which readers would never arrive, and for too many redirects.
 */
export async function createRedirect(
  deps: RedirectDeps,
  actor: Actor,
  input: RedirectInput,
): Promise<Redirect> {
  const rule = await prepareRule(deps, actor, input);
  return deps.database.transaction(async (tx) => {
    await lockRedirects(tx);
    const rules = await readRules(tx);
    if (rules.length >= REDIRECT_LIMIT) throw new DomainError('conflict', TOO_MANY_REDIRECTS);
    await requireArrival(rules, rule);
    const now = deps.clock();
    const [created] = await tx
      .insert(redirects)
      .values({ ...rule, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (created === undefined) throw duplicateError();
    await recordEvent(tx, actor, { action: 'redirect_created', ...eventOf(created) });
    tx.invalidate(REDIRECTS_TAG);
    return created;
  });
}

/** Changes a redirect. Throws `not_found`, and as `createRedirect` does. */
export async function changeRedirect(
  deps: RedirectDeps,
  actor: Actor,
  { id, input }: { readonly id: string; readonly input: RedirectInput },
): Promise<Redirect> {
  const rule = await prepareRule(deps, actor, input);
  return deps.database.transaction(async (tx) => {
    await lockRedirects(tx);
    const [before] = await tx.select().from(redirects).where(eq(redirects.id, id));
    if (before === undefined) throw missingError();
    const sameAddress = and(eq(redirects.source, rule.source), eq(redirects.kind, rule.kind));
    if ((await tx.$count(redirects, and(sameAddress, ne(redirects.id, id)))) > 0) throw duplicateError();
    const others = (await readRules(tx)).filter(
      ({ source, kind }) => source !== before.source || kind !== before.kind,
    );
    await requireArrival(others, rule);
    const [changed] = await tx
      .update(redirects)
      .set({ ...rule, updatedAt: deps.clock() })
      .where(eq(redirects.id, id))
      .returning();
    if (changed === undefined) throw missingError();
    await recordEvent(tx, actor, { action: 'redirect_changed', ...eventOf(changed) });
    tx.invalidate(REDIRECTS_TAG);
    return changed;
  });
}

/** Throws `not_found`, and `conflict` if addresses would never arrive without the redirect. */
export async function deleteRedirect(
  { database }: Pick<RedirectDeps, 'database'>,
  actor: Actor,
  id: string,
): Promise<void> {
  requirePermission(actor, 'redirect.manage');
  await database.transaction(async (tx) => {
    await lockRedirects(tx);
    const [deleted] = await tx.delete(redirects).where(eq(redirects.id, id)).returning();
    if (deleted === undefined) throw missingError();
    // A redirect can be what keeps a prefix from leading in a circle.
    await requireNoLoop(new RedirectRules(await readRules(tx)));
    await recordEvent(tx, actor, { action: 'redirect_deleted', ...eventOf(deleted) });
    tx.invalidate(REDIRECTS_TAG);
  });
}

export const TOO_MANY_REDIRECTS = `There can be at most ${REDIRECT_LIMIT.toLocaleString('en-US')} redirects.`;

/** Serializes all changes: their number is limited, and no two may lead in a circle together. */
export async function lockRedirects(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('redirects', 0))`);
}

async function prepareRule(deps: RedirectDeps, actor: Actor, input: RedirectInput): Promise<RedirectRule> {
  requirePermission(actor, 'redirect.manage');
  const parsed = parseRedirect(input, deps.publicUrl);
  if ('errors' in parsed) throw new DomainError('unprocessable', '', { fields: parsed.errors });
  const shadowed = await findShadowed(deps.addresses, parsed.rule);
  if (shadowed !== null) throw new DomainError('conflict', shadowed, { fields: { from: shadowed } });
  return parsed.rule;
}

async function requireArrival(others: readonly RedirectRule[], rule: RedirectRule): Promise<void> {
  await requireNoLoop(new RedirectRules([...others, rule]));
}

async function requireNoLoop(rules: RedirectRules): Promise<void> {
  const endless = await findEndless(rules);
  if (endless === null) return;
  const message = describeEndless(endless);
  throw new DomainError('conflict', message, { fields: { to: message }, members: { path: endless.path } });
}

const eventOf = ({ id, source, target }: Redirect) => ({ object: { id, name: source }, detail: target });

const missingError = () => new DomainError('not_found', 'This redirect no longer exists.');

function duplicateError(): DomainError {
  const message = 'There is already a redirect from this address.';
  return new DomainError('conflict', message, { fields: { from: message } });
}
