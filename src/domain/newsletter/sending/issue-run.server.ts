import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Mail } from '#platform/mail/mail.ts';
import type { DirectLane } from '#platform/mail/direct.server.ts';
import { type ComposedIssue, personalise } from '../composing.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { type Copy, skipQueued, takeCopies } from './copies.server.ts';
import { RUN_MS } from './issue-sending.ts';
import { renewLease, type Sending, type TakenIssue } from './sender-lease.server.ts';
import { ServerHealth, type Slowdown } from './server-health.ts';
import { type Settled, settleCopies } from './settling.server.ts';

/** Milliseconds. A mail server somewhere else takes ten times as long for an email. */
const GATHER_MS = 10;

/**
 * Sends copies of an issue until nothing is due, the mail server asks to wait, the issue is stopped or taken over, or the
 * time of the run is up. A connection that is free gets the next copy: one that is slow holds up only itself. One
 * transaction at a time records the outcomes there are and takes as many copies as connections are free, so that a copy
 * is never handed over before its turn.
 */
export class IssueRun {
  readonly #parts: NewsletterParts;
  readonly #sending: Sending;
  readonly #signal: AbortSignal;
  readonly #letter: ComposedIssue & { readonly date: Date };
  readonly #health: ServerHealth;
  readonly #deadline = performance.now() + RUN_MS;
  readonly #underway = new Set<Promise<void>>();
  #finished: Settled[] = [];
  #isOver = false;

  constructor(parts: NewsletterParts, { issue, sending, counts }: TakenIssue, signal: AbortSignal) {
    const { id, subject, html, text, startedAt } = issue;
    if (html === null || text === null || startedAt === null)
      throw new Error('an issue without its final form');
    this.#parts = parts;
    this.#sending = sending;
    this.#signal = signal;
    this.#letter = { id, subject, html, text, date: startedAt };
    this.#health = new ServerHealth(counts);
  }

  /** Resolves when no copy is under way and every outcome is recorded. Throws when the database fails. */
  async run(): Promise<void> {
    try {
      while (this.#mayTake() || this.#underway.size > 0 || this.#finished.length > 0) await this.#step();
    } catch (error) {
      // What is under way ends all the same, and its outcome is recorded if the database is back by then.
      await Promise.all(this.#underway);
      await this.#recordAndTake(0);
      throw error;
    }
  }

  /** How the issue is to be slowed after this run. Null as well when the process is ending. */
  get slowdown(): Slowdown | null {
    return this.#signal.aborted ? null : this.#health.slowdown;
  }

  #mayTake(): boolean {
    if (this.#isOver || this.#signal.aborted || performance.now() >= this.#deadline) return false;
    return this.#health.allowance > this.#underway.size;
  }

  async #step(): Promise<void> {
    const lanes = this.#mayTake() ? await this.#acquire() : [];
    try {
      await this.#gather(lanes.length > 0);
      if (lanes.length > 0) lanes.push(...this.#parts.mail.acquireFree());
      const room = this.#mayTake() ? this.#health.allowance - this.#underway.size : 0;
      for (const copy of await this.#recordAndTake(Math.min(lanes.length, room)))
        this.#start(copy, lanes.pop());
    } finally {
      for (const lane of lanes) lane.release();
    }
  }

  async #acquire(): Promise<DirectLane[]> {
    try {
      return [await this.#parts.mail.acquire(this.#signal)];
    } catch (error) {
      if (this.#signal.aborted) return [];
      throw error;
    }
  }

  /** Waits a moment for outcomes, so that they share a transaction; without a lane, which a copy could have, longer. */
  async #gather(hasLane: boolean): Promise<void> {
    if (this.#underway.size === 0) return;
    if (!hasLane && this.#finished.length === 0) await Promise.race(this.#underway);
    const moment = new AbortController();
    await Promise.race([
      Promise.all(this.#underway),
      sleep(GATHER_MS, undefined, { signal: moment.signal }).catch(() => {}),
    ]);
    moment.abort();
  }

  async #recordAndTake(most: number): Promise<Copy[]> {
    const settled = this.#finished;
    this.#finished = [];
    try {
      const copies = await recordAndTake(this.#parts, this.#sending, settled, most);
      if (copies.length < most) this.#isOver = true;
      return copies;
    } catch (error) {
      this.#finished.push(...settled);
      throw error;
    }
  }

  #start(copy: Copy, lane: DirectLane | undefined): void {
    if (lane === undefined) throw new Error('more copies were taken than connections are free');
    const mail = personalise(this.#parts, this.#letter, copy.subscriber);
    const delivery = this.#deliver(copy, mail, lane).finally(() => this.#underway.delete(delivery));
    this.#underway.add(delivery);
  }

  async #deliver(copy: Copy, mail: Mail, lane: DirectLane): Promise<void> {
    const outcome = await lane.deliver(mail, { id: copy.id, date: this.#letter.date }, this.#signal);
    this.#finished.push({ copy, outcome });
    this.#health.note(outcome);
    lane.release();
  }
}

/**
 * Records the outcomes and takes the next copies, `most` at most; none when the issue was stopped or is another run's by
 * now. The lock on the row of the issue orders this with the command that stops it.
 */
async function recordAndTake(
  { database, clock }: NewsletterParts,
  sending: Sending,
  settled: readonly Settled[],
  most: number,
): Promise<Copy[]> {
  const { issueId } = sending;
  return database.transaction(async (tx) => {
    const now = clock();
    const issue = await renewLease(tx, sending, now);
    await settleCopies(tx, settled, { isStopped: issue?.stopped ?? false, now });
    if (issue === null) return [];
    if (issue.stopped) {
      await skipQueued(tx, issueId, now);
      return [];
    }
    if (issue.problem !== null && settled.some(({ outcome }) => outcome.state === 'accepted'))
      await tx
        .update(newsletterIssues)
        .set({ pauses: 0, pausedUntil: null, problem: null })
        .where(eq(newsletterIssues.id, issueId));
    return takeCopies(tx, issueId, { most, now });
  });
}
