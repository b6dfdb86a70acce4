import type { DomainError } from '#platform/domain-error.ts';
import type { ModerationReason } from './reasons.ts';

/** A comment to be moderated before it is stored. */
export interface Submission {
  /** After `cleanText`. */
  readonly text: string;
  /** In lower case. */
  readonly email: string;
  /** Value of the honeypot field, which is hidden from people. */
  readonly honeypotValue: string;
  /** Milliseconds the page was open, as reported by its script. Null from a form without script. */
  readonly timeOnPageMs: number | null;
}

/** Null: no objection. `flag`: a moderator has to approve the comment. `reject`: the comment is not stored. */
export type PhaseResult = { readonly flag: ModerationReason } | { readonly reject: DomainError } | null;

/** One check of the pipeline. Settings and queries it needs are passed to its factory. */
export type Phase = (submission: Submission) => PhaseResult | Promise<PhaseResult>;
