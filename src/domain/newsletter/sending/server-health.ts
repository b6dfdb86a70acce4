import type { Outcome } from '#platform/mail/transport.ts';

/** So many copies put off in a row and none taken: the mail server limits its rate, whatever it says of recipients. */
const MOST_DEFERRED_IN_ROW = 20;
/** So many refusals and not one copy taken: the letter or its sender is refused, and not the recipients. */
const MOST_REFUSED = 20;
/** Copies that are risked after the wait that follows. */
const REFUSED_AGAIN = 4;

/** How the sending of an issue is slowed. `backoff`: seconds, then longer. `hour`: somebody should look. */
export interface Slowdown {
  readonly wait: 'none' | 'backoff' | 'hour';
  /** In the words of the mail server; may contain addresses. */
  readonly reason: string;
}

/**
 * Judges the mail server by the outcomes of one run. A recipient who is put off or refused concerns that copy alone;
 * connection, greeting, sign-in and sender concern every copy.
 */
export class ServerHealth {
  #hasAcceptedAny: boolean;
  #acceptsNow = false;
  #refusalsLeft: number;
  #deferredInRow = 0;
  #failure: string | undefined;
  #lastReason = '';

  /** Copies of the issue that were accepted and refused before the run. */
  constructor({ accepted, refused }: { readonly accepted: number; readonly refused: number }) {
    this.#hasAcceptedAny = accepted > 0;
    this.#refusalsLeft = Math.max(MOST_REFUSED - refused, REFUSED_AGAIN);
  }

  note(outcome: Outcome): void {
    if (outcome.state === 'accepted') {
      this.#hasAcceptedAny = true;
      this.#acceptsNow = true;
      this.#deferredInRow = 0;
      return;
    }
    this.#lastReason = outcome.reason;
    if (outcome.state === 'refused') this.#refusalsLeft -= 1;
    else if (outcome.state === 'deferred' && outcome.cause === 'recipient') this.#deferredInRow += 1;
    // An unknown outcome is a lost connection. Without a wait, a server that loses all of them leaves every copy in doubt.
    else this.#failure ??= outcome.reason;
  }

  /** Copies that may be under way at once; 0 when sending has to wait. */
  get allowance(): number {
    if (this.#failure !== undefined) return 0;
    const deferrals = MOST_DEFERRED_IN_ROW - this.#deferredInRow;
    return this.#hasAcceptedAny ? deferrals : Math.min(deferrals, this.#refusalsLeft);
  }

  /** Null when there is nothing to wait for and nothing to tell. */
  get slowdown(): Slowdown | null {
    if (this.#failure !== undefined) return { wait: 'backoff', reason: this.#failure };
    if (!this.#hasAcceptedAny && this.#refusalsLeft <= 0)
      return { wait: 'hour', reason: `The mail server refuses every copy. ${this.#lastReason}` };
    if (this.#deferredInRow >= MOST_DEFERRED_IN_ROW) return { wait: 'backoff', reason: this.#lastReason };
    return this.#acceptsNow || this.#deferredInRow === 0 ? null : { wait: 'none', reason: this.#lastReason };
  }
}
