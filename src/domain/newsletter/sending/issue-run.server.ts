import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Mail } from '#platform/mail/mail.ts';
import type { DirectConnection } from '#platform/mail/direct.server.ts';
import { type ComposedIssue, personalizeIssue } from '../composing.server.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { type Delivery, skipQueued, claimDeliveries } from './deliveries.server.ts';
import { RUN_MS } from './send-issue-job-kind.ts';
import { renewLease, type SenderLease, type LeasedIssue } from './sender-lease.server.ts';
import { ServerHealth, type Slowdown } from './server-health.ts';
import { type DeliveryOutcome, recordOutcomes } from './outcomes.server.ts';

/** Milliseconds to wait for further outcomes. A remote mail server takes about ten times as long for one email. */
const BATCH_WAIT_MS = 10;

/**
 * Sends an issue until no delivery is due, the mail server asks to wait, the issue is stopped or taken over by another
 * run, or the time of the run is up. Each free connection gets the next delivery, so that a slow one delays only itself.
 * One transaction at a time records the available outcomes and claims as many deliveries as connections are free, so that
 * no delivery is marked `handed_over` before a connection can send it.
 */
export class IssueRun {
  readonly #deps: NewsletterDeps;
  readonly #lease: SenderLease;
  readonly #signal: AbortSignal;
  readonly #issue: ComposedIssue & { readonly date: Date };
  readonly #health: ServerHealth;
  readonly #deadline = performance.now() + RUN_MS;
  readonly #inFlight = new Set<Promise<void>>();
  #results: DeliveryOutcome[] = [];
  #isFinished = false;

  constructor(deps: NewsletterDeps, { issue, lease, counts }: LeasedIssue, signal: AbortSignal) {
    const { id, subject, html, text, startedAt } = issue;
    if (html === null || text === null || startedAt === null)
      throw new Error('an issue that is being sent has no rendered email');
    this.#deps = deps;
    this.#lease = lease;
    this.#signal = signal;
    this.#issue = { id, subject, html, text, date: startedAt };
    this.#health = new ServerHealth(counts);
  }

  /** Resolves when no delivery is in flight and every outcome is recorded. Throws when the database fails. */
  async run(): Promise<void> {
    try {
      while (this.#canClaim() || this.#inFlight.size > 0 || this.#results.length > 0) await this.#step();
    } catch (error) {
      // Deliveries in flight still complete. Their outcomes are recorded if the database is available again by then.
      await Promise.all(this.#inFlight);
      await this.#recordAndClaim(0);
      throw error;
    }
  }

  /** How to slow the issue after this run. Also null when the process is shutting down. */
  get slowdown(): Slowdown | null {
    return this.#signal.aborted ? null : this.#health.slowdown;
  }

  #canClaim(): boolean {
    if (this.#isFinished || this.#signal.aborted || performance.now() >= this.#deadline) return false;
    return this.#health.allowance > this.#inFlight.size;
  }

  async #step(): Promise<void> {
    const connections = this.#canClaim() ? await this.#acquire() : [];
    try {
      await this.#collectOutcomes(connections.length > 0);
      if (connections.length > 0) connections.push(...this.#deps.mail.acquireFree());
      const capacity = this.#canClaim() ? this.#health.allowance - this.#inFlight.size : 0;
      for (const delivery of await this.#recordAndClaim(Math.min(connections.length, capacity)))
        this.#start(delivery, connections.pop());
    } finally {
      for (const connection of connections) connection.release();
    }
  }

  async #acquire(): Promise<DirectConnection[]> {
    try {
      return [await this.#deps.mail.acquire(this.#signal)];
    } catch (error) {
      if (this.#signal.aborted) return [];
      throw error;
    }
  }

  /**
   * Waits up to `BATCH_WAIT_MS` for outcomes, so that they share a transaction. Without a free connection it first waits
   * for one outcome.
   */
  async #collectOutcomes(hasConnection: boolean): Promise<void> {
    if (this.#inFlight.size === 0) return;
    if (!hasConnection && this.#results.length === 0) await Promise.race(this.#inFlight);
    const timer = new AbortController();
    await Promise.race([
      Promise.all(this.#inFlight),
      sleep(BATCH_WAIT_MS, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
  }

  async #recordAndClaim(limit: number): Promise<Delivery[]> {
    const results = this.#results;
    this.#results = [];
    try {
      const deliveries = await recordAndClaim(this.#deps, this.#lease, results, limit);
      if (deliveries.length < limit) this.#isFinished = true;
      return deliveries;
    } catch (error) {
      this.#results.push(...results);
      throw error;
    }
  }

  #start(delivery: Delivery, connection: DirectConnection | undefined): void {
    if (connection === undefined) throw new Error('more deliveries were claimed than connections are free');
    const mail = personalizeIssue(this.#deps, this.#issue, delivery.subscriber);
    const sent = this.#deliver(delivery, mail, connection).finally(() => this.#inFlight.delete(sent));
    this.#inFlight.add(sent);
  }

  async #deliver(delivery: Delivery, mail: Mail, connection: DirectConnection): Promise<void> {
    const outcome = await connection.deliver(mail, { id: delivery.id, date: this.#issue.date }, this.#signal);
    this.#results.push({ delivery, outcome });
    this.#health.note(outcome);
    connection.release();
  }
}

/**
 * Records the outcomes and claims at most `limit` further deliveries; none when the issue was stopped or taken over by
 * another run. The lock on the row of the issue serializes this with the command that stops it.
 */
async function recordAndClaim(
  { database, clock }: NewsletterDeps,
  lease: SenderLease,
  results: readonly DeliveryOutcome[],
  limit: number,
): Promise<Delivery[]> {
  const { issueId } = lease;
  return database.transaction(async (tx) => {
    const now = clock();
    const issue = await renewLease(tx, lease, now);
    await recordOutcomes(tx, results, { isStopped: issue?.stopped ?? false, now });
    if (issue === null) return [];
    if (issue.stopped) {
      await skipQueued(tx, issueId, now);
      return [];
    }
    if (issue.problem !== null && results.some(({ outcome }) => outcome.state === 'accepted'))
      await tx
        .update(newsletterIssues)
        .set({ pauses: 0, pausedUntil: null, problem: null })
        .where(eq(newsletterIssues.id, issueId));
    return claimDeliveries(tx, issueId, { limit, now });
  });
}
