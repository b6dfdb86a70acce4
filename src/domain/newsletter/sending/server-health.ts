import type { DeliveryResult } from '#platform/mail/transport.ts';

/** After this many consecutive deferrals the server is assumed to limit its rate, even if it blames the recipients. */
const MAX_CONSECUTIVE_DEFERRALS = 20;
/** After this many refusals without any acceptance the email or its sender is assumed to be refused, not the recipients. */
const MAX_REFUSED = 20;
/** Deliveries that are tried after the pause that follows. */
const REFUSALS_AFTER_PAUSE = 4;

/** How sending is slowed. `backoff`: pause for seconds, then longer. `hour`: pause until an administrator can react. */
export interface Slowdown {
  readonly wait: 'none' | 'backoff' | 'hour';
  /** Response of the mail server. May contain addresses. */
  readonly reason: string;
}

/**
 * Tracks the health of the mail server by the outcomes of one run. A deferred or refused recipient affects only that
 * delivery. Errors of connection, greeting, authentication or sender affect all deliveries.
 */
export class ServerHealth {
  #hasAcceptedAny: boolean;
  #hasAcceptedInRun = false;
  #refusalsLeft: number;
  #consecutiveDeferrals = 0;
  #failure: string | undefined;
  #lastReason = '';

  /** Takes the number of deliveries that were accepted and refused before the run. */
  constructor({ accepted, refused }: { readonly accepted: number; readonly refused: number }) {
    this.#hasAcceptedAny = accepted > 0;
    this.#refusalsLeft = Math.max(MAX_REFUSED - refused, REFUSALS_AFTER_PAUSE);
  }

  note(outcome: DeliveryResult): void {
    if (outcome.state === 'accepted') {
      this.#hasAcceptedAny = true;
      this.#hasAcceptedInRun = true;
      this.#consecutiveDeferrals = 0;
      return;
    }
    this.#lastReason = outcome.reason;
    if (outcome.state === 'refused') this.#refusalsLeft -= 1;
    else if (outcome.state === 'deferred' && outcome.cause === 'recipient') this.#consecutiveDeferrals += 1;
    // An unknown outcome is a lost connection. Without a pause, a server that drops every connection would leave every
    // delivery `unknown`.
    else this.#failure ??= outcome.reason;
  }

  /** Maximum number of deliveries in flight; 0 when sending has to pause. */
  get allowance(): number {
    if (this.#failure !== undefined) return 0;
    const deferrals = MAX_CONSECUTIVE_DEFERRALS - this.#consecutiveDeferrals;
    return this.#hasAcceptedAny ? deferrals : Math.min(deferrals, this.#refusalsLeft);
  }

  /** Null when there is no reason to pause and nothing to report. */
  get slowdown(): Slowdown | null {
    if (this.#failure !== undefined) return { wait: 'backoff', reason: this.#failure };
    if (!this.#hasAcceptedAny && this.#refusalsLeft <= 0)
      return { wait: 'hour', reason: `The mail server refuses every email. ${this.#lastReason}` };
    if (this.#consecutiveDeferrals >= MAX_CONSECUTIVE_DEFERRALS)
      return { wait: 'backoff', reason: this.#lastReason };
    return this.#hasAcceptedInRun || this.#consecutiveDeferrals === 0
      ? null
      : { wait: 'none', reason: this.#lastReason };
  }
}
